"""Lessons: the menu lists shipped and own lessons, the card shows steps and marks checks that the user has fulfilled, and
the page to print is written."""

import os
import pathlib

import driver

own_lesson = """# Own lesson

- scene: plummer
- bodies: 300
- set: simulation.softening = 0.2

## Change the timestep

- [ ] The timestep is small: `timestep < 0.01`
- [ ] The run has begun: `steps > 0`

> Type the timestep.

## Wait

- [ ] The run goes on: `time > 0.1 and softening = 0.2`
"""


class Lessons(driver.PanelTest):
    arguments = ["plummer", "--bodies", "500", "--size", "1280x720", "--mode", "point"]

    @classmethod
    def start(cls, *more):
        folder = pathlib.Path(cls.scratch, "milkomeda", "lessons")
        folder.mkdir(parents=True)
        cls.own, cls.broken = str(folder / "own.md"), str(folder / "broken.md")
        pathlib.Path(cls.own).write_text(own_lesson)
        pathlib.Path(cls.broken).write_text("# Broken\n- scene: plummer\n## Step\n- [ ] `speed > 1`\n")
        cls.environment = {"XDG_DATA_HOME": cls.scratch}
        super().start(*more)

    def open_lesson(self, file):
        self.hands.click(self.place("Menu/Help"))
        self.hands.click(self.place("Menu/Lessons"))
        self.hands.click(self.place(f"Menu/{file}"))
        self.program.frames(3)

    def assert_card_is_inside(self, window_width, window_height):
        x, y, width, height = self.settled_rectangle("Lesson")
        self.assertTrue(x >= 0 and y >= 0 and x + width <= window_width and y + height <= window_height,
                        (x, y, width, height))
        self.assertEqual(self.state("widgets")["cut_off"], [])

    def test_a_lesson_loads_its_scene_at_rest_and_marks_fulfilled_checks(self):
        self.open_lesson(self.own)
        self.wait_for("lesson", file=self.own, step=0, checks=[False, False])
        self.wait_for("scene", source="plummer", bodies=300)
        self.wait_for("transport", playing=False, steps=0)
        self.wait_for("parameters", softening=0.2)
        self.enter("Physics/Timestep", "0.005")
        self.wait_for("lesson", checks=[True, False])
        self.hands.click(self.place("Lesson/Hint"))
        self.wait_for("lesson", hints=1)
        self.hands.click(self.picture(0.68, 0.6))
        self.hands.key("space")
        self.wait_for("lesson", checks=[True, True])
        self.hands.click(self.place("Lesson/Next"))
        self.wait_for("lesson", step=1, hints=0)
        self.wait_for("lesson", checks=[True])
        self.hands.click(self.place("Lesson/Back"))
        self.wait_for("lesson", step=0, checks=[True, True])
        self.assertEqual(self.state("widgets")["cut_off"], [])

    def test_the_printable_page_of_a_lesson_is_written(self):
        self.open_lesson(self.own)
        self.hands.click(self.place("Lesson/Print"))
        self.wait(lambda: self.program.count("lesson_page_saved") == 1, "the page is written")
        page = pathlib.Path(self.scratch, self.state("lesson_page_saved")["file"]).read_text()
        self.assertIn("<h1>Own lesson</h1>", page)
        self.assertIn("The timestep is small", page)

    def test_restart_loads_the_scene_of_the_lesson_again(self):
        self.open_lesson(self.own)
        self.wait_for("transport", steps=0)
        self.enter("Physics/Softening", "0.4")
        self.hands.click(self.picture(0.68, 0.6))
        self.hands.key("space")
        self.wait(lambda: self.state("transport")["steps"] > 3, "the run plays")
        self.hands.click(self.place("Lesson/Restart"))
        self.wait_for("transport", playing=False, steps=0)
        self.wait_for("parameters", softening=0.2)

    def test_an_invalid_lesson_is_reported_in_one_line_with_its_remedy(self):
        self.open_lesson(self.broken)
        error = f"{self.broken}:4: there is no quantity 'speed'; there are: timestep, softening, "
        self.wait(lambda: any(line.startswith(error) for line in self.state("notices")["lines"]),
                  "a notice names the file and the line")

    def test_every_shipped_lesson_opens_with_a_card_inside_the_window(self):
        for file in sorted(os.listdir(os.path.join(os.path.dirname(__file__), "../../data/lessons"))):
            if file == "README.md":
                continue
            with self.subTest(file):
                self.open_lesson(f"data/lessons/{file}")
                self.wait_for("lesson", file=f"data/lessons/{file}", step=0)
                self.wait(lambda: self.state("transport")["steps"] == 0 and not self.state("transport")["playing"],
                          "the scene is loaded at rest")
                self.hands.resize(640, 480)
                self.program.frames(5)
                self.assert_card_is_inside(640, 480)
                self.hands.resize(1280, 720)
                self.program.frames(5)
                while True:
                    self.assert_card_is_inside(1280, 720)
                    step = self.state("lesson")["step"]
                    self.hands.click(self.place("Lesson/Next"))
                    self.wait(lambda: self.state("lesson").get("step") != step, "the next step, or the end")
                    if not self.state("lesson")["file"]:
                        break


driver.main(Lessons)
