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
        self.assertEqual(set(after) - {"Notices"}, set(before) - {"Notices"}, "all closed panels have reopened")
        for name in ["Simulation", "View", "Left", "Right"]:
            for a, b in zip(before[name], after[name]):
                self.assertAlmostEqual(a, b, delta=2, msg=f"{name} was at {before[name]}, is at {after[name]}")

    def test_the_window_works_at_every_size(self):
        for width, height in [(640, 360), (320, 240), (1600, 900), (960, 600)]:
            with self.subTest(f"{width}x{height}"):
                self.hands.resize(width, height)
                self.assertRunContinues()
                self.assertIsNone(self.panel_outside())
                camera = self.state("camera")
                self.hands.wheel(self.picture(), 1)
                self.wait(lambda: self.state("camera") != camera, "the mouse in the center acts on the picture")

    def choose(self, *path):
        for label in path:
            self.hands.click(self.place(f"Menu/{label}"))
        self.program.frames()

    def test_panels_are_usable_in_a_small_window(self):
        before = self.places()
        self.hands.resize(320, 240)
        self.assertFalse({"Left", "Right"} & set(self.places()), "only bars are shown")
        for panel, entry in [("Simulation", "Simulation panel"), ("View", "View panel"), ("Scene", "Scene panel"),
                             ("Device", "Advanced panel")]:
            with self.subTest(panel):
                self.choose("Menu", "Window", entry)
                self.wait(lambda: panel in self.places(), f"{panel} opens")
                self.program.frames(6)
                self.assertIsNone(self.panel_outside())
                self.assertGreater(self.places()[panel][2], 300, "the panel uses the available width")
                if panel == "View":
                    self.hands.click(self.place("View/Brightness", right=0.02))
                    self.wait_for("look", brightness=0.05)
                    self.hands.click(self.place("View/Brightness", right=0.02), button=3)
                    self.wait_for("look", brightness=1)
                self.hands.click(self.place("Left/close"))
                self.wait(lambda: panel not in self.places(), f"{panel} closes")
        self.hands.resize(960, 600)
        self.hands.click(self.place("Left/Simulation"))
        self.hands.click(self.place("Right/View"))
        self.assertSamePlaces(before)

    def test_a_column_closes_by_its_button_or_the_menu_and_opens_by_a_tab(self):
        for close in [("Left/close",), ("Menu/Window", "Menu/Simulation panel")]:
            self.hands.click(self.place("Left/Simulation"))  # A click on the active tab does nothing.
            self.program.frames(4)
            self.assertIn("Simulation", self.places())
            for label in close:
                self.hands.click(self.place(label))
            self.wait(lambda: "Simulation" not in self.places(), "the column is closed")
            self.assertIn("View", self.places())
            self.assertEqual(self.state("screen")["free"][0], 0, "the picture uses the free space")
            self.hands.click(self.place("Left/Scene"))
            self.wait(lambda: "Scene" in self.places(), "the column is open")
            self.hands.click(self.place("Left/Simulation"))
            self.wait(lambda: "Simulation" in self.places(), "a different panel is in front")

    def test_dragging_the_edge_of_a_column_changes_its_width(self):
        x, y, width, height = self.places()["Left"]
        edge = self.place("Left/edge")
        self.hands.drag(edge, (edge[0] - 20, edge[1]))
        self.wait(lambda: abs(self.places()["Left"][2] - (width - 20)) < 4, "the column is narrower")
        self.hands.click(self.place("Left/edge"), button=3)
        self.wait(lambda: abs(self.places()["Left"][2] - width) < 1, "the column has its default width")

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
        self.assertGreater(self.state("screen")["free"][0], 200, "there is a column at the left")
        picture = self.screenshot()
        scale = picture.rows[600 - 12][0:200 * picture.channels:picture.channels]
        self.assertGreater(max(scale), 200, "the scale bar is in the picture's corner")

    def test_full_screen_can_be_left_by_f11_or_escape(self):
        places = self.state("widgets")["places"]
        for back in ["F11", "Escape"]:
            with self.subTest(back):
                self.hands.key("F11")
                self.wait_for("screen", full_screen=True, width=1600, height=900)
                self.hands.focus()
                self.assertRunContinues()
                x, _, width, _ = self.places()["Right"]
                self.assertEqual(x + width, 1600, "the column stays at the edge")
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
