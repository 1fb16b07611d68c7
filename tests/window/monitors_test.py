"""A screen with two simulated monitors of 800x900 pixels side by side (two_monitors.c). The text scale is 1 on the
left monitor and 1.5 on the right monitor."""

import os

import driver


class Monitors(driver.PanelTest):
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "600x500"]

    def go_to(self, x, y):
        self.hands.xdotool("windowmove", self.hands.window, x, y)
        self.wait_for("screen", place=[x, y])

    def fill(self, place):
        """Switches to full screen on the monitor at `place`, and then back to the previous position of the window."""
        before = self.state("screen")
        self.hands.key("F11")
        self.wait_for("screen", full_screen=True, place=place, width=800, height=900)
        self.hands.focus()
        self.hands.key("F11")
        self.wait_for("screen", full_screen=False, place=before["place"], width=before["width"],
                      height=before["height"])
        self.hands.focus()

    def test_full_screen_uses_the_monitor_with_most_of_the_window(self):
        self.assertEqual(self.state("screen")["monitors"], ["1: left, 800x900", "2: right, 800x900"])
        self.go_to(100, 100)
        self.fill([0, 0])
        self.go_to(550, 50)  # At this position, 350 of the window's 600 columns are on the right monitor.
        self.fill([800, 0])

    def test_a_window_survives_the_loss_of_all_monitors(self):
        unplugged = os.path.join(self.scratch, "unplugged")
        with open(unplugged, "w"):
            pass
        self.program.frames(4)
        self.hands.key("F11")
        self.program.frames()
        self.assertFalse(self.state("screen")["full_screen"])
        os.remove(unplugged)
        self.go_to(100, 100)
        self.fill([0, 0])

    def test_text_is_scaled_for_the_monitor_of_the_window(self):
        self.go_to(50, 50)
        self.wait_for("screen", ui_scale=1)
        self.program.frames(10)
        low = self.places()["Menu"][3]
        self.go_to(900, 50)
        self.wait_for("screen", ui_scale=1.5)
        self.program.frames(10)
        self.assertAlmostEqual(self.places()["Menu"][3], 1.5 * low, delta=2)
        self.go_to(50, 50)
        self.wait_for("screen", ui_scale=1)
        self.program.frames(10)
        self.assertEqual(self.places()["Menu"][3], low)


class ChosenMonitor(Monitors):
    arguments = ["--bodies", "1024", "--mode", "point", "--size", "640x500", "--monitor", "2"]

    def test_the_window_opens_centered_on_the_chosen_monitor_and_fills_it(self):
        self.wait_for("screen", place=[880, 200])
        self.go_to(50, 50)
        self.fill([800, 0])

    def test_the_monitor_of_full_screen_can_be_chosen_in_the_panel(self):
        self.go_to(50, 50)
        self.open_section("Device/Screen", "Device/Monitor")
        self.choose("Device/Monitor", "1: left, 800x900")
        self.fill([0, 0])


driver.main(Monitors, ChosenMonitor)
