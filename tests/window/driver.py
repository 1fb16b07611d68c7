"""Runs the program in a real window for tests, on a separate X server, and simulates a user with mouse and keyboard.

The tests judge the program by the output of --trace. They never wait for a fixed time. They wait up to `patience`
seconds for an event, or for the next frames, after which the effect of an input must be visible."""

import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

from picture import Picture

patience = int(os.environ.get("TEST_PATIENCE", 60))  # time limit in seconds, long enough for a busy machine
skipped = 77  # exit status that ctest reports as skipped


class Display:
    """An X server without a window manager, on a free display number. Held keys repeat only if `keys_repeat` is true."""

    def __init__(self, width=1600, height=900, keys_repeat=False):
        there, here = os.pipe()
        screen = f"{width}x{height}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(here), "-screen", "0", screen, "-nolisten", "tcp", "-noreset",
             "r" if keys_repeat else "-r"],
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
    """A running program with --trace, with its events so far and the newest event of each name. Can wait for further
    events."""

    def __init__(self, command, display, folder, environment={}):
        self.folder = folder
        self.events = []  # all events of the trace except frames
        self.state = {}  # newest event of each name
        self.frame_ms = []
        self.wake = lambda: None
        self.heard = lambda event: None  # a function that is called immediately for each event
        self._news = threading.Condition()
        self._ended = False
        self._errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=self._errors, text=True,
            # The driver of OpenCL caches compiled kernels and shaders in this folder for later tests. Without a cache
            # each start would take a second longer.
            env={"POCL_CACHE_DIR": os.path.join(os.path.dirname(command[0]), "pocl-cache"),
                 "MESA_SHADER_CACHE_DIR": os.path.join(os.path.dirname(command[0]), "test-cache")} | os.environ
            # Software rendering uses one thread, because several tests run at the same time.
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
        """Waits until the condition is true. The test fails after `patience` seconds."""
        with self._news:
            happened = self._news.wait_for(lambda: self._ended or condition(), seconds) and condition()
        if not happened:
            why = f"the program ended with {self.process.wait()}" if self._ended else f"not in {seconds} s"
            states = "\n".join(str(state) for name, state in self.state.items() if name != "widgets")
            raise AssertionError(f"{what}: {why}\n{states}\nstandard error:\n{self.stderr()[-2000:]}")

    def frames(self, count=2):
        """Waits for `count` frames, after which all previous inputs have had their effect. The current frame may have
        read its events before these inputs, but the next frame reads them."""
        last = len(self.frame_ms) + count
        for _ in range(patience):
            with self._news:
                if self._news.wait_for(lambda: self._ended or len(self.frame_ms) >= last, 0.5):
                    break
            self.wake()  # An idle window draws no frames until it gets an event.
        self.wait(lambda: len(self.frame_ms) >= last, f"{count} more frames")

    def count(self, name):
        return sum(event["event"] == name for event in self.events)

    def own_bytes(self):
        """Returns the resident memory without mapped files. The code of a library, a mapped file, stays in memory
        after its first use."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return sum(int(line.split()[1]) for line in status if line.startswith(("RssAnon:", "RssShmem:"))) * 1024

    def least_bytes(self, seconds=4):
        """Returns the smallest own_bytes() within `seconds`, because the software renderer frees the memory of
        pictures only once a second."""
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


class Client:
    """A connection to the socket of --listen (docs/listening.md)."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(patience)
        self.socket.connect(path)
        self.lines = self.socket.makefile("rb")
        self.last_id = 0

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())

    def reply(self):
        """Returns the next reply, or None if the program has closed the connection."""
        line = self.lines.readline()
        return json.loads(line) if line else None

    def ask(self, **request):
        self.last_id += 1
        self.send(json.dumps({"id": self.last_id, **request}) + "\n")
        reply = self.reply()
        assert reply and reply["id"] == self.last_id, reply
        return reply

    def close(self):
        self.lines.close()
        self.socket.close()


class Place(tuple):
    """A point of a control. While the mouse approaches the control, the control may move, for example if content
    above it grows."""

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
        """Sends an event without effect, so that an idle window draws frames."""
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
        self.program.frames()  # In the next frame, the panels determine which control is under the mouse.
        if isinstance(place, Place) and place.has_moved():
            self.move(place.found_again())

    def wiggle(self):
        """Moves the pointer by a pixel and back."""
        for way in (1, -1):
            self.xdotool("mousemove_relative", "--", way, 0)
            self.program.frames(2)  # The frame in progress may have taken its input before the motion.

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

    def double_click(self, place):
        """Clicks twice. The delay is longer than a frame, because ImGui merges two presses within one frame."""
        self.move(place)
        self.xdotool("click", "--repeat", 2, "--delay", 120, 1)
        self.program.frames()

    def drag(self, start, end, button=1):
        self.move(start)
        self.press(button)
        self.move(end)
        self.release(button)

    def wheel(self, place, notches):
        """Turns the wheel at this point by `notches`. Positive notches turn away from the user."""
        self.move(place)
        self.xdotool("click", "--repeat", abs(notches), "--delay", 5, 4 if notches > 0 else 5)
        self.program.frames()

    def key(self, name):
        self.xdotool("key", name)
        self.program.frames()

    def hold(self, name):
        """Holds a key down for at least one frame, because panels read keys once a frame."""
        self.xdotool("keydown", name)
        self.program.frames()

    def release_key(self, name):
        self.xdotool("keyup", name)
        self.program.frames()

    def press_key(self, name):
        self.hold(name)
        self.release_key(name)

    def type(self, text):
        self.xdotool("type", "--delay", 5, "--", text)
        self.program.frames()

    def resize(self, width, height):
        """Resizes the window and waits until its panels are placed for the new size."""
        self.xdotool("windowsize", self.window, width, height)
        self.program.wait(lambda: (self.program.state["screen"]["width"], self.program.state["screen"]["height"]) ==
                          (width, height), f"the window has {width}x{height}")
        self.program.frames(6)

    def off(self):
        """Releases all mouse buttons and keys, which a failed test may have left pressed."""
        self.xdotool("mouseup", 1, "mouseup", 2, "mouseup", 3, "keyup", "ctrl")

    def _connection(self):
        """Opens a connection to the X server, for functions that xdotool lacks."""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
        return x11, ctypes.c_void_p(x11.XOpenDisplay(self.environment["DISPLAY"].encode()))

    def set_resources(self, text):
        """Sets X resources like the program xrdb. Desktops announce the scale of their screen by the resource
        Xft.dpi."""
        x11, display = self._connection()
        string, replace = 31, 0
        resource_manager = x11.XInternAtom(display, b"RESOURCE_MANAGER", False)
        x11.XChangeProperty(display, ctypes.c_ulong(x11.XDefaultRootWindow(display)),
                            ctypes.c_ulong(resource_manager), ctypes.c_ulong(string), 8, replace,
                            text.encode(), len(text))
        x11.XCloseDisplay(display)

    def drop(self, *files):
        """Drops files on the window like a file manager, by the protocol XDND."""
        x11, display = self._connection()
        x11.XCreateSimpleWindow.restype = ctypes.c_ulong
        long, window, x, y = ctypes.c_long, int(self.window), 200, 200
        client_message, selection_request, selection_notify = 33, 30, 31

        def atom(name):
            return x11.XInternAtom(display, name, False)

        class Event(ctypes.Structure):
            """Fields of XClientMessageEvent; `data` also covers the fields of XSelectionRequestEvent."""
            _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                        ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                        ("format", long), ("data", long * 17)]

        source = x11.XCreateSimpleWindow(display, ctypes.c_ulong(x11.XDefaultRootWindow(display)), 0, 0, 1, 1, 0,
                                         ctypes.c_ulong(0), ctypes.c_ulong(0))
        x11.XSetSelectionOwner(display, ctypes.c_ulong(atom(b"XdndSelection")), ctypes.c_ulong(source), ctypes.c_ulong(0))
        left, top = (int(line.split("=")[1]) for line in
                     self.xdotool("getwindowgeometry", "--shell", self.window).splitlines() if line[:2] in ("X=", "Y="))
        version, uris = 5, atom(b"text/uri-list")
        for name, data in [(b"XdndEnter", [source, version << 24, uris, 0, 0]),
                           (b"XdndPosition", [source, 0, (left + x) << 16 | (top + y), 0, atom(b"XdndActionCopy")]),
                           (b"XdndDrop", [source, 0, 0, 0, 0])]:
            message = Event(type=client_message, window=window, message_type=atom(name), format=32)
            message.data[:5] = data
            x11.XSendEvent(display, ctypes.c_ulong(window), False, long(0), ctypes.byref(message))
        x11.XFlush(display)
        text = "".join(f"file://{urllib.parse.quote(file)}\r\n" for file in files).encode()
        event = Event()
        while event.type != client_message or event.message_type != atom(b"XdndFinished"):
            x11.XNextEvent(display, ctypes.byref(event))
            if event.type != selection_request:
                continue
            # owner, requestor, selection, target, property and time are the fields from `window` on.
            requestor, selection, target, place = event.message_type, event.format, event.data[0], event.data[1]
            x11.XChangeProperty(display, ctypes.c_ulong(requestor), ctypes.c_ulong(place), ctypes.c_ulong(target), 8, 0,
                                text, len(text))
            answer = Event(type=selection_notify, window=requestor, message_type=selection, format=target)
            answer.data[:2] = [place, event.data[2]]
            x11.XSendEvent(display, ctypes.c_ulong(requestor), False, long(0), ctypes.byref(answer))
            x11.XFlush(display)
        x11.XCloseDisplay(display)

    def click_close_button(self):
        """Sends the message that a window manager sends after a click on the close button of a window."""
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


# Controls inside of a closed section, with the header of the section.
folded = {f"Physics/{name}": "Physics/Advanced"
          for name in ["Gravity", "Fraction mode", "Accuracy", "Integrator", "Steps per frame", "Key frame memory"]}
folded |= {f"Scene/{name}": "Scene/Save bodies" for name in ["File##save", "Save", "Save as..."]}


def tab_of(places, panel):
    """Returns the name of the control that opens a panel, or None if the control is not visible."""
    if panel == "Timing":  # The Device drawer contains the button of this panel.
        return "Device/Timing" if "Device/Timing" in places or "Right/Device" in places else None
    return next((name for name in (f"{side}/{panel}" for side in ["Left", "Right"]) if name in places), None)


def panel_that_scrolls(places, label):
    """Returns the panel that must be scrolled to show a control, or None for entries of lists and for panels without
    an icon."""
    panel, owner = label.split("/")[0], label.rpartition("/")[0]
    is_offered = owner != panel and owner in places or label.endswith("/close")
    return panel if panel != label and tab_of(places, panel) and not is_offered else None


# Options of a camera that stays where the test leaves it; by default, the camera keeps all galaxies in view.
still_camera = ["--set", "camera.fills_picture=false"]
# Options that leave out the gas of a shipped scene, so that steps can be undone and energy is conserved.
without_gas = ["--set", "with_gas=false"]


class WindowTest(unittest.TestCase):
    """Tests that share one run of the program. Before each test, the run returns to its start and plays."""

    arguments = []
    environment = {}
    screen = []  # width and height of the X screen; empty for the default size
    # With true, held keys repeat. On a busy machine, a key could then repeat after the release of its modifier, for
    # example a after ctrl+a.
    keys_repeat = False
    saves_settings = False
    listens = False  # true: the program has a socket for ask()
    expected_trouble = "none"  # message that the program may print during this test class
    tier = None  # value for --interop, from the command line of the test

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.mkdtemp(prefix="milkomeda-window-")
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        cls.display = Display(*cls.screen, keys_repeat=cls.keys_repeat)
        cls.addClassCleanup(cls.display.close)
        cls.start()

    @classmethod
    def start(cls, *more):
        cls.program = Program(cls.command(*more), cls.display, cls.scratch, cls.environment)
        cls.addClassCleanup(cls.program.close)
        cls.program.wait(lambda: len(cls.program.frame_ms) >= 3, "the first frames are drawn")
        cls.hands = Hands(cls.display, cls.program)
        if cls.listens:
            cls.client = Client(cls.socket_path())
            cls.addClassCleanup(cls.client.close)

    @classmethod
    def socket_path(cls):
        return os.path.join(cls.scratch, "socket")

    @classmethod
    def command(cls, *more):
        words = [cls.executable, "--trace", "--verbose", *cls.arguments, *more]
        if not cls.saves_settings:
            words.append("--no-settings")
        if cls.listens:
            words += ["--listen", cls.socket_path()]
        if cls.tier:
            words += ["--interop", cls.tier]
        return words

    @classmethod
    def tearDownClass(cls):
        """Ends the program. The test class fails if the program has printed error messages or ends with an error."""
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

    # Short forms of frequent queries and actions.

    def state(self, name):
        return self.program.state[name]

    def ask(self, **request):
        """Sends a request to the socket, and returns its result after the trace has shown the effect. Quicker than
        keys and mouse, for tests whose subject is neither."""
        reply = self.client.ask(**request)
        self.assertNotIn("error", reply, request)
        self.wait(lambda: self.program.state["frame"]["number"] >= reply["frame"], "the trace of the frame arrives")
        return reply["result"]

    def wait(self, condition, what):
        self.program.wait(condition, what)

    def wait_for(self, event, what="", **fields):
        """Waits until the newest event `name` has these fields and values. Numbers may differ by a millionth."""
        def holds():
            return all(same(self.state(event)[field], value) for field, value in fields.items())
        try:
            self.wait(holds, what or f"{event} becomes {fields}")
        except AssertionError as error:  # The report of all events may be cut off, so this event comes first.
            raise AssertionError(f"{self.program.state.get(event)}\n{error}") from None

    def places(self):
        return self.state("widgets")["places"]

    def tab(self, panel):
        """Returns the name of the control that opens a panel, or None if the control is not visible."""
        return tab_of(self.places(), panel)

    def place(self, label, right=0.5, down=0.5):
        """Returns a point of the control "Panel/label" after the panel has stopped moving. Like a user, opens the
        panel and the section of the control, and scrolls to the control."""
        self.program.frames(1)
        panel = label.split("/")[0]
        if panel == "Transport" and panel not in self.places():
            self.hands.wiggle()  # The time bar appears when the pointer moves.
        if self.tab(panel) and panel not in self.places():
            self.hands.click(self.place(self.tab(panel)))
        if label in folded and label not in self.places():
            self.hands.click(self.place(folded[label]))
        x, y, width, height = found = self.scrolled_to(label)
        return Place((x + right * width, y + down * height),
                     has_moved=lambda: self.places().get(label, found) != found,
                     found_again=lambda: self.place(label, right, down))

    def settled_rectangle(self, label):
        """Returns the rectangle of the control (x, y, width, height) when the control no longer moves."""
        before = None
        while before is None or self.places().get(label) != before:  # The control moves while the panel is growing.
            self.wait(lambda: label in self.places(), f"{label} is on the screen")
            before = self.places()[label]
            self.program.frames(2)
        return before

    def scrolled_to(self, label):
        place, panel = self.settled_rectangle(label), panel_that_scrolls(self.places(), label)
        if not panel:
            return place
        for _ in range(200):  # A small panel with all sections open needs many turns of the wheel.
            # The panel is measured in each turn, because notices that appear or disappear change its height.
            x, y, width, height = self.places()[panel]
            _, top, _, own = place
            if y <= top and top + min(own, 0.5 * height) <= y + height:
                return place
            # The pointer is at the edge of the panel, because over a plot the wheel would zoom the plot.
            self.hands.wheel((x + 3, y + 0.5 * height), 1 if top < y else -1)
            self.program.frames(2)
            place = self.settled_rectangle(label)
        raise AssertionError(f"{label} at {place} cannot be reached in {panel} at {x, y, width, height}")

    def picture(self, right=0.5, down=0.5):
        """Returns a point of the window. By default, no panel covers the center of the window."""
        return right * self.state("screen")["width"], down * self.state("screen")["height"]

    def screenshot(self):
        before = self.program.count("screenshot")
        self.hands.key("F12")
        self.wait(lambda: self.program.count("screenshot") > before, "a screenshot is written")
        return Picture(os.path.join(self.program.folder, self.state("screenshot")["file"]))

    def restart(self):
        """Resets simulation and camera with the key `r`."""
        resets = self.program.count("reset")
        self.hands.key("r")
        self.wait(lambda: self.program.count("reset") > resets, "reset")
        self.program.frames()


class PanelTest(WindowTest):
    """Tests that operate the controls of panels like a user. The name of a control is "Panel/label"."""

    def pull(self, label, way):
        """Drags a slider by `way` pixels. A slider returns to its old value if the mouse leaves the window."""
        x, y = self.place(label, right=0)
        self.hands.drag((x + 40, y), (x + way, y))

    def reset_control(self, label):
        self.hands.click(self.place(label, right=0.1), button=3)

    def enter(self, label, text):
        """Types a value into a control, after a Ctrl+click that turns a slider into a text field."""
        place = self.place(label, right=0.1)
        self.hands.hold("ctrl")
        self.hands.click(place)
        self.hands.release_key("ctrl")
        self.hands.type(text)
        self.hands.press_key("Return")
        self.program.frames()

    def replace_text(self, label, text):
        self.hands.click(self.place(label, right=0.1))
        self.hands.press_key("ctrl+a")
        self.hands.type(text)

    def choose(self, label, option):
        self.hands.click(self.place(label, right=0.1))
        self.place(f"{label}/{option}")
        self.hands.click(self.place(f"{label}/{option}", right=0.2))
        self.program.frames()  # Keys reach the program only after the list has closed.

    def go_to(self, time):
        """Types a time and waits until the run is exactly at this time."""
        self.hands.key("slash")
        self.place("Go to/time")
        self.hands.type(str(time))
        self.hands.press_key("Return")
        self.wait(lambda: "Go to" not in self.places(), "the text field is closed")
        self.wait(lambda: abs(self.state("transport")["time"] - time) < 1e-6 and
                  self.state("transport")["heading_for"] is None and not self.state("transport")["backwards"],
                  f"t = {time}")
        self.program.frames()

    def is_there(self, label):
        return label in self.state("widgets")["places"]

    def open_section(self, label, control):
        """Opens a section of a panel, so that this control, or the whole section, is visible."""
        self.place(label)  # Brings the panel to the front.
        if not self.is_there(control):
            self.hands.click(self.place(label))
        self.place(control)
        self.program.frames(5)  # After some frames, the panel has its final size and position.


def same(a, b):
    number = isinstance(a, (int, float)) and isinstance(b, (int, float))
    return abs(a - b) <= 1e-6 * max(1, abs(b)) if number else a == b


def main(*cases):
    """Runs the test classes `cases` in their order. A test script has two arguments: the program, and the tier
    (shared, copied, or - for the default tier). Further arguments are names of tests; with them, only these tests
    run."""
    for tool in ["Xvfb", "xdotool"]:
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed")
            sys.exit(skipped)
    WindowTest.executable = os.path.abspath(sys.argv[1])
    WindowTest.tier = None if sys.argv[2] == "-" else sys.argv[2]
    wanted = [word for word in sys.argv[3:] if word.startswith("test_")]
    # Tests run in the order of the file.
    suite = unittest.TestSuite(case(name) for case in cases for name in vars(case)
                               if name.startswith("test_") and (not wanted or name in wanted))
    started = time.monotonic()
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    print(f"{time.monotonic() - started:.1f} s")
    sys.exit(not result.wasSuccessful())
