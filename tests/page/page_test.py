"""A web page shows a run in a browser like the program itself, reacts to mouse, touch and keys, works on a phone, and
names the missing function in browsers that cannot draw it."""

import base64
import functools
import http.server
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

import browser

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "command_line"))
import command

WIDTH, HEIGHT = 640, 360
CAMERA = {"yaw": 0.3, "pitch": 0.7, "distance": 36}
# The native picture has exact positions and attributes of the moment. 25 dB is the promise of docs/page.md.
LEAST_PSNR = 25

PIXELS = """(() => {
  const page = milkomedaPage, gl = page.picture.gl, width = gl.drawingBufferWidth, height = gl.drawingBufferHeight;
  page.jumps = true;
  page.draw(0, page.scale);
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let text = "";
  for (let row = height; row-- > 0;) text += String.fromCharCode(...pixels.subarray(4 * width * row, 4 * width * (row + 1)));
  return btoa(text);
})()"""


def psnr(a, b):
    """Returns the peak signal-to-noise ratio of two pictures (RGBA bytes) in decibels."""
    assert len(a) == len(b), (len(a), len(b))
    total = sum((x - y) ** 2 for channel in range(3) for x, y in zip(a[channel::4], b[channel::4]))
    return 10 * math.log10(255 ** 2 / max(total / (3 * len(a) / 4), 1e-9))


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="milkomeda pages ")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.run_program("simulate", "--bodies", 4000, "--set", "with_gas=false", "--dt", 0.05, "--until", 24, "--every",
                        0.3, "--record", "run.recording")
        camera = ",".join(f"{name}={value}" for name, value in CAMERA.items()) + ",target=0:0:0"
        cls.view = ["--camera", camera, "--size", f"{WIDTH}x{HEIGHT}"]
        cls.run_program("render", "run.recording", *cls.view, "--show", "labels,scale", "-o", "run.html")

    @classmethod
    @functools.cache
    def browser(cls):
        window = browser.Browser(WIDTH, HEIGHT, 2 * command.patience)
        cls.addClassCleanup(window.close)
        return window

    @classmethod
    def run_program(cls, *words):
        result = subprocess.run([command.Test.program, *map(str, words)], cwd=cls.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600,
                                env=command.surroundings(cls.folder))
        assert result.returncode == 0, f"{words}\n{result.stderr}"

    def open(self, fragment="", width=WIDTH, height=HEIGHT, mobile=False, address=None, script="", flags=()):
        """Opens the page, in the browser of all tests or, with flags, in a browser that ends with the test. `script` runs
        before the scripts of the page."""
        if flags:
            window = browser.Browser(width, height, 2 * command.patience, flags)
            self.addCleanup(window.close)
        else:
            window = self.browser()
        window.open("about:blank")
        window.resize(width, height, mobile=mobile)
        if script:
            added = window.call("Page.addScriptToEvaluateOnNewDocument", source=script)
            self.addCleanup(window.call, "Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])
        window.log.clear()
        window.open((address or (self.folder / "run.html").as_uri()) + fragment)
        window.wait("window.milkomedaPage !== undefined || document.querySelector('#message.fault') !== null")
        return window

    def pixels(self, window):
        return base64.b64decode(window.evaluate(PIXELS))

    def native(self, time):
        name = f"native-{time}.png"
        if not (self.folder / name).exists():
            self.run_program("render", "run.recording", "--at", time, *self.view, "-o", name)
        return command.read_png((self.folder / name).read_bytes())[2]

    def go_to(self, window, time):
        window.evaluate(f"milkomedaPage.goTo({time})")

    def assertFloat(self, window, expression, value, tolerance=1e-3):
        self.assertAlmostEqual(window.evaluate(expression), value, delta=tolerance, msg=expression)

    def test_the_pictures_of_a_page_equal_those_of_the_program_at_three_times(self):
        window = self.open("#t=0&ui=0&scale=1")
        for time in (3, 15.75, 23.1):  # moments of the page, and a time between two moments
            self.go_to(window, time)
            ratio = psnr(self.pixels(window), self.native(time))
            print(f"PSNR at {time}: {ratio:.1f} dB")
            self.assertGreater(ratio, LEAST_PSNR, time)
        self.assertLess(psnr(self.pixels(window), self.native(3)), LEAST_PSNR, "the comparison sees a wrong time")
        self.assertEqual(window.log, [])

    def test_floats_of_16_bits_give_the_same_picture(self):
        window = self.open("#t=15.75&ui=0&scale=1", script="""
          const get = WebGL2RenderingContext.prototype.getExtension;
          WebGL2RenderingContext.prototype.getExtension = function(name) {
            return name === "EXT_float_blend" ? null : get.call(this, name);
          };""")
        self.assertFalse(window.evaluate("milkomedaPage.picture.format.isWide"))
        ratio = psnr(self.pixels(window), self.native(15.75))
        print(f"PSNR with 16 bits: {ratio:.1f} dB")
        self.assertGreater(ratio, LEAST_PSNR)

    def test_a_browser_without_float_targets_shows_points(self):
        window = self.open("#t=15.75&scale=1", script="""
          const get = WebGL2RenderingContext.prototype.getExtension;
          WebGL2RenderingContext.prototype.getExtension = function(name) {
            return name.includes("color_buffer") ? null : get.call(this, name);
          };""")
        self.assertIsNone(window.evaluate("milkomedaPage.picture.format"))
        pixels = self.pixels(window)
        lit = sum(1 for green in pixels[1::4] if green > 40)
        self.assertGreater(lit, 800)
        self.assertLess(lit, len(pixels) / 8)
        self.assertEqual(window.log, [])

    def test_a_browser_without_webgl2_says_what_is_missing(self):
        window = self.open(flags=["--disable-3d-apis"])
        self.assertIn("no WebGL2", window.evaluate("document.getElementById('message').innerText"))
        self.assertEqual(window.evaluate("getComputedStyle(document.getElementById('message')).display"), "block")

    def test_mouse_wheel_and_keys_move_camera_and_time(self):
        window = self.open("#t=6&scale=0.3")
        self.assertFloat(window, "milkomedaPage.state.camera.yaw", CAMERA["yaw"])
        window.drag((320, 150), (420, 150))
        # One window height turns the scene by half a turn.
        self.assertFloat(window, "milkomedaPage.state.camera.yaw", CAMERA["yaw"] - math.pi * 100 / HEIGHT)
        self.assertFloat(window, "milkomedaPage.state.camera.pitch", CAMERA["pitch"])
        window.call("Input.dispatchMouseEvent", type="mouseWheel", x=320, y=150, deltaX=0, deltaY=-100)
        window.wait(f"milkomedaPage.state.camera.distance < {CAMERA['distance']}")
        window.evaluate("document.querySelector('[aria-label=\"Show all galaxies\"]').click()")
        window.wait(f"Math.abs(milkomedaPage.state.camera.yaw - {CAMERA['yaw']}) < 1e-3")
        window.evaluate("document.getElementById('picture').focus()")
        window.key("ArrowRight")
        self.assertFloat(window, "milkomedaPage.state.time", 6 + 24 / 80)
        window.key("Home")
        self.assertFloat(window, "milkomedaPage.state.time", 0)
        window.key(" ")
        window.wait("milkomedaPage.state.time > 0.2")
        window.key(" ")
        self.assertFalse(window.evaluate("milkomedaPage.state.playing"))
        self.assertEqual(window.log, [])

    def test_the_time_bar_chapters_and_the_menu_work(self):
        window = self.open("#t=0&scale=0.3")
        bar = window.evaluate("(() => { const r = document.getElementById('time').getBoundingClientRect(); "
                              "return [r.left, r.right, r.top, r.bottom]; })()")
        middle = ((bar[0] + bar[1]) / 2, (bar[2] + bar[3]) / 2)
        window.drag((middle[0] - 40, middle[1]), middle)
        self.assertFloat(window, "milkomedaPage.state.time", 12, 1)
        self.assertEqual(window.evaluate("document.getElementById('clock').value"),
                         window.evaluate("`${(milkomedaPage.state.time * 17.78).toFixed(0)} Myr`"))
        window.evaluate("document.querySelector('#chapters button').click()")
        self.assertFloat(window, "milkomedaPage.state.time", 15.7, 1)  # the passage
        window.wait("document.getElementById('chapter').textContent === 'close passage 1'")
        all_shown = self.pixels(window)
        window.evaluate("document.querySelector('[aria-label=Settings]').click()")
        window.evaluate("document.querySelectorAll('#menu input[type=checkbox]')[0].click()")
        self.assertLess(psnr(self.pixels(window), all_shown), 40, "hiding a disk changes the picture")
        unnamed = window.evaluate("[...document.querySelectorAll('button, select, input')].filter((e) => "
                                  "!(e.getAttribute('aria-label') || e.labels?.length)).length")
        self.assertEqual(unnamed, 0, "every control has a name")
        self.assertEqual(window.log, [])

    def test_a_phone_shows_all_controls_and_takes_touches(self):
        window = self.open("#t=15&scale=0.3", 390, 844, mobile=True)
        outside = window.evaluate("""[...document.querySelectorAll('footer button, footer select, header')].filter((e) => {
          const r = e.getBoundingClientRect();
          return r.left < 0 || r.right > innerWidth || r.top < 0 || r.bottom > innerHeight; }).length""")
        self.assertEqual(outside, 0)
        self.assertEqual(window.evaluate("document.documentElement.scrollWidth"), 390)
        small = window.evaluate("[...document.querySelectorAll('#buttons button')].filter((e) => "
                                "e.offsetWidth < 44 || e.offsetHeight < 44).length")
        self.assertEqual(small, 0, "buttons are large enough for fingers")
        # In a high window, the picture is turned by 90 degrees.
        distance = window.evaluate("milkomedaPage.state.camera.distance")
        window.touch("touchStart", (150, 400), (250, 400))
        window.touch("touchMove", (100, 400), (300, 400))
        window.touch("touchEnd")
        self.assertFloat(window, "milkomedaPage.state.camera.distance", distance / 2, 0.02 * distance)
        window.touch("touchStart", (200, 400))
        window.touch("touchMove", (200, 500))
        window.touch("touchEnd")
        self.assertFloat(window, "milkomedaPage.state.camera.yaw", CAMERA["yaw"] + math.pi * 100 / 844, 0.01)
        self.assertEqual(window.log, [])

    def test_a_web_server_delivers_the_page_and_nothing_else(self):
        quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(quiet, directory=self.folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_port}/run.html"
        window = self.open("#t=3&scale=0.3", address=address)
        self.assertEqual(window.log, [f"network: {address}"])
        window.call("HeapProfiler.collectGarbage")
        used = window.call("Runtime.getHeapUsage")
        megabytes = (used["usedSize"] + used.get("backingStorageSize", 0)) / 1e6
        print(f"memory of scripts: {megabytes:.1f} MB")
        # 2560 bodies at 81 moments take 1.2 MB; libraries and texts take most of the rest.
        self.assertLess(megabytes, 30)


if __name__ == "__main__":
    if browser.find_chromium() is None:
        sys.exit(print("skipped: Chromium (package chromium) is not installed") or command.skipped)
    command.main(opencl=True, opengl=True)
