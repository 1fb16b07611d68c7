"""The window saves its run, which the next start can resume, and records moments of a run into a file."""

import csv
import glob
import json
import os
import signal
import subprocess

import driver


class SavedRuns(driver.PanelTest):
    arguments = ["--size", "640x400", "--mode", "point"]
    saves_settings = True
    bodies = ["plummer", "--bodies", "1500"]

    @classmethod
    def start(cls, *more):
        super().start(*(more or cls.bodies))

    def last(self):
        return os.path.join(self.scratch, "milkomeda", "last.milkomeda")

    def info(self, file):
        out = subprocess.run([self.executable, "info", "--json", file], cwd=self.scratch, check=True,
                             capture_output=True, text=True).stdout
        return json.loads(out)

    def ends(self, how, code):
        """Ends the window by the function `how` and returns information about the saved run."""
        how()
        self.assertEqual(self.program.exit_code(), code)
        return self.info(self.last())

    def steps(self, more):
        """Waits until the run has completed `more` additional steps."""
        before = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] >= before + more, f"{more} more steps are taken")

    def test_a_run_is_saved_at_exit_and_can_be_resumed_at_the_next_start(self):
        self.assertNotIn("former_run", self.program.state)
        self.steps(5)
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.hands.key("d")
        mode = self.state("mode")["name"]
        stood = self.state("transport")
        kept = self.ends(lambda: self.hands.xdotool("key", "ctrl+q"), 0)
        self.assertAlmostEqual(kept["time"], stood["time"], 9)

        type(self).start()
        self.wait_for("former_run", file=self.last(), time=kept["time"])
        self.assertTrue(any("Ctrl+R continues this run" in line for line in self.state("notices")["lines"]))
        self.hands.key("d")  # The key d changes the draw mode, so that it differs from the stored mode.
        self.hands.key("ctrl+r")
        self.wait_for("scene", bodies=1500, source=self.last())
        self.wait(lambda: self.state("transport")["steps"] >= stood["steps"], "the run continues")
        self.assertGreaterEqual(self.state("transport")["time"], stood["time"] - 1e-9)
        self.assertEqual(self.state("mode")["name"], mode)
        self.assertIn("continues after step", self.program.stderr())
        self.assertNotIn("not bit for bit", self.program.stderr())

    def test_a_run_is_also_saved_when_a_signal_ends_the_window(self):
        self.steps(5)
        kept = self.ends(lambda: self.program.process.send_signal(signal.SIGTERM), -signal.SIGTERM)
        self.assertAlmostEqual(kept["time"], self.state("transport")["time"], delta=0.5)
        self.assertTrue(os.path.exists(os.path.join(self.scratch, "milkomeda", "earlier.milkomeda")))
        type(self).start("--resume")
        self.wait(lambda: self.state("transport")["time"] >= kept["time"], "--resume continues the run")
        self.assertNotIn("former_run", self.program.state)

    def test_a_run_is_saved_automatically_at_intervals(self):
        self.hands.xdotool("key", "ctrl+q")
        self.program.exit_code()
        type(self).start(*self.bodies, "--auto-save", "0.2")
        self.wait(lambda: self.program.count("auto_saved") >= 2, "two automatic saves are made")
        self.assertAlmostEqual(self.info(self.last())["time"], self.state("auto_saved")["time"], delta=5)
        self.hands.click(self.place("Menu/File"))
        self.hands.click(self.place("Menu/Save the run automatically"))
        self.program.frames(4)
        count = self.program.count("auto_saved")
        self.steps(30)
        # When automatic saving was switched off, at most one save was in progress.
        self.assertLessEqual(self.program.count("auto_saved"), count + 1)
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        with open(os.path.join(self.scratch, "milkomeda", "settings.json")) as file:
            self.assertEqual(json.load(file)["auto_save_seconds"], 0)

    def test_galaxies_deleted_during_a_pause_are_not_in_the_saved_run(self):
        self.quit()
        type(self).start("milky-way-andromeda", "--bodies", "600", "--auto-save", "60")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.hands.key("Home")  # A run at its start is not saved.
        self.wait_for("transport", steps=0)
        self.open_section("Scene/Run", "Scene/Delete##andromeda")
        self.hands.click(self.place("Scene/Delete##andromeda"))
        self.wait_for("play", galaxies=["milky-way"])
        left = self.state("scene")["bodies"]
        self.assertLess(left, 600)
        self.assertEqual(self.ends(lambda: self.hands.xdotool("key", "ctrl+q"), 0)["bodies"], left)

    def test_a_pipe_in_place_of_the_save_file_is_refused_without_waiting(self):
        """The save file is a pipe from which no process reads."""
        folder = os.path.join(self.scratch, "piped")
        os.makedirs(os.path.join(folder, "milkomeda"))
        os.mkfifo(os.path.join(folder, "milkomeda", "last.milkomeda"))
        self.start_with_state_in(folder)
        self.wait(lambda: "last.milkomeda: cannot be written: it is not a regular file" in self.program.stderr(),
                  "a message appears")
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)

    def test_a_failed_automatic_save_is_repeated_at_exit(self):
        folder = os.path.join(self.scratch, "later")
        with open(folder, "w"):
            pass  # A file in place of the folder makes saving fail.
        self.start_with_state_in(folder)
        self.wait(lambda: "the run was not saved for the next start: " in self.program.stderr(), "a message appears")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.program.frames(20)
        os.remove(folder)
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        self.assertTrue(os.path.exists(os.path.join(folder, "milkomeda", "last.milkomeda")))

    def quit(self):
        if self.program.process.poll() is None:
            self.hands.xdotool("key", "ctrl+q")
            self.program.exit_code()

    def start_with_state_in(self, folder):
        self.quit()
        type(self).environment = {"XDG_STATE_HOME": folder}
        try:
            type(self).start(*self.bodies, "--auto-save", "0.1")
        finally:
            type(self).environment = {}

    def test_a_failing_automatic_save_is_reported_once(self):
        folder = os.path.join(self.scratch, "elsewhere")
        with open(folder, "w"):
            pass  # A file in place of the folder makes saving fail.
        self.start_with_state_in(folder)
        line = "the run was not saved for the next start: "
        self.wait(lambda: line in self.program.stderr(), "a message appears")
        self.steps(30)
        self.assertEqual(self.program.stderr().count(line), 1)
        self.assertTrue(self.state("transport")["playing"])

    def test_a_recording_can_be_played_without_an_opencl_device(self):
        self.hands.key("ctrl+e")
        self.wait_for("recording", state="recording")
        self.place("Recording/note")
        self.steps(40)
        self.hands.key("ctrl+e")
        self.wait_for("recording", state="whole")
        told = self.state("recording")
        self.assertGreater(told["moments"], 3)
        self.assertEqual(os.path.getsize(os.path.join(self.scratch, told["file"])), told["bytes"])
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).environment = {"OCL_ICD_VENDORS": "/nonexistent"}
        try:
            type(self).start(told["file"], "--time-per-second", "0.5")
        finally:
            type(self).environment = {}
        self.wait_for("playback", count=told["moments"])
        self.wait(lambda: self.state("playback")["interpolated"], "the time is between two moments")
        self.wait_for("playback", "playback pauses at the end", index=told["moments"] - 1, playing=False)
        for index in (told["moments"] - 2, told["moments"] - 3):
            self.hands.key("comma")
            self.wait_for("playback", index=index)

    def test_a_run_resumed_after_the_end_of_its_scene_is_recorded_from_the_present_time(self):
        subprocess.run([self.executable, "simulate", "plummer", "--bodies", "64", "--set", "simulation.until=1",
                        "--until", "1.5", "-o", "ended.milkomeda"], cwd=self.scratch, check=True, capture_output=True)
        self.quit()
        type(self).start("ended.milkomeda")
        self.steps(10)
        self.hands.key("ctrl+e")
        self.wait_for("recording", state="recording")
        begin = self.state("transport")["time"]
        said = next(line for line in self.state("notices")["lines"] if line.startswith("recording "))
        self.assertIn("moments of 1.5 kB each at intervals of 0.1 model time units; Ctrl+E", said)
        self.steps(40)
        self.hands.key("ctrl+e")
        self.wait_for("recording", state="whole")
        recorded = self.info(self.state("recording")["file"])
        self.assertTrue(1.5 < recorded["time"] <= begin)

    def test_a_resumed_run_has_its_earlier_history(self):
        """Steps before the saved state can be undone and repeated, with all changes of parameters."""
        one_way = [*self.bodies, "--solver", "direct", "--kernel", "tiled"]
        self.hands.xdotool("key", "ctrl+q")
        self.program.exit_code()
        type(self).start(*one_way)
        self.steps(20)
        first = self.state("parameters")["softening"]
        self.pull("Physics/Softening", 30)
        other = self.state("parameters")["softening"]
        self.assertNotEqual(other, first)
        self.steps(20)
        kept = self.ends(lambda: self.hands.xdotool("key", "ctrl+q"), 0)

        type(self).start("--resume")
        self.wait(lambda: self.state("transport")["time"] > kept["time"] + 0.2, "the run continues")
        self.assertEqual(self.line()["start"], 0)
        self.assertEqual(self.state("transport")["exact_from"], 0)
        self.assertEqual(len(self.line()["futures"]), 1)
        # The branch has several changes, because dragging the slider records each value.
        self.assertGreaterEqual(self.line()["futures"][0]["changes"], 2)
        self.assertAlmostEqual(0.02 * self.line()["keys"][0], kept["time"])
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        end = self.line()["end"]
        for _ in range(2):
            self.go_to(0.2)
            self.assertEqual(self.state("transport")["steps"], 10)
            self.wait_for("parameters", softening=first)
            self.hands.key("space")
            self.wait(lambda: self.state("transport")["time"] > kept["time"],
                      "the run has repeated the steps up to the resumed state")
            self.hands.key("space")
            self.wait_for("transport", playing=False)
            self.wait_for("parameters", softening=other)
            self.assertEqual(len(self.line()["futures"]), 1)
        self.assertGreaterEqual(self.line()["end"], end)
        self.go_to(0)
        self.hands.key("comma")  # The run is at its first step, so the key has no effect.
        self.program.frames()
        self.assertEqual(self.state("transport")["steps"], 0)

    def test_a_resumed_run_keeps_its_earlier_diagnostics(self):
        self.quit()
        type(self).start(*self.bodies)
        self.wait(lambda: self.state("diagnostics")["rows"] >= 3, "three rows are measured")
        self.pull("Physics/Softening", 30)
        self.wait(lambda: self.state("diagnostics")["markers"], "the change is marked")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.program.frames()
        before = self.state("diagnostics")
        kept = self.ends(lambda: self.hands.xdotool("key", "ctrl+q"), 0)
        type(self).start("--resume")
        self.wait(lambda: self.state("diagnostics")["rows"] >= before["rows"], "the earlier rows are there")
        self.assertEqual(self.state("diagnostics")["markers"], before["markers"])
        self.wait(lambda: self.state("diagnostics")["newest"]["time"] > kept["time"], "the run is measured further")
        self.hands.click(self.place("Graphs/CSV"))
        self.wait(lambda: "diagnostics_saved" in self.program.state, "a table is written")
        with open(os.path.join(self.scratch, self.state("diagnostics_saved")["file"]), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual((float(rows[0]["Time [Myr]"]), float(rows[0]["Energy error"])), (0, 0))

    def line(self):
        return self.state("transport")["time_line"]


class WithoutSettings(driver.WindowTest):
    arguments = ["plummer", "--bodies", "500", "--size", "320x240", "--mode", "point", "--auto-save", "0.1"]

    def test_with_the_option_no_settings_no_run_is_saved_or_resumed(self):
        self.wait(lambda: self.state("transport")["steps"] >= 30, "30 steps are taken")
        self.assertEqual(self.program.count("auto_saved"), 0)
        self.assertEqual(glob.glob(os.path.join(self.scratch, "milkomeda", "*.milkomeda")), [])


# Restores the default handling of signals that background jobs of a shell ignore.
for ending in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
    signal.signal(ending, signal.SIG_DFL)
driver.main(SavedRuns, WithoutSettings)
