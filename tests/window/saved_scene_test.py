"""The card Scenes lists the galaxies of a run and saves a scene with all galaxy edits."""

import math
import os

import driver


class SavedScene(driver.PanelTest):
    """A saved scene contains the galaxy edits, and loading the scene repeats the edits."""

    arguments = ["milky-way-andromeda", "--bodies", "1200", "--size", "1000x700", "--mode", "point"]

    def pause(self):
        if self.state("transport")["playing"]:
            self.hands.key("space")
            self.wait_for("transport", playing=False)

    def delete(self, galaxy):
        self.open_section("Scene/Run", f"Scene/Delete##{galaxy}")
        self.hands.click(self.place(f"Scene/Delete##{galaxy}"))
        self.wait(lambda: galaxy not in self.state("play")["galaxies"], f"{galaxy} is deleted")

    def wait_until_camera_rests(self):
        """Waits until the camera has finished gliding."""
        before = None
        while self.state("camera") != before:
            before = self.state("camera")
            self.program.frames(3)

    def wait_for_repeated_edits(self):
        """Waits until both edits have been repeated. On a busy machine this takes long: some hundred steps with the
        default number of bodies."""
        self.program.wait(lambda: self.state("play")["changes_done"] == 2, "both changes are done", 120)
        self.assertEqual(self.state("play")["galaxies"], ["milky-way", "milky-way-2"])

    def near(self, one, other, digits=4):
        for a, b in zip(one, other, strict=True):
            self.assertAlmostEqual(a, b, digits)

    def test_galaxy_edits_keep_the_followed_body_and_the_observer_star(self):
        self.pause()
        galaxies = self.state("play")["galaxies"]
        self.open_section("Camera", "Camera/Body")
        # Body 200 is in the disk of Andromeda, whose bodies come after the bodies of the Milky Way's disk.
        self.replace_text("Camera/Body", "200")
        self.hands.press_key("Return")
        self.wait_for("camera", follow="200")
        self.wait_until_camera_rests()
        before = self.state("camera")
        self.delete("milky-way")
        self.program.frames(5)
        self.assertEqual(self.state("camera")["follow"], "200")
        # A paused run may be within a step, which ends before the galaxy is deleted; the body moves by up to 0.005.
        self.near(self.state("camera")["target"], before["target"], 2)
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=galaxies)
        # The program chose the observer's star by the direction of Andromeda, and must keep this star when galaxies
        # change.
        self.choose("Camera/Camera mode", "sky")
        self.wait_for("camera", mode="sky")
        self.wait_until_camera_rests()
        before = self.state("camera")
        self.delete("andromeda")
        self.program.frames(5)
        self.near(self.state("camera")["position"], before["position"])
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=galaxies)
        self.choose("Camera/Camera mode", "orbit")
        self.wait_for("camera", mode="orbit")

    def test_a_click_on_a_listed_galaxy_centers_it(self):
        self.open_section("Scene/Run", "Scene/Focus##andromeda")
        self.hands.click(self.place("Scene/Focus##milky-way"))
        self.wait_until_camera_rests()
        before = self.state("camera")["target"]
        self.hands.click(self.place("Scene/Focus##andromeda"))
        self.wait(lambda: math.dist(self.state("camera")["target"], before) > 2,
                  "the camera looks in a different direction")

    def test_a_saved_scene_repeats_its_galaxy_edits(self):
        self.pause()
        galaxies = self.state("play")["galaxies"]
        self.hands.key("i")
        self.wait_for("play", tool="add", ready=True)
        self.hands.drag(self.picture(0.5, 0.62), self.picture(0.56, 0.7))
        self.wait_for("play", galaxies=galaxies + ["milky-way-2"])
        self.hands.key("Escape")
        self.hands.key("space")
        time = self.state("transport")["time"]
        self.wait(lambda: self.state("transport")["time"] > time + 0.5, "the time is later")
        self.pause()
        self.delete("andromeda")
        self.replace_text("Scene/File##scene", "played.toml")
        self.hands.click(self.place("Scene/Save scene"))
        self.wait(lambda: self.program.count("path_saved"), "the scene is saved")
        self.assertEqual((self.state("path_saved")["file"], self.state("path_saved")["changes"]), ("played.toml", 2))
        text = open(os.path.join(self.scratch, "played.toml")).read()
        for line in ['add = "milky-way-2"', 'delete = "andromeda"', 'like = "milky-way"']:
            self.assertIn(line.replace('"', "'"), text.replace('"', "'"))

        self.replace_text("Scene/File", "played.toml")
        self.hands.press_key("Return")
        self.wait_for("scene", source="played.toml")
        self.wait_for_repeated_edits()
        # A scripted event is not an undo entry, so there is nothing to undo.
        self.assertEqual(self.state("play")["undo"], "")
        self.restart()
        self.wait_for_repeated_edits()


if __name__ == "__main__":
    driver.main(SavedScene)
