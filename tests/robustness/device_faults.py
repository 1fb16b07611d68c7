#!/usr/bin/env python3
"""Makes every OpenCL call of a run fail, alone or together with all later calls, with every plausible error code, and
checks how the program handles the failure.

  device_faults.py PROGRAM FAULT_LAYER GL_LAYER [--all [--most N]] [--run NAME]... [--call NAME]

Without --all it tests a sample in less than a minute. --most N tests at most N calls of each function,
evenly spread. Prints a table: failing call, error codes, the user's message, and the number of faults tried.
Exits with 1 if a run crashed, did not end, gave a wrong result without a message, left a file, or printed more than
one line."""

import argparse
import atexit
import collections
import concurrent.futures
import os
import shutil
import signal
import subprocess
import sys
import time

import fault_runs
from fault_runs import Bench, Command, Fault, Many, Surroundings, Window

skipped = 77

# Error codes of single functions (OpenCL 1.2 specification), in addition to the codes in `everywhere`.
plausible = {
    "clGetPlatformIDs": [-1001], "clGetDeviceIDs": [-1, -32], "clCreateContext": [-2, -33],
    "clCreateBuffer": [-4, -61], "clBuildProgram": [-11, -3], "clCreateCommandQueue": [-35],
    "clEnqueueNDRangeKernel": [-4, -36, -54], "clEnqueueReadBuffer": [-4, -36, -9999],
    "clEnqueueWriteBuffer": [-4, -36], "clEnqueueFillBuffer": [-4, -36], "clEnqueueMapBuffer": [-12, -4],
    "clFinish": [-36, -9999], "clWaitForEvents": [-14], "clCreateFromGLBuffer": [-60],
    "clEnqueueAcquireGLObjects": [-60, -36], "clEnqueueReleaseGLObjects": [-60, -36],
    "clGetGLContextInfoKHR": [-1000],
}
# These codes may come from every call: out of resources, which may also mean a lost device, and out of host memory.
everywhere = [-5, -6]


def all_faults(calls, most=None):
    for call, count in calls.items():
        places = min(count, most or count)
        for number in sorted({1 + (count - 1) * place // max(1, places - 1) for place in range(places)}):
            for code in plausible.get(call, []) + everywhere:
                yield Fault(call, number, code, "once")
            for how in ("on", "lost"):
                yield Fault(call, number, -5, how)


def sample(calls, run):
    """Returns a sample of faults: for each function one middle call, the last call and the first call, with
    alternating error codes and kinds of failure. For the functions in `run.fail_everywhere`, the sample contains
    every call."""
    ways = ("once", "on", "lost")
    for turn, (call, count) in enumerate(calls.items()):
        codes = plausible.get(call, []) + everywhere
        numbers = [(count + 1) // 2, count, 1][:min(count, run.places_in_sample)]
        for place, number in enumerate(range(1, count + 1) if call in run.fail_everywhere else numbers):
            yield Fault(call, number, codes[(turn + place) % len(codes)], ways[(turn + place) % 3])


def without_times(_, table):
    """Returns the diagnostics of a box of small and large particles, without the columns of measured times."""
    return [row.split(",")[:6] for row in table.decode().splitlines()]


def make_runs(surroundings, wanted, all_of_them):
    few = ["--bodies", "64", "--no-settings"]
    start = ["plummer", *few, "--dt", "0.01"]
    picture = ["--at", "0.02", "--size", "64x48", "-o", "p.png"]
    runs = [Command(surroundings, "simulate", ["simulate", *start, "--until", "0.03", "--diagnostics", "d.csv", "-o",
                                               "x.tab"], ["d.csv", "x.tab"], keeps=["d.csv"],
                    # Every call of this function fails once, because a queue must not be released if copying its
                    # handle has failed.
                    fail_everywhere=["clRetainCommandQueue"]),
            Command(surroundings, "render copied", ["render", *start, *picture], ["p.png"]),
            Command(surroundings, "render shared", ["render", *start, *picture], ["p.png"], shared=True),
            Command(surroundings, "multipoles", ["simulate", *start, "--solver", "fmm", "--until", "0.02", "-o", "x.tab"],
                    ["x.tab"]),
            Many(surroundings, "many bodies", ["simulate", "plummer", "--no-settings", "--bodies", "20000", "--solver",
                                               "fmm", "--accuracy", "draft", "--dt", "0.01", "--until", "0.01", "-o",
                                               "x.hdf5"], ["x.hdf5"]),
            # Without gas, the run uses the integers of the integrator reversible.
            Command(surroundings, "perturbers", ["simulate", "black-holes", *few, "--set", "with_gas=false", "--dt", "0.01",
                                                 "--integrator", "reversible", "--until", "0.02", "-o", "x.milkomeda"],
                    ["x.milkomeda"]),
            Command(surroundings, "gas", ["simulate", "milky-way", *few, "--until", "0.02", "-o", "x.milkomeda"],
                    ["x.milkomeda"]),
            Command(surroundings, "mixed", ["simulate", "mixed", *few, "--until", "0.04", "--diagnostics", "d.csv"],
                    ["d.csv"], keeps=["d.csv"], measured=without_times),
            Command(surroundings, "potential", ["potential", "plummer", *few, "--lattice", "8x8x1", "-o", "m.npy"],
                    ["m.npy"])]
    benches = [("potential", "--bodies", "64"), ("direct", "--bodies", "64", "--seconds", "0.1")]
    if all_of_them:
        benches += [("matrix",), ("mixed", "--bodies", "64"), ("solvers", "--bodies", "64")]
    runs += [Bench(surroundings, *bench) for bench in benches]
    if shutil.which("Xvfb"):
        display = fault_runs.driver.Display()
        atexit.register(display.close)
        runs += [Window(surroundings, "window copied", display), Window(surroundings, "window shared", display, True)]
    return [run for run in runs if not wanted or run.name in wanted]


def show(table, out=sys.stdout):
    """Prints one line for each run, failing call and message."""
    for (run, call, said), faults in table.items():
        codes = ", ".join(map(str, sorted({fault.code for fault in faults})))
        print(f"| {run} | {call} | {codes} | {len(faults)} | {said} |", file=out)


def try_faults(run, faults, table):
    """Runs the program once with each fault. Returns the number of faults that occurred, and a list of the faults that
    the program handled wrongly."""
    tried, wrong = 0, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, outcome in zip(faults, pool.map(run.judge, faults)):
            tried += outcome.struck
            if outcome.faults:
                wrong.append((fault, outcome))
            if outcome.struck:
                said = outcome.said.replace(str(fault.code), "CODE")
                table[run.name, fault.call, said].append(fault)
    return tried, wrong


def main():
    words = argparse.ArgumentParser()
    words.add_argument("paths", nargs=3)
    words.add_argument("--all", action="store_true")
    words.add_argument("--most", type=int)
    words.add_argument("--run", action="append")
    words.add_argument("--call")
    words.add_argument("--quiet", action="store_true", help="do not print the table")
    options = words.parse_args()
    # Restores the default handling of signals that background jobs of a shell ignore.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    surroundings = Surroundings(*options.paths)
    answer = subprocess.run([surroundings.program, "devices", "--json"], capture_output=True, text=True,
                            env=os.environ | {"OCL_ICD_VENDORS": "pocl.icd"})
    if '"devices":[]' in answer.stdout:
        sys.exit(print("skipped: PoCL is not installed") or skipped)

    table, failed = collections.defaultdict(list), 0
    for run in make_runs(surroundings, options.run, options.all):
        started = time.monotonic()
        calls = {call: count for call, count in run.record().items() if not run.calls or call in run.calls}
        faults = list(all_faults(calls, options.most) if options.all else
                      run.sampled or sample(calls, run))
        faults = [fault for fault in faults if options.call in (None, fault.call)]
        tried, wrong = try_faults(run, faults, table)
        failed += len(wrong)
        print(f"{run.name}: {sum(calls.values())} calls of {len(calls)} functions; {tried} faults tried, "
              f"{len(wrong)} handled wrongly, {time.monotonic() - started:.0f} s", flush=True)
        for fault, outcome in wrong:
            print(f"  wrongly handled fault: {' '.join(map(str, fault))}: {'; '.join(outcome.faults)} ({outcome.said})",
                  flush=True)
    if not options.quiet:
        print("| run | failing call | error codes | trials | message to the user |\n| --- | --- | --- | --- | --- |")
        show(table)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
