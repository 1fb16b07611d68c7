"""The black holes of two galaxies: rings, names and trails, exact backward motion, following, deletion with their
galaxy, and saving."""

import math
import os

import driver


def nearest(color, picture, x, y):
    """Returns the smallest color difference in the pixels around (x, y), because a line between two pixels may be
    drawn in either pixel."""
    def color_at(across, down):
        return picture.rows[round(y) + down][picture.channels * (round(x) + across):][:3]
    return min(max(abs(a - b) for a, b in zip(color_at(across, down), color))
               for across in (-1, 0, 1) for down in (-1, 0, 1))


def same_places(a, b):
    """Returns whether both pictures show the same black holes within a thousandth of a pixel."""
    return set(a) == set(b) and all(abs(p - q) < 1e-3 for name in a for p, q in zip(a[name], b[name]))


class Perturbers(driver.PanelTest):
    arguments = ["black-holes", "--bodies", "1024", "--size", "1280x720", "--mode", "point", *driver.without_gas,
                 *driver.still_camera]

    def setUp(self):
        self.restart()
        self.play(False)

    def play(self, on):
        if self.state("transport")["playing"] != on:
            self.hands.key("space")
            self.wait_for("transport", playing=on)

    def seen(self):
        return {one["name"]: (one["x"], one["y"]) for one in self.state("annotations")["perturbers"]}

    def points(self, name):
        return next((one["trail_points"] for one in self.state("annotations")["perturbers"] if one["name"] == name), 0)

    def run_until(self, steps):
        self.play(True)
        self.wait(lambda: self.state("transport")["steps"] >= steps, f"{steps} steps are completed")
        self.play(False)
        self.go("period", 1)  # The displayed state may lie between two steps; taking one step completes the step.

    def go(self, key, steps):
        """Presses the key `steps` times and waits until the picture shows the state after these steps."""
        for _ in range(steps):
            goal = self.state("transport")["steps"] + (1 if key == "period" else -1)
            self.hands.key(key)
            self.wait_for("transport", steps=goal)
        self.wait_for("transport", shown=self.state("transport")["time"])
        self.program.frames()

    def wait_for_current_picture(self):
        """Waits until the picture shows the present state of the run."""
        self.wait(lambda: self.state("transport")["shown"] == self.state("transport")["time"], "the picture shows the state of the run")
        self.program.frames()

    def test_rings_names_and_trails_of_black_holes_are_drawn(self):
        self.assertEqual(self.state("scene")["bodies"], 1024 + 2)
        self.assertEqual(set(self.seen()), {"A", "B"})
        left, top, width, height = self.state("screen")["free"]
        for x, y in self.seen().values():
            self.assertTrue(left < x < left + width and top < y < top + height, (x, y))
        before = self.points("A")
        self.run_until(self.state("transport")["steps"] + 30)
        self.assertGreater(self.points("A"), before)
        self.assertEqual(self.points("A"), self.points("B"))
        places = self.seen()
        # The screenshot has no panels, so its center is the center of the window.
        picture = self.screenshot()
        aside, down = picture.width / 2 - left - width / 2, picture.height / 2 - top - height / 2
        for name, color in ("A", (255, 191, 102)), ("B", (128, 217, 255)):
            x, y = places[name][0] + aside, places[name][1] + down
            ring = [nearest(color, picture, x + 5 * math.cos(angle), y + 5 * math.sin(angle))
                    for angle in (k * math.pi / 8 for k in range(16))]
            self.assertGreaterEqual(sum(far < 60 for far in ring), 12, f"the ring of {name}: {ring}")
        self.hands.key("n")
        self.wait_for("annotations", shown="none", perturbers=[])
        self.hands.key("n")
        self.wait(lambda: set(self.seen()) == {"A", "B"}, "the black holes are visible")

    def test_black_holes_go_back_exactly_along_their_path(self):
        self.run_until(20)
        self.go("period", 1)
        here, steps, points = self.seen(), self.state("transport")["steps"], self.points("A")
        self.go("comma", 6)
        self.assertNotEqual(self.seen(), here)
        # When the run goes back, the trail becomes shorter and ends at the black hole.
        self.assertLess(self.points("A"), points)
        self.go("period", 6)
        self.assertEqual(self.seen(), here)
        # The run goes back to its start and then forward.
        self.hands.key("BackSpace")
        self.wait(lambda: self.state("transport")["steps"] == 0, "the run is at its start")
        self.wait_for("transport", playing=False)
        self.run_until(steps - 5)
        while self.state("transport")["steps"] > steps:
            self.go("comma", 1)
        self.go("period", steps - self.state("transport")["steps"])
        self.assertEqual(self.seen(), here)

    def test_a_reset_restores_the_initial_positions_and_clears_trails(self):
        def at_start():
            while self.state("transport")["steps"] > 0:
                self.go("comma", 1)
            return self.seen()
        start = at_start()
        self.go("period", 8)
        self.assertNotEqual(self.seen(), start)
        self.assertGreater(self.points("A"), 4)
        self.restart()
        self.play(False)
        self.assertEqual(at_start(), start)
        self.assertLess(self.points("A"), 2)

    def test_the_camera_follows_a_black_hole(self):
        self.open_section("Camera", "Camera/Follow")
        self.choose("Camera/Follow", "A")
        self.wait_for("camera", follow="A")
        left, top, width, height = self.state("screen")["free"]
        self.run_until(self.state("transport")["steps"] + 20)
        self.wait(lambda: math.dist(self.seen()["A"], (left + width / 2, top + height / 2)) < 2,
                  "the black hole is in the center")
        self.choose("Camera/Follow", "nothing")
        self.wait_for("camera", follow="")

    def test_the_command_line_makes_the_camera_follow_a_black_hole(self):
        """The command line has priority over the scene, whose camera keeps all galaxies in the picture."""
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start("--follow", "B")
        left, top, width, height = self.state("screen")["free"]
        self.wait(lambda: "B" in self.seen(), "the ring of B is visible")
        self.wait(lambda: math.dist(self.seen()["B"], (left + width / 2, top + height / 2)) < 2, "the black hole is in the center")
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start()

    def test_deleting_a_galaxy_deletes_its_black_hole(self):
        self.run_until(30)
        both, points = self.seen(), self.points("B")
        self.hands.hold("ctrl")
        self.hands.click(both["A"])
        self.hands.release_key("ctrl")
        self.wait(lambda: self.state("annotations")["bodies"] == ["A"], "a click into a ring selects the perturber")
        self.hands.key("Delete")
        self.wait_for("play", galaxies=["visitor"])
        self.wait(lambda: set(self.seen()) == {"B"}, "one black hole remains")
        # Deleting the galaxy of A keeps the trail of B.
        self.assertGreaterEqual(self.points("B"), points)
        self.go("period", 3)
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=["host", "visitor"])
        self.wait(lambda: self.seen() == both, "both black holes are at their previous places")
        self.go("period", 3)

    def test_a_saved_file_contains_the_black_holes(self):
        self.run_until(20)
        self.go("period", 3)
        later = self.seen()
        self.go("comma", 3)
        here, bodies, time = self.seen(), self.state("scene")["bodies"], self.state("transport")["time"]
        saved = self.program.count("saved")
        self.hands.key("ctrl+s")
        self.wait(lambda: self.program.count("saved") > saved, "the file is saved")
        file = self.state("saved")["file"]
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        words = type(self).arguments
        type(self).arguments = [os.path.join(self.program.folder, file), "--size", "1280x720", "--mode", "point", "--show",
                                "scale,clock,perturbers"]
        type(self).start()
        type(self).arguments = words
        self.play(False)
        self.assertEqual(self.state("scene")["bodies"], bodies)
        self.wait(lambda: set(self.seen()) == set(here), "both black holes are shown")
        while self.state("transport")["time"] > time + 1e-9:
            self.go("comma", 1)
        self.wait(lambda: same_places(self.seen(), here), "the black holes are at their saved places")
        self.go("period", 3)
        self.assertTrue(same_places(self.seen(), later), (self.seen(), later))

    def test_adding_a_galaxy_keeps_the_black_holes(self):
        self.run_until(20)
        both, points, bodies = self.seen(), self.points("A"), self.state("scene")["bodies"]
        self.hands.key("i")
        self.wait_for("play", tool="add", ready=True)
        self.hands.move(self.picture(0.5, 0.7))
        self.hands.press()
        self.hands.move(self.picture(0.56, 0.7))
        self.wait(lambda: self.state("play")["aim"] and self.state("play")["aim"]["path"], "a path is predicted")
        self.hands.release()
        self.wait(lambda: len(self.state("play")["galaxies"]) == 3, "there is one more galaxy")
        self.hands.key("Escape")
        self.wait_for("play", tool="none")
        self.wait(lambda: self.seen() == both, "both black holes keep their places")
        self.assertGreaterEqual(self.points("A"), points)
        self.assertGreater(self.state("scene")["bodies"], bodies)
        self.go("period", 5)
        self.assertNotEqual(self.seen(), both)
        self.go("comma", 5)
        self.assertEqual(self.seen(), both)
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=["host", "visitor"])
        self.wait(lambda: self.seen() == both, "both black holes are at their previous places")


class ResumedRun(Perturbers):
    """A run that the window has saved is resumed."""
    saves_settings = True

    def test_a_resumed_run_continues_with_its_black_holes(self):
        self.run_until(20)
        here, steps = self.seen(), self.state("transport")["steps"]
        self.go("period", 3)
        later = self.seen()
        self.go("comma", 3)
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        words = type(self).arguments
        type(self).arguments = ["--size", "1280x720", "--mode", "point", "--resume", "--show", "scale,clock,perturbers"]
        type(self).start()
        type(self).arguments = words
        self.play(False)
        while self.state("transport")["steps"] > steps:
            self.go("comma", 1)
        self.wait(lambda: same_places(self.seen(), here), "both black holes are at their previous places")
        self.go("period", 3)
        self.assertTrue(same_places(self.seen(), later), (self.seen(), later))
        self.assertNotIn("not bit for bit", self.program.stderr())


if __name__ == "__main__":
    driver.main(Perturbers, ResumedRun)
