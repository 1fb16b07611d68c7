"""An output with the name of an existing file keeps the mode, owner and links of this file. Outputs can be pipes and
devices. An output must not be a file that the command also reads or writes."""

import os
import shutil
import socket
import stat
import struct
import subprocess
import threading
import time
import unittest

import command
from command import scene

picture = ["render", scene, "--bodies", 60, "--size", "32x32", "--interop", "none"]
# For each output name, the command that writes this kind of file.
kinds = {name: ["generate", scene, "--bodies", 60, "-o"]
         for name in ("y.tab", "y.tab.gz", "y.csv", "y.hdf5", "y.nemo", "y.tipsy", "y.gadget2", "y.recording")} | {
    "s.hdf5": ["simulate", scene, "--bodies", 60, "--until", 0, "-o"],
    "d.csv": ["simulate", scene, "--bodies", 60, "--until", 0, "--diagnostics"],
    "p.png": [*picture, "-o"],
    "b.csv": ["bench", "draw", "--bodies", 2000, "--size", "160x90", "--mode", "point", "--csv"]}
if shutil.which("ffmpeg"):
    kinds |= {"f.mp4": [*picture, "--until", 0, "-o"], "f.webm": [*picture, "--until", 0, "-o"]}
# Excludes benchmark results, which differ in every run, and .webm files, which contain a random number.
repeatable = [name for name in kinds if name not in ("b.csv", "f.webm")]
is_root = os.geteuid() == 0


class ReplacedFiles(command.Test):
    def write(self, name, **options):
        result = self.run_program(*kinds[name], name, **options)
        self.assertEqual(result.code, 0, f"{name}\n{result.error}")
        self.assertEqual(self.leftovers(), [], name)

    def expected(self, name):
        """Writes a file of this name, removes the file and returns its content."""
        self.write(name)
        path = self.folder / name
        content = path.read_bytes()
        path.unlink()
        self.assertTrue(content, name)
        return content

    def test_equal_commands_write_identical_files(self):
        for name in repeatable:
            first = self.expected(name)
            if name.endswith(".hdf5"):
                # Waits for the next second, in case the file contains its time of writing in whole seconds.
                time.sleep(1.1)
            self.assertEqual(self.expected(name), first, name)

    def test_outputs_can_be_written_to_pipes(self):
        for name in repeatable:
            content, heard, pipe = self.expected(name), [], self.folder / name
            os.mkfifo(pipe)
            reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
            reader.start()
            self.write(name)
            self.assertTrue(stat.S_ISFIFO(pipe.lstat().st_mode), name)
            reader.join(command.patience)
            self.assertEqual(heard, [content], name)
            pipe.unlink()

    @unittest.skipUnless(is_root, "only root makes devices")
    def test_outputs_can_be_written_to_device_files(self):
        for name in kinds:
            # Device numbers and expected exit codes of /dev/null, which accepts all data, and /dev/full, which
            # accepts no data.
            for minor, code in ((3, 0), (7, 1)):
                device = self.folder / name
                os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, minor))
                with open(device, "wb"):  # Opening the file fails if this file system has no device files.
                    pass
                result = self.run_program(*kinds[name], name)
                self.assertEqual(result.code, code, f"{name}\n{result.error}")
                if code:
                    self.assertIn("No space left on device", result.error.splitlines()[-1])
                status = device.lstat()
                self.assertTrue(stat.S_ISCHR(status.st_mode), name)
                self.assertEqual(status.st_rdev, os.makedev(1, minor), name)
                self.assertEqual(self.leftovers(), [])
                device.unlink()

    def test_standard_output_can_be_the_output_file(self):
        content = self.expected("y.csv")
        words = ["generate", scene, "--bodies", 60, "--format", "csv", "-o", "/dev/stdout"]
        self.assertEqual(self.run_program(*words).out.encode(), content)
        with open(self.folder / "all.csv", "wb") as file:  # The table is appended to the content of the file.
            file.write(b"# before\n")
            file.flush()
            self.assertEqual(self.run_program(*words, stdout=file).code, 0)
        self.assertEqual((self.folder / "all.csv").read_bytes(), b"# before\n" + content)

    def test_symbolic_links_are_followed(self):
        (self.folder / "elsewhere").mkdir()
        for name in kinds:
            self.put("elsewhere/file", "from before")
            (self.folder / "middle").symlink_to("elsewhere/file")
            (self.folder / name).symlink_to(self.folder / "middle")
            self.write(name)
            self.assertTrue((self.folder / name).is_symlink(), name)
            self.assertTrue((self.folder / "middle").is_symlink(), name)
            self.assertNotEqual((self.folder / "elsewhere/file").read_bytes(), b"from before")
            (self.folder / name).unlink()
            (self.folder / "middle").unlink()

    def test_permissions_and_owner_of_a_replaced_file_are_kept(self):
        owner = (4321, 1234) if is_root else (os.geteuid(), os.getegid())
        for name in kinds:
            for mode in (0o600, 0o666):
                path = self.folder / self.put(name, "from before")
                path.chmod(mode)
                os.chown(path, *owner)
                self.write(name)
                status = path.stat()
                self.assertEqual((stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid), (mode, *owner), name)

    def test_a_new_file_has_the_permissions_that_umask_leaves(self):
        for name in kinds:
            self.write(name, preexec_fn=lambda: os.umask(0o027))
            self.assertEqual(stat.S_IMODE((self.folder / name).stat().st_mode), 0o640, name)

    def test_hard_links_of_a_replaced_file_are_kept(self):
        for name in repeatable:
            content = self.expected(name)
            for before in (b"", b"from before" * 50000):
                self.put("first", before)
                os.link(self.folder / "first", self.folder / name)
                self.write(name)
                self.assertTrue(os.path.samefile(self.folder / "first", self.folder / name), name)
                self.assertEqual((self.folder / "first").read_bytes(), content, name)
                (self.folder / "first").unlink()
                (self.folder / name).unlink()

    def test_access_lists_and_extended_attributes_of_a_replaced_file_are_kept(self):
        """An access list gives one user more rights than the group, and the group must not get these rights. The
        bytes of the access list have the format of Linux."""
        entry = lambda tag, rights, who=0xffffffff: struct.pack("<HHI", tag, rights, who)
        list_of_rights = struct.pack("<I", 2) + entry(1, 6) + entry(2, 6, 4321) + entry(4, 0) + entry(16, 6) + entry(32, 0)
        for name in kinds:
            for attribute, value in (("user.note", b"mine"), ("system.posix_acl_access", list_of_rights)):
                path = self.folder / self.put(name, "from before")
                path.chmod(0o600)
                try:
                    os.setxattr(path, attribute, value)
                except OSError:
                    self.skipTest("this file system has no access lists or extended attributes")
                mode = path.stat().st_mode
                self.write(name)
                self.assertEqual(os.getxattr(path, attribute), value, name)
                self.assertEqual(path.stat().st_mode, mode, name)
                self.assertNotEqual(path.read_bytes(), b"from before", name)
                path.unlink()

    @unittest.skipUnless(is_root, "only root can mount files")
    def test_a_file_that_is_a_mount_point_is_overwritten_in_place(self):
        for name in repeatable:
            content = self.expected(name)
            self.put("elsewhere", "from before")
            self.put(name, "below")
            mount = subprocess.run(["mount", "--bind", "elsewhere", name], cwd=self.folder, capture_output=True)
            if mount.returncode != 0:
                self.skipTest("this process may not mount files")
            try:
                self.write(name)
                self.assertEqual((self.folder / "elsewhere").read_bytes(), content, name)
            finally:
                subprocess.run(["umount", name], cwd=self.folder, check=True)
            self.assertEqual((self.folder / name).read_text(), "below")
            (self.folder / name).unlink()

    def test_a_socket_as_output_is_refused(self):
        with socket.socket(socket.AF_UNIX) as one:
            # The test changes to this folder, because the name of a socket must be short.
            os.chdir(self.folder)
            one.bind("socket.csv")
            self.refused(1, "it is a socket", "generate", scene, "--bodies", 60, "-o", "socket.csv")
            self.refused(1, "it is a socket", "simulate", scene, "--until", 1e6, "--diagnostics", "socket.csv")

    def test_output_to_an_open_file_is_appended(self):
        content = self.expected("y.csv")
        with open(self.folder / "all.csv", "ab") as file:
            file.write(b"# before\n")
            file.flush()
            number = file.fileno()
            self.done("generate", scene, "--bodies", 60, "--format", "csv", "-o", f"/dev/fd/{number}",
                      pass_fds=[number])
            file.write(b"# after\n")
        self.assertEqual((self.folder / "all.csv").read_bytes(), b"# before\n" + content + b"# after\n")

    def test_open_files_are_recognized_under_other_names(self):
        """An open file can be named through links, through the folder of a thread, or through a second process."""
        for name, way in (("link.csv", "/dev/fd/{0}"), ("/proc/thread-self/fd/{0}", None),
                          (f"/proc/{os.getpid()}/fd/{{0}}", None)):
            content = self.expected("y.csv")
            with open(self.folder / "all.csv", "wb+") as file:
                number = file.fileno()
                if way:
                    (self.folder / name).symlink_to(way.format(number))
                self.done("generate", scene, "--bodies", 60, "--format", "csv", "-o", name.format(number),
                          pass_fds=[number])
                file.seek(0)
                self.assertEqual(file.read(), content, name)
                self.assertTrue(os.path.samestat(os.stat(number), os.stat(self.folder / "all.csv")), name)

    def test_open_descriptors_work_for_formats_that_a_child_process_reads_or_writes(self):
        """A child process writes recordings and reads HDF5 files."""
        for name in ("y.recording", "y.hdf5", "y.milkomeda"):
            run = ["simulate", "plummer", "--bodies", 64, "--until", 0]
            content = self.folder / name
            self.done(*run, "-o", name)
            with open(self.folder / "open", "wb+") as file, open(content, "rb") as whole:
                output = ["-o", f"/dev/fd/{file.fileno()}", "--format", name[2:]]
                self.done(*run, *output, pass_fds=[file.fileno()])
                file.seek(0)
                self.assertEqual(file.read(), content.read_bytes(), name)
                found = self.info(f"/dev/fd/{whole.fileno()}", pass_fds=[whole.fileno()])
                self.assertEqual(found["bodies"], 64, name)
        with open(self.folder / "open", "wb") as file:
            self.done(*run, "--record", f"/dev/fd/{file.fileno()}", pass_fds=[file.fileno()])
        self.assertEqual(self.info("open")["bodies"], 64)

    def test_an_open_file_that_is_read_only_is_refused(self):
        self.put("all.csv", "from before")
        with open(self.folder / "all.csv", "rb") as file:
            self.refused(1, "it is not open for writing", "simulate", scene, "--until", 1e6, "--format", "csv", "-o",
                         f"/dev/fd/{file.fileno()}", pass_fds=[file.fileno()])

    @unittest.skipUnless(is_root, "only root can make a file append-only")
    def test_append_only_files_are_refused(self):
        self.put("y.csv", "from before")
        if subprocess.run(["chattr", "+a", "y.csv"], cwd=self.folder, capture_output=True).returncode != 0:
            self.skipTest("this file system has no append-only files")
        try:
            self.refused(1, "the existing file is append-only", "generate", scene, "--bodies", 60, "-o", "y.csv")
            self.refused(1, "the existing file is append-only", "simulate", scene, "--until", 1e6, "--diagnostics", "y.csv")
        finally:
            subprocess.run(["chattr", "-a", "y.csv"], cwd=self.folder, check=True)

    def test_temporary_file_names_are_unpredictable(self):
        names = set()
        for _ in range(3):
            self.put("y.tab", "from before")
            process = self.start("generate", scene, "--bodies", 1000000, "-o", "y.tab")
            end = time.monotonic() + command.patience
            while not (found := self.leftovers()):
                self.assertLess(time.monotonic(), end)
                self.assertIsNone(process.poll(), process.communicate()[1] if process.poll() else "")
            name = os.path.basename(found[0])
            process.kill()
            process.communicate()
            self.assertGreaterEqual(len(name), 32, name)
            self.assertNotIn(str(process.pid), name)
            names.add(name)
            # The file does not exist if the program ended before it was killed.
            (self.folder / name).unlink(missing_ok=True)
        self.assertEqual(len(names), 3)


class CollidingFiles(command.Test):
    """Before any work, a command refuses an output that it also reads, or that it also writes as a second output."""

    def setUp(self):
        super().setUp()
        self.generate("y.tab", 60)
        (self.folder / "deep").mkdir()
        (self.folder / "link.tab").symlink_to("y.tab")
        (self.folder / "folder").symlink_to("deep")
        os.link(self.folder / "y.tab", self.folder / "hard.tab")
        self.names = ["y.tab", "./y.tab", "deep/../y.tab", str(self.folder / "y.tab"), "link.tab", "hard.tab"]

    def test_replacing_the_source_is_refused(self):
        for name in self.names:
            self.refused(2, "would replace the source", "simulate", "y.tab", "--until", 1e6, "-o", name)
            self.refused(2, "would replace the source", "simulate", name, "--until", 1e6, "--diagnostics", "y.tab")
        for name in ("p.png", "f.mp4", "f-00003.png"):
            (self.folder / name).symlink_to("y.tab")
        self.refused(2, "would replace the source", "render", "y.tab", "-o", "p.png")
        self.refused(2, "would replace the source", "render", "y.tab", "-o", "f.mp4")
        self.refused(2, "would replace the source", "render", "y.tab", "-o", "f-%05d.png")

    def test_notes_of_numbered_pictures_do_not_replace_other_files(self):
        words = ["render", "y.tab", "--size", "16x16", "--until", 0, "-o"]
        (self.folder / "y.json").symlink_to("y.tab")
        self.refused(2, "-o: the description file y.json would replace the source"
, *words, "y-%05d.png")
        for name, content in (("mine", '{"mine": 1}'), ("list", "[1]"), ("text", "a letter"), ("none", "")):
            self.put(name + ".json", content)
            self.refused(1, f"{name}.json: cannot be written: the file exists and does not describe numbered pictures of Milkomeda",
                         *words, name + "-%05d.png")
        for name in ("run-%05d.png", "%05d-left.png", "%05d-right.png", "run_%d.png", "run-%05d.png"):
            self.done(*words, name)
        for name in ("run.json", "frames-left.json", "frames-right.json", "run_.json"):
            self.assertIn('"command"', (self.folder / name).read_text())

    def test_a_series_that_would_replace_its_source_is_refused(self):
        self.generate("run-00003.tab", 60)
        (self.folder / "run-00007.tab").symlink_to("y.tab")
        for source in ("run-00003.tab", "y.tab"):
            for name in ("run.tab", "run-%05d.tab", "deep/../run.tab"):
                self.refused(2, "would replace the source", "simulate", source, "--until", 1e6, "--every", 1,
                             "-o", name)

    def test_replacing_a_file_of_the_source_series_is_refused(self):
        for number in range(2):
            self.generate(f"r-{number}.tab", 60)
        (self.folder / "p.png").symlink_to("r-1.tab")
        self.refused(2, "would replace an input file", "render", "r-%d.tab", "-o", "p.png")

    def test_replacing_a_file_of_the_scene_is_refused(self):
        self.put("s.toml", 'title = "A"\n[galaxy.a]\nfile = "y.tab"\n')
        for name in self.names:
            self.refused(2, "would replace a file of the scene", "simulate", "s.toml", "--until", 1e6, "-o", name)
        (self.folder / "s.tab").symlink_to("s.toml")
        self.refused(2, "would replace the scene", "generate", "s.toml", "--bodies", 60, "-o", "s.tab")

    def test_replacing_the_source_of_a_benchmark_is_refused(self):
        for name in self.names:
            self.refused(2, "would replace the source", "bench", "draw", "--source", "y.tab", "--csv", name)

    def test_symbolic_links_between_series_outputs_are_refused(self):
        endless = ["simulate", scene, "--until", 1e6, "--every", 1, "-o", "z.tab"]
        self.put("z-00001.tab", "from before")
        (self.folder / "z-00000.tab").symlink_to("z-00001.tab")
        self.refused(2, "is a link to another file of this numbered series", *endless)
        (self.folder / "z-00000.tab").unlink()
        (self.folder / "z-00000.tab").symlink_to("d.csv")
        self.refused(2, "are the same file", *endless, "--diagnostics", "d.csv")

    def test_hard_links_between_series_outputs_are_refused(self):
        for begun, words in (("z", ["simulate", scene, "--until", 1e6, "--every", 1, "-o", "z.tab"]),
                             ("f", ["render", scene, "--until", 1e6, "-o", "f-%05d.png"])):
            end = words[-1][-4:]
            self.put(f"{begun}-00000{end}", "from before")
            os.link(self.folder / f"{begun}-00000{end}", self.folder / f"{begun}-00017{end}")
            self.refused(2, "is a link to another file of this numbered series", *words)

    def test_an_output_that_is_also_standard_error_is_refused(self):
        words = ["generate", scene, "--bodies", 60, "--format", "csv", "-o", "/dev/stdout"]
        result = self.run_program(*words, stderr=subprocess.STDOUT)
        self.assertEqual((result.code, len(result.out.splitlines())), (2, 1), result.out)
        self.assertIn("would replace standard error", result.out)
        for words in (["--diagnostics", "d.csv"], ["-o", "d.csv"]):
            with open(self.folder / "d.csv", "w") as file:
                result = self.run_program("simulate", scene, "--until", 1e6, *words, stderr=file)
            self.assertEqual(result.code, 2)
            self.assertIn("would replace standard error", (self.folder / "d.csv").read_text())

    def test_two_outputs_to_the_same_file_are_refused(self):
        endless = ["simulate", scene, "--until", 1e6]
        for a, b in (("z.tab", "z.tab"), ("z.tab", "./z.tab"), ("z.tab", "deep/../z.tab"),
                     ("deep/z.tab", "folder/z.tab"), ("z.tab", self.folder / "z.tab"), ("link.tab", "y.tab"),
                     ("y.tab", "hard.tab")):
            self.refused(2, "are the same file", *endless, "-o", a, "--diagnostics", b)
        self.refused(2, "are the same file", *endless, "-o", "z.tab", "--every", 1, "--diagnostics", "z-00012.tab")
        self.put("z-00012.tab", "from before")
        self.refused(2, "are the same file", *endless, "-o", "z.tab", "--every", 1, "--diagnostics", "z-00012.tab")
        self.refused(2, "are the same file", "bench", "--csv", "b.png", "--plot", "./b.png")
        with open(self.folder / "out.csv", "w") as file:
            result = self.run_program("bench", "--json", "--csv", "out.csv", stdout=file)
        self.assertEqual(result.code, 2, result.error)
        self.assertIn("standard output", result.error)

    def test_several_outputs_may_go_to_the_same_device_file(self):
        device = "/dev/null"
        # Root uses a copy of the device file, because a faulty program would replace the real device file.
        if is_root:
            device = self.folder / "null"
            os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        self.done("simulate", scene, "--bodies", 60, "--until", 0, "-o", device, "--format", "csv",
                  "--diagnostics", device)


class PipesInPlaceOfFiles(command.Test):
    """A pipe, device or folder in place of an input file is refused without waiting for data."""

    def test_a_pipe_or_device_or_folder_as_scene_is_refused(self):
        os.mkfifo(self.folder / "pipe.toml")
        (self.folder / "zero.toml").symlink_to("/dev/zero")
        (self.folder / "folder.toml").mkdir()
        for name, reason in (("pipe", "is a pipe or a device"), ("zero", "is a pipe or a device"),
                             ("folder", "is a folder")):
            for words in (["simulate", "--until", 1], ["generate", "--bodies", 60, "-o", "y.tab"],
                          ["render", "-o", "p.png"]):
                self.refused(2, f"{name}.toml: {reason}", *words, name + ".toml")

    def test_a_pipe_or_device_as_particle_file_is_refused(self):
        os.mkfifo(self.folder / "pipe.tab")
        for name in ("pipe.tab", "/dev/zero", "/dev/tty"):
            self.refused(1, "", "info", name)

    def test_a_pipe_in_place_of_the_file_of_remembered_kernels_is_ignored(self):
        os.mkdir(self.folder / "milkomeda")
        os.mkfifo(self.folder / "milkomeda/kernels.json")
        error = self.done("simulate", scene, "--bodies", 60, "--until", 0.02,
                          environment={"XDG_CACHE_HOME": str(self.folder)}).error
        self.assertIn("kernels.json: is a pipe or a device, not a file; the file is ignored", error)

    def test_a_pipe_in_place_of_an_asset_is_refused(self):
        (self.folder / "kernels/direct").mkdir(parents=True)
        os.mkfifo(self.folder / "kernels/direct/sources.cl")
        self.refused(1, "is not a regular file", "simulate", scene, "--bodies", 60, "--until", 1, "--assets", ".")

    def test_unreadable_assets_are_not_replaced_by_built_in_files(self):
        scenes = self.folder / "data/scenes"
        scenes.mkdir(parents=True)
        own = scenes / f"{scene}.toml"
        words = "generate", scene, "--bodies", 60, "--assets", ".", "-o", "y.tab"
        os.mkdir(own)
        self.refused(1, f"{scene}.toml: is not a regular file", *words)
        os.rmdir(own)
        for target in ("nowhere", own.name):
            os.symlink(target, own)
            self.refused(1, f"{scene}.toml: cannot be read: ", *words)
            own.unlink()
        if not is_root:
            own.write_text("title = 3")
            own.chmod(0)
            self.refused(1, f"{scene}.toml: cannot be read: Permission denied", *words)

    def test_replacing_a_file_of_the_assets_folder_is_refused(self):
        scenes = self.folder / "data/scenes"
        scenes.mkdir(parents=True)
        for name in (scene, "antennae"):
            shutil.copy(os.path.join(self.root, "data/scenes", name + ".toml"), scenes)
        words = "--bodies", 60, "--assets", "."
        for name in (f"data/scenes/{scene}.toml", "data/scenes/antennae.toml"):
            self.refused(2, "would replace a file of --assets", "generate", "antennae", *words, "--format", "csv",
                         "-o", name)
        self.done("generate", "antennae", *words, "-o", "data/scenes/y.csv")


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
