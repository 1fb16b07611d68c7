"""Commands that write every kind of file, for tests that kill these commands or let disk or memory run out. Afterwards,
each output name must refer to the previous file or to the complete new file."""

import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "command_line"))
import command  # noqa: E402: command-line tests, which define the environment of the program

before = b"from before\n" * 3000
temporary = re.compile(r"\.milkomeda-[0-9a-f]{32}\.part")
particles = "y.tab y.tab.gz y.csv y.hdf5 y.milkomeda y.nemo y.tipsy y.gadget2".split()
render = ["render", "plummer", "--bodies", "2000", "--interop", "none", "--size", "640x360"]
bench = ["bench", "draw", "--bodies", "2000", "--size", "160x90", "--mode", "point"]


def kinds(opencl):
    """Returns the command for each output name. Each command writes for some hundredths of a second."""
    words = {name: ["generate", "plummer", "--bodies", "60000", "-o"] for name in particles}
    words |= {"p.png": [*render, "-o"], "b.csv": [*bench, "--csv"]}
    if opencl:
        # The kernel is fixed, because the fastest kernel may differ from run to run.
        same = ["--bodies", "500", "--until", "0.5", "--kernel", "naive"]
        run = ["simulate", "plummer", *same]
        words |= {"s.hdf5": [*run, "-o"], "s.milkomeda": [*run, "-o"], "d.csv": [*run, "--diagnostics"], "n.hdf5": [*run, "--every", "0.1", "-o"]}
        film = ["render", "plummer", *same, "--size", "640x360"]
    else:
        film = [*render, "--until", "0"]
    words["f-%05d.png"] = [*film, "-o"]
    if shutil.which("ffmpeg"):
        words |= {"f.mp4": [*film, "-o"], "f.webm": [*film, "-o"]}
    return words


def is_series(name):
    return name in ("n.hdf5", "f-%05d.png")


class Run:
    """One command in a temporary folder, with an existing file under the name of its output."""

    ways = ("nothing", "file", "hard link", "link")

    def __init__(self, name, words, way="nothing"):
        self.name, self.words, self.way = name, words, "nothing" if is_series(name) else way
        self.temporary_folder = tempfile.TemporaryDirectory(prefix="milkomeda robustness ")
        self.folder = pathlib.Path(self.temporary_folder.name)
        self.output = self.folder / name
        if self.way in ("file", "hard link"):
            self.output.write_bytes(before)
        if self.way == "hard link":
            os.link(self.output, self.folder / "second")
        if self.way == "link":
            (self.folder / "second").write_bytes(before)
            self.output.symlink_to("second")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.temporary_folder.cleanup()

    def start(self, limit=lambda: None, output=None, environment={}):
        def prepare():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            limit()
        self.process = subprocess.Popen(
            [command.Test.program, *self.words, str(output or self.name)], cwd=self.folder, preexec_fn=prepare,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
            env=command.surroundings(self.folder) | {"MESA_SHADER_CACHE_DISABLE": "true"} | environment,
            start_new_session=True)

    def end(self):
        """Waits for the end of the run and returns its exit code, or None if the run does not end."""
        try:
            self.said = self.process.communicate(timeout=command.patience)[1]
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.said = self.process.communicate()[1]
            return None
        return self.process.returncode

    def leftovers(self):
        return [entry.name for entry in os.scandir(self.folder) if entry.name.startswith(".")]

    def contents(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir()
                if path.is_file() and not path.name.startswith(".") and path.name != "second"}

    def find_faults(self, whole, killed=False):
        """Returns the faults of the remaining files. `whole` contains the files of an undisturbed run."""
        faults = []
        left = self.leftovers()
        if left and not killed:
            faults.append(f"files are left: {left}")
        faults += [f"a temporary file has the unexpected name {name}" for name in left if not temporary.fullmatch(name)]
        # If a file is written in place, the temporary file contains the complete new content.
        safe = {(self.folder / name).read_bytes() for name in left} if killed and self.way == "hard link" else set()
        for name, content in self.contents().items():
            if content == before or is_playable_video(self.folder / name):
                continue
            if name not in whole:
                if name != self.name:
                    faults.append(f"an unexpected file is left: {name}")
            elif not is_complete(name, content, whole[name]) and whole[name] not in safe:
                faults.append(f"{name} is incomplete: it has {len(content)} of {len(whole[name])} bytes")
        if self.way != "nothing" and self.name not in self.contents():
            faults.append("the previous file no longer exists")
        if self.way == "link" and not self.output.is_symlink():
            faults.append("the symbolic link no longer exists")
        if self.way == "hard link" and not os.path.samefile(self.output, self.folder / "second"):
            faults.append("the hard link no longer exists")
        return faults + self.find_surviving_processes()

    def find_surviving_processes(self):
        """Waits until all child processes, such as ffmpeg, have ended. Returns a fault if a process outlives the program."""
        end = time.monotonic() + command.patience
        while time.monotonic() < end:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return []
            time.sleep(0.01)
        return ["a child process continues after the end of the program"]


def is_complete(name, content, expected):
    if name == "d.csv":  # The diagnostics file may end after any complete row.
        return expected.startswith(content) and (content == b"" or content.endswith(b"\n"))
    if name == "b.csv":  # The measured times differ from run to run, so only the number of rows is compared.
        return content.count(b"\n") == expected.count(b"\n") and content.endswith(b"\n")
    return content == expected


def is_playable_video(file):
    """Returns whether the file is a video that can be played. An interrupted video keeps its finished frames. On a
    full disk, the last frame may be incomplete."""
    if file.suffix not in (".mp4", ".webm"):
        return False
    played = subprocess.run(["ffmpeg", "-v", "quiet", "-i", file, "-f", "framemd5", "-"], capture_output=True)
    return any(not line.startswith(b"#") for line in played.stdout.splitlines())


def run_undisturbed(name, words):
    """Runs a command undisturbed and returns its files and its duration."""
    with Run(name, words) as run:
        started = time.monotonic()
        run.start()
        if run.end() != 0:
            sys.exit(f"{words} {name} fails although nothing disturbs it:\n{run.said}")
        return run.contents(), time.monotonic() - started


def main_program(parser):
    """Parses the command line, PROGRAM first, and prepares the program."""
    options = parser.parse_args()
    command.Test.program = os.path.abspath(options.program)
    answer = subprocess.run([command.Test.program, "devices", "--json"], text=True, stdout=subprocess.PIPE)
    options.opencl = '"index"' in answer.stdout
    if '"gl": null' in answer.stdout or '"gl":null' in answer.stdout:
        sys.exit(print("skipped: this machine has no OpenGL without a display") or command.skipped)
    return options
