"""A recording contains many moments of a run in one file. It is complete however the run ends, and can be played
without a device."""

import os
import signal
import subprocess
import time

import command

run = ["simulate", "plummer", "--bodies", 800, "--dt", 0.02]
scene = command.two_galaxies + """[[change]]
time = 1
delete = "a"
"""
no_device = {"OCL_ICD_VENDORS": "/nonexistent"}


class Recording(command.Test):
    def moments(self, name):
        """Returns the number of moments in the recording, as info prints it."""
        note = self.info(name)["notes"][0]
        self.assertIn("the recording contains ", note)
        return int(note.split()[3])

    def test_a_recording_has_the_requested_moments_and_reports_its_size(self):
        said = self.done(*run, "--until", 1, "--record", "a.recording", "--every", 0.2, "-o", "end.csv").error
        self.assertIn("recording a.recording: about 115 kB, 6 moments of 800 bodies", said)
        self.assertIn("recorded 6 moments", said)
        self.assertEqual((self.moments("a.recording"), self.info("a.recording")["bodies"]), (6, 800))
        whole = (self.folder / "a.recording").stat().st_size
        self.done(*run, "--until", 1, "--record", "b.recording", "--every", 0.2, "--no-velocities")
        self.assertLess((self.folder / "b.recording").stat().st_size, 0.75 * whole)
        self.assertFalse((self.folder / "end-00000.csv").exists(), "--every applies to the recording")

    def test_a_recording_drawn_without_a_device_shows_the_same_picture_as_the_run(self):
        self.done(*run, "--until", 1, "--record", "a.recording", "--every", 0.25, "-o", "end.csv")
        picture = ["--size", "64x48", "--mode", "point", "--show", "none", "--camera", "0,0,6"]
        recorded = self.picture("a.png", "a.recording", "--at", 1, *picture, environment=no_device)
        self.assertEqual(recorded, self.picture("b.png", "end.csv", *picture))
        between = self.picture("c.png", "a.recording", "--at", 0.6, *picture, environment=no_device)
        self.assertNotEqual(between, recorded)

    def picture(self, name, *words, **options):
        self.done("render", *words, "-o", name, **options)
        return command.read_png((self.folder / name).read_bytes())

    def test_a_full_disk_ends_a_recording_and_keeps_the_recorded_moments(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=700k", "none", disk]).returncode:
            self.skipTest("only root can make a small disk")
        try:
            words = [*run, "--until", 1, "--record", "disk/a.recording", "--every", 0.02]
            result = self.run_program(*words)
            self.assertEqual(result.code, 1, result.error)
            last = result.error.splitlines()[-1]
            self.assertIn("a.recording: cannot be written: No space left on device; the recording contains the first ",
                          last)
            self.assertEqual(self.moments("disk/a.recording"), int(last.split()[-2]))
            self.assertEqual(self.leftovers(), [])
        finally:
            subprocess.run(["umount", disk], check=True)

    def size_of(self, name):
        try:
            return os.path.getsize(name)
        except FileNotFoundError:  # The file was removed after it was listed.
            return 0

    def test_a_killed_run_leaves_a_complete_recording(self):
        for number in (signal.SIGKILL, signal.SIGTERM):
            name = f"{number.name}.recording"
            process = self.start(*run, "--until", 1000, "--record", name, "--every", 0.02)
            end = time.monotonic() + command.patience
            # Waits for a temporary file with content. Before the run, an empty file only tests whether the folder is
            # writable.
            while not any(map(self.size_of, self.leftovers())) and time.monotonic() < end:
                time.sleep(0.01)
            time.sleep(0.5)
            process.send_signal(number)
            process.communicate()
            while not (self.folder / name).exists() and time.monotonic() < end:
                time.sleep(0.01)  # After the kill, a child process completes the file.
            self.assertGreater(self.moments(name), 0)
            self.assertEqual(self.leftovers(), [])

    def test_recording_a_backward_run_is_refused(self):
        self.done(*run, "--integrator", "reversible", "--until", 1, "-o", "end.milkomeda")
        self.put("old.csv", "from before")
        self.refused(2, "a recording cannot run backward", "simulate", "end.milkomeda", "--until", 0, "--record",
                     "b.recording", "--diagnostics", "old.csv")

    def test_a_recording_has_at_most_one_moment_per_step(self):
        for every in ("1e-300", "5e-324"):
            self.done(*run, "--until", 0.1, "--record", "a.recording", "--every", every)
            self.assertEqual(self.moments("a.recording"), 6)

    def test_impossible_recordings_are_refused_before_the_run(self):
        self.refused(2, "--every needs -o FILE or --record FILE", *run, "--until", 1, "--every", 1)
        self.refused(2, "--no-velocities needs --record", *run, "--until", 1, "--no-velocities")
        self.refused(1, "there is no folder nowhere", *run, "--until", 1, "--record", "nowhere/a.recording")
        self.refused(2, "--record", *run, "--until", 1, "--record", "a.csv", "-o", "a.csv")
        self.done(*run, "--until", 0.1, "--record", "a.recording")
        self.put("old.csv", "from before")
        self.put("mine.toml", scene)
        self.refused(2, "all moments of a recording must have the same bodies", "simulate", "mine.toml", "--until", 5,
                     "--diagnostics", "old.csv", "--record", "b.recording")
        self.refused(2, "a.recording", "simulate", "a.recording", "--until", 1)


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
