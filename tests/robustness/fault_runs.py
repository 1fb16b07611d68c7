"""Runs the program in a temporary folder while one OpenCL call fails, and checks how the program handles the failure.

The fault layer (tests/cl_fault_layer) makes the call fail. The sharing layer (tests/cl_gl_layer) adds the sharing of
OpenGL buffers to PoCL, which otherwise only graphics drivers have. The check of a run returns a list of descriptions
of wrong behavior, which is empty for a correct program."""

import collections
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "window"))
import driver  # noqa: E402: the driver of the window tests, which starts an X server

patience = int(os.environ.get("TEST_PATIENCE", 60))  # time limit in seconds, long enough for a busy machine
printed = "standard output"

Fault = collections.namedtuple("Fault", "call number code how")
# Fields: descriptions of wrong behavior, message to the user, and whether the failing call was reached.
Outcome = collections.namedtuple("Outcome", "faults said struck")


class Surroundings:
    """The program, the layers, and environment variables that exclude the user's data and settings."""

    def __init__(self, program, fault_layer, gl_layer):
        self.program, self.fault_layer, self.gl_layer = map(os.path.abspath, (program, fault_layer, gl_layer))

    def environment(self, folder, shared, fault, record):
        kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        own = {"OCL_ICD_VENDORS": "pocl.icd", "TMPDIR": str(folder), "MILKOMEDA_LAYER_STRICT": "1",
               "OPENCL_LAYERS": (self.gl_layer + ":" if shared else "") + self.fault_layer,
               "MESA_SHADER_CACHE_DIR": os.path.join(os.path.dirname(self.program), "test-cache")}
        own |= {name: str(folder / "home") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
                                                          "XDG_STATE_HOME")}
        if fault:
            own["MILKOMEDA_FAULT"] = " ".join(map(str, fault))
        if record:
            own["MILKOMEDA_FAULT_RECORD"] = str(record)
        return {"POCL_CACHE_DIR": os.path.join(os.path.dirname(self.program), "pocl-cache")} | kept | own


def messages_in(error):
    """Returns the messages of the program, without lines of the layers and without progress."""
    lines = re.split(r"[\r\n]+", error)
    return [line for line in lines if line and not line.startswith(("cl_fault_layer: ", "cl_gl_layer: "))
            and not re.match(r"(\x1b\[K)?(simulating|rendering|computing to|summing|measuring) ", line)]


def misuse(error):
    """Returns the lines in which the sharing layer reports misuse, such as freeing an acquired buffer, after which a
    driver would wait forever."""
    return sorted({line for line in error.splitlines() if line.startswith("cl_gl_layer: misuse: ")})


def calls_in(record):
    return collections.Counter(record.read_text().split())


def forms(_, results):
    """Returns the names of the entries that a benchmark measured, without the measured values."""
    return [tuple(row.get(key) for key in ("device", "kernel", "form", "solver", "accuracy", "memory", "schedule"))
            for row in json.loads(results)["results"]]


class Command:
    """A command that runs to its end and writes files. Its printed output counts as one of these files."""

    places_in_sample = 1  # number of calls of each function at which a sample of faults lets the function fail
    calls = ()  # names of the functions that fail; empty for all functions
    sampled = None  # list of faults that replaces the sample, or None for the default sample

    def __init__(self, surroundings, name, words, outputs, keeps=(), shared=False,
                 measured=lambda name, content: content, fail_everywhere=()):
        self.surroundings, self.name, self.words, self.shared = surroundings, name, words, shared
        self.fail_everywhere = fail_everywhere  # functions for which a sample contains a fault at every call
        # `outputs` are the files that a successful run writes, and `keeps` the files that also a failed run keeps.
        self.outputs, self.keeps = outputs, set(keeps)
        # `measured` is a function of file name and content that returns the part of the content that is equal in
        # every run.
        self.measured = measured

    def run(self, folder, fault=None, record=None):
        done = subprocess.run([self.surroundings.program, *self.words], cwd=folder, text=True, timeout=patience,
                              capture_output=True, stdin=subprocess.DEVNULL,
                              env=self.surroundings.environment(folder, self.shared, fault, record))
        files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        if done.stdout:
            files[printed] = done.stdout.encode()
        return done.returncode, done.stderr, files

    def equals_sound_run(self, files):
        return {name: self.measured(name, content) for name, content in files.items()} == self.sound

    def record(self):
        """Runs the program without a fault, and records its calls and results for comparison."""
        with tempfile.TemporaryDirectory() as scratch:
            folder, record = pathlib.Path(scratch, "run"), pathlib.Path(scratch, "calls")
            folder.mkdir()
            code, error, files = self.run(folder, record=record)
            assert code == 0 and set(files) == set(self.outputs), (self.name, code, error, list(files))
            self.sound = {name: self.measured(name, content) for name, content in files.items()}
            self.sound_lines = messages_in(error)
            return calls_in(record)

    def judge(self, fault, again=True):
        with tempfile.TemporaryDirectory() as scratch:
            try:
                code, error, files = self.run(pathlib.Path(scratch), fault)
            except subprocess.TimeoutExpired:
                if again:  # The machine may have stalled, so the run is repeated once.
                    return self.judge(fault, again=False)
                return Outcome(["the run does not end"], "", True)
        lines = messages_in(error)
        wrong = [f"a line does not begin with the program's name: {line!r}" for line in lines
                 if not line.startswith("milkomeda: ")]
        new = [line for line in lines if line not in self.sound_lines]
        wrong += misuse(error)
        if code < 0:
            wrong.append(f"the program crashes: {signal.Signals(-code).name}")
        elif code == 0:
            # The result may differ from the result without a fault if an additional line of output explains the
            # difference, for example a changed tier or a skipped kernel.
            if not new and not self.equals_sound_run(files):
                wrong.append("the result differs without a message")
        elif code != 1:
            wrong.append(f"exit status {code}")
        else:
            if not new:
                wrong.append("the program fails without a message")
            elif any("warning: " not in line and ", tier " not in line for line in new[:-1]):
                wrong.append(f"the program prints more than one line: {new}")
            if set(files) - self.keeps:
                wrong.append(f"files are left: {sorted(set(files) - self.keeps)}")
        said = new[-1].removeprefix("milkomeda: ") if new else "no message, and the correct result"
        return Outcome(wrong, said, "cl_fault_layer: " in error)


class Many(Command):
    """A run of many bodies. Its large freed buffers return to the system, so a lost device that still uses these
    buffers would crash the program."""

    places_in_sample = 3
    calls = ("clEnqueueReadBuffer", "clEnqueueWriteBuffer")


class Bench(Command):
    """A benchmark, which reports kernels that fail and continues with the next kernel."""

    sampled = (Fault("clBuildProgram", 1, -5, "on"), Fault("clBuildProgram", 10, -5, "on"))

    def __init__(self, surroundings, subject, *more):
        super().__init__(surroundings, f"bench {subject}", ["bench", subject, *more, "--json"], [printed], measured=forms)


class Window:
    """A window under Xvfb. After any failure, the window must stay open, report the failure, and end correctly on
    request."""

    places_in_sample = 1
    calls = fail_everywhere = ()
    sampled = None
    # number of frames of the run without a fault; after a fault, the window must draw at least a third of this number
    frames = 12

    def __init__(self, surroundings, name, display, shared=False):
        self.surroundings, self.name, self.display, self.shared = surroundings, name, display, shared

    def start(self, folder, fault=None, record=None):
        environment = self.surroundings.environment(folder, self.shared, fault, record)
        words = ["plummer", "--trace", "--bodies", "64", "--size", "320x240", "--steps-per-frame", "1"]
        program = driver.Program([self.surroundings.program, *words], self.display, str(folder), environment)
        return program

    def record(self):
        with tempfile.TemporaryDirectory() as scratch:
            record = pathlib.Path(scratch, "calls")
            program = self.start(pathlib.Path(scratch), record=record)
            try:
                program.frames(self.frames)
                self.sound_lines = messages_in(program.stderr())
                return calls_in(record)
            finally:
                program.close()

    def judge(self, fault):
        with tempfile.TemporaryDirectory() as scratch:
            program = self.start(pathlib.Path(scratch), fault)
            try:
                return self.judge_running(program, pathlib.Path(scratch))
            except AssertionError as failure:
                return Outcome([str(failure).split("\n")[0]], (messages_in(program.stderr()) or [""])[-1], True)
            finally:
                program.close()

    def judge_running(self, program, folder):
        wrong = []
        program.frames(self.frames)
        struck = "cl_fault_layer: " in program.stderr()
        program.frames(self.frames // 3)
        lost = program.state["device"]["lost"]
        program.process.send_signal(signal.SIGTERM)
        code = program.exit_code()
        new = [line for line in messages_in(program.stderr()) if line not in self.sound_lines]
        wrong += misuse(program.stderr())
        if code != -signal.SIGTERM:
            wrong.append(f"after a request to end, the exit code is {code}")
        if not list(folder.rglob("settings.json")):
            wrong.append("the settings are not saved")
        if list(folder.rglob("*.part*")):
            wrong.append("a temporary file is left")
        if lost and sum("the window stays" in line for line in new) != 1:
            wrong.append(f"the loss of the device is not reported by exactly one line: {new}")
        if lost and "playing" in program.state["transport"] and program.state["transport"]["playing"]:
            wrong.append("the run plays without a device")
        said = "device lost, and offered for reopening: " if lost else ""
        said += (new[-1].removeprefix("milkomeda: ") if new else "no message")
        return Outcome(wrong, said, struck)
