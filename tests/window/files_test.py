"""Opening and saving files, recent files, videos of the window, and values typed with units."""

import json
import os
import shutil
import struct
import subprocess

import driver


def gadget2(bodies):
    """Returns a GADGET-2 file of disk bodies on a line, without units."""
    def block(data):
        return struct.pack("<i", len(data)) + data + struct.pack("<i", len(data))
    numbers = [0, 0, bodies, 0, 0, 0]
    header = struct.pack("<6i6ddd2i", *numbers, *[0] * 6, 0, 0, 0, 0)
    header += struct.pack("<6i2i4d", *numbers, 0, 1, 0, 0, 0, 0)
    return (block(header.ljust(256, b"\0")) + block(struct.pack(f"<{3 * bodies}f", *range(3 * bodies))) +
            block(bytes(12 * bodies)) + block(struct.pack(f"<{bodies}i", *range(bodies))) +
            block(struct.pack(f"<{bodies}f", *[1] * bodies)))


class Files(driver.PanelTest):
    arguments = ["--size", "1000x620", "--mode", "point"]
    saves_settings = True

    @classmethod
    def start(cls, *more):
        runs = os.path.join(cls.scratch, "runs")
        if not os.path.isdir(runs):
            os.makedirs(runs)
            for name, bodies in {"first.tab": 300, "runs/snap_9.tab": 200, "runs/other.csv": 100}.items():
                subprocess.run([cls.executable, "generate", "plummer", "--bodies", str(bodies), "-o", name],
                               cwd=cls.scratch, check=True, capture_output=True)
            open(os.path.join(cls.scratch, "photo.png"), "w").close()
        super().start(*(more or ["first.tab"]))

    def ask(self):
        self.hands.key("ctrl+o")
        self.wait_for("files", purpose="Open")
        self.program.frames()

    def test_a_file_can_be_opened_with_the_keyboard_alone(self):
        self.ask()
        self.wait_for("files", folder=os.path.realpath(self.scratch))
        names = self.state("files")["names"]
        self.assertEqual((names[0], "runs" in names, "first.tab" in names, "photo.png" in names),
                         ("..", True, True, False))
        self.hands.type("ru")
        self.hands.press_key("Return")  # Return opens the selected entry.
        self.wait_for("files", names=["..", "other.csv", "snap_9.tab"])
        for key, typed in [("Down", "../"), ("Down", "other.csv"), ("Down", "snap_9.tab"), ("Up", "other.csv")]:
            # The key is pressed only briefly, because on a slow machine a held key would repeat.
            self.hands.key(key)
            self.wait_for("files", typed=typed)
        self.hands.press_key("BackSpace")
        self.wait_for("files", folder=os.path.realpath(self.scratch))
        self.hands.type("runs/s")
        self.hands.press_key("Tab")
        self.wait_for("files", typed="runs/snap_9.tab")
        self.hands.press_key("Return")
        self.wait_for("files", purpose="")
        self.wait_for("scene", bodies=200)

    def test_undo_does_not_affect_a_name_written_by_the_dialog(self):
        """The dialog replaces a typed name by a shorter name. ImGui's undo must not read beyond the end of the
        shorter name."""
        self.ask()
        self.hands.type("photo.png.and.more")
        self.hands.key("Up")
        self.hands.key("Up")
        self.wait(lambda: 0 < len(self.state("files")["typed"]) < 12, "the name is shorter")
        shorter = self.state("files")["typed"]
        for key_names in ["ctrl+z", "ctrl+z", "End"]:
            self.hands.press_key(key_names)
        self.hands.type("ab")
        self.wait_for("files", typed=shorter + "ab")
        self.hands.press_key("Escape")
        self.wait_for("files", purpose="")

    def test_a_file_can_be_opened_with_the_mouse_alone(self):
        self.hands.click(self.place("Menu/File"))
        self.hands.click(self.place("Menu/Open..."))
        self.hands.click(self.place("Open/all files", right=0.05))
        self.wait(lambda: "photo.png" in self.state("files")["names"], "all files are listed")
        self.hands.click(self.place("Open/first.tab", right=0.2))
        self.wait_for("files", typed="first.tab")
        self.hands.click(self.place("Open/Open"))
        self.wait_for("scene", bodies=300)

    def test_a_double_click_enters_a_folder_and_opens_a_file(self):
        self.ask()
        self.hands.double_click(self.place("Open/runs/", right=0.2))
        self.wait_for("files", folder=os.path.join(os.path.realpath(self.scratch), "runs"))
        self.hands.click(self.place("Open/other.csv", right=0.2))  # A single click only selects a file.
        self.wait_for("files", purpose="Open", typed="other.csv")
        self.hands.double_click(self.place("Open/snap_9.tab", right=0.2))
        self.wait_for("files", purpose="")
        self.wait_for("scene", bodies=200)
        self.ask()
        self.hands.double_click(self.place("Open/../", right=0.2))
        self.wait_for("files", folder=os.path.realpath(self.scratch))
        self.hands.double_click(self.place("Open/first.tab", right=0.2))
        self.wait_for("scene", bodies=300)

    def test_undo_in_a_reopened_text_field_does_not_restore_old_text(self):
        """The text field is reopened with a shorter text. ImGui's undo must not read beyond the end of this text."""
        for key_names in [[], ["ctrl+z", "ctrl+a"]]:
            self.hands.type("/")
            self.wait(lambda: "Go to" in self.places(), "a text field is open")
            self.program.frames()
            for keys in key_names:
                self.hands.press_key(keys)
            self.hands.type("1.75")
            self.hands.press_key("Return")
            self.wait(lambda: "Go to" not in self.places(), "the text field is closed")
            self.program.frames()
        self.enter("Physics/Softening", "0.123456")
        place = self.place("Physics/Softening", right=0.1)
        self.hands.hold("ctrl")
        self.hands.click(place)
        self.hands.release_key("ctrl")
        self.hands.type("2")
        for key_names in 4 * ["ctrl+z"] + ["ctrl+a"]:
            self.hands.press_key(key_names)
        self.hands.type("0.25")
        self.hands.press_key("Return")
        self.wait_for("parameters", softening=0.25)

    def test_the_dialog_says_why_a_file_cannot_be_opened(self):
        resets = self.program.count("reset")
        # These keys arrive before the text field appears, and must not be lost.
        self.hands.xdotool("key", "--delay", 0, "ctrl+o", "r", "r")
        self.wait_for("files", purpose="Open")
        self.program.frames(4)
        self.assertEqual(self.program.count("reset"), resets)
        self.hands.press_key("ctrl+a")
        self.hands.type("nothing.tab")
        self.hands.press_key("Return")
        self.wait(lambda: self.state("files")["trouble"].endswith("nothing.tab: there is no such file"),
                  "a message appears")
        mode = self.state("mode")
        self.hands.press_key("Escape")
        self.wait_for("files", purpose="")
        self.assertEqual(self.state("mode"), mode, "typed keys do not act on the picture")
        self.wait_for("scene", bodies=300)

    def test_bodies_can_be_saved_into_any_folder(self):
        self.hands.click(self.place("Menu/File"))
        self.hands.click(self.place("Menu/Save as..."))
        self.wait_for("files", purpose="Save as", typed="run.milkomeda")
        self.hands.type("runs/kept.png")
        self.hands.press_key("Return")
        self.wait(lambda: "does not name a format" in self.state("files")["trouble"], "a message appears")
        self.hands.press_key("ctrl+a")
        self.hands.type("runs/kept.tab")
        self.hands.press_key("Return")
        self.wait(lambda: self.program.count("saved") == 1, "the file is saved")
        self.assertTrue(os.path.exists(os.path.join(self.scratch, "runs/kept.tab")))

    def test_recent_files_are_offered_after_a_restart(self):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        os.remove(os.path.join(self.scratch, "runs/snap_9.tab"))
        with open(os.path.join(self.scratch, "milkomeda", "settings.json")) as file:
            recent = json.load(file)["recent"]
        first, gone = (os.path.join(os.path.realpath(self.scratch), name) for name in ("first.tab", "runs/snap_9.tab"))
        self.assertEqual(recent, [first, gone])
        type(self).start("plummer", "--bodies", "500")
        self.hands.click(self.place("Menu/File"))
        self.hands.click(self.place("Menu/Recent"))
        self.hands.click(self.place(f"Menu/{gone}"))  # The file of this entry was deleted, so the entry is disabled.
        self.program.frames()
        self.wait_for("scene", source="plummer")
        self.hands.click(self.place(f"Menu/{first}"))
        self.wait_for("scene", bodies=300)
        self.hands.click(self.place("Menu/File"))
        self.hands.click(self.place("Menu/Recent"))
        self.hands.click(self.place("Menu/Clear"))
        self.hands.click(self.place("Menu/File"))
        self.hands.click(self.place("Menu/Recent"))
        self.place("Menu/Clear")
        self.assertFalse(self.is_there(f"Menu/{first}"))
        self.hands.key("Escape")

    def test_the_window_shows_which_units_are_assumed(self):
        with open(os.path.join(self.scratch, "foreign.dat"), "wb") as file:
            file.write(gadget2(40))
        self.hands.key("ctrl+o")
        self.place("Open/Open")
        self.hands.press_key("ctrl+a")
        self.hands.type("foreign.dat")
        self.hands.press_key("Return")
        self.wait_for("scene", bodies=40)
        self.wait(lambda: any("assumed: 1 kpc" in line for line in self.state("notices")["lines"]), "a notice appears")


class Videos(driver.PanelTest):
    arguments = ["plummer", "--bodies", "500", "--size", "640x400", "--mode", "point", "--show", "clock",
                 *driver.still_camera]

    def film(self, state):
        self.wait(lambda: self.program.count("film") and self.state("film")["state"] == state, f"the state of the video is {state}")
        return self.state("film")

    def times(self):
        return [event["time"] for event in self.program.events if event["event"] == "film_frame"]

    def test_a_video_has_an_even_pace(self):
        if not shutil.which("ffprobe"):
            self.skipTest("ffprobe is not installed")
        self.hands.key("F9")
        self.film("recording")
        self.place("Recording/note")
        self.wait(lambda: len(self.times()) >= 10, "ten frames are recorded")
        self.hands.key("F1")
        self.place("Recording/note")  # The note about the recording is visible even without panels.
        self.hands.key("F9")
        told = self.film("whole")
        times = self.times()
        self.assertEqual(told["frames"], len(times))
        for before, after in zip(times, times[1:]):
            # Each video frame advances the run by a thirtieth of a second, at the pace of 1.2 time units per second.
            self.assertAlmostEqual(after - before, 1.2 / 30, delta=1e-5)
        probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json",
                                told["file"]], cwd=self.scratch, capture_output=True, text=True, check=True)
        stream = json.loads(probe.stdout)["streams"][0]
        self.assertEqual((stream["width"], stream["height"], stream["avg_frame_rate"]), (640, 400, "30/1"))
        self.assertEqual(int(stream["nb_read_frames"]), len(times))
        self.hands.key("F1")

    def test_resizing_the_window_ends_a_video(self):
        self.hands.key("F9")
        self.film("recording")
        frames = len(self.times())
        self.wait(lambda: len(self.times()) > frames, "a frame is recorded")
        self.hands.resize(500, 400)
        self.wait(lambda: "the video has ended, because the size of the window has changed" in self.program.stderr(),
                  "a message appears")
        self.film("whole")
        self.hands.resize(640, 400)

    def test_a_screenshot_contains_no_panels(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        with_panels = self.screenshot()
        self.hands.key("F1")
        self.wait_for("screen", panels=False)
        self.program.frames(4)
        self.assertEqual(self.screenshot().rows, with_panels.rows)
        self.hands.key("F1")

    def test_closing_the_window_completes_a_video(self):
        self.hands.key("F9")
        self.film("recording")
        frames = len(self.times())
        self.wait(lambda: len(self.times()) > frames, "a frame is recorded")
        self.hands.click_close_button()
        self.assertEqual(self.program.exit_code(), 0)
        self.assertGreater(os.path.getsize(os.path.join(self.scratch, self.film("whole")["file"])), 500)


class TypedValues(driver.PanelTest):
    arguments = ["plummer", "--bodies", "500", "--size", "1000x620", "--mode", "point"]

    def said(self, line):
        self.wait(lambda: line in self.state("notices")["lines"], line)

    def test_typed_units_are_converted(self):
        self.enter("Physics/Timestep", "0.5 Myr")
        self.wait_for("parameters", dt=0.5 / 17.78)
        self.enter("Physics/Softening", "0.4kpc")
        self.wait_for("parameters", softening=0.1)
        self.enter("Physics/Pace", "35.56 Myr/s")
        self.wait_for("parameters", time_per_second=2)
        self.enter("Physics/Steps per frame", "3 steps")
        self.wait_for("parameters", steps_per_frame=3)
        self.enter("Physics/Steps per frame", "auto")
        self.wait_for("parameters", steps_per_frame="auto")

    def test_a_changed_or_refused_typed_value_is_reported(self):
        self.enter("Physics/Gravity", "7")
        self.wait_for("parameters", gravity=4)
        self.said("Gravity: 7 is above the range; the value is set to the maximum 4.000 G")
        self.reset_control("Physics/Gravity")
        self.reset_control("Physics/Softening")
        self.wait_for("parameters", softening=0.05)
        self.enter("Physics/Softening", "3 Myr")
        self.said("Softening: '3 Myr' is not a valid length: write a number (in units of 4000 pc), or a number "
                  "with the unit pc, kpc, Mpc or ly; the value stays 0.0500 (200 pc)")
        self.wait_for("parameters", softening=0.05)

    def test_escape_cancels_a_typed_value(self):
        before = self.state("parameters")
        self.hands.hold("ctrl")
        self.hands.click(self.place("Physics/Damping", right=0.1))
        self.hands.release_key("ctrl")
        self.hands.type("0.95")
        self.hands.press_key("Escape")
        self.program.frames(4)
        self.assertEqual(self.state("parameters"), before)


driver.main(Files, Videos, TypedValues)
