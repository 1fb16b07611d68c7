"""If the display disappears or another program destroys the window, the program saves the user's work."""

import json
import os
import shutil
import signal
import subprocess
import unittest

import driver


class LostDisplay(driver.WindowTest):
    """Each test has a separate X server, which ends with the test."""
    arguments = ["plummer", "--bodies", "1500", "--size", "640x400", "--mode", "point"]
    saves_settings = True

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def setUp(self):
        driver.WindowTest.setUpClass.__func__(type(self))

    def tearDown(self):
        type(self).doClassCleanups()

    def kill_display(self, number=signal.SIGKILL):
        self.display.server.send_signal(number)

    def change_settings_and_play(self):
        """Changes the draw mode, stores a viewpoint and plays some steps."""
        before = self.state("mode")
        self.hands.key("d")
        self.wait(lambda: self.state("mode") != before, "the draw mode changes")
        self.hands.key("ctrl+4")
        self.steps(20)

    def steps(self, more):
        before = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] >= before + more, f"{more} more steps are taken")

    def pause_until_idle(self):
        """Pauses and waits until the window is idle."""
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.program.frames(10)

    def settings_path(self, *name):
        return os.path.join(self.scratch, "milkomeda", *name)

    def assertEndsWithMessage(self, code, words):
        """Checks that the program ends with this exit code and one message that begins with `words`, has saved its
        work, and has left no partial files."""
        self.assertEqual(self.program.exit_code(), code)
        messages = [line for line in self.program.stderr().splitlines() if line.startswith("milkomeda: ")]
        self.assertEqual(len([line for line in messages if line.startswith(f"milkomeda: {words}")]), 1, messages)
        for words in ["XIO", "X connection", "X Error", "BadWindow", "BadDrawable", "GLXBad"]:
            self.assertNotIn(words, self.program.stderr())
        with open(self.settings_path("settings.json")) as file:
            settings = json.load(file)
        self.assertEqual(settings["mode"], self.state("mode")["name"])
        self.assertIn("4", next(iter(settings["viewpoints"].values())))
        self.assertEqual((settings["width"], settings["height"]), (640, 400))
        run = json.loads(subprocess.run([self.executable, "info", "--json", self.settings_path("last.milkomeda")], check=True,
                                        capture_output=True, text=True).stdout)
        self.assertLess(abs(run["time"] - self.state("transport")["time"]), 3)
        self.assertGreater(run["time"], 0)
        left = [name for _, _, names in os.walk(self.scratch) for name in names if ".part" in name]
        self.assertEqual(left, [])

    gone = "the connection to the display is lost; the settings are saved; the run is saved at "

    def test_work_is_saved_when_the_display_server_is_killed(self):
        self.change_settings_and_play()
        self.kill_display(signal.SIGKILL)
        self.assertEndsWithMessage(1, self.gone)

    def test_work_is_saved_when_the_server_ends_while_the_window_is_idle(self):
        self.change_settings_and_play()
        self.pause_until_idle()
        self.kill_display(signal.SIGTERM)
        self.assertEndsWithMessage(1, self.gone)

    def test_work_is_saved_when_the_connection_to_the_server_is_cut(self):
        self.change_settings_and_play()
        self.hands.xdotool("windowkill", self.hands.window)
        self.assertEndsWithMessage(1, self.gone)

    def test_work_is_saved_when_the_window_is_destroyed(self):
        destroyed = "another program has destroyed the window; Milkomeda ends as after a click on the close button"
        self.change_settings_and_play()
        self.hands.xdotool("windowclose", self.hands.window)
        self.assertEndsWithMessage(0, destroyed)

    def test_work_is_saved_when_the_window_is_destroyed_while_idle(self):
        destroyed = "another program has destroyed the window; Milkomeda ends as after a click on the close button"
        self.change_settings_and_play()
        self.pause_until_idle()
        self.hands.xdotool("windowclose", self.hands.window)
        self.assertEndsWithMessage(0, destroyed)

    @unittest.skipUnless(shutil.which("ffmpeg"), "there is no ffmpeg")
    def test_a_video_and_a_recording_are_completed_when_the_display_is_lost(self):
        self.change_settings_and_play()
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film_frame") > 4, "a video begins")
        self.hands.key("ctrl+e")
        self.wait_for("recording", state="recording")
        self.steps(20)
        self.kill_display()
        self.assertEndsWithMessage(1, self.gone)
        self.wait_for("recording", state="whole")
        self.wait_for("film", state="whole")
        subprocess.run(["ffprobe", "-v", "error", self.state("film")["file"]], cwd=self.scratch, check=True)
        subprocess.run([self.executable, "info", self.state("recording")["file"]], cwd=self.scratch, check=True,
                       capture_output=True)

    def test_with_the_option_no_settings_a_message_says_that_the_display_is_gone(self):
        type(self).doClassCleanups()
        type(self).saves_settings = False
        try:
            self.setUp()
        finally:
            type(self).saves_settings = True
        self.kill_display()
        self.assertEqual(self.program.exit_code(), 1)
        self.assertIn("milkomeda: the connection to the display is lost\n", self.program.stderr())
        self.assertFalse(os.path.exists(self.settings_path()))


driver.main(LostDisplay)
