"""A real window for tests: an X server of its own, the program in it, and a person at mouse and keyboard.

What the program does is judged by what --trace tells. Nothing here waits for a time to pass: it waits for
something to happen, up to `patience`, or for the next frames, after which what was going to happen has.
"""

import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from picture import Picture

patience = 60  # seconds; a busy machine is slow, not wrong
skipped = 77  # what ctest shows as skipped


class Display:
    """An X server without a window manager, on a number that it finds itself."""

    def __init__(self, width=1600, height=900):
        there, here = os.pipe()
        screen = f"{width}x{height}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(here), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"],
            pass_fds=[here], stderr=subprocess.DEVNULL)
        os.close(here)
        with os.fdopen(there) as number:
            self.name = ":" + number.readline().strip()
        if self.name == ":":
            raise RuntimeError("Xvfb does not start")

    def close(self):
        self.server.terminate()
        self.server.wait()


class Program:
    """The program with --trace: its events so far, the newest state of each name, and waiting for more."""

    def __init__(self, command, display, folder, environment={}):
        self.folder = folder
        self.events = []  # all but frames
        self.state = {}  # by the event's name
        self.frame_ms = []
        self.wake = lambda: None
        self.heard = lambda event: None  # at once
        self._news = threading.Condition()
        self._ended = False
        self._errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=self._errors, text=True,
            # Compiled kernels and shaders are kept beside the program, or every start would take a second.
            env={"POCL_CACHE_DIR": os.path.join(os.path.dirname(command[0]), "pocl-cache"),
                 "MESA_SHADER_CACHE_DIR": os.path.join(os.path.dirname(command[0]), "test-cache")} | os.environ
            # Tests share the processors: a picture has one thread.
            | {"LP_NUM_THREADS": "0", "DISPLAY": display.name, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder,
               "XDG_STATE_HOME": folder}
            | environment)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            event = json.loads(line)
            self.heard(event)
            with self._news:
                self.state[event["event"]] = event
                if event["event"] == "frame":
                    self.frame_ms.append(event["frame_ms"])
                else:
                    self.events.append(event)
                self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def stderr(self):
        with self._news:
            self._errors.seek(0)
            return self._errors.read()

    def wait(self, condition, what, seconds=patience):
        """Until the condition holds; fails the test when it does not in time."""
        with self._news:
            happened = self._news.wait_for(lambda: self._ended or condition(), seconds) and condition()
        if not happened:
            why = f"the program ended with {self.process.wait()}" if self._ended else f"not in {seconds} s"
            states = "\n".join(str(state) for name, state in self.state.items() if name != "widgets")
            raise AssertionError(f"{what}: {why}\n{states}\nstandard error:\n{self.stderr()[-2000:]}")

    def frames(self, count=2):
        """Until all that was done before now has had its effect, if any: the frame that is under way may have
        taken in its events before, the next one has not."""
        last = len(self.frame_ms) + count
        for _ in range(patience):
            with self._news:
                if self._news.wait_for(lambda: self._ended or len(self.frame_ms) >= last, 0.5):
                    break
            self.wake()  # a picture in which nothing changes has no frames
        self.wait(lambda: len(self.frame_ms) >= last, f"{count} more frames")

    def count(self, name):
        return sum(event["event"] == name for event in self.events)

    def own_bytes(self):
        """Resident, but for what is read from files: libraries' code, which comes when it first runs, and stays."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return sum(int(line.split()[1]) for line in status if line.startswith(("RssAnon:", "RssShmem:"))) * 1024

    def least_bytes(self, seconds=4):
        """Of its own in that time: what a picture takes in the software renderer is given back once a second."""
        weighed, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            weighed.append(self.own_bytes())
            time.sleep(0.01)
        return min(weighed)

    def exit_code(self):
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            raise AssertionError("the program does not end")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


class Place(tuple):
    """A point of a control, which may lie elsewhere when the mouse has come to it: what is above it grows, say."""

    def __new__(cls, point, has_moved, found_again):
        place = super().__new__(cls, point)
        place.has_moved, place.found_again = has_moved, found_again
        return place


class Hands:
    """Mouse and keyboard, in coordinates of the program's window."""

    def __init__(self, display, program):
        self.program = program
        self.environment = os.environ | {"DISPLAY": display.name}
        self.window = self.xdotool("search", "--sync", "--onlyvisible", "--name", "^Milkomeda").split()[0]
        program.wake = self.wake
        self.focus()

    def wake(self):
        """Something happens to the window that means nothing."""
        subprocess.run(["xprop", "-id", self.window, "-f", "_WAKE", "8s", "-set", "_WAKE", "up"],
                       env=self.environment, timeout=patience, check=True)

    def xdotool(self, *words):
        done = subprocess.run(["xdotool", *map(str, words)], env=self.environment, text=True,
                              capture_output=True, timeout=patience)
        if done.returncode:
            raise AssertionError(f"xdotool {words}: {done.stderr}")
        return done.stdout

    def focus(self):
        self.xdotool("windowfocus", "--sync", self.window)

    def move(self, place):
        self.xdotool("mousemove", "--window", self.window, "--", round(place[0]), round(place[1]))
        self.program.frames()  # the panels learn only in a frame what the mouse is over
        if isinstance(place, Place) and place.has_moved():
            self.move(place.found_again())

    def press(self, button=1):
        self.xdotool("mousedown", button)
        self.program.frames()

    def release(self, button=1):
        self.xdotool("mouseup", button)
        self.program.frames()

    def click(self, place, button=1):
        self.move(place)
        self.press(button)
        self.release(button)

    def drag(self, start, end, button=1):
        self.move(start)
        self.press(button)
        self.move(end)
        self.release(button)

    def wheel(self, place, notches):
        """Positive away from the person."""
        self.move(place)
        self.xdotool("click", "--repeat", abs(notches), "--delay", 5, 4 if notches > 0 else 5)
        self.program.frames()

    def key(self, name):
        self.xdotool("key", name)
        self.program.frames()

    def hold(self, name):
        """Down, for a frame at least; panels look at keys only once a frame."""
        self.xdotool("keydown", name)
        self.program.frames()

    def let_go(self, name):
        self.xdotool("keyup", name)
        self.program.frames()

    def stroke(self, name):
        self.hold(name)
        self.let_go(name)

    def type(self, text):
        self.xdotool("type", "--delay", 5, "--", text)
        self.program.frames()

    def resize(self, width, height):
        """The window, whose panels find their places again."""
        self.xdotool("windowsize", self.window, width, height)
        self.program.wait(lambda: (self.program.state["screen"]["width"], self.program.state["screen"]["height"]) ==
                          (width, height), f"the window has {width}x{height}")
        self.program.frames(6)

    def off(self):
        """Nothing is pressed, whatever a test that failed has left."""
        self.xdotool("mouseup", 1, "mouseup", 2, "mouseup", 3, "keyup", "ctrl")

    def _connection(self):
        """For the little that xdotool cannot do."""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
        return x11, ctypes.c_void_p(x11.XOpenDisplay(self.environment["DISPLAY"].encode()))

    def set_resources(self, text):
        """As xrdb does; Xft.dpi is how desktops tell the scale of their screen."""
        x11, display = self._connection()
        string, replace = 31, 0
        resource_manager = x11.XInternAtom(display, b"RESOURCE_MANAGER", False)
        x11.XChangeProperty(display, ctypes.c_ulong(x11.XDefaultRootWindow(display)),
                            ctypes.c_ulong(resource_manager), ctypes.c_ulong(string), 8, replace,
                            text.encode(), len(text))
        x11.XCloseDisplay(display)

    def click_close_button(self):
        """Sends what a window manager sends when its close button is clicked."""
        x11, display = self._connection()

        class ClientMessage(ctypes.Structure):
            _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong),
                        ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
                        ("data", ctypes.c_long * 5), ("rest_of_an_event", ctypes.c_long * 24)]

        def atom(name):
            return x11.XInternAtom(display, name, False)

        message = ClientMessage(type=33, window=int(self.window), message_type=atom(b"WM_PROTOCOLS"), format=32)
        message.data[0] = atom(b"WM_DELETE_WINDOW")
        x11.XSendEvent(display, ctypes.c_ulong(int(self.window)), False, ctypes.c_long(0), ctypes.byref(message))
        x11.XCloseDisplay(display)


def tab_of(places, panel):
    """The name of a panel's tab, where there is one on the screen."""
    return next((name for name in (f"{side}/{panel}" for side in ["Left", "Right"]) if name in places), None)


def panel_that_scrolls(places, label):
    """The one in which a control may be out of sight; None for what a choice offers, and where a panel has no tab."""
    panel, owner = label.split("/")[0], label.rpartition("/")[0]
    is_offered = owner != panel and owner in places
    return panel if panel != label and tab_of(places, panel) and not is_offered else None


class WindowTest(unittest.TestCase):
    """One run of the program, which every test of the class finds as it began: playing, from the start."""

    arguments = []
    environment = {}
    screen = []  # its width and height, where they matter
    saves_settings = False
    expected_trouble = "none"  # what the program may complain about
    tier = None  # from the command line of the test

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="milkomeda-window-")
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        cls.display = Display(*cls.screen)
        cls.addClassCleanup(cls.display.close)
        cls.start()

    @classmethod
    def start(cls, *more):
        cls.program = Program(cls.command(*more), cls.display, cls.scratch, cls.environment)
        cls.addClassCleanup(cls.program.close)
        cls.program.wait(lambda: len(cls.program.frame_ms) >= 3, "the first frames")
        cls.hands = Hands(cls.display, cls.program)

    @classmethod
    def command(cls, *more):
        words = [cls.executable, "--trace", "--verbose", *cls.arguments, *more]
        if not cls.saves_settings:
            words.append("--no-settings")
        if cls.tier:
            words += ["--interop", cls.tier]
        return words

    @classmethod
    def tearDownClass(cls):
        """Whatever was done to it, the program ends well and had nothing to complain about."""
        if cls.program.process.poll() is None:
            cls.hands.xdotool("key", "ctrl+q")
        code = cls.program.exit_code()
        said = cls.program.stderr()
        troubles = [line for line in said.splitlines()
                    if ("OpenGL error" in line or "misuse" in line) and cls.expected_trouble not in line]
        if code != 0 or troubles:
            raise AssertionError(f"the program ended with {code} and said:\n{said[-4000:]}")

    def tearDown(self):
        if self.program.process.poll() is None:
            self.hands.off()

    # Shorter sentences for what tests ask and do most.

    def state(self, name):
        return self.program.state[name]

    def wait(self, condition, what):
        self.program.wait(condition, what)

    def wait_for(self, event, what="", **fields):
        """Until these fields of the newest event of that name have these values; numbers to a millionth."""
        def holds():
            return all(same(self.state(event)[field], value) for field, value in fields.items())
        self.wait(holds, what or f"{event} becomes {fields}")

    def places(self):
        return self.state("widgets")["places"]

    def tab(self, panel):
        """The name of a panel's tab, where there is one on the screen."""
        return tab_of(self.places(), panel)

    def place(self, label, right=0.5, down=0.5):
        """A point of what the panels tell of, by "Panel/label", once they have settled after what was done. A panel
        that is behind another one comes to the front, and is scrolled to the control, as a person does it."""
        self.program.frames(1)
        panel = label.split("/")[0]
        if self.tab(panel) and panel not in self.places():
            x, y, width, height = self.settled(self.tab(panel))
            self.hands.click((x + 0.5 * width, y + 0.5 * height))
        x, y, width, height = found = self.scrolled_to(label)
        return Place((x + right * width, y + down * height),
                     has_moved=lambda: self.places().get(label, found) != found,
                     found_again=lambda: self.place(label, right, down))

    def settled(self, label):
        """Its rectangle: x, y, width, height."""
        before = None
        while before is None or self.places().get(label) != before:  # a panel may be growing
            self.wait(lambda: label in self.places(), f"{label} is on the screen")
            before = self.places()[label]
            self.program.frames(2)
        return before

    def scrolled_to(self, label):
        place, panel = self.settled(label), panel_that_scrolls(self.places(), label)
        if not panel:
            return place
        for _ in range(200):  # a panel of four lines, all of whose sections are open, is long
            x, y, width, height = self.places()[panel]  # notices come and go, and have room of it
            _, top, _, own = place
            if y <= top and top + min(own, 0.5 * height) <= y + height:
                return place
            # At its edge: over a plot the wheel is the plot's.
            self.hands.wheel((x + 3, y + 0.5 * height), 1 if top < y else -1)
            self.program.frames(2)
            place = self.settled(label)
        raise AssertionError(f"{label} at {place} cannot be reached in {panel} at {x, y, width, height}")

    def picture(self, right=0.5, down=0.5):
        """A point of the window; no panel begins in its middle."""
        return right * self.state("screen")["width"], down * self.state("screen")["height"]

    def screenshot(self):
        before = self.program.count("screenshot")
        self.hands.key("F12")
        self.wait(lambda: self.program.count("screenshot") > before, "a screenshot")
        return Picture(os.path.join(self.program.folder, self.state("screenshot")["file"]))

    def restart(self):
        """`r`: the simulation and the camera begin again."""
        resets = self.program.count("reset")
        self.hands.key("r")
        self.wait(lambda: self.program.count("reset") > resets, "reset")
        self.program.frames()


class PanelTest(WindowTest):
    """Does what a person does with a panel's controls, named "Panel/label"."""

    def pull(self, label, way):
        """Drags a slider as far as the mouse goes; back at once where that is out of the window."""
        x, y = self.place(label, right=0)
        self.hands.drag((x + 40, y), (x + way, y))

    def put_back(self, label):
        self.hands.click(self.place(label, right=0.1), button=3)

    def enter(self, label, text):
        """Ctrl+click makes a text field of a slider."""
        place = self.place(label, right=0.1)
        self.hands.hold("ctrl")
        self.hands.click(place)
        self.hands.let_go("ctrl")
        self.hands.type(text)
        self.hands.stroke("Return")
        self.program.frames()

    def replace_text(self, label, text):
        self.hands.click(self.place(label, right=0.1))
        self.hands.stroke("ctrl+a")
        self.hands.type(text)

    def choose(self, label, option):
        self.hands.click(self.place(label, right=0.1))
        self.place(f"{label}/{option}")
        self.hands.click(self.place(f"{label}/{option}", right=0.2))
        self.program.frames()  # the list is gone, and keys are the program's again

    def is_there(self, label):
        return label in self.state("widgets")["places"]

    def open_section(self, label, control):
        """So that this control, or all that is in it, can be seen."""
        self.place(label)  # its panel comes to the front
        if not self.is_there(control):
            self.hands.click(self.place(label))
        self.place(control)
        self.program.frames(5)  # the panel grows, and finds a place again


def same(a, b):
    number = isinstance(a, (int, float)) and isinstance(b, (int, float))
    return abs(a - b) <= 1e-6 * max(1, abs(b)) if number else a == b


def main(*cases):
    """Called with the program and the tier (shared, copied, or - for neither in particular)."""
    for tool in ["Xvfb", "xdotool"]:
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed")
            sys.exit(skipped)
    WindowTest.executable = os.path.abspath(sys.argv[1])
    WindowTest.tier = None if sys.argv[2] == "-" else sys.argv[2]
    wanted = [word for word in sys.argv[3:] if word.startswith("test_")]  # for who looks for a mistake
    suite = unittest.TestSuite(case(name) for case in cases for name in vars(case)  # in the file's order
                               if name.startswith("test_") and (not wanted or name in wanted))
    started = time.monotonic()
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    print(f"{time.monotonic() - started:.1f} s")
    sys.exit(not result.wasSuccessful())
