"""The dialog that assigns the columns of a text table, and the assignments that the program remembers."""

import json
import os
import random
import subprocess

import driver

chance = random.Random(5)
bodies = [[round(chance.gauss(0, 3), 4) for _ in range(7)] for _ in range(50)]


def write(path, header, rows=bodies):
    with open(path, "w") as file:
        file.write(header + "".join(" ".join(map(str, row)) + "\n" for row in rows))


def bounds(rows, columns, factor=1.0):
    """Returns the smallest and largest positions of the rows, with x, y and z from these columns."""
    return [[factor * limit(row[i] for row in rows) for i in columns] for limit in (min, max)]


class ColumnTest(driver.PanelTest):
    """Functions that the tests share."""

    arguments = ["--size", "1280x720", "--mode", "point"]
    saves_settings = True
    source = "first.tab"

    @classmethod
    def start(cls, *more):
        for name, count in {"odd.txt": 50, "second.txt": 20}.items():
            write(os.path.join(cls.scratch, name), "a b c d e f g\n", bodies[:count])
        write(os.path.join(cls.scratch, "other.txt"), "p q r s t u w\n")
        write(os.path.join(cls.scratch, "first.tab"), "", [[1, *row[1:]] for row in bodies[:30]])
        super().start(*(more or [cls.source]))

    def setUp(self):
        if os.path.exists(self.memory_path()):
            os.remove(self.memory_path())

    def memory_path(self):
        return os.path.join(self.scratch, "milkomeda", "columns.json")

    def memory(self):
        with open(self.memory_path()) as file:
            return json.load(file)

    def run_program(self, *words):
        environment = os.environ | {"XDG_CONFIG_HOME": self.scratch}
        return subprocess.run([self.executable, *words], cwd=self.scratch, env=environment, text=True,
                              capture_output=True, timeout=driver.patience)

    def assert_bounds(self, source, expected, *words):
        done = self.run_program("info", source, "--json", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        for found, wanted in zip(json.loads(done.stdout)["bounds"], expected):
            for a, b in zip(found, wanted):
                self.assertAlmostEqual(a, b, delta=1e-6)
        return done

    def open(self, name):
        self.hands.key("ctrl+o")
        self.wait_for("files", purpose="Open")
        self.hands.press_key("ctrl+a")
        self.hands.type(os.path.join(self.scratch, name))
        self.hands.press_key("Return")
        self.wait_for("files", purpose="")

    def open_dialog(self, name):
        self.open(name)
        self.wait_for("columns", file=os.path.join(self.scratch, name))
        self.program.frames(4)

    def choose(self, what, column, entry):
        self.hands.click(self.place(f"Columns/{what} {column}"))
        self.hands.click(self.place(f"Columns/{what} {column}/{entry}"))

    def close(self):
        self.hands.press_key("Escape")
        self.wait_for("columns", file="")

    def picture_of_screen(self, name):
        """Writes a picture of the X screen to the folder MILKOMEDA_SCREENSHOTS, for a person to look at."""
        folder = os.environ.get("MILKOMEDA_SCREENSHOTS")
        if folder:
            subprocess.run(["import", "-window", "root", os.path.join(folder, name + ".png")], check=True,
                           env=os.environ | {"DISPLAY": self.display.name})


class Columns(ColumnTest):
    def test_a_table_opens_with_assigned_columns_which_are_remembered(self):
        self.open_dialog("odd.txt")
        self.wait_for("columns", reason="the header lacks the column x", fault="Assign x, y and z", text="")
        self.picture_of_screen("dialog")
        self.assertEqual(self.state("widgets")["cut_off"], [])
        self.hands.press_key("Return")  # The dialog stays open while positions are missing.
        for column, role in {6: "x", 4: "y", 1: "z", 0: "vx"}.items():
            self.choose("Role", column, role)
        self.wait_for("columns", fault="", text="x=6,y=4,z=1,vx=0")
        for column in (6, 4, 1):
            self.choose("Unit", column, "kpc")
        self.wait_for("columns", text="x=6[kpc],y=4[kpc],z=1[kpc],vx=0",
                      remark="Without masses, all bodies have equal masses; without vy and vz, these velocities are 0")
        self.picture_of_screen("assigned")
        self.hands.press_key("Return")
        self.wait_for("columns", file="")
        self.wait_for("scene", bodies=50)
        self.wait(lambda: os.path.exists(self.memory_path()), "the assignment is stored")
        self.assertEqual(self.memory(), {"7 columns separated by blanks: a, b, c, d, e, f, g":
                                         "x=6[kpc],y=4[kpc],z=1[kpc],vx=0"})

        done = self.assert_bounds("odd.txt", bounds(bodies, (6, 4, 1), 0.25))
        self.assertIn("assigned in the window", done.stderr)
        self.assert_bounds("second.txt", bounds(bodies[:20], (6, 4, 1), 0.25))
        self.assert_bounds("odd.txt", bounds(bodies, (0, 1, 2)), "--columns", "x=0,y=1,z=2")
        self.assertEqual(self.run_program("info", "odd.txt", "--no-settings").returncode, 1)
        self.assertEqual(self.run_program("info", "other.txt").returncode, 1)

        self.open("second.txt")
        self.wait_for("scene", bodies=20)
        self.wait(lambda: any("Columns of the table..." in line for event in self.program.events
                              if event["event"] == "notices" for line in event["lines"]),
                  "a notice says how to change the columns")
        self.picture_of_screen("notice")

    def test_each_quantity_belongs_to_at_most_one_column(self):
        self.open_dialog("other.txt")
        self.choose("Role", 0, "x")
        self.choose("Role", 1, "x")
        self.choose("Role", 2, "y")
        self.wait_for("columns", text="x=1,y=2", fault="Assign z")
        self.choose("Role", 2, "not used")
        self.wait_for("columns", text="x=1", fault="Assign y and z")
        self.close()

    def test_the_keyboard_assigns_columns(self):
        self.open_dialog("other.txt")
        self.hands.press_key("space")
        self.wait(lambda: "Columns/Role 0/x" in self.places(), "the list of the first column is open")
        self.hands.press_key("Down")
        self.hands.press_key("Return")
        self.wait(lambda: self.state("columns")["text"].count("=") == 1, "the first column has a role")
        self.assertNotIn("Columns/Role 0/x", self.places())
        self.hands.press_key("Right")
        self.hands.press_key("space")
        for key in ("Down", "Down", "Return"):
            self.hands.press_key(key)
        self.wait(lambda: self.state("columns")["text"].count("=") == 2, "another column has a role")
        self.close()
        moment = self.state("transport")["playing"]
        self.hands.key("space")  # After the dialog, the space bar pauses the simulation again.
        self.wait_for("transport", playing=not moment)
        self.hands.key("space")

    def test_escape_closes_a_list_before_the_dialog(self):
        self.open_dialog("other.txt")
        self.hands.click(self.place("Columns/Role 3"))
        self.wait(lambda: "Columns/Role 3/x" in self.places(), "the list is open")
        self.picture_of_screen("list")
        self.hands.press_key("Escape")
        self.wait(lambda: "Columns/Role 3/x" not in self.places(), "the list is closed")
        self.assertEqual(self.state("columns")["file"], os.path.join(self.scratch, "other.txt"))
        self.close()
        self.assertFalse(os.path.exists(self.memory_path()))

    def test_cancel_keeps_the_present_source(self):
        bodies_before = self.state("scene")["bodies"]
        self.open_dialog("other.txt")
        self.hands.click(self.place("Columns/Open"))  # The button is disabled while positions are missing.
        self.assertNotEqual(self.state("columns")["file"], "")
        self.hands.click(self.place("Columns/Cancel"))
        self.wait_for("columns", file="")
        self.wait_for("scene", bodies=bodies_before)

    def test_columns_of_a_recognized_table_can_be_reassigned_and_restored(self):
        self.open("first.tab")
        self.wait_for("scene", bodies=30)
        for column, role, text in [(0, "not used", "x=1,y=2,z=3,vx=4,vy=5,vz=6"), (0, "mass", "")]:
            self.hands.click(self.place("Menu/File"))
            self.hands.click(self.place("Menu/Columns of the table..."))
            self.wait_for("columns", file=os.path.join(self.scratch, "first.tab"), reason="")
            self.program.frames(4)
            self.choose("Role", column, role)
            self.wait_for("columns", text=text, fault="")
            self.picture_of_screen("recognized")
            self.hands.click(self.place("Columns/Open"))
            self.wait_for("columns", file="")
            stored = {"7 columns separated by blanks": text} if text else {}
            self.wait(lambda: os.path.exists(self.memory_path()) and self.memory() == stored, "the memory changes")
            self.wait_for("scene", bodies=30)
            self.program.frames(8)


class Large(ColumnTest):
    """The dialog in a large window."""
    arguments = ["--size", "1920x1080", "--mode", "point"]
    screen = [1920, 1080]

    @classmethod
    def start(cls, *more):
        numbers = [chance.gauss(0, 3) for _ in range(30)]
        write(os.path.join(cls.scratch, "wide.txt"), " ".join(f"p{i}" for i in range(30)) + "\n", [numbers] * 3)
        super().start(*more)

    def assert_inside(self, x, y, width, height, outer):
        self.assertLessEqual((outer[0], outer[1]), (x, y))
        self.assertLessEqual(x + width, outer[0] + outer[2])
        self.assertLessEqual(y + height, outer[1] + outer[3])

    def test_the_dialog_shows_every_column(self):
        self.open_dialog("odd.txt")
        self.choose("Role", 6, "x")
        self.picture_of_screen("large")
        self.assertEqual(self.state("widgets")["cut_off"], [])
        dialog = self.places()["Columns"]
        self.assert_inside(*dialog, [0, 0, 1920, 1080])
        for i in range(7):
            place = self.places()[f"Columns/Role {i}"]
            self.assert_inside(*place, dialog)
            self.assertGreater(place[2], 90)  # The entry "not used" is readable.
        self.close()

    def test_a_wide_table_scrolls(self):
        self.open_dialog("wide.txt")
        dialog = x, y, width, height = self.places()["Columns"]
        self.assert_inside(*dialog, [0, 0, 1920, 1080])
        self.assertGreater(self.places()["Columns/Role 29"][0], x + width)
        self.hands.move((x + 0.5 * width, y + 0.5 * height))
        self.hands.hold("shift")
        self.hands.wheel((x + 0.5 * width, y + 0.5 * height), -120)
        self.hands.release_key("shift")
        self.wait(lambda: self.places()["Columns/Role 29"][0] < x + width, "the last column is visible")
        self.program.frames(6)
        self.assert_inside(*self.places()["Columns/Role 29"], dialog)
        self.close()


class Start(ColumnTest):
    """The window starts with a table whose columns are not recognized."""
    source = "odd.txt"

    def test_the_dialog_asks_for_the_columns_of_the_first_source(self):
        self.wait_for("columns", file="odd.txt", fault="Assign x, y and z")
        self.program.frames(4)
        for column, role in {0: "x", 1: "y", 2: "z"}.items():
            self.choose("Role", column, role)
        self.hands.click(self.place("Columns/Open"))
        self.wait_for("columns", file="")
        self.wait_for("scene", bodies=50)


driver.main(Columns, Large, Start)
