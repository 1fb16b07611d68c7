"""What explains the window: the status line below the panels."""

import re

import driver


class StatusLine(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "1000x600", "--mode", "point"]

    def says(self, pattern):
        self.wait(lambda: re.search(pattern, self.state("status")["line"]), f"the status line says {pattern}")

    def resize(self, width, height):
        self.hands.xdotool("windowsize", self.hands.window, width, height)
        self.wait_for("screen", width=width, height=height)
        self.program.frames(6)

    def test_it_tells_frames_pace_and_bodies(self):
        self.says(r"^\d+ fps  ·  pace \d+\.\d\d of 1\.20 \(\d+\.\d Myr/s\)  ·  1,024 bodies")

    def test_it_tells_that_the_run_is_paused(self):
        self.hands.key("space")
        self.wait_for("status", why="paused")
        self.says("1,024 bodies  ·  paused$")
        self.hands.key("space")
        self.wait(lambda: self.state("status")["why"] != "paused", "it plays")

    def test_it_lies_below_everything_and_goes_with_the_panels(self):
        x, y, width, height = self.state("widgets")["places"]["Status"]
        self.assertEqual((x, y + height, width), (0, 600, 1000))
        camera = self.state("camera")
        self.hands.wheel((500, y + 0.5 * height), 3)
        self.assertEqual(self.state("camera"), camera, "it is no part of the picture")
        self.hands.key("F1")
        self.wait(lambda: "Status" not in self.state("widgets")["places"], "it is hidden")
        self.hands.wheel((500, y + 0.5 * height), 1)
        self.wait(lambda: self.state("camera") != camera, "the picture is everywhere")
        self.hands.key("F1")
        self.place("Status")
        self.restart()

    def test_it_is_as_short_as_it_must_be(self):
        self.hands.key("space")
        self.wait_for("status", why="paused")
        lengths = []
        for width, height in [(1000, 600), (500, 300), (320, 240), (160, 240)]:
            self.resize(width, height)
            x, _, line, _ = self.state("widgets")["places"]["Status/line"]
            self.assertTrue(x >= 0 and x + line <= width, f"{self.state('status')['line']} is {line} wide")
            self.assertIn("paused", self.state("status")["line"])
            lengths.append(len(self.state("status")["line"]))
        self.assertEqual(lengths, sorted(lengths, reverse=True))
        self.resize(1000, 600)
        self.hands.key("space")


class Slow(driver.WindowTest):
    arguments = ["--bodies", "32768", "--size", "640x360", "--mode", "point", "--solver", "direct"]

    def test_it_says_what_limits_the_pace_and_what_would_help(self):
        self.wait(lambda: self.state("status")["why"] == "limited by the simulation"
                  and re.fullmatch(r"[\d,]+ bodies would reach 1\.2", self.state("status")["more"]), "a cause")


driver.main(StatusLine, Slow)
