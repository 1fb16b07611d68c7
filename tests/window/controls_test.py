"""Mouse and keys over the picture."""

import math
import os
import shutil
import subprocess
import unittest

import driver


class Controls(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "1000x600", "--mode", "point", *driver.still_camera]
    keys_repeat = True

    def setUp(self):
        self.restart()
        self.home = self.state("camera")
        self.middle = self.picture()

    def dragged(self, button, right=0, down=0):
        """Drags from the center of the picture by this number of pixels and returns the camera."""
        x, y = self.middle
        self.hands.drag(self.middle, (x + right, y + down), button)
        return self.state("camera")

    def assertSame(self, a, b, *fields):
        for field in fields:
            self.assertEqual(a[field], b[field], field)

    def test_dragging_with_the_left_button_rotates_the_camera(self):
        camera = self.dragged(1, right=100)
        self.assertAlmostEqual(camera["yaw"], self.home["yaw"] - math.pi * 100 / 600, 5)
        self.assertSame(camera, self.home, "pitch", "distance", "target")
        before, camera = camera, self.dragged(1, down=60)
        self.assertAlmostEqual(camera["pitch"], before["pitch"] + math.pi * 60 / 600, 5)
        self.assertSame(camera, before, "yaw", "distance", "target")

    def test_rotation_stops_before_the_pole(self):
        for _ in range(3):
            camera = self.dragged(1, down=250)
        self.assertLess(camera["pitch"], math.pi / 2)
        self.assertGreater(camera["pitch"], 1.5)

    def test_dragging_with_the_right_button_zooms(self):
        camera = self.dragged(3, down=-60)
        self.assertAlmostEqual(camera["distance"] / self.home["distance"], 1.1 ** (-20 * 60 / 600), 4)
        self.assertSame(camera, self.home, "yaw", "pitch", "target")
        self.assertGreater(self.dragged(3, down=60)["distance"], camera["distance"])

    def test_dragging_with_the_middle_button_pans(self):
        camera = self.dragged(2, right=50, down=30)
        self.assertNotEqual(camera["target"], self.home["target"])
        self.assertSame(camera, self.home, "yaw", "pitch", "distance")
        moved = math.dist(camera["target"], self.home["target"])
        window_height = 2 * self.home["distance"] * math.tan(math.radians(30))
        self.assertAlmostEqual(moved, window_height * math.hypot(50, 30) / 600, 3)

    def test_the_wheel_zooms_by_a_fixed_ratio(self):
        x, y, width, height = self.state("screen")["free"]
        middle = x + width / 2, y + height / 2  # Zooming toward the center of the picture keeps the camera's target.
        self.hands.wheel(middle, 3)
        self.wait_for("camera", distance=self.home["distance"] / 1.1 ** 3)
        self.hands.wheel(middle, -5)
        self.wait_for("camera", distance=self.home["distance"] * 1.1 ** 2)
        camera = self.state("camera")
        self.assertSame(camera, self.home, "yaw", "pitch")
        # Tolerance: the pointer position is rounded to 1e-8 of the window, whose height is 50 length units at the
        # target.
        self.assertLess(math.dist(camera["target"], self.home["target"]), 1e-6)

    def test_pressing_a_second_button_does_not_end_a_drag(self):
        x, y = self.middle
        self.hands.move(self.middle)
        self.hands.press(1)
        self.hands.press(3)
        self.hands.release(3)
        self.hands.move((x + 60, y))
        self.hands.release(1)
        self.assertAlmostEqual(self.state("camera")["yaw"], self.home["yaw"] - math.pi * 60 / 600, 5)
        self.assertSame(self.state("camera"), self.home, "pitch", "distance", "target")

    def test_a_drag_from_picture_to_panel_moves_only_the_camera_and_vice_versa(self):
        panel = self.place("Physics/Damping")
        self.hands.drag(self.middle, panel)
        self.assertNotEqual(self.state("camera")["yaw"], self.home["yaw"])
        self.assertEqual(self.state("parameters")["damping"], 1)
        camera = self.state("camera")
        self.hands.drag(self.place("Physics/Gravity", right=0.1), self.middle)
        self.wait_for("parameters", gravity=0)  # The picture is at the left of the slider.
        self.assertEqual(self.state("camera"), camera)
        self.hands.click(self.place("Physics/Gravity"), button=3)
        self.wait_for("parameters", gravity=1)

    def test_the_mouse_over_a_panel_does_not_move_the_camera(self):
        panel = self.place("Device", down=0.7)
        for button in [1, 2, 3]:
            self.hands.drag(panel, (panel[0] + 5, panel[1] - 5), button)
        self.hands.wheel(panel, 4)
        self.assertEqual(self.state("camera"), self.home)

    def test_the_key_r_resets_simulation_and_camera(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.dragged(1, right=80)
        self.dragged(2, right=80)
        self.hands.wheel(self.middle, 2)
        resets = self.program.count("reset")
        self.hands.key("r")
        self.wait(lambda: self.program.count("reset") > resets, "reset")
        self.assertEqual(self.state("reset")["time"], 0)
        self.wait(lambda: self.state("camera") == self.home, "the camera is at its initial position")
        self.wait(lambda: 0 < self.state("transport")["time"] < 1, "the run plays from the start")

    def test_the_keys_d_and_m_cycle_the_draw_modes(self):
        for key in ["d", "m", "D"]:
            for name in ["color-sprite", "sprite", "density", "stars", "point"]:
                self.hands.key(key)
                self.wait_for("mode", name=name)

    def test_the_keys_b_and_v_cycle_color_quantities_and_color_maps(self):
        for name in ["galaxy", "speed", "direction", "temperature", "density", "radius", "acceleration", "mass",
                     "gas-temperature", "compression", "component"]:
            self.hands.key("b")
            self.wait_for("look", color_by=name)
        for name in ["viridis", "inferno", "cividis", "milkomeda"]:
            self.hands.key("v")
            self.wait_for("look", color_map=name)

    def test_the_keys_plus_and_minus_change_the_point_size(self):
        step = 2 ** 0.25
        for key, size in [("plus", step), ("equal", step ** 2), ("KP_Add", step ** 3), ("minus", step ** 2),
                          ("KP_Subtract", step), ("minus", 1)]:
            self.hands.key(key)
            self.wait_for("mode", f"{key} makes points {size:.2f} large", point_size=size)

    def test_holding_plus_or_minus_changes_the_point_size_up_to_its_limit(self):
        for key, limit in [("plus", 8), ("minus", 0.125), ("equal", 8)]:
            self.hands.hold(key)
            self.wait_for("mode", f"holding the key {key} changes the point size to {limit}", point_size=limit)
            self.hands.release_key(key)
        self.hands.click(self.place("Look/Point size"), button=3)
        self.wait_for("mode", point_size=1)

    def test_holding_the_key_r_does_not_repeat_its_action(self):
        resets = self.program.count("reset")
        self.hands.hold("r")
        self.wait(lambda: self.state("frame")["time"] > 0.8, "model time passes while r is held")
        self.hands.release_key("r")
        self.assertEqual(self.program.count("reset"), resets + 1)

    def test_the_space_key_pauses_and_plays(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        held = self.state("transport")
        self.program.frames(10)
        self.assertEqual(self.state("transport"), held)
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        self.wait(lambda: self.state("transport")["steps"] > held["steps"] + 2, "three more steps are taken")

    def test_the_full_stop_key_takes_one_step(self):
        self.hands.key("period")
        self.wait_for("transport", "a single step during play pauses the run", playing=False)
        self.program.frames(5)
        for _ in range(3):
            before = self.state("transport")
            self.hands.key("period")
            self.wait_for("transport", steps=before["steps"] + 1, playing=False)
            self.program.frames(5)
            self.assertEqual(self.state("transport")["steps"], before["steps"] + 1)
            self.assertAlmostEqual(self.state("transport")["time"], before["time"] + 0.02, 9)

    def test_the_key_h_opens_help_and_escape_closes_it(self):
        for close in ["h", "Escape"]:
            self.hands.key("h")
            self.wait_for("screen", help=True)
            self.hands.key(close)
            self.wait_for("screen", help=False)
        self.hands.key("Escape")  # No panel or menu is open, so Escape has no effect.
        self.wait(lambda: self.state("transport")["playing"], "the run plays")

    def test_the_key_f1_hides_and_shows_the_panels(self):
        panel = self.place("Device", down=0.7)
        self.hands.key("F1")
        self.wait_for("screen", panels=False)
        self.wait(lambda: not self.state("widgets")["places"], "no control is visible")
        self.hands.wheel(panel, 1)
        self.wait_for("camera", "the picture is everywhere", distance=self.home["distance"] / 1.1)
        self.hands.key("F1")
        self.wait_for("screen", panels=True)
        self.place("Physics/Timestep")

    def test_keys_with_ctrl_or_alt_do_not_trigger_plain_key_actions(self):
        before = self.state("mode"), self.program.count("reset")
        for key in ["ctrl+r", "ctrl+d", "alt+m", "ctrl+h"]:
            self.hands.key(key)
        self.assertEqual((self.state("mode"), self.program.count("reset")), before)
        self.assertFalse(self.state("screen")["help"])

    def test_ctrl_q_quits_the_program(self):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)


class FrenchKeyboard(driver.WindowTest):
    """A French keyboard, on which the letters A and Q have changed places and the full stop needs Shift."""

    arguments = ["--bodies", "512", "--size", "320x240", "--mode", "point"]

    @classmethod
    def start(cls, *more):
        if not shutil.which("setxkbmap"):
            raise unittest.SkipTest("setxkbmap is not installed")
        subprocess.run(["setxkbmap", "fr"], env=os.environ | {"DISPLAY": cls.display.name}, check=True)
        super().start(*more)

    def test_the_printed_letter_determines_the_effect_of_a_key(self):
        for key in ["d", "m", "plus", "minus", "equal"]:
            before = self.state("mode")
            self.hands.key(key)
            self.wait(lambda: self.state("mode") != before, key)
        self.hands.key("period")
        self.wait_for("transport", playing=False)
        self.restart()
        self.hands.key("ctrl+a")
        self.program.frames(5)
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)


driver.main(Controls, FrenchKeyboard)
