"""The slice through the potential follows the run. It is operated by a key, by handles in the picture and by its
panel."""

import math

import driver


class Slice(driver.PanelTest):
    arguments = ["milky-way-andromeda", "--bodies", "1200", "--size", "1000x700", "--mode", "point", "--show", "none"]

    def slice(self):
        return self.state("slice")

    def map(self):
        return self.slice().get("map")

    def pause(self):
        if self.state("transport")["playing"]:
            self.hands.key("space")
            self.wait_for("transport", playing=False)

    def settled_map(self):
        """Waits for the refined map of the plane at its present position, and returns the map."""
        self.program.frames(3)
        self.wait(lambda: self.map() and self.map()["points"] > 64 and
                  math.dist(self.map()["normal"], self.slice()["normal"]) < 1e-6 and
                  math.dist(self.map()["centre"], self.slice()["centre"]) < 1e-4,
                  "a map of the present plane is computed")
        return self.map()

    def turn_on(self):
        if not self.slice()["on"]:
            self.hands.key("u")
            self.wait_for("slice", on=True)
        return self.settled_map()

    def light(self):
        """Returns the means of red and blue in a screenshot without panels. The dark end of the color map is blue."""
        picture = self.screenshot()
        return picture.light(0) + picture.light(2)

    def test_a_key_shows_the_slice_first_with_a_coarse_and_then_with_a_fine_map(self):
        self.assertFalse(self.slice()["on"])
        self.pause()
        self.restart()
        self.pause()
        self.hands.key("u")
        self.wait(lambda: self.map(), "a map is computed")
        found = self.settled_map()
        self.assertLess(found["least"], found["most"])
        self.assertLess(found["most"], 0)
        self.assertGreater(found["labels"], 2)

    def test_the_potential_slice_is_visible_only_while_switched_on(self):
        self.turn_on()
        with_slice = self.light()
        self.hands.key("u")
        self.wait_for("slice", on=False)
        self.program.frames(3)
        self.assertGreater(with_slice, self.light() + 10)

    def test_dragging_the_center_handle_moves_the_plane_only(self):
        self.turn_on()
        self.tilt("60")
        self.settled_map()
        camera, before = self.state("camera"), self.slice()
        centre, tip = before["handles"]["centre"], before["handles"]["tip"]
        between = [0.4 * a + 0.6 * b for a, b in zip(centre, tip)]
        self.hands.drag(centre, between)
        now = self.settled_map()
        way = [a - b for a, b in zip(now["centre"], before["centre"])]
        self.assertGreater(sum(w * n for w, n in zip(way, before["normal"])), 0.1 * before["edge"])
        self.assertLess(math.dist(now["normal"], before["normal"]), 1e-4)
        self.assertEqual(self.state("camera")["yaw"], camera["yaw"])

    def tilt(self, degrees):
        self.open_section("Slice", "Slice/Tilt")
        self.enter("Slice/Tilt", degrees)

    def test_dragging_the_arrow_tip_turns_the_plane_only(self):
        self.turn_on()
        self.tilt("40")
        self.enter("Slice/Height", "0")
        self.hands.move(self.picture(0.5, 0.95))  # At this position the pointer causes no tooltip over the picture.
        before = self.settled_map()
        camera = self.state("camera")
        x, y = self.slice()["handles"]["tip"]
        self.hands.drag((x, y), (x + 20, y - 15))
        now = self.settled_map()
        self.assertGreater(math.dist(now["normal"], before["normal"]), 0.05)
        self.assertLess(math.dist(now["centre"], before["centre"]), 1e-2)
        self.assertEqual(self.state("camera")["yaw"], camera["yaw"])

    def test_dragging_beside_the_handles_rotates_the_camera(self):
        self.turn_on()
        before = self.state("camera")["yaw"]
        self.hands.drag(self.picture(0.5, 0.9), self.picture(0.55, 0.9))
        self.wait(lambda: self.state("camera")["yaw"] != before, "the camera turns")

    def test_the_potential_map_of_the_slice_is_renewed_while_the_run_advances(self):
        before = self.turn_on()
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        self.wait(lambda: self.map()["time"] > before["time"] + 0.1, "maps of later times are computed")
        self.pause()
        self.wait(lambda: abs(self.map()["time"] - self.state("transport")["time"]) < 1,
                  "a map of the present time is computed")

    def test_arrows_can_be_shown_in_every_projection_and_stereo_mode(self):
        self.turn_on()
        self.open_section("Slice", "Slice/Arrows")
        self.hands.click(self.place("Slice/Arrows", right=0.1))
        self.wait_for("slice", arrows=True)
        for key in ("o", "o", "F2", "F2", "F2"):
            self.hands.key(key)
            self.program.frames(3)
        self.settled_map()
        self.hands.click(self.place("Slice/Slice", right=0.1))
        self.wait_for("slice", on=False)


driver.main(Slice)
