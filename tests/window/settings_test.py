"""The window stores its size, the look and the layout of panels, but no simulation parameters."""

import json
import os
import stat

import driver


class Settings(driver.WindowTest):
    arguments = ["--bodies", "512"]
    saves_settings = True

    def again(self, *more):
        """Quits the program and restarts it with additional command-line words."""
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start(*more)

    def saved(self):
        with open(os.path.join(self.scratch, "milkomeda", "settings.json")) as file:
            return json.load(file)

    def test_the_next_start_restores_size_look_and_layout_but_not_parameters(self):
        self.assertEqual((self.state("screen")["width"], self.state("screen")["height"]), (1280, 720))
        physics = self.state("parameters")
        camera = self.state("camera")

        self.hands.resize(1000, 620)
        self.hands.key("d")
        self.wait_for("mode", name="point")
        self.hands.key("plus")
        self.wait_for("mode", point_size=2 ** 0.25)
        self.hands.key("b")
        self.wait_for("look", color_by="galaxy")
        self.hands.key("v")
        self.wait_for("look", color_map="viridis")
        self.program.frames(6)
        self.assertFalse({"Scene", "Device"} & set(self.places()), "all panels are closed at the first start")
        for label, field in [("Timestep", "dt"), ("Gravity", "gravity"), ("Pace", "time_per_second")]:
            place = self.place(f"Physics/{label}", right=0.05)
            self.hands.drag(place, (place[0] + 60, place[1]))
            self.assertNotEqual(self.state("parameters")[field], physics[field])
        self.place("Scene")
        self.place("Device")
        self.hands.wheel(self.picture(), 2)
        mode = self.state("mode")

        self.again()
        self.wait_for("screen", width=1000, height=620)
        self.assertEqual(self.state("mode"), mode)
        self.wait_for("look", color_by="galaxy", color_map="viridis")
        self.assertEqual(self.state("parameters"), physics)
        # The distance is not compared, because it depends on the window size.
        for key in ("yaw", "pitch", "fov", "mode", "projection"):
            self.assertEqual(self.state("camera")[key], camera[key])
        self.program.frames(6)
        self.assertLessEqual({"Scene", "Device"}, set(self.places()))

    def test_the_look_requested_by_a_scene_is_not_remembered(self):
        own, before = self.state("mode")["point_size"], self.state("look")["color_by"]
        self.assertNotEqual(own, 0.6)
        self.hands.key("b")
        self.wait(lambda: self.state("look")["color_by"] != before, "the color quantity changes")
        chosen = self.state("look")["color_by"]
        self.again("milky-way")
        self.wait_for("mode", point_size=0.6)
        self.assertEqual(self.state("look")["color_by"], chosen)
        self.again()
        self.wait_for("mode", point_size=own)
        self.again("milky-way")
        self.wait_for("mode", point_size=0.6)
        self.hands.key("plus")
        larger = 0.6 * 2 ** 0.25
        self.wait(lambda: abs(self.state("mode")["point_size"] - larger) < 1e-5, "the points are larger")
        self.again()
        self.wait(lambda: abs(self.state("mode")["point_size"] - larger) < 1e-5, "the user's choice is kept")

    def test_hidden_panels_stay_hidden(self):
        self.hands.key("F1")
        self.wait_for("screen", panels=False)
        self.again()
        self.wait_for("screen", panels=False)
        self.hands.key("F1")
        self.wait_for("screen", panels=True)

    def test_the_command_line_overrides_remembered_settings(self):
        self.again("--size", "640x400", "--mode", "color-sprite")
        self.wait_for("screen", width=640, height=400)
        self.wait_for("mode", name="color-sprite")
        self.program.frames(10)
        for name, (x, y, width, height) in self.state("widgets")["places"].items():
            if "/" not in name:
                self.assertTrue(x >= 0 and y >= 0 and x + width <= 640 and y + height <= 400,
                                f"{name}, remembered from a larger window, is inside the window")

    def test_the_size_of_full_screen_is_not_remembered(self):
        self.again("--size", "900x600")
        self.hands.key("F11")
        self.wait_for("screen", full_screen=True)
        self.hands.focus()
        self.again()
        self.wait_for("screen", full_screen=False, width=900, height=600)

    def test_the_remembered_size_is_kept_on_a_high_resolution_screen(self):
        """On a screen with text scale 2 the window opens twice as large, and does not grow at every start."""
        resources = "Xft.dpi:\t192\n"
        self.hands.set_resources(resources)
        self.again("--size", "500x300")
        self.wait_for("screen", width=1000, height=600)
        self.again()
        self.wait_for("screen", width=1000, height=600)
        self.hands.set_resources("")

    def test_broken_settings_files_are_ignored(self):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        for text in ["{", '{"width": "wide", "mode": 7}', '{"point_size": 1e9, "width": -5}', "[]", ""]:
            with self.subTest(text):
                with open(os.path.join(self.scratch, "milkomeda", "settings.json"), "w") as file:
                    file.write(text)
                type(self).start()
                self.assertTrue(0.125 <= self.state("mode")["point_size"] <= 8)
                self.assertIn(self.state("mode")["name"], ["point", "color-sprite", "sprite", "density", "stars"])
                self.hands.xdotool("key", "ctrl+q")
                self.assertEqual(self.program.exit_code(), 0)

    def settings_file(self):
        path = os.path.join(self.scratch, "milkomeda", "settings.json")
        if os.path.lexists(path):
            os.unlink(path)
        return path

    def test_the_settings_file_may_be_a_symbolic_link(self):
        """Users may store settings in a different folder and link the settings file to it."""
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        with open(os.path.join(self.scratch, "settings.json"), "w") as file:
            file.write('{"width": 700, "height": 500}')
        os.chmod(file.name, 0o640)
        path = self.settings_file()
        os.symlink("../settings.json", path)
        type(self).start()
        self.wait_for("screen", width=700, height=500)
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        self.assertTrue(os.path.islink(path))
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o640)
        self.assertGreater(os.stat(path).st_size, 30)
        os.unlink(path)

    def test_a_pipe_in_place_of_the_settings_file_does_not_block(self):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        path = self.settings_file()
        os.mkfifo(path)
        type(self).start()
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        said = self.program.stderr()
        self.assertIn("settings.json: is a pipe or a device, not a file; the default settings are used", said)
        self.assertIn("settings.json: cannot be written: it is not a regular file", said)
        self.assertTrue(stat.S_ISFIFO(os.lstat(path).st_mode))
        self.settings_file()
        type(self).start()


driver.main(Settings)
