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
            if not file.endswith(".md") or file == "README.md":
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


class PairLesson(driver.PanelTest):
    """A user follows the lesson about a pair of galaxies, until all of its checks are done."""

    arguments = ["plummer", "--bodies", "500", "--size", "1280x720", "--mode", "point"]
    search_seconds = 600  # of the search on a busy CPU

    def wait_for_checks(self, count, seconds=driver.patience):
        self.program.wait(lambda: self.state("lesson")["checks"] == count * [True], f"all {count} checks are done",
                          seconds)

    def go_on(self):
        step = self.state("lesson")["step"]
        self.hands.click(self.place("Lesson/Next"))
        self.wait_for("lesson", step=step + 1)

    def match(self):
        return self.state("match")

    def choose_model(self, number):
        """Clicks a model of the list, which may change until the click arrives."""
        x, y, width, _ = self.places()["Match/models"]
        edge = width / 4
        for _ in range(20):
            self.hands.click((x + (number % 4 + 0.5) * edge, y + (number // 4 + 0.5) * edge))
            if self.match()["chosen"] is not None:
                return
        raise AssertionError("no model can be chosen")

    def test_the_lesson_opens_its_picture_and_its_checks_become_true(self):
        for label in ["Menu/Help", "Menu/Lessons", "Menu/data/lessons/6-match-a-pair.md"]:
            self.hands.click(self.place(label))
        self.wait(lambda: self.match()["picture"] == [400, 400] and self.match()["tool"], "the picture is open")
        self.wait_for("transport", playing=False)
        self.assertEqual(self.match()["circles"], [])
        self.wait(lambda: len(self.match()["handles"]) == 6, "the marks are shown")
        before = None
        while self.match()["handles"] != before:  # the camera moves to the view of the observer
            before = self.match()["handles"]
            self.program.frames(4)

        galaxies, handles = self.match()["galaxies"], self.match()["handles"]
        (x1, y1), (x2, y2) = handles["nucleus 1"], handles["nucleus 2"]
        scale = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 / sum(
            (a - b) ** 2 for a, b in zip(galaxies[0]["nucleus"], galaxies[1]["nucleus"])) ** 0.5
        self.assertEqual(self.state("lesson")["checks"], [False, False])
        # In the published model, galaxy 2 is 19.2 pixels to the left of galaxy 1 and 149.6 pixels above it.
        self.hands.drag((x2, y2), (x1 - 19.2 * scale, y1 - 149.6 * scale))
        self.wait_for("lesson", checks=[True, False])
        self.choose("Match/Mouse", "mask")
        self.hands.click(self.place("Match/Guess stars"))
        self.wait_for_checks(2)
        self.choose("Match/Mouse", "galaxies")

        self.go_on()
        self.hands.click(self.place("Match/Search"))
        self.hands.click(self.place("Match/Start search"))
        self.wait_for_checks(2, self.search_seconds)
        self.wait(lambda: len(self.match()["search"]["models"]) >= 2, "there are two families")

        self.go_on()
        self.place("Match/models")
        self.choose_model(0)
        self.hands.click(self.place("Match/Prefer"))
        self.wait_for("lesson", checks=[False, True])
        self.hands.click(self.place("Match/Stop search"))
        self.wait(lambda: not self.match()["search"]["runs"], "the search stops")
        for model in [0, 1]:
            self.choose_model(model)
            if not self.match()["search"]["models"][self.match()["chosen"]]["kept"]:
                self.hands.click(self.place("Match/Keep"))
        self.wait_for_checks(2)

        self.go_on()
        self.choose_model(0)
        self.hands.click(self.place("Match/Show"))
        self.wait_for("lesson", checks=[True, False, False])
        self.wait(lambda: abs(self.program.state.get("playback", {"time": 1})["time"]) < 1e-6, "the present is shown")
        for label in ["Blink", "Contours of the picture", "Contours of the model"]:
            self.hands.click(self.place(f"Match/{label}"))
        self.wait_for_checks(3)

        self.go_on()
        self.hands.click(self.place("Match/Blink"))
        self.enter("Match/Opacity", "0")
        middle = self.picture(0.6, 0.5)
        self.hands.drag(middle, (middle[0] + 300, middle[1]))
        self.wait_for("lesson", checks=[True, False])
        self.hands.key("slash")
        self.place("Go to/time")
        self.hands.type("-12")  # 213 Myr before the present
        self.hands.press_key("Return")
        self.wait_for_checks(2)
        self.go_on()
        self.assertEqual(self.state("widgets")["cut_off"], [])


driver.main(Lessons, PairLesson)
