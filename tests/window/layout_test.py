"""Rails, panels, bars and notices never overlap, stay within the window and show all their text, for any size of window and
text and any set of open panels. The keyboard focus moves to the panels and back.

./check tests a few combinations. This command tests all combinations, with every section of every panel and every
menu:

  layout_test.py PROGRAM TIER all [SCALE ...]"""

import itertools
import sys

import driver

everything = "all" in sys.argv[3:]
sizes = [(320, 240), (480, 360), (640, 480), (800, 600), (1024, 768), (1280, 720), (1920, 1080), (2560, 1440),
         (3840, 2160)]
scales = [float(word) for word in sys.argv[4:] if not word.startswith("test_")] or [0.5, 1, 1.5, 2, 4]
some = [(320, 240), (640, 480), (1280, 720), (1920, 1080)]

entries = ["Scene", "Add", "Throw", "Pull", "Measure", "Match", "Slice", "Compare", "Export", "Look", "Camera", "Labels",
           "Graphs", "Physics", "Device", "Timing"]
# Sets of open panels: a card and a drawer, a single panel, or none.
states = [("Scene", "Look"), *[(panel,) for panel in entries], ()] if everything else [("Scene", "Look"), ("Physics",), ()]


def overlap(a, b):
    return (min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) > 0.5
            and min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) > 0.5)


def inside(a, b):
    return (a[0] >= b[0] - 0.5 and a[1] >= b[1] - 0.5 and a[0] + a[2] <= b[0] + b[2] + 0.5
            and a[1] + a[3] <= b[1] + b[3] + 0.5)


class Layout(driver.PanelTest):
    arguments = ["--bodies", "256", "--mode", "stars" if everything else "point", "--size", "1280x720",
                 *driver.still_camera]
    screen = sizes[-1] if everything else some[-1]

    def resize(self, width, height):
        if width > 1920 and self.state("mode")["name"] == "stars":
            # The key d switches to the mode `point`, because software rendering of large HDR pictures is slow.
            self.hands.key("d")
        self.hands.resize(width, height)

    def shown(self):
        return {panel for panel in entries if panel in self.places()}

    def show(self, panels):
        """Opens these panels as far as there is space, and closes all other panels."""
        while self.shown() - set(panels):
            panel = min(self.shown() - set(panels))
            self.hands.click(self.place(f"{panel}/close"))
            self.wait(lambda: panel not in self.places(), f"{panel} is closed")
            self.program.frames(3)
        for panel in reversed(panels):  # The panel that is opened last is in front.
            self.place(panel)

    def check_layout(self, what):
        self.hands.wiggle()  # shows the time bar
        self.program.frames(3)
        screen, places = self.state("screen"), self.places()
        window = (0, 0, screen["width"], screen["height"])
        apart = {name: places[name] for name in ["Menu", "Transport", "Left", "Right", "Device lost", *entries]
                 if name in places}
        faults = [f"{name} {place} is not in the window" for name, place in apart.items() if not inside(place, window)]
        faults += [f"{a} {apart[a]} and {b} {apart[b]} overlap" for a, b in itertools.combinations(apart, 2)
                   if overlap(apart[a], apart[b])]
        for name in {"Notices", "Status"} & set(places):
            if not inside(places[name], window):
                faults.append(f"{name} {places[name]} is not in the window")
        for name, place in places.items():
            panel = name.split("/")[0]
            if panel in ["Left", "Right", "Transport", "Menu", "Status"] and not inside(place, places[panel]):
                faults.append(f"{name} {place} is not in {panel}")
            if panel in entries and name.count("/") and panel in places:
                x, _, width, _ = places[panel]
                if place[0] < x - 0.5 or place[0] + place[2] > x + width + 0.5:
                    faults.append(f"{name} {place} is wider than {panel} {places[panel]}")
        faults += [f"text of {name} is cut off" for name in self.state("widgets")["cut_off"]]
        of_bars = [(name, place) for name, place in places.items() if name.startswith(("Transport/", "Menu/", "Status/"))]
        for (a, first), (b, second) in [*itertools.combinations(self.controls(), 2),
                                        *itertools.combinations(of_bars, 2)]:
            if overlap(first, second):
                faults.append(f"{a} {first} and {b} {second} overlap")
        self.assertEqual(faults, [], what)

    def controls(self):
        """Returns the controls of panels, without entries of open lists."""
        return [(name, place) for name, place in self.places().items()
                if name.split("/")[0] in entries and "/" in name and not name.endswith("/close")]

    def sections(self, panel):
        """Opens all sections of a panel."""
        for label in {"Scene": ["Orbit", "Galaxies", "Run", "Scales", "Save bodies"],
                      "Graphs": ["Numbers", "Settings", "Force errors"],
                      "Look": ["Light", "Color", "Density"],
                      "Physics": ["Advanced"],
                      "Timing": ["Slowest frames", "Measurement"],
                      "Device": ["Drawing", "Kernels", "Screen"]}.get(panel, []):
            self.hands.click(self.place(f"{panel}/{label}"))

    def show_a_notice(self):
        self.hands.key("z")  # In a run without branches, the key z only causes a notice.
        self.wait(lambda: "Notices" in self.places(), "a notice appears")
        self.program.frames(3)

    def begin(self, scale):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start("--ui-scale", str(scale))
        if everything:
            for panel in entries:
                self.show((panel,))
                self.sections(panel)

    def test_panels_bars_and_notices_do_not_overlap_and_no_text_is_cut_off(self):
        table = [(size, scale) for scale in scales for size in sizes] if everything else [
            *[(size, 1) for size in some], ((1280, 720), 2), ((1920, 1080), 2)]
        now = None if everything else 1
        for (width, height), scale in table:
            if scale != now:
                self.begin(scale)
                now = scale
            with self.subTest(f"{width}x{height}, text scale {scale}"):
                self.resize(width, height)
                if everything:
                    print(f"{width}x{height}, text scale {scale}", flush=True)
                for panels in states:
                    with self.subTest(f"{width}x{height}, text scale {scale}", panels=panels):
                        self.show(panels)
                        self.check_layout(f"{width}x{height}, text scale {scale}, {panels}")
                self.show_a_notice()
                for panels in [(), ("Look",)]:
                    self.show(panels)
                    self.check_layout(f"{width}x{height}, text scale {scale}, {panels}, and a notice")
        if not everything:
            self.begin(1)

    def test_every_card_and_drawer_fits_into_the_window(self):
        if everything:
            self.begin(1)
        for width, height in [(640, 480), (1280, 720)]:
            self.resize(width, height)
            for panel in entries:
                with self.subTest(f"{width}x{height}", panel=panel):
                    self.show((panel,))
                    self.check_layout(f"{width}x{height}, {panel}")
        self.show(())

    def test_help_and_gallery_show_all_their_text(self):
        for width, height in [(640, 480), (1280, 720)]:
            self.resize(width, height)
            for key, name in [("h", "help"), ("g", "gallery")]:
                with self.subTest(f"{name} in {width}x{height}"):
                    self.hands.key(key)
                    self.program.frames(10)
                    self.assertEqual(self.state("widgets")["cut_off"], [])
                    self.hands.key("Escape")
                    self.program.frames(3)

    def test_menus_are_completely_inside_the_window(self):
        """Every menu entry is completely visible, also in the smallest window."""
        # Only window sizes of small height can cut off a menu.
        for width, height in (sizes if everything else [some[0], (480, 360), some[-1]]):
            self.resize(width, height)
            for menu in ["File", "Edit", "View", "Simulation", "Camera", "Window", "Help"]:
                with self.subTest(f"{menu} in {width}x{height}"):
                    path = (menu,) if f"Menu/{menu}" in self.places() else ("Menu", menu)
                    for label in path:
                        before = set(self.places())
                        self.hands.click(self.place(f"Menu/{label}"))
                        self.wait(lambda: set(self.places()) - before, "the menu has entries")
                    self.program.frames(4)
                    for name, place in self.places().items():
                        if name.startswith("Menu/"):
                            self.assertTrue(place[0] >= 0 and place[0] + place[2] <= width, f"{name} {place}")
                    self.assertEqual(self.state("widgets")["cut_off"], [])
                    self.hands.key("Escape")
                    self.wait(lambda: not set(self.places()) - before or len(path) > 1, "the menu is closed")
                    self.program.frames(4)

    def test_f6_moves_the_keyboard_focus_to_the_panels_and_escape_returns_it(self):
        self.resize(1280, 720)
        self.show(("Physics",))
        before = self.state("camera")["yaw"], self.state("transport")["playing"]
        self.hands.key("F6")
        self.wait_for("screen", keys="panels")
        for _ in range(2):  # The rails follow the open panel.
            self.hands.key("F6")
        self.hands.press_key("Down")
        self.hands.press_key("Down")
        self.hands.press_key("space")
        self.wait(lambda: "Physics" not in self.places(), "a different drawer is open")
        self.assertEqual((self.state("camera")["yaw"], self.state("transport")["playing"]), before)
        mode = self.state("mode")["name"]
        self.hands.key("m")  # Letter keys act on the picture even while a panel has the keyboard focus.
        self.wait(lambda: self.state("mode")["name"] != mode, "the draw mode changes")
        self.hands.key("Escape")
        self.wait_for("screen", keys="picture")
        self.hands.key("space")
        self.wait_for("transport", playing=not before[1])

    def test_both_halves_of_a_stereo_picture_show_the_panels(self):
        if everything:
            self.begin(1)
        self.resize(1280, 720)
        self.show(())
        self.hands.key("F2")
        self.wait_for("camera", stereo="side-by-side")
        self.program.frames(4)
        for icon, panel, half in [("Left/Scene", "Scene", 640), ("Right/Look", "Look", 0), ("Right/Physics", "Physics", 640)]:
            x, y, width, height = self.settled_rectangle(icon)
            self.hands.click((half + x + 0.5 * width, y + 0.5 * height))
            self.wait(lambda: panel in self.places(), f"{panel} opens")
        self.check_layout("side by side")
        self.assertLessEqual(self.places()["Menu"][2], 640)
        camera = self.state("camera")
        x, y, width, height = self.places()["Physics"]
        self.hands.wheel((640 + x + 0.5 * width, y + 0.9 * height), 3)
        self.assertEqual(self.state("camera"), camera, "the mouse over a panel does not move the camera")
        for _ in range(2):
            self.hands.key("F2")
        self.wait_for("camera", stereo="off")


driver.main(Layout)
