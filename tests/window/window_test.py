"""The window itself: its sizes, full screen, minimised and back, pictures of it, and closing."""

import os
import struct
import zlib

import driver


def read_png(file):
    """Width, height, and the bytes of an 8-bit PNG without its filters' undoing: enough to tell black."""
    with open(file, "rb") as stream:
        data = stream.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "a PNG"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", data[at + 8:at + 18])
            assert depth == 8 and color in (2, 6), "8 bits of RGB or RGBA"
            channels = {2: 3, 6: 4}[color]
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    rows = zlib.decompress(packed)
    assert len(rows) == height * (1 + width * channels)
    return width, height, rows


class WindowItself(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "960x600"]

    def setUp(self):
        self.restart()

    def assertGoesOn(self):
        """Frames are drawn and time goes on."""
        time = self.state("transport")["time"]
        self.program.frames(5)
        self.wait(lambda: self.state("transport")["time"] > time, "time goes on")

    def resize(self, width, height):
        self.hands.xdotool("windowsize", self.hands.window, width, height)
        self.wait_for("screen", width=width, height=height)
        self.program.frames(6)  # the panels find their places

    def screenshot(self):
        before = self.program.count("screenshot")
        self.hands.key("F12")
        self.wait(lambda: self.program.count("screenshot") > before, "a screenshot")
        return os.path.join(self.scratch, self.state("screenshot")["file"])

    def panel_outside(self):
        """The name of a panel that does not lie within the window, if any."""
        screen = self.state("screen")
        for name, (x, y, width, height) in self.state("widgets")["places"].items():
            inside = x >= 0 and y >= 0 and x + width <= screen["width"] and y + height <= screen["height"]
            if "/" not in name and not inside:
                return name, x, y, width, height

    def assertSamePlaces(self, before):
        self.program.frames(6)
        after = self.state("widgets")["places"]
        self.assertEqual(set(after), set(before), "all is open again")
        for name in ["Simulation", "View", "Scene", "Device"]:
            for a, b in zip(before[name], after[name]):
                self.assertAlmostEqual(a, b, delta=2, msg=f"{name} was at {before[name]}, is at {after[name]}")

    def test_sizes(self):
        for width, height in [(640, 360), (320, 240), (1600, 900), (960, 600)]:
            with self.subTest(f"{width}x{height}"):
                self.resize(width, height)
                self.assertGoesOn()
                self.assertIsNone(self.panel_outside())
                camera = self.state("camera")
                self.hands.wheel(self.picture(), 1)
                self.wait(lambda: self.state("camera") != camera, "the middle is the picture's")

    def test_panels_can_be_used_in_a_small_window(self):
        before = self.state("widgets")["places"]
        self.resize(320, 240)
        for panel in ["Simulation", "View", "Scene", "Device"]:
            with self.subTest(panel):
                x, y, width, height = self.state("widgets")["places"][panel]
                self.assertLess(height, 30, "a title bar")
                self.hands.click((x + 10, y + 0.5 * height))  # its arrow
                self.wait(lambda: self.state("widgets")["places"][panel][3] > height, f"{panel} opens")
                self.program.frames(6)
                self.assertIsNone(self.panel_outside())
                if panel == "View":
                    self.hands.click(self.place("View/brightness", right=0.02))
                    self.wait_for("look", brightness=0.05)
                    self.hands.click(self.place("View/brightness", right=0.02), button=3)
                    self.wait_for("look", brightness=1)
                x, y, *_ = self.state("widgets")["places"][panel]
                self.hands.click((x + 10, y + 0.5 * height))
                self.wait(lambda: self.state("widgets")["places"][panel][3] == height, f"{panel} closes")
        self.resize(960, 600)
        self.assertSamePlaces(before)

    def test_screenshot(self):
        seen = set()
        for width, height in [(960, 600), (640, 360)]:
            self.resize(width, height)
            file = self.screenshot()
            self.assertNotIn(file, seen, "an older one is not overwritten")
            seen.add(file)
            picture = read_png(file)
            self.assertEqual(picture[:2], (width, height))
            bright = sum(byte > 64 for byte in picture[2])
            self.assertGreater(bright, 1000, "stars")
            self.assertLess(bright, len(picture[2]) / 2, "no panels, and a dark sky")
        self.resize(960, 600)

    def test_full_screen_and_back(self):
        places = self.state("widgets")["places"]
        for back in ["F11", "Escape"]:
            with self.subTest(back):
                self.hands.key("F11")
                self.wait_for("screen", full_screen=True, width=1600, height=900)
                self.hands.focus()
                self.assertGoesOn()
                for panel in ["View", "Scene"]:
                    x, _, width, _ = self.state("widgets")["places"][panel]
                    self.assertGreater(x + width, 1580, f"{panel} stays at the edge")
                self.hands.key(back)
                self.wait_for("screen", full_screen=False, width=960, height=600)
                self.hands.focus()
                self.assertGoesOn()
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

    def test_out_of_sight_and_back(self):
        self.hands.xdotool("windowunmap", self.hands.window)
        self.assertGoesOn()
        self.hands.xdotool("windowmap", "--sync", self.hands.window)
        self.hands.focus()
        self.assertGoesOn()
        camera = self.state("camera")
        self.hands.wheel(self.picture(), 1)
        self.wait(lambda: self.state("camera") != camera, "the mouse works again")

    def test_close_button(self):
        self.hands.click_close_button()
        self.assertEqual(self.program.exit_code(), 0)


if __name__ == "__main__":
    driver.main(WindowItself)
