"""Signals end the window as its close button does: what a person made is kept, and the parent sees the signal."""

import json
import os
import signal

import driver


class Signals(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "400x300"]
    saves_settings = True

    def test_settings_and_viewpoints_are_kept(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            before = self.state("mode")
            self.hands.key("d")
            self.wait(lambda: self.state("mode") != before, "another mode")
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

    def test_what_is_being_saved_is_saved(self):
        type(self).start()
        self.hands.xdotool("key", "ctrl+s")
        self.program.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.program.exit_code(), -signal.SIGTERM)
        left = os.listdir(self.scratch)
        self.assertFalse([name for name in left if ".part" in name], left)
        type(self).start()


for ending in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):  # a shell's background jobs ignore some of them
    signal.signal(ending, signal.SIG_DFL)
driver.main(Signals)
