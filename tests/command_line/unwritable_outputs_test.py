"""Outputs that cannot be written are refused before any slow work, and existing files stay unchanged."""

import os
import subprocess
import unittest

import command
from command import scene, without_gas

# A run of many hours. If the program refused the output only after the run, the test would exceed its time limit.
endless = ["simulate", scene, "--until", 1e6]
film = ["render", scene, "--size", "64x64", "--until", 1e6]
picture = ["render", scene, "--size", "64x64"]
file = ["generate", scene, *without_gas, "--bodies", 300]


class Outputs(command.Test):
    def test_an_output_in_a_missing_folder_is_refused(self):
        for words in ([*endless, "-o", "no/y.tab"], [*endless, "-o", "no/y.tab", "--every", 1],
                      [*endless, "--diagnostics", "no/d.csv"], [*file, "-o", "no/y.tab"], [*picture, "-o", "no/p.png"],
                      [*film, "-o", "no/f.mp4"], [*film, "-o", "no/f-%05d.png"]):
            self.refused(1, "cannot be written: there is no folder no", *words)

    def test_a_folder_as_output_is_refused(self):
        for name in ("y.tab", "d.csv", "p.png", "f.mp4", "f-00000.png", "y-00000.tab"):
            (self.folder / name).mkdir()
        for words in ([*endless, "-o", "y.tab"], [*endless, "-o", "y.tab", "--every", 1],
                      [*endless, "--diagnostics", "d.csv"], [*file, "-o", "y.tab"], [*picture, "-o", "p.png"],
                      [*film, "-o", "f.mp4"], [*film, "-o", "f-%05d.png"]):
            self.refused(1, "cannot be written: it is a folder", *words)

    def test_a_broken_link_as_output_is_refused(self):
        for name in ("y.tab", "d.csv", "p.png"):
            (self.folder / name).symlink_to("no/where")
        for words in ([*file, "-o", "y.tab"], [*endless, "--diagnostics", "d.csv"], [*picture, "-o", "p.png"]):
            self.refused(1, "the path is a link to a missing file", *words)

    def test_unknown_extensions_are_refused_with_a_list_of_the_known_extensions(self):
        for words in ([*endless, "-o", "y.foo"], [*endless, "-o", "y"], [*endless, "-o", "."], [*file, "-o", "y.png"],
                      [*file, "-o", "y.gz"], [*file, "-o", ".tab"]):
            self.refused(2, "the extension does not name a format that Milkomeda writes (.hdf5, .h5, ", *words)
        for name in ("p.jpg", "p", "p.tab", ".png", "f-%05d.jpg", "f.MP4"):
            self.refused(2, "the name of a video or picture must end in .png, .mp4, .webm, .mkv, .gif, .apng", *picture, "-o", name)

    def test_an_output_in_a_read_only_folder_is_refused(self):
        # A writable old file does not help, because the program first writes every output under a temporary name.
        for name in ("y.tab", "p.png", "f.mp4"):
            self.put(name, "from before")
            (self.folder / name).chmod(0o666)
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        other_user = {}
        if os.geteuid() == 0:  # The user root may write everywhere, so the test runs as another user.
            # Mesa 25 reports a cache of shaders in which this user may not write, so the user has no such cache.
            other_user = {"user": 65534, "group": 65534, "extra_groups": [],
                          "environment": {"MESA_SHADER_CACHE_DISABLE": "true"}}
            try:
                self.done("--version", **other_user)
            except (PermissionError, subprocess.SubprocessError):
                self.skipTest("the program cannot be run by a user other than root")
        for words in ([*endless, "-o", "y.tab"], [*file, "-o", "y.tab"], [*picture, "-o", "p.png"],
                      [*film, "-o", "f.mp4"]):
            self.refused(1, "is not writable: Permission denied", *words, **other_user)
        for words in ([*endless, "-o", "new.tab"], [*endless, "--diagnostics", "d.csv"], [*film, "-o", "new.webm"]):
            self.refused(1, "cannot be written: Permission denied", *words, **other_user)

    def test_a_full_disk_keeps_existing_files(self):
        disk = {"preexec_fn": command.disk_of(2000), "environment": {"MESA_SHADER_CACHE_DISABLE": "true"}}
        particles = ("y.tab", "y.tab.gz", "y.csv", "y.nemo", "y.hdf5")
        for name in (*particles, "p.png", "f-00000.png"):
            self.put(name, "from before")
        for name in particles:
            self.refused(1, "File too large", *file, "-o", name, **disk)
        before = self.files()
        for name, words, reason in (("p.png", [], "cannot write p.png: File too large"),
                                    ("f-%05d.png", ["--until", 0], "cannot write f-00000.png: File too large"),
                                    ("f.webm", ["--until", 0], "ffmpeg failed"),
                                    ("f.mp4", ["--until", 0], "ffmpeg failed")):
            result = self.run_program("render", scene, "--bodies", 300, "--interop", "none", "--set",
                                      "view.hidden=[]", "--size", "300x300", *words, "-o", name, **disk)
            self.assertEqual(result.code, 1, result.error)
            self.assertIn("milkomeda: " + reason, result.error.splitlines()[-1])
            self.assertEqual(self.files(), before)

    @unittest.skipUnless(os.geteuid() == 0, "only root can mount a small disk")
    def test_a_disk_too_small_for_the_file_leaves_no_partial_file(self):
        """Libraries keep small data in memory until they close a file, and a file may be longer than its allocated
        blocks."""
        disk = self.folder / "disk"
        disk.mkdir()
        for name in ("y.hdf5", "y.tab", "y.csv", "y.gadget2"):
            size = len((self.folder / self.generate(name, 500)).read_bytes())
            for room in range(4096, size, 4096):
                mount = ["mount", "-t", "tmpfs", "-o", f"size={room}", "none", disk]
                if subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
                    self.skipTest("this process may not mount a disk")
                try:
                    result = self.run_program("generate", scene, "--bodies", 500, "-o", f"disk/{name}")
                    left = os.listdir(disk)
                finally:
                    subprocess.run(["umount", disk], check=True)
                self.assertEqual((result.code, left), (1, []), f"{name}: {room} of {size} bytes\n{result.error}")
                self.assertIn("No space left on device", result.error)

    def test_a_run_ends_with_the_reason_if_the_disk_for_diagnostics_is_full(self):
        result = self.run_program("simulate", scene, "--bodies", 60, "--until", 1, "--diagnostics", "/dev/full")
        self.assertEqual(result.code, 1, result.error)
        self.assertEqual(result.error.splitlines()[-1],
                         "milkomeda: /dev/full: cannot be written further: No space left on device")

    def test_diagnostics_can_be_written_to_a_pipe(self):
        result = self.run_program("simulate", scene, "--bodies", 60, "--until", 0.1, "--diagnostics", "/dev/stdout")
        self.assertEqual(result.code, 0, result.error)
        self.assertEqual(len(result.out.splitlines()), 3)

    def test_a_closed_or_full_standard_output_is_an_error(self):
        closed = {"stdout": None, "preexec_fn": lambda: os.close(1)}
        with open("/dev/full", "w") as full:
            for options in (closed, {"stdout": full}):
                for words in (["--help"], ["render", "--help"], ["--version"], ["scenes"]):
                    self.refused(1, "standard output accepts no more data", *words, **options)
                result = self.run_program("simulate", scene, "--bodies", 60, "--until", 0.1, "--diagnostics",
                                          "/dev/stdout", **options)
                self.assertEqual(result.code, 1, result.error)
                self.assertIn("No space left on device", result.error.splitlines()[-1])

    def test_a_run_ends_when_the_reader_closes_the_output_pipe(self):
        process = self.start("simulate", scene, "--bodies", 60, "--until", 1000, "--diagnostics", "/dev/stdout")
        self.assertTrue(process.stdout.readline().startswith("time,"))
        process.stdout.close()
        process.stderr.close()
        self.assertNotEqual(process.wait(command.patience), 0)


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
