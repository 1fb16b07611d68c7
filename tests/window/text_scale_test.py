"""Scale of text and panels on screens of different resolution, set by the desktop, by the command line or by the
user."""

import driver

class Screens(driver.PanelTest):
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "1590x890"]
    desktop = ""  # X resources that the desktop sets

    @classmethod
    def start(cls, *more):
        # The desktop announces the text scale before the program starts.
        hands = driver.Hands.__new__(driver.Hands)
        hands.environment = {"DISPLAY": cls.display.name}
        hands.set_resources(cls.desktop)
        super().start(*more)

    def menu_height(self):
        """Returns the height of the menu bar in pixels, which is text with margins above and below."""
        return self.state("widgets")["places"]["Menu"][3]

    def assertInside(self):
        screen = self.state("screen")
        for name, (x, y, width, height) in self.state("widgets")["places"].items():
            if "/" not in name:
                self.assertTrue(x >= 0 and y >= 0 and x + width <= screen["width"] + 1
                                and y + height <= screen["height"] + 1, f"{name}: {x, y, width, height}")

    def assertScale(self, scale):
        self.wait_for("screen", ui_scale=scale)
        self.program.frames(10)
        # A control has 17 pixels of text and 3.5 pixels of margin above and below, each rounded.
        self.assertAlmostEqual(self.menu_height(), 24 * scale, delta=1.5)
        self.assertInside()


class OrdinaryScreen(Screens):
    def test_text_has_scale_1_on_an_ordinary_screen(self):
        self.assertScale(1)

    def test_a_changed_text_size_takes_effect_at_once_and_can_be_reset(self):
        before = dict(self.state("widgets")["places"])
        self.open_section("Device/Screen", "Device/Text size")
        self.choose("Device/Text size", "1.25")
        self.assertScale(1.25)
        self.hands.click(self.place("Device/Text size", right=0.1), button=3)
        self.wait_for("screen", ui_scale=1)
        self.hands.click(self.place("Device/Screen"))
        self.program.frames(10)
        after = self.state("widgets")["places"]
        for panel in ["Left", "Right", "Menu", "Status"]:
            for a, b in zip(before[panel], after[panel]):
                self.assertAlmostEqual(a, b, delta=3, msg=f"{panel} was at {before[panel]}, is at {after[panel]}")

    def test_with_a_single_monitor_the_panel_offers_no_choice_of_monitor(self):
        self.assertEqual(len(self.state("screen")["monitors"]), 1)
        self.open_section("Device/Screen", "Device/Text size")
        self.assertFalse(self.is_there("Device/Monitor"))
        self.hands.click(self.place("Device/Screen"))


class HighResolutionScreen(Screens):
    # The requested size is smaller than the screen, because GLFW multiplies it by the text scale.
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "1270x700"]
    desktop = "Xft.dpi:\t120\n"

    def test_text_has_the_scale_announced_by_the_desktop(self):
        self.assertScale(1.25)


class ScaleFromTheCommandLine(Screens):
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "795x445", "--ui-scale", "1.25"]
    desktop = "Xft.dpi:\t192\n"

    def test_the_command_line_overrides_the_scale_of_the_desktop(self):
        self.assertScale(1.25)


driver.main(OrdinaryScreen, HighResolutionScreen, ScaleFromTheCommandLine)
