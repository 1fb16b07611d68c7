"""The window plays snapshots, seeks and steps through them, and saves the state of a run to files."""

import json
import math
import os
import signal
import subprocess

import driver


class Playback(driver.WindowTest):
    """Playback without OpenCL, which playback does not need."""

    # Scale bar and clock are off, because they would be lit pixels that do not move with the bodies.
    arguments = ["run/s_%d.csv", "--size", "960x600", "--mode", "point", "--time-per-second", "0.5", "--show", "none",
                 "--camera", "yaw=0,pitch=0,distance=8,target=1.7:1:0"]
    environment = {"OCL_ICD_VENDORS": "/nonexistent"}
    times = [0, 0.5, 1, 1.5, 2]

    @classmethod
    def start(cls, *more):
        """Writes snapshots of bodies that move to the right with velocity 1, and starts the program."""
        os.mkdir(os.path.join(cls.scratch, "run"))
        for i, time in enumerate(cls.times):
            with open(os.path.join(cls.scratch, "run", f"s_{i}.csv"), "w") as file:
                file.write(f"# time {time}\nmass,x,y,z,vx,vy,vz\n")
                for row in range(500):
                    file.write(f"1,{time + row % 25 * 0.1:.6f},{row // 25 * 0.1:.6f},0,1,0,0\n")
        super().start(*more)

    def setUp(self):
        self.restart()

    def pause(self):
        if self.state("playback")["playing"]:
            self.hands.key("space")
        self.wait_for("playback", playing=False)

    def test_playback_pauses_at_the_end_and_space_restarts_it(self):
        self.assertEqual((self.state("playback")["count"], self.state("scene")["bodies"]), (5, 500))
        self.wait(lambda: self.state("playback")["interpolated"], "the time is between two snapshots")
        self.wait(lambda: 0.5 < self.state("playback")["time"] < 2, "the time is in the middle of the series")
        self.assertIn("s_", self.state("playback")["file"])
        self.slide("Time", right=0.6)
        self.wait_for("playback", "playback pauses at the end", time=2, index=4, playing=False)
        self.hands.key("space")
        self.wait(lambda: self.state("playback")["playing"] and self.state("playback")["time"] < 1, "playback restarts")

    def slide(self, label, right):
        self.hands.click(self.place("Playback/" + label, right=right))

    def test_the_space_key_pauses_playback(self):
        self.wait(lambda: self.state("playback")["time"] > 0, "playback runs")
        self.pause()
        held = self.state("playback")
        self.program.frames(5)
        self.assertEqual(self.state("playback"), held)
        self.hands.click(self.place("Playback/Play"))
        self.wait(lambda: self.state("playback")["time"] > held["time"], "the button starts playback")

    def test_stepping_goes_from_snapshot_to_snapshot(self):
        self.pause()
        index = self.state("playback")["index"]
        for i in range(index + 1, 5):
            self.hands.key("period")
            self.wait_for("playback", time=self.times[i], index=i, playing=False, interpolated=False)
            self.assertTrue(self.state("playback")["file"].endswith(f"s_{i}.csv"))
        self.hands.key("period")
        self.program.frames(3)
        self.assertEqual(self.state("playback")["index"], 4)
        for i in [3, 2]:
            self.hands.key("comma")
            self.wait_for("playback", time=self.times[i], index=i)
        self.hands.click(self.place("Playback/Back"))
        self.wait_for("playback", index=1)
        self.hands.click(self.place("Playback/Forward"))
        self.wait_for("playback", index=2)

    def test_the_slider_seeks_a_time(self):
        self.pause()
        found = []
        # One of these fractions of the control's width is the right end of the slider; the label takes the remaining
        # width.
        for right in [0.6, 0.3, 0.02, 0.5, 0.4]:
            before = self.state("playback")["time"]
            self.slide("Time", right)
            self.wait(lambda: self.state("playback")["time"] != before, f"a click at {right} changes the time")
            time = self.state("playback")["time"]
            self.wait_for("playback", index=int(time / 0.5), note="")
            found.append((right, time))
        self.assertEqual([time for _, time in sorted(found)], sorted(time for _, time in found))
        self.hands.click(self.place("Playback/Time"), button=3)
        self.wait_for("playback", time=0)

    def test_the_picture_shows_the_bodies_at_the_displayed_time(self):
        """Half a time unit moves the bodies by half a length unit to the right."""
        self.pause()
        self.hands.key("F1")
        self.hands.click(self.picture())
        middles = []
        for _ in range(3):
            self.hands.key("period")
            self.program.frames(3)
            middles.append(middle(self.screenshot()))
        self.hands.key("F1")
        self.place("Playback/Time")
        steps = [b - a for a, b in zip(middles, middles[1:])]
        # Bodies move by half a length unit at a distance of 8, in pixels: 600 / (2 * 8 tan 30) / 2. Sprites are
        # placed at fractions of pixels.
        for step in steps:
            self.assertAlmostEqual(step, 600 / (2 * 8 * math.tan(math.radians(30))) / 2, delta=1)

    def test_a_looped_playback_restarts_at_its_end_and_continues(self):
        self.hands.click(self.place("Playback/Loop", right=0.1))
        self.slide("Time", 0.6)
        self.wait(lambda: self.state("playback")["time"] < 1, "playback continues from the start")
        self.assertTrue(self.state("playback")["playing"])
        self.hands.click(self.place("Playback/Loop"), button=3)

    def test_without_interpolation_the_nearest_snapshot_is_shown(self):
        self.hands.click(self.place("Playback/Interpolate", right=0.1))
        self.slide("Time", 0.3)
        self.wait_for("playback", interpolated=False)
        self.program.frames(10)
        self.assertFalse(self.state("playback")["interpolated"])
        self.hands.click(self.place("Playback/Interpolate"), button=3)
        self.wait_for("playback", interpolated=True)

    def test_the_displayed_state_can_be_saved(self):
        self.pause()
        self.slide("Time", 0.35)
        self.program.frames(5)
        time = self.state("playback")["time"]
        saved = self.program.count("saved")
        self.hands.click(self.place("Scene/Save"))
        self.wait(lambda: self.program.count("saved") > saved, "the file is saved")
        self.wait_for("saved", bodies=500, time=time)

    def test_simulate_starts_from_the_nearest_snapshot(self):
        """This test is the last of its class, because it closes the series."""
        self.pause()
        self.hands.key("period")
        self.wait_for("playback", index=1)
        self.hands.click(self.place("Playback/Simulate"))
        self.wait_for("scene", source="run/s_1.csv", bodies=500)
        self.place("Physics/Timestep")


def middle(picture):
    """Returns the mean position of the light, in pixels from the left."""
    columns = [0] * picture.width
    for row in picture.rows:
        for x, red in enumerate(row[0::picture.channels]):
            columns[x] += red
    return sum(x * light for x, light in enumerate(columns)) / sum(columns)


class DamagedSeries(driver.WindowTest):
    """The third of four snapshots is broken, and one number of the series is missing."""

    arguments = ["s_*.csv", "--size", "960x600", "--mode", "point", "--time-per-second", "2"]

    @classmethod
    def start(cls, *more):
        for i in [0, 1, 2, 4]:
            with open(os.path.join(cls.scratch, f"s_{i}.csv"), "w") as file:
                file.write(f"# time {i}\nmass,x,y,z,vx,vy,vz\n" + f"1,{i},0,0,1,0,0\n" * 50 + "1,2\n" * (i == 2))
        super().start(*more)

    def test_a_broken_snapshot_is_reported_once_and_skipped(self):
        self.assertIn("s_3.csv is missing", self.program.stderr())
        self.wait_for("playback", time=4, playing=False)
        self.restart()
        self.wait_for("playback", time=4, playing=False)
        self.assertEqual(self.program.stderr().count("s_2.csv:"), 1, self.program.stderr())


class OpenedSeries(driver.WindowTest):
    """The user opens a file of a series during a run."""

    arguments = ["alone.csv", "--size", "640x400", "--mode", "point"]
    environment = {"OCL_ICD_VENDORS": "/nonexistent"}

    @classmethod
    def start(cls, *more):
        for name, time in [("alone", 0)] + [(f"s_{i}", i) for i in range(5)]:
            with open(os.path.join(cls.scratch, f"{name}.csv"), "w") as file:
                file.write(f"# time {time}\nmass,x,y,z,vx,vy,vz\n" + f"1,{time},0,0,1,0,0\n" * 50)
        super().start(*more)

    def test_opening_a_snapshot_shows_it_and_plays_its_series(self):
        self.hands.key("ctrl+o")
        self.wait_for("files", purpose="Open")
        self.program.frames()
        self.hands.type("s_3.csv")
        self.hands.press_key("Return")
        self.wait(lambda: "playback" in self.program.state, "the series is open")
        self.assertEqual(self.state("playback")["count"], 5)
        self.assertEqual([event["index"] for event in self.program.events if event["event"] == "playback"][0], 3)


class SavedBodies(driver.WindowTest):
    """The window saves the state at the end of a step, in the format of the file name, without replacing existing
    files."""

    arguments = ["--bodies", "1024", "--size", "960x600", "--mode", "point"]

    def save(self):
        saved = self.program.count("saved")
        self.hands.key("ctrl+s")
        self.wait(lambda: self.program.count("saved") > saved, "the file is saved")
        return self.state("saved")

    def name(self, name):
        self.hands.click(self.place("Scene/File##save"))
        self.hands.press_key("ctrl+a")
        self.hands.type(name)

    def info(self, name):
        out = subprocess.run([self.executable, "info", "--json", name], cwd=self.scratch, check=True,
                             capture_output=True, text=True).stdout
        return json.loads(out)

    def test_ctrl_s_saves_during_a_run_without_replacing_files(self):
        first = self.save()
        self.assertEqual((first["file"], first["format"], first["bodies"]), ("run.milkomeda", "milkomeda", 1024))
        # The file contains the end of a step, so its time is a multiple of the timestep.
        self.assertAlmostEqual(first["time"] / 0.02, round(first["time"] / 0.02), 6)
        self.assertAlmostEqual(self.info("run.milkomeda")["time"], first["time"], 9)
        with open(os.path.join(self.scratch, "run.milkomeda"), "rb") as file:
            content = file.read()
        second = self.save()
        self.assertEqual(second["file"], "run-2.milkomeda")
        self.assertGreater(second["time"], first["time"])
        with open(os.path.join(self.scratch, "run.milkomeda"), "rb") as file:
            self.assertEqual(file.read(), content)
        self.assertTrue(self.state("transport")["playing"])

    def test_the_extension_sets_the_format_and_a_notice_says_what_the_format_omits(self):
        self.name("state.gadget2")
        saved = self.program.count("saved")
        self.hands.press_key("Return")
        self.wait(lambda: self.program.count("saved") > saved, "Enter saves a file")
        self.assertEqual((self.state("saved")["file"], self.state("saved")["format"]), ("state.gadget2", "gadget2"))
        self.assertIn("gadget2; gadget2 stores the type of each body", self.program.stderr())
        self.assertEqual(self.info("state.gadget2")["bodies"], 1024)

    def test_a_short_press_of_enter_is_never_lost(self):
        """A key is pressed and released while the program is stopped, as between two slow frames."""
        self.name("tapped.tab")
        for tap in range(50):
            saved = self.program.count("saved")
            self.program.process.send_signal(signal.SIGSTOP)
            self.hands.xdotool("key", "--delay", 20, "Return")
            self.program.process.send_signal(signal.SIGCONT)
            self.wait(lambda: self.program.count("saved") > saved, f"key press {tap + 1} saves a file")
            self.hands.click(self.place("Scene/File##save"))

    def test_a_failed_save_is_reported_with_its_reason(self):
        for name, reason in [("state.foo", "the extension does not name a format"), ("nowhere/x.tab", "there is no folder")]:
            self.name(name)
            self.hands.click(self.place("Scene/Save"))
            self.wait(lambda: reason in self.program.stderr(), reason)
        self.assertTrue(self.state("transport")["playing"])

    def test_saved_files_can_be_played_as_a_series(self):
        """The card Scenes loads the files saved by a simulation as a series. This test must be the last of its
        class."""
        for name in ["film_1.csv", "film_2.csv"]:
            self.name(name)
            self.hands.press_key("Return")
            self.wait_for("saved", file=name)
        self.hands.click(self.place("Scene/File"))
        self.hands.press_key("ctrl+a")
        self.hands.type("film_?.csv")
        self.hands.press_key("Return")
        self.wait(lambda: self.program.state.get("playback", {}).get("count") == 2, "a series is open")
        self.wait(lambda: self.state("playback")["interpolated"], "playback runs")


class SavedDuringALongStep(driver.WindowTest):
    """A step takes many frames on a CPU. A saved file must nevertheless contain the state at the end of a step."""

    arguments = ["--bodies", "24576", "--size", "320x240"]

    def test_saving_waits_for_the_end_of_the_current_step(self):
        for playing in [True, False]:
            if not playing:
                self.hands.key("space")
            self.wait_for("transport", playing=playing)
            count = self.program.count("saved")
            self.hands.key("ctrl+s")
            self.wait(lambda: self.program.count("saved") > count, "the file is saved")
            saved = self.state("saved")
            self.assertAlmostEqual(saved["time"] / 0.02, round(saved["time"] / 0.02), 6)
            self.assertEqual(self.state("transport")["playing"], playing)
        self.assertAlmostEqual(self.state("transport")["time"], saved["time"], 9)


driver.main(Playback, DamagedSeries, OpenedSeries, SavedBodies, SavedDuringALongStep)
