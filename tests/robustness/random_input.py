#!/usr/bin/env python3
"""Random user input at the window for hours: panels, keys, mouse, typing, resets, loads, and lost devices.

  random_input.py PROGRAM [--minutes 120] [--seed 1] [--fault-layer LAYER] [-- WORDS FOR THE PROGRAM...]

The window must stay open and end correctly on request. Every frame must take less than a second, unless a notice has
announced a longer operation ("loading ..."), or a video with exact times is recorded. The window must not use more
memory in the last quarter of the measured time than in the first quarter; the test compares the medians of both. Memory
is measured in a fixed state: no video, no second run, no full screen, a small window, the first scene, and a device
that has been lost and reopened. Key frames have a separate memory limit. Everything drawn, compiled or built for the first
time stays in memory, so all features are used once before the measurement begins.

Exits with 1 on a failure; lines on standard output report progress. Needs Xvfb and xdotool, or uses the X
server named by MILKOMEDA_DISPLAY."""

import argparse
import collections
import contextlib
import os
import pathlib
import random
import re
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "window"))
import driver  # noqa: E402

most_growth = 0.02
longest_frame_ms = 1000
minutes_between_losses = 10
least_rests, most_seconds_between = 40, 90
first_scene, other_scene = "milky-way-andromeda", "plummer"
menu_height = 30  # height of the menu bar in pixels at scale 1
warm_up = 0.1  # fraction of the test time in which memory is not measured, because caches fill
keys = ["r", "d", "m", "p", "x", "b", "v", "plus", "minus", "space", "period", "comma", "n", "l", "c", "o", "F2", "f", "t",
        "h", "F1", "F3", "F6", "F9", "F11", "F12", "Escape", "ctrl+s", "Tab", "Return", "Up", "Down", "Left", "Right",
        "g", "i", "k", "j", "Delete", "ctrl+z", "ctrl+y", "ctrl+o", "BackSpace", "Home", "End", "u", "y", "z", "slash",
        "F4", "F7", "F8", "ctrl+e", "ctrl+r",
        *"123456789", *(f"ctrl+{number}" for number in "123456789")]
# Keys that change the picture: colors, light, annotations, projections, stereo, a second run, and the slice.
looks = ["b", "b", "b", "v", "p", "p", "x", "n", "l", "o", "o", "F2", "F2", "F2", "F2", "F4", "F4", "u", "b", "u"]
draw_modes = 5
accuracies = "draft", "default", "fine"
steps_at_rest, steps_when_measured = 60, 80
# pause in seconds before memory is measured; the program returns free memory to the system once per second
seconds_until_given_back = 2.5
# While memory is measured, the window has this size, at which a picture takes little memory. Larger pictures take 4
# to 15 MB, depending on content and resolution.
size_when_weighed = 320, 240
# maximum number of times that a control is operated again because it reveals controls that are still untested
most_ways_on = 30
# Texts typed into text fields, except into the fields that `untouched` names.
texts = ["1", "0.02", "2.5", "-3", "0", "abc", "1e9", "1e-9", "nan", "", "0.5 Myr", "ä€漢"]
untouched = re.compile(r"bodies|file|folder|path|source|quit|Menu/Save$|Save as", re.IGNORECASE)


class ThatDisplay:
    def __init__(self, name):
        self.name = name

    def close(self):
        pass


class RandomUser:
    """A user who operates mouse and keyboard at random."""

    def __init__(self, program, display, chance, fault, can_lose):
        # `can_lose` tells whether the device can be lost.
        self.program, self.chance, self.fault, self.can_lose = program, chance, fault, can_lose
        self.hands = driver.Hands(display, program)
        self.done = collections.Counter()
        self.last_input = ""  # name of the last control or key
        self.recent = collections.deque(maxlen=30)  # the latest 30 actions

    def random_point(self):
        """Returns a random point of the window, except the points where a click would end the program."""
        screen = self.program.state["screen"]
        x, y = self.chance.random() * screen["width"], self.chance.random() * screen["height"]
        left, top, width, height = self.program.state["widgets"]["places"].get("Menu/Quit", (0, 0, -1, -1))
        inside = left <= x <= left + width and top <= y <= top + height
        return self.random_point() if inside else (x, y)

    def menu_is_open(self):
        """Returns whether the menu with the entry Quit, which ends the program, is open."""
        return "Menu/Quit" in self.program.state["widgets"]["places"]

    def is_of_menus(self, place):
        return place[1] < menu_height * self.program.state["screen"]["ui_scale"] or self.menu_is_open()

    def random_control(self):
        places = self.program.state["widgets"]["places"]
        names = [name for name in places if not untouched.search(name)]
        if not names:
            return self.random_point()
        self.last_input = self.chance.choice(names)
        x, y, width, height = places[self.last_input]
        return x + self.chance.random() * width, y + self.chance.random() * height

    def press(self, key):
        """Presses a key. Presses Escape instead if the key could choose the entry Quit of an open menu."""
        self.last_input = "Escape" if key in ("Return", "space") and self.menu_is_open() else key
        self.hands.key(self.last_input)

    def press_random_key(self):
        self.press(self.chance.choice(keys))

    def click(self):
        self.hands.click(self.random_point(), self.chance.choice([1, 1, 1, 2, 3]))

    def click_control(self):
        self.hands.click(self.random_control())

    def drag_control(self):
        """Drags a control. The drag does not begin on a menu bar, because it could open the menu with the
        entry Quit."""
        start = self.random_control()
        if self.is_of_menus(start):
            self.click_control()
        else:
            self.hands.drag(start, self.random_point())

    def drag(self):
        start = self.random_point()
        if not self.is_of_menus(start):
            self.hands.drag(start, self.random_point(), self.chance.choice([1, 2, 3]))

    def hold(self):
        """Holds a slider or a galaxy with the mouse while keys are pressed."""
        start = self.chance.choice([self.random_point, self.random_control])()
        if self.is_of_menus(start):
            return
        self.hands.move(start)
        self.hands.press()
        for _ in range(self.chance.choice([1, 2, 3])):
            self.press_random_key()
        self.hands.move(self.random_point())
        self.hands.release()

    def choose(self):
        """Clicks with Ctrl at a random point to select a body."""
        self.hands.hold("ctrl")
        self.hands.click(self.random_point())
        self.hands.release_key("ctrl")

    def turn(self):
        self.hands.wheel(self.random_point(), self.chance.choice([-5, -1, 1, 5]))

    def type(self):
        self.hands.hold("ctrl")
        self.hands.click(self.random_control())
        self.hands.release_key("ctrl")
        self.hands.type(self.chance.choice(texts))
        self.press(self.chance.choice(["Return", "Escape", "Tab"]))

    def reopen(self):
        """Reopens a lost device; the button may appear a frame later."""
        if not self.program.state["device"]["lost"]:
            return
        self.fault.write_text("")
        for name, (x, y, width, height) in list(self.program.state["widgets"]["places"].items()):
            if name.endswith("/reopen"):
                self.hands.click((x + width / 2, y + height / 2))

    def lose_and_reopen_device(self):
        """Loses and reopens the device without driver caches. For a kernel that is new to its cache, PoCL's compiler
        takes 100 MB."""
        if not self.can_lose:
            return
        self.program.frames()  # The checkpoint of a scene arrives in parts, so the program gets some frames.
        if not self.program.state["transport"]["playing"]:
            self.hands.key("space")
        self.fault.write_text("clEnqueueNDRangeKernel 1 -5 lost\n")
        self.program.wait(lambda: self.program.state["device"]["lost"], "the device is lost")
        while self.program.state["device"]["lost"]:
            self.reopen()
            self.program.frames(5)

    def lose_device(self):
        self.fault.write_text(f"clEnqueueNDRangeKernel {self.chance.randrange(1, 500)} -5 lost\n")

    def rest(self):
        """Brings the program to the state in which memory is measured. If an earlier action prevents this state,
        reports the action and tries a second time."""
        try:
            self.close_everything()
        except AssertionError as why:
            if self.program.process.poll() is not None:
                raise
            print("the state for measuring was not reached; second attempt after:", str(why).splitlines()[0],
                  flush=True)
            self.done["put away once more"] += 1
            self.close_everything()

    def close_everything(self):
        """Ends everything that uses memory only for a time, loads the first scene with its look, and plays."""
        state = self.program.state
        # With an empty fault file no further call fails, so a working device stays available.
        self.fault.write_text("")
        for _ in range(3):
            self.hands.key("Escape")
        for what, key in (("film", "F10"), ("recording", "ctrl+e")):
            if state.get(what, {}).get("state") == "recording":
                self.hands.key(key)
                self.program.wait(lambda: state[what]["state"] != "recording", f"the {what} ends")
        if state["split"]["on"]:
            self.hands.key("F4")
        if state["slice"]["on"]:
            self.hands.key("u")
        if state["screen"]["full_screen"]:
            self.hands.key("F11")
        self.reopen()
        # Loading the present scene again keeps changed parameters, so another scene is loaded in between.
        self.load_persistently(other_scene)
        self.lose_and_reopen_device()
        self.load_persistently(first_scene)
        self.program.frames()
        while state["mode"]["name"] != "stars":
            self.hands.key("m")  # The key m changes the draw mode in all cameras; the key d would move the fly camera.
        while state["camera"]["stereo"] != "off":
            self.hands.key("F2")
        if not state["transport"]["playing"]:
            self.hands.key("space")
        self.program.wait(lambda: state["transport"]["steps"] >= steps_at_rest, "the run plays")

    def pause_at_fixed_step(self):
        """Pauses at a fixed step, at which the number of key frames is always equal."""
        self.play(False)
        while self.program.state["transport"]["steps"] < steps_when_measured:
            self.hands.key("period")
            self.program.frames()

    @contextlib.contextmanager
    def small_picture(self):
        screen = self.program.state["screen"]
        self.hands.resize(*size_when_weighed)
        end = time.monotonic() + seconds_until_given_back
        while time.monotonic() < end:
            self.hands.wake()
            self.program.frames(1)
        yield
        self.hands.resize(screen["width"], screen["height"])

    def play(self, on=True):
        self.hands.key("space")
        self.program.wait(lambda: self.program.state["transport"]["playing"] == on, f"the run plays: {on}")
        self.program.frames()

    def scenes(self):
        """Returns the scenes in the gallery that can be loaded."""
        self.hands.key("g")
        self.program.wait(lambda: self.program.state.get("gallery", {}).get("cards"), "the gallery is open")
        cards = self.program.state["gallery"]["cards"]
        self.hands.key("g")
        return [card["source"] for card in cards if not card["trouble"]]

    def load(self, scene):
        """Loads a scene from the gallery, whose layout takes some frames. Returns False if the device is lost
        meanwhile."""
        state, loads = self.program.state, self.program.count("reset")
        self.hands.key("g")
        self.program.wait(lambda: f"Scenes/{scene}" in state["widgets"]["places"], "the gallery is open")
        extent = state["screen"]
        # This point is inside the gallery, also in the left half of a stereo picture.
        inside = 0.25 * extent["width"], 0.5 * extent["height"]
        self.hands.wheel(inside, 50)  # Scrolls to the first scene.
        self.program.frames(10)

        def picture():
            x, y, width, height = state["widgets"]["places"][f"Scenes/{scene}"]
            return x + 0.5 * width, y + 0.3 * height

        for _ in range(50):
            if picture()[1] < 0.85 * extent["height"]:  # Scenes below this height may be hidden.
                break
            self.hands.wheel(inside, -1)
            self.program.frames(5)
        self.hands.click(picture())

        def is_loaded():
            return self.program.count("reset") > loads and state["scene"]["source"] == scene

        self.program.wait(lambda: is_loaded() or state["device"]["lost"], f"{scene} is loaded")
        return is_loaded()

    def load_persistently(self, scene):
        """Loads a scene; repeats the attempt if the device is lost meanwhile."""
        while not self.load(scene):
            self.reopen()
            self.program.frames(10)

    def pick(self, *labels):
        """Clicks several labels of a panel in order; each click may open the list that contains the next label. First
        opens the panel if the first label is not visible."""
        places = self.program.state["widgets"]["places"]
        if labels[0] not in places:
            labels = driver.tab_of(places, labels[0].split("/")[0]), *labels
        for label in labels:
            self.program.wait(lambda: label in self.program.state["widgets"]["places"], label)
            x, y, width, height = self.program.state["widgets"]["places"][label]
            self.hands.click((x + 0.2 * width, y + height / 2))
            self.program.frames(10)

    def sum_forces(self, solver):
        """Runs a few steps with each accuracy of the solver, because a driver keeps 10 MB for the first kernels that
        it builds."""
        is_open = f"Device/{solver}" in self.program.state["widgets"]["places"]
        self.pick(*([] if is_open else ["Device/Kernels"]), f"Device/{solver}")
        self.program.wait(lambda: self.program.state["solver"]["name"] == solver, solver)
        for accuracy in accuracies:
            self.pick("Simulation/Accuracy", f"Simulation/Accuracy/{accuracy}")
            steps = self.program.state["transport"]["steps"]
            self.program.wait(lambda: self.program.state["transport"]["steps"] > steps + 5, f"{solver}, {accuracy}")
            yield f"{solver}, {accuracy}"

    def cover_everything(self):
        """Uses each scene, solver, key and control once, and each draw mode with every look. Random input would take
        an hour for this. Prints its actions."""
        for scene in self.scenes():
            self.load_persistently(scene)
            self.program.frames(30)
            yield scene
        self.rest()
        for solver in "fmm", "auto":
            yield from self.sum_forces(solver)
        self.rest()
        for key in keys:
            self.press(key)
            self.program.frames(8)
            self.hands.key("Escape")
            self.reopen()
            yield key
        for number in range(draw_modes):
            self.rest()
            for _ in range(number):
                self.hands.key("m")
            mode = self.program.state["mode"]["name"]
            for key in looks:
                self.hands.key(key)
                self.program.frames(8)
                yield f"{mode} {key}"
        self.rest()
        yield from self.use_everything()
        self.rest()

    def use_everything(self):
        """Uses each control and everything that the control reveals: options of a choice, controls of a section,
        entries of a menu."""
        state = self.program.state
        used, leads_to, ways = set(), collections.defaultdict(set), collections.Counter()
        appeared = []
        while True:
            there = [name for name in state["widgets"]["places"] if not untouched.search(name)]
            unused = [name for name in [*appeared, *there] if name in there and name not in used]
            ways_on = [name for name in there if leads_to[name] - used and ways[name] < most_ways_on]
            if not unused and not ways_on:
                return
            name = (unused or ways_on)[0]
            ways[name] += name in used
            used.add(name)
            if place := self.brought_into_view(name):
                self.hands.click(place)
                self.program.frames(2)
                appeared = [other for other in state["widgets"]["places"] if other not in there]
                leads_to[name].update(other for other in appeared if not untouched.search(other))
                if not appeared:
                    self.hands.key("Escape")
            self.reopen()
            yield name

    def brought_into_view(self, name):
        """Returns a point of the control, or None if the control has disappeared or cannot be scrolled into view."""
        for _ in range(100):
            places = self.program.state["widgets"]["places"]
            if name not in places:
                return None
            x, y, width, height = places[name]
            middle, panel = (x + 0.5 * width, y + 0.5 * height), driver.panel_that_scrolls(places, name)
            if panel not in places:
                return middle
            left, top, _, own = places[panel]
            if top < middle[1] < top + own:
                return middle
            self.hands.wheel((left + 3, top + 0.5 * own), 3 if middle[1] < top else -3)
        return None

    def act(self):
        action = self.chance.choice([self.press_random_key] * 4 + [self.click_control] * 6 + [self.drag_control] * 3 + [
            self.drag, self.click, self.choose, self.turn, self.type, self.hold])
        self.done[action.__name__] += 1
        try:
            action()
            self.reopen()
        finally:
            self.recent.append(f"{action.__name__} {self.last_input}")
            if self.program.process.poll() is not None:
                print("actions before the failure:", *self.recent, sep="\n", flush=True)
            self.hands.off()
        return f"{action.__name__} {self.last_input}"


class Watch:
    """Records memory and frame times during the test."""

    def __init__(self, program, seconds):
        self.program, self.seconds = program, seconds
        self.memory, self.slow, self.seen = [], [], len(program.frame_ms)
        self.begin()
        # True while a video with exact times is recorded, whose frames may be slow.
        self.is_filmed = False
        # For each frame, whether a notice announces a long operation. Frames before the test get the present value.
        self.announces = [self.is_announced()] * self.seen
        self.places = [len(program.events)] * self.seen  # for each frame, the number of other events before the frame
        program.heard = self.handle_event

    def begin(self):
        """Starts the time in which memory is measured."""
        self.start = time.monotonic()

    def elapsed(self):
        return time.monotonic() - self.start

    def measure_memory(self):
        self.memory.append((self.elapsed() / self.seconds, self.program.least_bytes()))

    def handle_event(self, event):
        if event["event"] == "film_frame":
            self.is_filmed = self.program.state["film"].get("times") == "exact"
        if event["event"] == "frame":
            self.announces.append(self.is_announced())
            self.places.append(len(self.program.events))
            self.is_filmed = False

    def is_announced(self):
        return self.is_filmed or any(line.endswith(" ...") for line in self.program.state["notices"]["lines"])

    def look(self, action):
        """Finds slow frames that no notice announced. Each frame reports the time of the previous frame; during that
        time, the user saw the picture of the frame before the previous frame."""
        first, self.seen = self.seen, len(self.program.frame_ms)
        slow = [number for number in range(first, self.seen) if self.program.frame_ms[number] > longest_frame_ms
                and not any(self.announces[max(number - 2, 0):number])]
        for number in slow:
            told = self.program.events[self.places[max(number - 3, 0)]:self.places[number]]
            self.slow.append((round(self.elapsed()), round(self.program.frame_ms[number]), action))
            print("slow frame (s, ms, action):", self.slow[-1], "events before this frame:",
                  *(event for event in told if event["event"] not in ("widgets", "transport", "annotations")), sep="\n",
                  flush=True)

    def growth(self, of=statistics.median):
        """Returns the relative growth of the memory from the first quarter of the measured time to the last
        quarter."""
        quarter = (1 - warm_up) / 4

        def between(first, last):
            found = [memory for share, memory in self.memory if first <= share <= last]
            return of(found) if found else float("nan")
        return between(1 - quarter, 1) / between(warm_up, warm_up + quarter) - 1


def main():
    words = argparse.ArgumentParser()
    words.add_argument("program")
    words.add_argument("--minutes", type=float, default=120)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--fault-layer")
    words.add_argument("more", nargs="*")
    options = words.parse_intermixed_args()
    chance = random.Random(options.seed)
    there = os.environ.get("MILKOMEDA_DISPLAY")
    display = ThatDisplay(there) if there else driver.Display()
    with tempfile.TemporaryDirectory(prefix="milkomeda restless ") as folder:
        fault = pathlib.Path(folder) / "fault"
        environment = {}
        if options.fault_layer:
            environment = {"OPENCL_LAYERS": os.path.abspath(options.fault_layer), "MILKOMEDA_FAULT_FILE": str(fault)}
        command = [os.path.abspath(options.program), "--trace", *(options.more or ["--bodies", "1024"])]
        program = driver.Program(command, display, folder, environment)
        program.wait(lambda: len(program.frame_ms) >= 3, "the first frames are drawn", 60)
        person = RandomUser(program, display, chance, fault, bool(options.fault_layer))
        watch = Watch(program, 60 * options.minutes)
        looked_at = 0
        for what in person.cover_everything():
            watch.look(what)
            looked_at += 1
        print(f"{watch.elapsed() / 60:.1f} min for the first use of {looked_at} features", flush=True)
        watch.begin()
        told, next_loss, next_rest = 0, minutes_between_losses / 2, 0.0
        while watch.elapsed() < watch.seconds:
            watch.look(person.act())
            if watch.elapsed() >= next_rest:
                next_rest += min(watch.seconds / least_rests, most_seconds_between)
                person.rest()
                person.pause_at_fixed_step()
                with person.small_picture():
                    watch.measure_memory()
                person.play()
                watch.look("rest")
            if options.fault_layer and watch.elapsed() >= 60 * next_loss:
                next_loss += minutes_between_losses
                person.lose_device()
            if watch.elapsed() >= told:
                told += 60
                print(f"{watch.elapsed() / 60:.0f} min: {sum(person.done.values())} actions, {watch.seen} frames, "
                      f"{program.own_bytes() >> 20} MiB, {watch.memory[-1][1] >> 20} MiB at the last "
                      f"measurement, "
                      f"{len(watch.slow)} slow frames {watch.slow[-1:]}, {program.state['scene']['source']}", flush=True)
        lost = sum(event["event"] == "device" and event["lost"] for event in program.events)
        person.hands.xdotool("key", "ctrl+q")
        code = program.exit_code()
        troubles = [line for line in program.stderr().splitlines() if "OpenGL error" in line or "misuse" in line]
        growth = watch.growth()
        print(f"{options.minutes:g} minutes, {dict(person.done)}, {watch.seen} frames, device lost {lost} times: "
              f"memory growth {100 * growth:+.2f} % (of the minimum {100 * watch.growth(min):+.2f} %), "
              f"memory in MiB {[memory >> 20 for _, memory in watch.memory]}; "
              f"{len(watch.slow)} frames longer than a second {watch.slow[:9]}, exit code {code}, "
              f"{len(troubles)} error lines {troubles[:3]}")
        program.close()
        display.close()
    sys.exit(code != 0 or troubles != [] or not growth < most_growth or watch.slow != [])


if __name__ == "__main__":
    main()
