#!/usr/bin/env python3
"""Kills the window with SIGKILL at random moments while it saves its run every tenth of a second.

  resumes.py PROGRAM               kills the window three times (./check runs this form)
  resumes.py PROGRAM --times 100   kills the window 100 times
  resumes.py PROGRAM --seed S      repeats the random choices of a run with the seed S; times still vary a little

After a kill, the saved run must be complete and not older than the newest save that the window reported. The command
line must be able to continue the saved run, and the next window must be able to resume it."""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import writings  # noqa: F401: adds the folders of the following modules to the path
import windows
from writings import command

driver = windows.driver
times_of_short_form = 3
arguments = ["--trace", "--bodies", "3000", "--size", "320x240", "--mode", "point", "--auto-save", "0.1"]


def surroundings(folder):
    return command.surroundings(pathlib.Path(folder)) | {"XDG_STATE_HOME": folder}


def run_program(folder, *words):
    return subprocess.run([command.Test.program, *words], capture_output=True, text=True, errors="replace",
                          env=surroundings(folder), timeout=command.patience)


def faults_of(folder, said):
    """Returns the faults of the files after a kill. `said` contains the window's reports about saved runs."""
    kept = pathlib.Path(folder, "milkomeda")
    faults = []
    for file in kept.glob("*.milkomeda"):
        told = run_program(folder, "info", str(file))
        if told.returncode:
            faults.append(f"{file.name}: {told.stderr.strip()}")
    if not said:
        return faults
    last = json.loads(run_program(folder, "info", "--json", str(kept / "last.milkomeda")).stdout or "{}")
    if last.get("time", -1) < said[-1]["time"] - 1e-9:
        faults.append(f"the saved run has the time {last.get('time')}, but the window reported {said[-1]['time']}")
    on = run_program(folder, "simulate", "--resume", "--until", str(last.get("time", 0) + 0.06))
    if on.returncode or "continues after step" not in on.stderr or "not bit for bit" in on.stderr:
        faults.append(f"the saved run cannot be continued: {on.stderr.strip()}")
    return faults


def kill_once(display, folder, resumes, chance):
    """Kills a window once. Returns the faults, and whether its run had been saved."""
    words = [*arguments, *(["--resume"] if resumes else ["plummer"])]
    if resumes:
        words = [word for word in words if word not in ("--bodies", "3000")]
    window = driver.Program([os.path.abspath(command.Test.program), *words], display, folder,
                            {"XDG_STATE_HOME": folder})
    def saved():
        return [event for event in window.events if event["event"] == "auto_saved"]
    try:
        try:
            window.wait(saved if chance.random() < 0.8 else lambda: window.frame_ms, "the run is saved")
        except AssertionError:
            pass  # The window was killed before its run was saved, as may happen on a very busy machine.
        time.sleep(chance.choice([0.02, 0.1, 0.4]) * chance.random())
        window.process.send_signal(signal.SIGKILL)
        window.process.wait()
        time.sleep(0.05)  # The last lines of output arrive a little later.
        return faults_of(folder, saved()), bool(saved())
    finally:
        window.close()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--times", type=int, default=times_of_short_form)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = writings.main_program(parser)
    if not windows.can_be_opened or not options.opencl:
        print("skipped: this test needs Xvfb, xdotool and OpenCL")
        return command.skipped
    chance = random.Random(options.seed)
    display = driver.Display()
    try:
        faults, kept = kill_all(display, options, chance)
    finally:
        display.close()
    print(f"seed {options.seed}: {options.times} kills, {kept} of them after the run had been saved")
    for fault in faults:
        print(fault)
    return 1 if faults or not kept else 0


def kill_all(display, options, chance):
    faults, kept = [], 0
    with tempfile.TemporaryDirectory(prefix="milkomeda resumes ") as folder:
        for number in range(options.times):
            wrong, has_kept = kill_once(display, folder, kept > 0, chance)
            kept += has_kept
            faults += [f"kill {number + 1}: {fault}" for fault in wrong]
    return faults, kept


if __name__ == "__main__":
    sys.exit(main())
