#!/usr/bin/env python3
"""Ends the program, including its window, by signals at random moments while it writes files of every kind.

  kills.py PROGRAM                 kills each kind of command once, for about a minute (./check runs this form)
  kills.py PROGRAM --minutes N     kills commands for N minutes
  kills.py PROGRAM --seed S        repeats the random choices of a run with the seed S; times still vary a little

After a kill, every output must be the previous file or the complete new file, and no process may remain. No temporary
file may remain, unless the signal was SIGKILL, which a program cannot handle."""

import argparse
import collections
import itertools
import os
import random
import signal
import sys
import time

import windows
import writings

catchable = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE, signal.SIGXCPU,
             signal.SIGXFSZ]
kills_each = 1  # how often the short version of this test kills each kind of command


def moment(run, seconds, chance):
    """Waits for a random moment of the run, or for a random moment soon after the temporary file appears."""
    if chance.random() < 0.4:
        return time.sleep(chance.uniform(0, 1.05 * seconds))
    while run.process.poll() is None and not run.leftovers():
        time.sleep(0.0002)
    time.sleep(chance.choice([0, 0.0005, 0.002, 0.01, 0.05, 0.2]) * chance.random())


def kill_once(name, words, whole, seconds, chance):
    """Kills a run once. Returns the faults, whether the run was still in progress, and a description."""
    number = chance.choice([*catchable, signal.SIGKILL])
    with writings.Run(name, words, chance.choice(writings.Run.ways)) as run:
        run.start()
        moment(run, seconds, chance)
        in_time = run.process.poll() is None
        run.process.send_signal(number)
        code = run.end()
        # PoCL's compiler itself handles the first signal of some kinds. The compiler then removes its own files, and
        # fails because these files are missing.
        driver_failed = code == 1 and "failed to build the program" in run.said
        faults = [] if code in (0, -number) or driver_failed else [f"exit code {code}: {run.said[-300:]}"]
        faults += run.find_faults(whole, killed=number == signal.SIGKILL)
        return faults, in_time, f"{number.name} while writing {name} over {run.way}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = writings.main_program(parser)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
        # If this script runs as a background job or under nohup, some of these signals are ignored, and child processes
        # inherit this. The default handling is therefore restored.
        signal.signal(number, signal.SIG_DFL)
    chance = random.Random(options.seed)
    kinds = writings.kinds(options.opencl)
    runs = {name: writings.run_undisturbed(name, words) for name, words in kinds.items()}
    end = time.monotonic() + 60 * options.minutes if options.minutes else None
    rounds = itertools.count() if end else range(kills_each)
    counts, faults = collections.Counter(), []
    for _ in rounds:
        if end and time.monotonic() > end:
            break
        for name, words in kinds.items():
            wrong, in_time, what = kill_once(name, words, *runs[name], chance)
            counts["in time" if in_time else "too late"] += 1
            faults += [f"{what}: {fault}" for fault in wrong]
        wrong, kills = windows.kill_once(options.program, chance)
        counts["window"] += kills
        faults += wrong
    print(f"seed {options.seed}: {counts['in time']} kills of {len(kinds)} kinds of commands, {counts['window']} of "
          f"windows; {counts['too late']} kills came after the end of the command")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
