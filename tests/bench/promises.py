#!/usr/bin/env python3
"""./check --bench: measures every promised figure on this machine's processor and compares it with its goal.

Missed goals are printed first. The exit status is 0 even if goals are missed, because machines differ and may be busy.
Add a promise as a row in one of the functions below, or as a new function in `measurements`. Arguments: the program, the
root of the project, and optionally names of measurements, for example promises.py PROGRAM ROOT default_window. With
names, only the named measurements run. The option --quick leaves out the build."""

import contextlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import typing

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "window"))
import driver  # noqa: E402

at_least, at_most = "at least", "at most"


class Figure:
    def __init__(self, what, value, relation, goal, unit=""):
        self.what, self.value, self.relation, self.goal, self.unit = what, value, relation, goal, unit

    def ratio_to_goal(self):
        """Ratio of the measured value to its goal; 1 or more if the goal is reached."""
        if self.value is None:
            return 0
        return self.value / self.goal if self.relation == at_least else self.goal / max(self.value, 1e-12)

    def __str__(self):
        value = "not measured" if self.value is None else f"{self.value:.3g} {self.unit}".rstrip()
        goal = f"{self.relation} {self.goal:.3g} {self.unit}"
        mark = "missed" if self.ratio_to_goal() < 1 else "met"
        return f"{mark:6}  {self.ratio_to_goal():7.2f}  {value:>12}  {goal:<18}  {self.what}"


class Window(typing.NamedTuple):
    frames: list  # milliseconds of each frame
    pace: float  # model time per second that the run reached
    first: float  # seconds from the start to the first picture
    seconds: float  # seconds from the first picture to the end
    per_second: float  # frames per second
    bodies: int
    passes: dict  # milliseconds of each render pass in the last measured frame
    processor: float  # processor time of a frame in milliseconds, summed over all processors


class Bench:
    def __init__(self, program, root, scratch):
        self.program, self.root, self.scratch = program, root, scratch
        self.environment = os.environ | {"POCL_CACHE_DIR": str(scratch), "XDG_CACHE_HOME": str(scratch),
                                         "XDG_CONFIG_HOME": str(scratch)}

    def seconds(self, *words, times=3):
        """Returns the shortest time of several runs, because other programs can only slow a run down."""
        taken = []
        for _ in range(times):
            start = time.monotonic()
            subprocess.run([self.program, *map(str, words)], cwd=self.scratch, env=self.environment, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            taken.append(time.monotonic() - start)
        return min(taken)

    def json(self, *words):
        done = subprocess.run([self.program, *map(str, words), "--json"], cwd=self.scratch, env=self.environment,
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return json.loads(done.stdout)

    @contextlib.contextmanager
    def open_window(self, *words):
        """Opens a window that draws with all processors, as on a user's machine. The window tests draw with one
        processor."""
        display = driver.Display(1280, 720)
        try:
            window = driver.Program([self.program, "--trace", "--no-settings", *words], display, str(self.scratch),
                                    {"LP_NUM_THREADS": str(os.cpu_count())})
            try:
                yield window, display
            finally:
                window.close()
        finally:
            display.close()

    def window(self, *words, seconds=10, until=None):
        """Measures the second half of a window's run. The run lasts `seconds` seconds, or until the window displays a
        model time."""
        start = time.monotonic()
        with self.open_window(*words) as (window, _):
            window.wait(lambda: window.frame_ms, "the first frame", 60)
            first = time.monotonic()
            time.sleep(seconds / 2)
            seen, began = len(window.frame_ms), window.state["frame"]["time"]
            half, used = time.monotonic(), processor_seconds(window.process.pid)
            if until is None:
                time.sleep(seconds / 2)
            else:
                window.wait(lambda: window.state["frame"]["time"] >= until, f"t = {until}", 120)
            end = time.monotonic()
            frames = window.frame_ms[seen:]
            return Window(frames=frames, pace=(window.state["frame"]["time"] - began) / (end - half),
                          first=first - start, seconds=end - first, per_second=len(frames) / (end - half),
                          bodies=window.state["scene"]["bodies"], passes=window.state["draw"]["passes"],
                          processor=1e3 * (processor_seconds(window.process.pid) - used) / max(len(frames), 1))

    def paused(self, seconds=10):
        """Returns the fraction of one processor's time that an idle window uses."""
        with self.open_window() as (window, display):
            window.wait(lambda: len(window.frame_ms) > 3, "the first frames", 60)
            driver.Hands(display, window).key("space")
            window.wait(lambda: not window.state["transport"]["playing"], "a pause")
            time.sleep(seconds / 2)  # Initial work, such as loading, ends during the first half.
            began = processor_seconds(window.process.pid)
            time.sleep(seconds)
            return (processor_seconds(window.process.pid) - began) / seconds


def processor_seconds(process):
    """Returns the user and system time of all threads of a process, in seconds (proc(5), fields 14 and 15)."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def slowest_but_a_hundredth(frames):
    return sorted(frames)[int(0.99 * (len(frames) - 1))]


asked = 1.2  # requested pace of the default window: model time per second


def default_window(bench):
    passage = 15.7  # model time at which the disks meet
    seen = bench.window(until=passage)
    print("default window: " + ", ".join(f"{name} {ms:.1f}" for name, ms in seen.passes.items()) +
          f" ms; a frame takes {seen.processor:.1f} ms of processor time", file=sys.stderr)
    yield Figure("pace of the default window (1280x720), relative to the requested pace",
                 seen.pace / asked, at_least, 0.95)
    yield Figure("frames per second of the default window", seen.per_second, at_least, 25)
    yield Figure("number of bodies in the default window", seen.bodies, at_least, 8192)
    yield Figure("frame time of the default window, 99th percentile",
                 slowest_but_a_hundredth(seen.frames), at_most, 60, "ms")
    yield Figure("time from the first picture of the default window to the passage", seen.seconds, at_most, 14, "s")
    yield Figure("processors used by the paused default window", bench.paused(), at_most, 0.03)
    yield Figure("time to the first picture of the default window, with compiled kernels",
                 bench.window(seconds=0.2).first,
                 at_most, 1, "s")


def windows(bench):
    # Required fraction of the requested pace. The tolerance covers one frame at each end of the measured time.
    kept = 0.98
    # The goals are for galaxies without gas: the window leaves out the gas on devices that cannot keep the pace with it.
    without_gas = ["--set", "with_gas=false"]
    seen = bench.window(*without_gas, "--bodies", "1000000", seconds=30)
    yield Figure("frame time of a million bodies (1280x720), median",
                 statistics.median(seen.frames), at_most, 1000 / 15, "ms")
    yield Figure("frame time of a million bodies, 99th percentile",
                 slowest_but_a_hundredth(seen.frames), at_most, 110, "ms")
    seen = bench.window(*without_gas, "--size", "640x360", "--mode", "point", "--bodies", "81920")
    yield Figure("frame time of 81,920 bodies, whose steps take longer than a frame (640x360, point), median",
                 statistics.median(seen.frames), at_most, 50, "ms")
    seen = bench.window(*without_gas, "--size", "640x360", "--mode", "point", "--bodies", "8192")
    yield Figure("frame time of 8,192 bodies (640x360, point), median",
                 statistics.median(seen.frames), at_most, 1000 / 30, "ms")
    yield Figure("pace of 8,192 bodies (640x360, point), relative to the requested pace",
                 seen.pace / asked, at_least, kept)
    seen = bench.window(*without_gas, "--mode", "point", "--bodies", "20000")
    yield Figure("frame time of 20,000 bodies (1280x720, point), median",
                 statistics.median(seen.frames), at_most, 1000 / 30, "ms")


def kernels(bench):
    report = bench.json("bench", "direct", "--bodies", 16384)
    results = {row["kernel"].split(":")[0]: row for row in report["results"]}

    def field(kernel, name):
        return results.get(kernel, {}).get(name)

    yield Figure("speed of the vector kernel relative to tiled, 16,384 bodies",
                 field("vector", "times_tiled"), at_least, 9, "times")
    yield Figure("speed of the symmetric-vector kernel relative to tiled",
                 field("symmetric-vector", "times_tiled"), at_least, 13, "times")
    yield Figure("speed of the vector kernel relative to the handwritten loop",
                 field("vector", "of_handwritten"), at_least, 0.8, "times")
    yield Figure("speed of the symmetric-vector kernel relative to the handwritten loop",
                 field("symmetric-vector", "of_handwritten"),
                 at_least, 1.15, "times")
    worst = max(row["rms_error"] for row in report["results"] if row["rms_error"] is not None)
    yield Figure("rms force error of the worst kernel", worst, at_most, 5e-7)
    yield Figure("rms force error of the default kernel", field("symmetric-vector", "rms_error"), at_most, 2e-7)


def drawing(bench):
    for mode, goal in [("point", 1000 / 30), ("stars", 40)]:
        rows = bench.json("bench", "draw", "--bodies", 20000, "--mode", mode)["results"]
        yield Figure(f"time to draw 20,000 bodies at 1280x720, mode {mode}",
                     rows[0]["ms_per_frame"], at_most, goal, "ms")


def files(bench):
    bench.seconds("generate", "milky-way-andromeda", "--bodies", 81920, "-o", "rows.tab", times=1)
    yield Figure("time to read 81,920 rows (info FILE.tab)",
                 1e3 * bench.seconds("info", "rows.tab", times=5), at_most, 100,
                 "ms")
    yield Figure("time to generate a million bodies",
                 bench.seconds("generate", "milky-way-andromeda", "--bodies", 1000000,
                                                              "-o", "million.gadget2", times=1), at_most, 10, "s")


def building(bench):
    """Measures the time of the first ./run --version in a fresh copy of the project, and of a build after a change of
    one panel, both without compiler caches."""
    copy = bench.scratch / "build-from-nothing"
    shutil.copytree(bench.root, copy, ignore=shutil.ignore_patterns("build", ".git"))
    environment = bench.environment | {"CCACHE_DISABLE": "1"}

    def run():
        start = time.monotonic()
        subprocess.run(["./run", "--version"], cwd=copy, env=environment, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return time.monotonic() - start

    yield Figure("first ./run --version, with all packages installed", run(), at_most, 100, "s")
    yield Figure("second ./run --version", run(), at_most, 1, "s")
    panel = copy / "app" / "panels" / "screen_section.cpp"
    panel.write_text(panel.read_text() + "\n// edited\n")
    yield Figure("./run --version after an edit of one panel", run(), at_most, 8, "s")


measurements = [default_window, windows, kernels, drawing, files]


def main():
    program, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    figures = []
    with tempfile.TemporaryDirectory(prefix="milkomeda-bench-") as scratch:
        bench = Bench(program, root, pathlib.Path(scratch))
        # The first run compiles the kernels, so that no measured run has to compile kernels.
        bench.seconds("simulate", "--bodies", 64, "--until", "0.02", times=1)
        wanted = [measure for measure in [*measurements, building] if measure.__name__ in sys.argv[3:]]
        for measure in wanted or measurements + ([] if "--quick" in sys.argv else [building]):
            print(f"{measure.__name__} ...", file=sys.stderr, flush=True)
            try:
                figures += measure(bench)
            # A failed measurement must not prevent the output of all further measurements.
            except Exception as error:
                print(f"{measure.__name__}: {error}", file=sys.stderr)
                figures.append(Figure(f"{measure.__name__} failed; standard error says why", None, at_least, 1))
    print("        of goal         value  goal")
    for figure in sorted(figures, key=Figure.ratio_to_goal):
        print(figure)


if __name__ == "__main__":
    main()
