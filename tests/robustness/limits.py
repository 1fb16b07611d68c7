#!/usr/bin/env python3
"""Makes disk or memory run out while the program writes files of every kind.

  limits.py PROGRAM                 tries each kind of file once, for about a minute (./check runs this form)
  limits.py PROGRAM --minutes N     repeats the trials for N minutes

A maximum file size limits the disk, and a small file system too if root runs the test. A limit of the address space
limits the memory. The program must print one line, end with code 1, and leave only the previous files and the finished
part of a video."""

import argparse
import collections
import itertools
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

import writings

runs_each = 1  # number of runs for each kind of file in the short form
full_disk = ("File too large", "No space left on device", "ffmpeg")
memory_needed = 48 << 20  # bytes of address space in which the program can still print its message


class SmallDisk:
    """A file system of limited size in memory, which only the user root can mount."""

    def __init__(self, size):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="milkomeda disk "))
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", self.folder], check=True)

    def __enter__(self):
        return self.folder

    def __exit__(self, *_):
        subprocess.run(["umount", self.folder], check=True)
        self.folder.rmdir()


def can_mount():
    if os.geteuid() != 0:
        return False
    try:
        with SmallDisk(1 << 20):
            return True
    except (OSError, subprocess.SubprocessError):
        return False


def last_line(said):
    lines = [line for line in said.replace("\r", "\n").splitlines() if line.startswith("milkomeda: ")]
    return lines[-1] if lines else ""


def small_files(name, words, whole, chance):
    """Limits the size of files. Commands that use OpenCL are left out, because the driver would fail earlier than the
    program, when it stores compiled kernels."""
    if words[0] not in ("generate", "bench") and "none" not in words:
        return [], ""
    size = chance.randrange(1, max(map(len, whole.values())))
    with writings.Run(name, words, chance.choice(writings.Run.ways)) as run:
        run.start(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        code = run.end()
        line = last_line(run.said)
        faults = [] if code == 1 and any(word in line for word in full_disk) else [f"exit code {code}: {run.said[-300:]}"]
        # Only series and diagnostics keep their finished part after a failure.
        if not writings.is_series(name) and name != "d.csv":
            faults += run.find_faults({name: b""} if run.way == "nothing" else {})
            if run.way == "nothing" and run.output.exists() and not writings.is_playable_video(run.output):
                faults.append("an incomplete file is left")
        return faults, f"files of at most {size} bytes, {name} over {run.way}"


def small_disk(name, words, whole, chance):
    size = max(chance.randrange(1, max(map(len, whole.values()))) // 4096, 1) * 4096
    with SmallDisk(size) as disk, writings.Run(name, words) as run:
        output = disk / name
        run.start(output=output)
        code = run.end()
        fits = code == 0 and all((disk / part).read_bytes() == content for part, content in whole.items()
                                 if name != "f.webm" and name != "b.csv")
        told = code == 1 and any(word in last_line(run.said) for word in full_disk)
        faults = [] if fits or told else [f"exit code {code}: {run.said[-300:]}"]
        left = [entry.name for entry in disk.iterdir() if not writings.is_playable_video(entry)]
        if code and not writings.is_series(name) and name != "d.csv" and left:
            faults.append(f"files are left: {left}")
        faults += [f"a temporary file is left: {entry}" for entry in left if entry.startswith(".")]
        return faults, f"a disk of {size} bytes, {name}"


def small_memory(name, words, whole, chance):
    """Limits the memory of commands without drivers, because OpenCL and OpenGL drivers crash if memory runs out."""
    if words[0] != "generate":
        return [], ""
    size = int(memory_needed * 10 ** chance.uniform(0, 1))
    with writings.Run(name, words, chance.choice(writings.Run.ways)) as run:
        run.start(lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)))
        code = run.end()
        faults = [] if code == 0 or (code == 1 and last_line(run.said)) else [f"exit code {code}: {run.said[-300:]}"]
        faults += run.find_faults(whole)
        return faults, f"{size} bytes of memory, {name} over {run.way}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--no-memory", action="store_true", help="no memory limit, for builds with sanitizers")
    options = writings.main_program(parser)
    chance = random.Random(options.seed)
    kinds = writings.kinds(options.opencl)
    whole = {name: writings.run_undisturbed(name, words)[0] for name, words in kinds.items()}
    lacks = [small_files] + [small_memory] * (not options.no_memory) + [small_disk] * can_mount()
    end = time.monotonic() + 60 * options.minutes if options.minutes else None
    counts, faults = collections.Counter(), []
    for _ in itertools.count() if end else range(runs_each):
        if end and time.monotonic() > end:
            break
        for (name, words), lack in itertools.product(kinds.items(), lacks):
            wrong, what = lack(name, words, whole[name], chance)
            counts[lack.__name__] += bool(what)
            faults += [f"{what}: {fault}" for fault in wrong]
    print(f"seed {options.seed}: {dict(counts)}" +
          ("" if small_disk in lacks else "; only the user root can make small disks"))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
