"""Text and panels on screens of all kinds: their scale, by the desktop's word, by the command line, and by hand."""

import driver

panels = ["Simulation", "View", "Scene", "Device"]


class Screens(driver.PanelTest):
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "1590x890"]
    desktop = ""  # X resources

    @classmethod
    def start(cls, *more):
        # The desktop says its scale before the program asks.
        hands = driver.Hands.__new__(driver.Hands)
        hands.environment = {"DISPLAY": cls.display.name}
        hands.set_resources(cls.desktop)
        super().start(*more)

    def line(self):
        """Height of a control: text, and a little above and below it."""
        return self.state("widgets")["places"]["Simulation/pause"][3]

    def assertInside(self):
        screen = self.state("screen")
        for name, (x, y, width, height) in self.state("widgets")["places"].items():
            if "/" not in name:
                self.assertTrue(x >= 0 and y >= 0 and x + width <= screen["width"] + 1
                                and y + height <= screen["height"] + 1, f"{name}: {x, y, width, height}")

    def assertScale(self, scale):
        self.wait_for("screen", ui_scale=scale)
        self.program.frames(10)
        # 14 pixels of text and 3 of padding on both sides, each rounded.
        self.assertAlmostEqual(self.line(), 20 * scale, delta=1.5)
        self.assertInside()


class Plain(Screens):
    def test_text_has_the_size_of_a_plain_screen(self):
        self.assertScale(1)

    def test_another_size_of_text_is_taken_at_once_and_put_back(self):
        before = dict(self.state("widgets")["places"])
        self.open_section("Device/screen", "Device/text size")
        self.choose("Device/text size", "1.25")
        self.assertScale(1.25)
        self.hands.click(self.place("Device/text size", right=0.1), button=3)
        self.wait_for("screen", ui_scale=1)
        self.hands.click(self.place("Device/screen"))
        self.program.frames(10)
        after = self.state("widgets")["places"]
        for panel in panels:
            for a, b in zip(before[panel], after[panel]):
                self.assertAlmostEqual(a, b, delta=3, msg=f"{panel} was at {before[panel]}, is at {after[panel]}")

    def test_there_is_nothing_to_choose_with_one_monitor(self):
        self.assertEqual(len(self.state("screen")["monitors"]), 1)
        self.open_section("Device/screen", "Device/text size")
        self.assertFalse(self.is_there("Device/monitor"))
        self.hands.click(self.place("Device/screen"))


class FineDesktop(Screens):
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "1270x700"]  # GLFW makes it as much larger
    desktop = "Xft.dpi:\t120\n"

    def test_text_has_the_scale_of_the_desktop(self):
        self.assertScale(1.25)


class Forced(Screens):
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "795x445", "--ui-scale", "1.25"]
    desktop = "Xft.dpi:\t192\n"

    def test_the_command_line_wins(self):
        self.assertScale(1.25)


class Small(Screens):
    """All can be reached and read in the smallest window."""
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "320x240"]

    def line(self):
        return self.state("widgets")["places"]["Simulation"][3]  # a title bar

    def test_an_open_panel_takes_the_width_that_there_is(self):
        for panel in panels:
            with self.subTest(panel):
                x, y, width, height = self.state("widgets")["places"][panel]
                self.hands.click((x + 10, y + 0.5 * height))
                self.wait(lambda: self.state("widgets")["places"][panel][3] > height, f"{panel} opens")
                self.program.frames(10)
                self.assertGreater(self.state("widgets")["places"][panel][2], 290)
                self.assertInside()
                x, y, *_ = self.state("widgets")["places"][panel]
                self.hands.click((x + 10, y + 0.5 * height))
                self.wait(lambda: self.state("widgets")["places"][panel][3] == height, f"{panel} closes")
                self.program.frames(10)
                self.assertLess(self.state("widgets")["places"][panel][2], 160)


class Layout(Screens):
    """In windows of all sizes, with text of all sizes, panels and bars lie beside each other and within the window."""

    arguments = ["--bodies", "256", "--mode", "point", "--size", "1280x720"]
    screen = [3840, 2160]
    scales = [0.5, 1, 2, 4]
    sizes = [(320, 240), (640, 480), (1280, 720), (3840, 2160)]

    def begin(self, scale):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start("--ui-scale", str(scale))

    def resize(self, width, height):
        self.hands.xdotool("windowsize", self.hands.window, width, height)
        self.wait_for("screen", width=width, height=height)
        self.program.frames(12)

    def rectangle(self, name):
        return self.state("widgets")["places"][name]

    def assertBeside(self, *names):
        for a in names:
            for b in names:
                if a < b:
                    (x, y, width, height), (left, top, w, h) = self.rectangle(a), self.rectangle(b)
                    beside = x + width <= left + 0.5 or left + w <= x + 0.5
                    above = y + height <= top + 0.5 or top + h <= y + 0.5
                    self.assertTrue(beside or above, f"{a} {self.rectangle(a)} and {b} {self.rectangle(b)}")

    def test_nothing_overlaps(self):
        for scale in self.scales:
            self.begin(scale)
            for width, height in self.sizes:
                with self.subTest(f"{width}x{height}, text of {scale}"):
                    self.resize(width, height)
                    for _ in ["playing", "paused"]:
                        self.assertInside()
                        self.assertBeside(*panels, "Menu", "Status")
                        x, _, line, _ = self.rectangle("Status/line")
                        self.assertLessEqual(x + line, width, self.state("status")["line"])
                        self.hands.key("space")
                        self.program.frames(12)

    def test_open_panels_leave_the_bars_free(self):
        for scale in self.scales:
            self.begin(scale)
            for width, height in self.sizes[:3]:
                self.resize(width, height)
                for panel in panels:
                    if any(name.startswith(f"{panel}/") for name in self.state("widgets")["places"]):
                        continue  # it is open
                    with self.subTest(f"{panel} in {width}x{height}, text of {scale}"):
                        self.toggle(panel)
                        self.assertInside()
                        self.assertBeside(panel, "Menu")
                        self.assertBeside(panel, "Status")
                        self.toggle(panel)

    def toggle(self, panel):
        x, y, _, height = self.rectangle(panel)
        title = self.rectangle("Menu")[3]  # as high
        self.hands.click((x + 0.5 * title, y + 0.5 * title))
        self.wait(lambda: self.rectangle(panel)[3] != height, f"{panel} opens or closes")
        self.program.frames(10)


driver.main(Plain, FineDesktop, Forced, Small, Layout)
