"""A signal ends the window like its close button: the program saves the user's work, and its exit status reports the
signal."""

import json
import os
import signal
import subprocess
import time

import driver


class Signals(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "400x300", "--mode", "point"]
    saves_settings = True

    def test_settings_and_viewpoints_are_saved_when_a_signal_arrives(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            before = self.state("mode")
            self.hands.key("d")
            self.wait(lambda: self.state("mode") != before, "the draw mode changes")
            self.hands.key("ctrl+5")
            self.program.process.send_signal(number)
            self.assertEqual(self.program.exit_code(), -number)
            with open(os.path.join(self.scratch, "milkomeda", "settings.json")) as file:
                kept = json.load(file)
            self.assertEqual(kept["mode"], self.state("mode")["name"])
            self.assertIn("5", next(iter(kept["viewpoints"].values())))
            type(self).start()
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)

    def test_a_save_in_progress_is_completed_when_a_signal_arrives(self):
        type(self).start()
        self.hands.xdotool("key", "ctrl+s")
        self.program.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.program.exit_code(), -signal.SIGTERM)
        left = os.listdir(self.scratch)
        self.assertFalse([name for name in left if ".part" in name], left)
        type(self).start()

    def test_settings_and_recordings_are_saved_before_a_slow_video_ends(self):
        """The encoder of the video is a script that reads all frames and then waits for a file, so the video ends
        slowly."""
        encoder, release_file = os.path.join(self.scratch, "bin", "ffmpeg"), os.path.join(self.scratch, "go")
        os.makedirs(os.path.dirname(encoder))
        with open(encoder, "w") as file:
            file.write(f"#!/bin/sh\ncat >/dev/null\nuntil [ -e '{release_file}' ]; do sleep 0.1; done\nexit 1\n")
        os.chmod(encoder, 0o755)
        self.hands.xdotool("key", "ctrl+q")
        self.program.exit_code()
        type(self).environment = {"PATH": os.path.dirname(encoder) + ":" + os.environ["PATH"]}
        try:
            type(self).start()
        finally:
            type(self).environment = {}
        before = self.state("mode")
        self.hands.key("d")
        self.wait(lambda: self.state("mode") != before, "the draw mode changes")
        self.hands.key("ctrl+e")
        self.wait_for("recording", state="recording")
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film_frame") > 2, "a video begins")
        self.hands.xdotool("key", "ctrl+q")
        try:
            self.wait_for("recording", "the recording is whole", state="whole")
            with open(os.path.join(self.scratch, "milkomeda", "settings.json")) as file:
                self.assertEqual(json.load(file)["mode"], self.state("mode")["name"])
            self.assertIsNone(self.program.process.poll())
        finally:
            open(release_file, "w").close()
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start()

    def test_a_trace_that_cannot_be_written_ends_the_window_with_an_error(self):
        """The window closes as after a click on its close button, and reports that it could not write the trace."""
        self.hands.xdotool("key", "ctrl+q")
        self.program.exit_code()
        surroundings = os.environ | {"DISPLAY": self.display.name, "XDG_STATE_HOME": self.scratch}
        with open("/dev/full", "w") as full:
            process = subprocess.Popen(self.command(), cwd=self.scratch, stdout=full, stderr=subprocess.PIPE, text=True,
                                       env=surroundings)
        find = ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid), "windowfocus"]
        end = time.monotonic() + driver.patience
        while process.poll() is None and time.monotonic() < end:
            if subprocess.run(find, env=surroundings, stderr=subprocess.DEVNULL).returncode == 0:
                subprocess.run(["xdotool", "key", "ctrl+q"], env=surroundings)
            time.sleep(0.2)
        process.kill()
        said = process.communicate()[1].splitlines()
        self.assertEqual(process.returncode, 1)
        self.assertEqual(said[-1], "milkomeda: standard output accepts no more data: the disk is full, or the pipe was "
                         "closed")
        type(self).start()


# Restores the default handling of signals that background jobs of a shell ignore.
for ending in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
    signal.signal(ending, signal.SIG_DFL)
driver.main(Signals)
