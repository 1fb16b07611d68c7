#!/usr/bin/env python3
"""Tries hostile values (extreme numbers, wrong types, unusual texts) for every key of a scene and every option.

  hostile_values.py PROGRAM             tries a sample of about 1,000 runs, for a minute (./check runs this form)
  hostile_values.py PROGRAM --long      tries all 14,000 runs and 490 windows in about ten minutes
  hostile_values.py PROGRAM --only RE   tries all runs whose command line matches the regular expression RE

Each run must end by itself within `patience` seconds, with exit code 0, 1 or 2. With exit code 1 or 2, the program must
print one printable line that gives the reason. With exit code 0, the written files must contain only finite numbers."""

import argparse
import concurrent.futures
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

import hostile_runs
from hostile_runs import shown

# time limit for one run in seconds; the slowest correct run takes two seconds on an idle machine
patience = 60
memory = 16 << 30  # limit of the address space in bytes; OpenCL drivers reserve several GiB
largest_file = 1 << 28  # limit of the file size in bytes
skipped = 77

# Lines of the program that are not error messages: progress, devices and notes.
chatter = re.compile(r"milkomeda: (warning: .*|.*, tier \w+: .*|units: .*|kernel .*|(table|tipsy|gadget2|nemo|phigrape) .*)|"
                     r"milkomeda: numbers: .*|(simulating|rendering|generating|computing to .*) .*")


def fault_of(code, error, place):
    """Describes the program's fault at the end of a run. Returns an empty text if there is no fault."""
    if code < 0:
        return f"ended by {signal.Signals(-code).name}: {error[-300:]!r}"
    if code not in (0, 1, 2):
        return f"exit code {code}: {error[-300:]!r}"
    try:
        lines = [line for line in error.decode().split("\n") if line]
    except UnicodeDecodeError:
        return f"standard error is not UTF-8 text: {error[-300:]!r}"
    complaints = [line for line in lines if not chatter.fullmatch(line)]
    if code and (len(complaints) != 1 or not complaints[0].startswith("milkomeda: ")):
        return f"standard error is not one line of the program: {complaints!r}"
    for line in lines:
        if not line.isprintable() or len(line) > 2100:
            return f"a line is not printable, or too long ({len(line)} characters): {line[:300]!r}"
        for raw in ("filesystem error", "std::", "bad_alloc", "basic_string", "_M_", "json.exception", "terminate"):
            if raw in line:
                return f"a line contains an internal message: {line!r}"
    if left := [path.name for path in place.rglob("*.part*")]:
        return f"temporary files are left: {left}"
    for path in place.glob("*.csv") if code == 0 else ():
        if has_numbers_that_are_not_finite(path):
            return f"{path.name} contains numbers that are not finite"
    return ""


def has_numbers_that_are_not_finite(path):
    """Returns whether a table contains numbers that are not finite. Two quantities do not always exist, and are then nan:
    the star formation index of bodies in a single place, and the virial ratio of bodies without potential energy."""
    may_be_absent = re.compile(rb"star_formation|virial_ratio")
    header, *rows = (line.split(b",") for line in path.read_bytes().splitlines() or [b""])
    absent = [bool(may_be_absent.fullmatch(name)) for name in header]
    numbers = b"\n".join(b",".join(cell for cell, may in zip(cells, absent + [False] * len(cells))
                                   if not (may and cell == b"nan")) for cells in rows)
    return bool(re.search(rb"(?i)(^|[\s,])[-+]?(nan|inf)", numbers))


def limited():
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))


class Hunt:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        beside = os.path.dirname(self.program)
        self.environment = {"POCL_CACHE_DIR": os.path.join(beside, "pocl-cache")} | os.environ | {
            "XDG_CACHE_HOME": os.path.join(beside, "test-cache")}
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            self.environment.pop(name, None)

    def output_of(self, folder, *words):
        done = subprocess.run([self.program, *words], cwd=folder, capture_output=True, timeout=patience,
                              env=self.environment)
        return done.stdout.decode() + done.stderr.decode()

    def options_of(self, folder, command):
        return re.findall(r"^  (?:-\w,)?(--[\w-]+) \S", self.output_of(folder, command, "--help"), re.M)

    def start(self, run, folder, **more):
        words, own = run
        place = pathlib.Path(folder) / "work"
        place.mkdir()
        for name, content in (hostile_runs.files | own).items():
            (place / name).write_bytes(hostile_runs.encoded(content))
        environment = self.environment | {"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder,
                                           "XDG_STATE_HOME": folder, "HOME": folder}
        return place, subprocess.Popen([self.program, *words], cwd=place, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                                       env=environment | more, preexec_fn=limited)

    def judge_run(self, run):
        """Runs the program in a temporary folder and judges the result."""
        with tempfile.TemporaryDirectory(prefix="milkomeda hostile ") as folder:
            place, process = self.start(run, folder)
            try:
                error = process.communicate(timeout=patience)[1]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                return f"the run does not end within {patience} s"
            return fault_of(process.returncode, error, place)

    def try_window(self, run, display):
        """Runs the program with a window. The window must open, draw and end on request, or the program must refuse
        the values."""
        words, own = run
        window = ["--bodies", "64", "--size", "320x240", "--trace", "--no-settings"]
        source = [words[1], *words[words.index("--set"):]] if "--set" in words else [words[1]]
        with tempfile.TemporaryDirectory(prefix="milkomeda hostile ") as folder:
            place, process = self.start(([*source, *window], own), folder, DISPLAY=display)
            os.set_blocking(process.stdout.fileno(), False)
            seen, end = b"", time.monotonic() + patience
            while process.poll() is None and b'"frame"' not in seen and time.monotonic() < end:
                seen += process.stdout.read() or b""
                time.sleep(0.02)
            drawn = process.poll() is None and b'"frame"' in seen
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM if drawn else signal.SIGKILL)
            error = process.communicate()[1]
            if drawn and process.returncode in (0, -signal.SIGTERM):
                return ""
            if process.returncode == -signal.SIGKILL:
                return f"the window neither draws nor ends within {patience} s"
            return fault_of(process.returncode, error, place)


class Screen:
    """A separate X server. The attribute `name` is empty if no server could be started."""

    def __enter__(self):
        self.name, self.server = "", None
        if shutil.which("Xvfb"):
            reading, writing = os.pipe()
            self.server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24"],
                                           pass_fds=[writing], stderr=subprocess.DEVNULL)
            os.close(writing)
            self.name = ":" + os.read(reading, 16).decode().strip()
            os.close(reading)
        return self.name

    def __exit__(self, *_):
        if self.server:
            self.server.terminate()
            self.server.wait()


def all_runs(hunt, seeds):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, content in hostile_runs.files.items():
            (folder / file).write_text(content)
        answer = lambda *words: hunt.output_of(folder, *words)
        scenes = list(hostile_runs.scene_runs(answer))
        files = list(hostile_runs.file_runs(answer, folder, seeds))
        options = list(hostile_runs.option_runs(lambda command: hunt.options_of(folder, command)))
    return scenes, files, options


def sample(runs, most):
    """Returns an evenly spread sample of the runs, in which every key and every value occurs."""
    stride = max(1, len(runs) // most)
    # The stride is odd, so that it does not match a period in the list of runs.
    return runs[::stride + (stride % 2 == 0)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", metavar="RE")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--no-memory", action="store_true", help="no memory limit, for builds with sanitizers")
    wanted = parser.parse_args()
    if wanted.no_memory:
        global memory
        memory = 0
    hunt = Hunt(wanted.program)
    scenes, files, options = all_runs(hunt, 1000 if wanted.long else 30)
    windows = sample(scenes, 500 if wanted.long else 6)
    if wanted.only:
        runs = [run for run in [*scenes, *files, *options] if re.search(wanted.only, shown(run))]
        windows = [run for run in scenes if re.search(wanted.only, shown(run))][:6]
    elif wanted.long:
        runs = [*scenes, *files, *options]
    else:  # The short form tries the runs that have crashed before, and a sample of all runs.
        telling = [run for run in scenes if re.search(r"(radius|edge|scale_length)=(3e-5|1e-300|1e110|1e300)$", shown(run))]
        runs = [*telling, *sample(scenes, 300), *sample(files, 80), *sample(options, 350)]

    failures = 0

    def report(attempt, runs):
        nonlocal failures
        with concurrent.futures.ThreadPoolExecutor(wanted.workers) as pool:
            for run, fault in zip(runs, pool.map(attempt, runs)):
                failures += bool(fault)
                if fault:
                    print(f"{shown(run)}\n    {fault}", flush=True)

    report(hunt.judge_run, runs)
    with Screen() as display:
        if display:
            report(lambda run: hunt.try_window(run, display), windows)
        else:
            print("skipped: the runs with a window need Xvfb")
    print(f"{len(runs)} runs and {len(windows) if display else 0} windows; {failures} of them failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
