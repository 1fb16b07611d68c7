"""Runs of the program in which one call of OpenCL fails, each in a folder of its own, and what they must not do.

The fault layer (tests/cl_fault_layer) makes the call fail; the GL layer lends PoCL the sharing that only graphics
drivers have. A run's judgement is a list of what is wrong with it: nothing, for a program that can be trusted.
"""

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
import driver  # noqa: E402: the window's, with its X server

patience = 60  # seconds; a busy machine is slow, not wrong
printed = "standard output"

Fault = collections.namedtuple("Fault", "call number code how")
Outcome = collections.namedtuple("Outcome", "faults said struck")  # what is wrong; what a person sees; it happened


class Surroundings:
    """The program, the layers, and an environment without a person's own data and settings."""

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


def told(error):
    """What the program says, without the layers' lines and without progress."""
    lines = re.split(r"[\r\n]+", error)
    return [line for line in lines if line and not line.startswith(("cl_fault_layer: ", "cl_gl_layer: "))
            and not re.match(r"(\x1b\[K)?(simulating|rendering|towards|summing|measuring) ", line)]


def misuse(error):
    """What the GL layer lets pass, and a driver may wait for ever for: a buffer that goes before it is given back."""
    return sorted({line for line in error.splitlines() if line.startswith("cl_gl_layer: misuse: ")})


def calls_in(record):
    return collections.Counter(record.read_text().split())


def forms(_, results):
    """What a bench has measured, without the figures."""
    return [tuple(row.get(key) for key in ("device", "kernel", "form", "solver", "accuracy", "memory", "schedule"))
            for row in json.loads(results)["results"]]


class Command:
    """A command that runs to its end and leaves files; what it prints counts as one."""

    places_in_sample = 1  # of every call
    calls = ()  # that fail; all of them if none is named
    sampled = None  # of faults, where a sample is not to be taken

    def __init__(self, surroundings, name, words, outputs, keeps=(), shared=False,
                 measured=lambda name, content: content, fail_everywhere=()):
        self.surroundings, self.name, self.words, self.shared = surroundings, name, words, shared
        self.fail_everywhere = fail_everywhere  # calls that a sample has every one of
        self.outputs, self.keeps = outputs, set(keeps)  # files of a run that succeeds, and of one that fails
        self.measured = measured  # of a file's name and content: what is the same in every run

    def run(self, folder, fault=None, record=None):
        done = subprocess.run([self.surroundings.program, *self.words], cwd=folder, text=True, timeout=patience,
                              capture_output=True, stdin=subprocess.DEVNULL,
                              env=self.surroundings.environment(folder, self.shared, fault, record))
        files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        if done.stdout:
            files[printed] = done.stdout.encode()
        return done.returncode, done.stderr, files

    def alike(self, files):
        return {name: self.measured(name, content) for name, content in files.items()} == self.sound

    def record(self):
        """Without a fault: the calls that it makes, and all that the others are compared with."""
        with tempfile.TemporaryDirectory() as scratch:
            folder, record = pathlib.Path(scratch, "run"), pathlib.Path(scratch, "calls")
            folder.mkdir()
            code, error, files = self.run(folder, record=record)
            assert code == 0 and set(files) == set(self.outputs), (self.name, code, error, list(files))
            self.sound = {name: self.measured(name, content) for name, content in files.items()}
            self.sound_lines = told(error)
            return calls_in(record)

    def judge(self, fault, again=True):
        with tempfile.TemporaryDirectory() as scratch:
            try:
                code, error, files = self.run(pathlib.Path(scratch), fault)
            except subprocess.TimeoutExpired:
                if again:  # the whole machine may have stood still
                    return self.judge(fault, again=False)
                return Outcome(["it hangs"], "", True)
        lines = told(error)
        wrong = [f"it says {line!r}" for line in lines if not line.startswith("milkomeda: ")]
        new = [line for line in lines if line not in self.sound_lines]
        wrong += misuse(error)
        if code < 0:
            wrong.append(f"it crashes: {signal.Signals(-code).name}")
        elif code == 0:
            # A line more says what is different: another tier, a kernel that was passed over.
            if not new and not self.alike(files):
                wrong.append("another result, and not a word")
        elif code != 1:
            wrong.append(f"exit status {code}")
        else:
            if not new:
                wrong.append("it fails without a word")
            elif any("warning: " not in line and ", tier " not in line for line in new[:-1]):
                wrong.append(f"more than one line: {new}")
            if set(files) - self.keeps:
                wrong.append(f"it leaves {sorted(set(files) - self.keeps)}")
        said = new[-1].removeprefix("milkomeda: ") if new else "nothing: the result is the same"
        return Outcome(wrong, said, "cl_fault_layer: " in error)


class Many(Command):
    """With so many bodies that memory is really given back, and a lost device that still uses it would show."""

    places_in_sample = 3
    calls = ("clEnqueueReadBuffer", "clEnqueueWriteBuffer")


class Bench(Command):
    """Compares kernels, and goes on without those that a device fails at: but not without a word."""

    sampled = (Fault("clBuildProgram", 1, -5, "on"), Fault("clBuildProgram", 10, -5, "on"))

    def __init__(self, surroundings, subject, *more):
        super().__init__(surroundings, f"bench {subject}", ["bench", subject, *more, "--json"], [printed], measured=forms)


class Window:
    """The window under Xvfb: it must stay open whatever fails, say so, and end well when it is told to."""

    places_in_sample = 1
    calls = fail_everywhere = ()
    sampled = None
    frames = 12  # of the run that is recorded; and that a window must live on for after a fault: a third of it

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
                self.sound_lines = told(program.stderr())
                return calls_in(record)
            finally:
                program.close()

    def judge(self, fault):
        with tempfile.TemporaryDirectory() as scratch:
            program = self.start(pathlib.Path(scratch), fault)
            try:
                return self.judge_running(program, pathlib.Path(scratch))
            except AssertionError as failure:
                return Outcome([str(failure).split("\n")[0]], (told(program.stderr()) or [""])[-1], True)
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
        new = [line for line in told(program.stderr()) if line not in self.sound_lines]
        wrong += misuse(program.stderr())
        if code != -signal.SIGTERM:
            wrong.append(f"told to end, it ends with {code}")
        if not list(folder.rglob("settings.json")):
            wrong.append("settings are not kept")
        if list(folder.rglob("*.part*")):
            wrong.append("it leaves half a file")
        if lost and sum("the window stays" in line for line in new) != 1:
            wrong.append(f"a lost device is not one line: {new}")
        if lost and "playing" in program.state["transport"] and program.state["transport"]["playing"]:
            wrong.append("it plays without a device")
        said = ("lost, and offered again: " if lost else "") + (new[-1].removeprefix("milkomeda: ") if new else "nothing")
        return Outcome(wrong, said, struck)
