"""The window: its sizes, full screen, hiding and showing, screenshots, and closing."""

import driver


class WindowItself(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "960x600"]

    def setUp(self):
        self.restart()

    def assertRunContinues(self):
        """Checks that the window draws frames and that the run continues."""
        time = self.state("transport")["time"]
        self.program.frames(5)
        self.wait(lambda: self.state("transport")["time"] > time, "the run continues")

    def panel_outside(self):
        """Returns the name of a panel that is partly outside the window, or None."""
        screen = self.state("screen")
        for name, (x, y, width, height) in self.state("widgets")["places"].items():
            inside = x >= 0 and y >= 0 and x + width <= screen["width"] and y + height <= screen["height"]
            if "/" not in name and not inside:
                return name, x, y, width, height

    def assertSamePlaces(self, before):
        self.program.frames(6)
        after = self.state("widgets")["places"]
        for name in ["Scene", "Look", "Left", "Right"]:
            for a, b in zip(before[name], after[name]):
                self.assertAlmostEqual(a, b, delta=2, msg=f"{name} was at {before[name]}, is at {after[name]}")

    def open_both(self):
        """Opens a card and a drawer, and returns the places of all controls."""
        for panel in ["Scene", "Look"]:
            self.place(panel)
        self.program.frames(6)
        return self.places()

    def test_the_window_works_at_every_size(self):
        for width, height in [(640, 360), (320, 240), (1600, 900), (960, 600)]:
            with self.subTest(f"{width}x{height}"):
                self.hands.resize(width, height)
                self.assertRunContinues()
                self.assertIsNone(self.panel_outside())
                camera = self.state("camera")
                self.hands.wheel(self.picture(), 1)
                self.wait(lambda: self.state("camera") != camera, "the mouse in the center acts on the picture")

    def test_panels_are_usable_in_a_small_window(self):
        before = self.open_both()
        self.hands.resize(320, 240)
        for panel in ["Physics", "Scene", "Device", "Look"]:
            with self.subTest(panel):
                if panel in self.places():
                    self.hands.click(self.place(f"{panel}/close"))
                    self.wait(lambda: panel not in self.places(), f"{panel} closes")
                self.place(panel)
                self.wait(lambda: panel in self.places(), f"{panel} opens")
                self.program.frames(6)
                self.assertIsNone(self.panel_outside())
                self.assertEqual(len({"Scene", "Physics", "Device", "Look"} & set(self.places())), 1,
                                 "a small window shows one panel at a time")
                if panel == "Look":
                    self.hands.click(self.place("Look/Brightness", right=0.02))
                    self.wait_for("look", brightness=0.05)
                    self.hands.click(self.place("Look/Brightness", right=0.02), button=3)
                    self.wait_for("look", brightness=1)
        self.hands.resize(960, 600)
        self.open_both()
        self.assertSamePlaces(before)

    def test_a_panel_closes_by_its_button_its_icon_or_the_menu(self):
        for close in [("Look/close",), ("Right/Look",), ("Menu/Window", "Menu/Look drawer")]:
            self.open_both()
            self.assertGreater(self.state("screen")["free"][0], 300, "the card takes space from the picture")
            for label in close:
                self.hands.click(self.place(label))
            self.wait(lambda: "Look" not in self.places(), "the drawer is closed")
            self.assertIn("Scene", self.places())
        self.hands.click(self.place("Right/Look"))
        self.wait(lambda: "Look" in self.places(), "the drawer is open")
        self.hands.click(self.place("Right/Device"))
        self.wait(lambda: "Device" in self.places(), "a different drawer is open")
        self.assertNotIn("Look", self.places())
        self.hands.click(self.place("Scene/close"))
        self.wait(lambda: self.state("screen")["free"][0] < 100, "the picture uses the free space")

    def test_a_drawer_is_at_most_300_pixels_wide(self):
        for panel in ["Look", "Camera", "Labels", "Graphs", "Physics", "Device", "Timing"]:
            self.place(panel)
            self.assertLessEqual(self.places()[panel][2], 300)

    def test_a_screenshot_has_the_window_size_and_contains_no_panels(self):
        files = set()
        for width, height in [(400, 300), (320, 240)]:
            self.hands.resize(width, height)
            picture = self.screenshot()
            self.assertEqual((picture.width, picture.height), (width, height))
            self.assertGreater(picture.share_lit(), 0.001, "stars")
            self.assertLess(picture.share_lit(), 0.4, "the picture has no panels and a dark sky with stars")
            files.add(self.state("screenshot")["file"])
        self.assertEqual(len(files), 2, "an older screenshot is not overwritten")
        self.hands.resize(960, 600)

    def test_a_screenshot_also_shows_the_area_behind_the_panels(self):
        self.place("Scene")
        self.assertGreater(self.state("screen")["free"][0], 200, "there is a card at the left")
        picture = self.screenshot()
        scale = picture.rows[600 - 12][0:200 * picture.channels:picture.channels]
        self.assertGreater(max(scale), 200, "the scale bar is in the picture's corner")

    def test_full_screen_can_be_left_by_f11_or_escape(self):
        places = self.open_both()
        for back in ["F11", "Escape"]:
            with self.subTest(back):
                self.hands.key("F11")
                self.wait_for("screen", full_screen=True, width=1600, height=900)
                self.hands.focus()
                self.assertRunContinues()
                x, _, width, _ = self.places()["Right"]
                self.assertEqual(x + width, 1600 - 8, "the rail stays at the edge")
                self.hands.key(back)
                self.wait_for("screen", full_screen=False, width=960, height=600)
                self.hands.focus()
                self.assertRunContinues()
                self.assertSamePlaces(places)

    def test_escape_closes_help_before_full_screen(self):
        self.hands.key("F11")
        self.wait_for("screen", full_screen=True)
        self.hands.focus()
        self.hands.key("h")
        self.wait_for("screen", help=True)
        self.hands.key("Escape")
        self.wait_for("screen", help=False, full_screen=True)
        self.hands.key("Escape")
        self.wait_for("screen", full_screen=False)
        self.hands.focus()

    def test_a_hidden_window_continues_its_run(self):
        self.hands.xdotool("windowunmap", self.hands.window)
        self.assertRunContinues()
        self.hands.xdotool("windowmap", "--sync", self.hands.window)
        self.hands.focus()
        self.assertRunContinues()
        camera = self.state("camera")
        self.hands.wheel(self.picture(), 1)
        self.wait(lambda: self.state("camera") != camera, "mouse input acts on the window")

    def test_the_close_button_ends_the_program(self):
        self.hands.click_close_button()
        self.assertEqual(self.program.exit_code(), 0)


driver.main(WindowItself)
