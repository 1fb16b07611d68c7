"""A command that is interrupted or killed does not hang, leaves no partial file and no ffmpeg process, and keeps a
playable video. The display of progress fits the terminal."""

import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

import command
from command import scene


class Interruptions(command.Test):
    def started_video(self, name, **options):
        """Starts a video and waits until its first frames are written."""
        self.put(name, "from before")
        process = self.start("render", scene, "--bodies", 300, "--size", "320x240", "-o", name, "--until", 1e5,
                             start_new_session=True, **options)
        self.addCleanup(process.kill)
        end = time.monotonic() + command.patience
        while not any(os.path.getsize(self.folder / part) for part in self.leftovers()):
            self.assertLess(time.monotonic(), end, "the video has not started")
            self.assertIsNone(process.poll(), "the program ended before the video started")
            time.sleep(0.05)
        return process

    def assertVideoEnded(self, process, code, name):
        # ffmpeg also writes to this standard error, so the output ends only when both processes have ended.
        error = process.communicate(timeout=command.patience)[1]
        self.assertEqual(process.returncode, code, error)
        # No line may come from ffmpeg, which could wrongly report a missing video. PoCL 6 counts warnings of its compiler.
        for line in error.splitlines():
            self.assertRegex(line, "^(milkomeda: |rendering |[0-9]+ warnings? generated[.]$)")
        self.assertEqual(self.leftovers(), [])
        probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames",
                                "-of", "csv=p=0", name], cwd=self.folder, capture_output=True, text=True)
        match = re.search("the video ends after ([0-9]+) of ", error)
        self.assertTrue(match, error)
        self.assertEqual((probe.stdout.strip(), probe.stderr), (match[1], ""))
        self.assertGreater(int(match[1]), 0)

    def test_an_interrupted_video_is_playable(self):
        for name, number in (("f.mp4", signal.SIGINT), ("f.webm", signal.SIGTERM), ("f.mp4", signal.SIGHUP)):
            process = self.started_video(name)
            process.send_signal(number)
            self.assertVideoEnded(process, -number, name)

    def test_an_interrupt_of_the_whole_process_group_leaves_a_playable_video(self):
        process = self.started_video("f.mp4")
        os.killpg(process.pid, signal.SIGINT)
        self.assertVideoEnded(process, -signal.SIGINT, "f.mp4")

    def test_a_video_continues_after_a_hangup_signal_that_is_ignored(self):
        def ignore():
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        process = self.started_video("f.mp4", preexec_fn=ignore)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertVideoEnded(process, -signal.SIGTERM, "f.mp4")

    def test_an_ignored_hangup_signal_does_not_end_the_child_process_that_writes(self):
        """A terminal that is closed sends the signal SIGHUP to all of its processes, including child processes of the
        program."""
        process = self.start("generate", "plummer", "--bodies", 1000000, "-o", "y.hdf5", start_new_session=True,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.addCleanup(process.kill)
        end = time.monotonic() + command.patience
        while process.poll() is None and time.monotonic() < end:
            os.killpg(process.pid, signal.SIGHUP)
            time.sleep(0.005)
        self.assertEqual(process.returncode, 0, process.communicate()[1])

    def test_an_interrupted_run_keeps_complete_diagnostics_rows(self):
        process = self.start("simulate", scene, "--bodies", 60, "--until", 1e5, "--diagnostics", "d.csv", "-o", "y.tab")
        self.addCleanup(process.kill)
        file, end = self.folder / "d.csv", time.monotonic() + command.patience
        while not file.exists() or file.read_text().count("\n") < 3:
            self.assertLess(time.monotonic(), end, "no rows")
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=command.patience)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertTrue(file.read_text().endswith("\n"))
        self.assertEqual(sorted(self.files()), ["d.csv"])


class Terminals(command.Test):
    def terminal_output(self, columns, *words):
        """Returns the output of a command on a terminal that is this many columns wide."""
        try:
            ours, theirs = pty.openpty()
        except OSError as error:  # A chroot may lack pseudo-terminals.
            self.skipTest(str(error))
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
        process = self.start(*words, stderr=theirs)
        os.close(theirs)
        text = b""
        try:
            while piece := os.read(ours, 65536):
                text += piece
        except OSError:  # Reading fails when the command has closed its end of the terminal.
            pass
        os.close(ours)
        process.communicate(timeout=command.patience)
        self.assertEqual(process.returncode, 0)
        return text.decode()

    def test_progress_redraws_one_line_that_fits_the_terminal(self):
        for columns in (40, 80, 200):
            text = self.terminal_output(columns, "simulate", scene, "--bodies", 300, "--until", 1)
            bar = text[text.index("\r\x1b[K" if "\r\x1b[K" in text else "\rsimulating"):]
            bar, _, after = bar.strip().partition("\r\n")
            self.assertRegex(after, "^milkomeda: gas: .*$", "the number of substeps follows on a new line")
            lines = [line.replace("\x1b[K", "") for line in bar.split("\r") if line.strip()]
            self.assertGreaterEqual(len(lines), 1, text)
            for line in lines:
                self.assertLess(len(line), columns, line)
            self.assertIn("100 %", lines[-1])
            self.assertNotIn("\n", bar)
            self.assertTrue(text.endswith("\r\n"), "the prompt is on a new line")

    def test_progress_without_a_terminal_prints_few_lines(self):
        error = self.done("simulate", scene, "--bodies", 60, "--until", 4).error
        self.assertNotIn("\r", error)
        lines = [line for line in error.splitlines() if line.startswith("simulating")]
        self.assertLessEqual(len(lines), 11)
        self.assertIn("100 %", lines[-1])


if __name__ == "__main__":
    if shutil.which("ffmpeg") is None:
        sys.exit(print("skipped: ffmpeg is not installed") or command.skipped)
    command.main(opencl=True, opengl=True)
