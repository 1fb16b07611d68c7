"""Help in the window: menus, status line, help text, notices about the effects of keys, and the first hint."""

import os
import re
import time

import driver


class StatusLine(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "1000x600", "--mode", "point", *driver.still_camera]

    def says(self, pattern):
        self.wait(lambda: re.search(pattern, self.state("status")["line"]), f"the status line says {pattern}")

    def test_the_status_line_shows_frame_rate_pace_and_number_of_bodies(self):
        self.says(r"^\d+ fps  ·  pace \d+\.\d\d of 1\.20 \([\d.]+ Myr/s\)  ·  1,024 bodies")

    def test_the_status_line_says_that_the_run_is_paused(self):
        self.hands.key("space")
        self.wait_for("status", why="paused")
        self.says("1,024 bodies  ·  paused$")
        self.hands.key("space")
        self.wait(lambda: self.state("status")["why"] != "paused", "the run plays")

    def test_no_frames_are_drawn_while_nothing_changes(self):
        self.hands.key("space")
        self.wait_for("status", why="paused")

        def frames_in_a_second():
            before = len(self.program.frame_ms)
            time.sleep(1)
            return len(self.program.frame_ms) - before

        # The window becomes idle two seconds after an event. An idle window draws at most one frame per second.
        self.assertTrue(any(frames_in_a_second() <= 2 for _ in range(20)), "the window is idle")
        self.hands.xdotool("key", "m")
        self.wait(lambda: self.state("mode")["name"] != "point", "a key wakes the window")
        while self.state("mode")["name"] != "point":
            self.hands.key("m")
        self.hands.key("space")
        self.wait(lambda: self.state("status")["why"] != "paused", "the run plays")

    def test_the_status_line_is_in_the_menu_bar_and_hidden_with_the_panels(self):
        x, y, width, height = self.state("widgets")["places"]["Status"]
        self.assertEqual((x, y, width), (0, 0, 1000))
        line, _, long, _ = self.state("widgets")["places"]["Status/line"]
        self.assertLessEqual(line + long, 1000)
        camera = self.state("camera")
        self.hands.wheel((500, y + 0.5 * height), 3)
        self.assertEqual(self.state("camera"), camera, "the status line is not part of the picture")
        self.hands.key("F1")
        self.wait(lambda: "Status" not in self.state("widgets")["places"], "the status line is hidden")
        self.hands.wheel((500, y + 0.5 * height), 1)
        self.wait(lambda: self.state("camera") != camera, "the picture fills the window")
        self.hands.key("F1")
        self.place("Status")
        self.restart()

    def test_the_status_line_is_shortened_to_the_window_width(self):
        self.hands.key("space")
        self.wait_for("status", why="paused")
        lengths = []
        for width, height in [(1000, 600), (500, 300), (320, 240), (160, 240)]:
            self.hands.resize(width, height)
            x, _, line, _ = self.state("widgets")["places"]["Status/line"]
            self.assertTrue(x >= 0 and x + line <= width, f"{self.state('status')['line']} is {line} wide")
            self.assertIn("paused", self.state("status")["line"])
            lengths.append(len(self.state("status")["line"]))
        self.assertEqual(lengths, sorted(lengths, reverse=True))
        self.hands.resize(1000, 600)
        self.hands.key("space")


class SlowRun(driver.WindowTest):
    arguments = ["--bodies", "32768", "--size", "640x360", "--mode", "point", "--solver", "direct"]

    def test_the_status_line_says_what_limits_the_pace_and_what_would_help(self):
        words = r"(a step takes [\d.]+ s; )?[\d,]+ bodies would allow the pace 1\.20"
        self.wait(lambda: self.state("status")["why"] == "limited by the simulation"
                  and re.fullmatch(words, self.state("status")["more"]), "the status line names a cause")


class Menus(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "1000x600", "--mode", "point"]

    def has(self, label):
        return label in self.state("widgets")["places"]

    def choose(self, *path):
        for label in path:
            self.hands.click(self.place(f"Menu/{label}"))
        self.wait(lambda: not self.has(f"Menu/{path[-1]}"), "the menu is closed")

    def test_menu_entries_have_the_effect_of_their_keys(self):
        self.choose("View", "Draw mode", "Color-sprite")
        self.wait_for("mode", name="color-sprite")
        self.choose("Simulation", "Play or pause")
        self.wait_for("transport", playing=False)
        self.choose("Simulation", "Play or pause")
        self.wait_for("transport", playing=True)
        self.choose("Camera", "Rotate automatically")
        self.wait_for("camera", turns=True)
        self.choose("Camera", "Rotate automatically")
        self.wait_for("camera", turns=False)
        screenshots = self.program.count("screenshot")
        self.choose("File", "Take a screenshot")
        self.wait(lambda: self.program.count("screenshot") > screenshots, "a screenshot is written")
        resets = self.program.count("reset")
        self.choose("Simulation", "Reset")
        self.wait(lambda: self.program.count("reset") > resets, "the run is reset")

    def test_the_menus_list_values_and_mark_the_present_value(self):
        self.choose("View", "Color map", "Inferno")
        self.wait_for("look", color_map="inferno")
        self.choose("Camera", "Projection", "Orthographic")
        self.wait_for("camera", projection="orthographic")
        self.choose("Camera", "Projection", "Perspective")
        self.wait_for("camera", projection="perspective")
        before = self.state("parameters")["time_per_second"]
        self.choose("Simulation", "Speed", "2x")
        self.wait_for("parameters", time_per_second=2 * before)
        self.choose("Simulation", "Speed", "1x")
        self.wait_for("parameters", time_per_second=before)

    def test_the_help_menu_shows_the_version_and_escape_closes_it(self):
        self.choose("Help", "About Milkomeda")
        self.place("About/version")
        self.hands.key("Escape")
        self.wait(lambda: not self.has("About"), "the version is closed")

    def test_a_file_that_cannot_be_read_causes_an_error(self):
        with open(os.path.join(self.scratch, "broken.toml"), "w") as file:
            file.write("[galaxy.a]\nunknown = [")
        self.hands.key("ctrl+o")
        self.wait_for("files", purpose="Open")
        self.hands.press_key("ctrl+a")
        self.hands.type(os.path.join(self.scratch, "broken.toml"))
        self.hands.press_key("Return")
        self.wait(lambda: any("error" in event["kinds"] for event in self.program.events if event["event"] == "notices"),
                  "an error is shown")

    def test_f1_hides_the_menus(self):
        self.hands.click(self.place("Menu/Window"))
        self.hands.click(self.place("Menu/Panels"))
        self.wait_for("screen", panels=False)
        self.wait(lambda: not self.state("widgets")["places"], "all menus are hidden")
        self.hands.key("F1")
        self.place("Menu/Window")

    def test_escape_closes_an_open_menu_before_anything_else(self):
        self.hands.key("h")
        self.wait_for("screen", help=True)
        self.hands.click(self.place("Menu/File"))
        self.place("Menu/Quit")
        self.hands.key("Escape")
        self.wait(lambda: not self.has("Menu/Quit"), "the menu is closed")
        self.assertTrue(self.state("screen")["help"])
        self.hands.key("Escape")
        self.wait_for("screen", help=False)

    def test_the_menu_opens_help_and_a_button_closes_it(self):
        self.choose("Help", "Mouse and keys")
        self.wait_for("screen", help=True)
        self.hands.click(self.place("Help/close"))
        self.wait_for("screen", help=False)

    def test_a_narrow_window_has_a_single_menu_with_all_entries(self):
        self.hands.resize(320, 240)
        self.assertFalse(self.has("Menu/View"))
        self.choose("Menu", "Simulation", "Play or pause")
        self.wait_for("transport", playing=False)
        self.hands.key("space")
        self.hands.resize(1000, 600)


class TimeBar(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "1280x720", "--mode", "point"]

    def test_the_time_bar_hides_while_nothing_moves_and_appears_with_the_pointer(self):
        self.wait_for("screen", bar=False)
        self.wait(lambda: "Transport" not in self.places(), "the bar has no controls")
        self.hands.wiggle()
        self.wait_for("screen", bar=True)
        x, y = self.place("Transport/time")
        self.hands.move((x, y))
        self.program.frames(300)
        self.assertTrue(self.state("screen")["bar"], "the bar stays under the pointer")
        self.hands.move(self.picture())
        self.wait_for("screen", bar=False)

    def test_at_first_the_picture_takes_nine_tenths_of_the_window(self):
        self.hands.wiggle()
        places = self.state("widgets")["places"]
        around = {name: places[name] for name in ["Menu", "Left", "Right", "Transport"]}
        covered = sum(width * height for _, _, width, height in around.values())
        self.assertGreaterEqual(1 - covered / (1280 * 720), 0.9, around)
        self.assertEqual(set(places) - set(around) - {"Status", "Notices"} - {name for name in places if "/" in name}, set())


class Notices(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "320x240", "--mode", "point"]

    def test_each_key_shows_a_notice_of_its_effect(self):
        self.wait_for("notices", "the initial notices are over", lines=[])
        for key, line in [("space", "Paused"), ("period", "Paused after one step"), ("m", "Draw mode: color-sprite"),
                          ("b", "Color by: galaxy (no effect in the draw mode color-sprite)"),
                          ("x", "Exposure: locked (no effect in the draw mode color-sprite)"),
                          ("plus", "Point size: 1.19"), ("t", "Rotate automatically: on"), ("t", "Rotate automatically: off"),
                          ("n", "Annotations: off"), ("F2", "Stereo: side-by-side"), ("o", "Projection: orthographic"),
                          ("c", "Camera: fly"), ("v", "Color map: viridis (no effect in the draw mode color-sprite)"),
                          ("F1", "Panels: off (F1 shows the panels)"), ("F1", "Panels: on"), ("space", "Playing")]:
            with self.subTest(key):
                self.hands.key(key)
                self.wait_for("notices", lines=[line])
        self.wait_for("notices", "the notice disappears", lines=[])

    def test_a_key_without_effect_shows_the_reason(self):
        self.hands.key("9")
        self.wait_for("notices", lines=["there is no viewpoint 9: Ctrl+9 stores the present view as viewpoint 9"],
                      kinds=["hint"])
        self.program.frames(3)
        x, y, width, height = self.state("widgets")["places"]["Notices"]
        left, top, wide, tall = self.state("screen")["free"]
        self.assertLess(abs(x + width - left - wide), 12, "the notice is at the right edge of the free picture")
        self.assertLess(y + height, top + 0.5 * tall, "the notice is in the upper half of the free picture")


class FirstStart(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "1000x600"]
    saves_settings = True
    hint = "g: scenes  ·  F3: tour  ·  h: help  ·  F1: panels on or off  ·  drag: rotate the view"

    def again(self, *more):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start(*more)
        self.program.frames(5)

    def hints(self):
        """Returns how many events so far showed the first hint, which may have disappeared since."""
        return sum(self.hint in event["lines"] for event in self.program.events if event["event"] == "notices")

    def names(self):
        return {label["text"] for event in self.program.events if event["event"] == "annotations"
                for label in event["labels"]}

    def test_the_first_hint_appears_only_at_the_first_start(self):
        self.wait(lambda: self.names() == {"Milky Way", "Andromeda"}, "the names of the galaxies are shown")
        self.assertEqual(self.hints(), 1)
        self.hands.wheel(self.place("Device"), 1)
        self.wait(lambda: self.hint not in self.state("notices")["lines"], "the first input ends the hint")
        self.wait_for("annotations", labels=[], shown="scale,perturbers")
        self.again()
        self.assertEqual((self.hints(), self.names()), (0, set()), "the second start shows no hint")
        self.again("--no-settings")
        self.assertEqual((self.hints(), self.names()), (0, set()), "without settings there is no hint")

    def test_with_software_rendering_a_notice_explains_the_slow_first_frames(self):
        said = any(line.startswith("compiling shaders") and line.endswith(" ...") for event in self.program.events
                   if event["event"] == "notices" for line in event["lines"])
        self.assertEqual(said, self.state("draw")["clock"] == "host", "the notice appears only with software rendering")

    def test_annotations_from_the_command_line_are_kept_at_the_first_start(self):
        self.again()
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        os.remove(os.path.join(self.scratch, "milkomeda", "settings.json"))
        type(self).start("--show", "clock")
        self.program.frames(5)
        self.assertEqual((self.hints(), self.names()), (1, set()))


driver.main(StatusLine, SlowRun, Menus, TimeBar, Notices, FirstStart)
