"""The command line that a window copies reproduces the view in a new window."""

import shlex

import driver


class ViewCommand(driver.PanelTest):
    arguments = ["milky-way-andromeda", "--bodies", "800", "--size", "1000x700", "--mode", "point"]

    def seen(self):
        """Returns everything that determines the picture, after the camera has come to rest."""
        shown = ["position", "up", "distance", "target", "projection", "fov", "mode"]
        return {"parameters": self.state("parameters"), "look": self.state("look"), "mode": self.state("mode"),
                "annotations": self.state("annotations")["shown"], "bodies": self.state("scene")["bodies"],
                "camera": {field: self.state("camera")[field] for field in shown}}

    def near(self, one, other, where=""):
        """Returns whether numbers are equal to the precision with which the command line writes floats."""
        if isinstance(one, dict):
            self.assertEqual(one.keys(), other.keys(), where)
            for key in one:
                self.near(one[key], other[key], f"{where}.{key}")
        elif isinstance(one, list):
            self.assertEqual(len(one), len(other), where)
            for index, (a, b) in enumerate(zip(one, other)):
                self.near(a, b, f"{where}[{index}]")
        elif isinstance(one, float):
            self.assertLess(abs(one - other), 2e-5 * max(1, abs(one)), where)
        else:
            self.assertEqual(one, other, where)

    def wait_until_camera_rests(self):
        before = None
        while self.state("camera") != before:
            before = self.state("camera")
            self.program.frames(3)

    def test_the_copied_command_line_reproduces_the_view(self):
        self.enter("Physics/Softening", "0.11")
        self.wait_for("parameters", softening=0.11)
        # These keys change colors, point size, projection and annotations.
        for key in ("b", "plus", "o", "n"):
            self.hands.key(key)
        x, y = self.picture()
        self.hands.drag((x, y), (x + 60, y + 30))
        self.wait(lambda: self.state("transport")["time"] > 0.3, "some time has passed")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.wait_until_camera_rests()
        self.hands.key("ctrl+c")
        self.wait(lambda: self.program.count("command_copied") > 0, "the command line is copied")
        words = shlex.split(self.state("command_copied")["command"])
        before, time = self.seen(), self.state("transport")["time"]
        self.assertEqual(words[0], "milkomeda")
        self.program.close()
        # The copied command line contains the tier already.
        type(self).arguments, type(self).tier = words[1:], None
        self.start()
        self.wait(lambda: self.state("transport")["time"] >= time - 1e-9, "the new window has reached the time")
        if self.state("transport")["playing"]:
            self.hands.key("space")
            self.wait_for("transport", playing=False)
        self.wait_until_camera_rests()
        self.near(before, self.seen())


if __name__ == "__main__":
    driver.main(ViewCommand)
