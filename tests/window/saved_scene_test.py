"""The galaxies of the run as a list, and the scene that is saved with what was done to them."""

import math
import os

import driver


class SavedScene(driver.PanelTest):
    """What was done to the galaxies is in the scene that is saved, and comes again when that is loaded."""

    arguments = ["milky-way-andromeda", "--bodies", "1200", "--size", "1000x700", "--mode", "point"]

    def pause(self):
        if self.state("transport")["playing"]:
            self.hands.key("space")
            self.wait_for("transport", playing=False)

    def delete(self, galaxy):
        self.open_section("Scene/Run", f"Scene/Delete##{galaxy}")
        self.hands.click(self.place(f"Scene/Delete##{galaxy}"))
        self.wait(lambda: galaxy not in self.state("play")["galaxies"], f"{galaxy} is deleted")

    def glided(self):
        """The camera is where it was on its way to."""
        before = None
        while self.state("camera") != before:
            before = self.state("camera")
            self.program.frames(3)

    def come_again(self):
        """As many bodies as the machine likes, some hundred steps: a busy one takes a while."""
        self.program.wait(lambda: self.state("play")["changes_done"] == 2, "both changes are done", 120)
        self.assertEqual(self.state("play")["galaxies"], ["milky-way", "milky-way-2"])

    def near(self, one, other, digits=4):
        for a, b in zip(one, other, strict=True):
            self.assertAlmostEqual(a, b, digits)

    def test_1_the_followed_body_and_the_star_stay_the_same(self):
        self.pause()
        galaxies = self.state("play")["galaxies"]
        self.open_section("View/Camera", "View/Body")
        self.replace_text("View/Body", "200")  # of Andromeda's disk, which stands behind the Milky Way's
        self.hands.stroke("Return")
        self.wait_for("camera", follow="200")
        self.glided()
        before = self.state("camera")
        self.delete("milky-way")
        self.program.frames(5)
        self.assertEqual(self.state("camera")["follow"], "200")
        self.near(self.state("camera")["target"], before["target"])
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=galaxies)
        # The star that one sits on was chosen by where Andromeda is.
        self.choose("View/Camera mode", "sky")
        self.wait_for("camera", mode="sky")
        self.glided()
        before = self.state("camera")
        self.delete("andromeda")
        self.program.frames(5)
        self.near(self.state("camera")["position"], before["position"])
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=galaxies)
        self.choose("View/Camera mode", "orbit")
        self.wait_for("camera", mode="orbit")

    def test_2_a_galaxy_of_the_list_comes_to_the_middle(self):
        self.open_section("Scene/Run", "Scene/Focus##andromeda")
        self.hands.click(self.place("Scene/Focus##milky-way"))
        self.glided()
        before = self.state("camera")["target"]
        self.hands.click(self.place("Scene/Focus##andromeda"))
        self.wait(lambda: math.dist(self.state("camera")["target"], before) > 2, "it looks elsewhere")

    def test_3_what_was_done_comes_again(self):
        self.pause()
        galaxies = self.state("play")["galaxies"]
        self.hands.key("i")
        self.wait_for("play", tool="add", ready=True)
        self.hands.drag(self.picture(0.5, 0.62), self.picture(0.56, 0.7))
        self.wait_for("play", galaxies=galaxies + ["milky-way-2"])
        self.hands.key("Escape")
        self.hands.key("space")
        time = self.state("transport")["time"]
        self.wait(lambda: self.state("transport")["time"] > time + 0.5, "later")
        self.pause()
        self.delete("andromeda")
        self.replace_text("Scene/File##scene", "played.toml")
        self.hands.click(self.place("Scene/Save scene"))
        self.wait(lambda: self.program.count("path_saved"), "it is saved")
        self.assertEqual((self.state("path_saved")["file"], self.state("path_saved")["changes"]), ("played.toml", 2))
        text = open(os.path.join(self.scratch, "played.toml")).read()
        for line in ['add = "milky-way-2"', 'delete = "andromeda"', 'like = "milky-way"']:
            self.assertIn(line.replace('"', "'"), text.replace('"', "'"))

        self.replace_text("Scene/File", "played.toml")
        self.hands.stroke("Return")
        self.wait_for("scene", source="played.toml")
        self.come_again()
        self.assertEqual(self.state("play")["undo"], "")  # it is nobody's deed
        self.restart()
        self.come_again()


if __name__ == "__main__":
    driver.main(SavedScene)
