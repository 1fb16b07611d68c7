#!/usr/bin/env python3
"""Writes files of every kind while the system starts no further threads, or only the first few.

  threads.py PROGRAM LAYER             allows 0, 1 and 2 further threads, for about a minute (./check runs this form)
  threads.py PROGRAM LAYER --most N    allows 0 to N further threads

The files must equal the files of a run without this limit. Otherwise, the program must print one line, end with code 1,
and leave no file. The layer (tests/thread_fault_layer) makes only the start of the program's own threads fail, not the
start of threads of drivers."""

import argparse
import os
import sys

import writings

lack = "no further thread can be started"


def faults_of(name, words, whole, environment):
    """Runs a command. Returns the faults, and whether the run requested a thread that could not start."""
    with writings.Run(name, words) as run:
        run.start(environment=environment)
        code = run.end()
        lines = run.said.replace("\r", "\n").splitlines()
        struck = any(line.startswith("thread_fault_layer: ") for line in lines)
        if code == 1 and lines[-1].startswith("milkomeda: ") and lack in lines[-1]:
            return run.find_faults({}), struck
        if code != 0:
            return [f"exit code {code}: {run.said[-300:]}"], struck
        return run.find_faults(whole), struck


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("layer")
    parser.add_argument("--most", type=int, default=2)
    options = writings.main_program(parser)
    kinds = writings.kinds(options.opencl)
    kinds.pop("f.webm", None)  # Two .webm files are never identical, because each contains a random number.
    if options.opencl:
        kinds["r.recording"] = ["simulate", "plummer", "--bodies", "500", "--until", "0.5", "--kernel", "naive", "--record"]
    runs = struck = 0
    faults = []
    for name, words in kinds.items():
        whole = writings.run_undisturbed(name, words)[0]
        for threads in range(options.most + 1):
            wrong, was_struck = faults_of(name, words, whole, {"LD_PRELOAD": os.path.abspath(options.layer),
                                                               "MILKOMEDA_THREADS": str(threads)})
            faults += [f"{name}, {threads} threads: {fault}" for fault in wrong]
            runs, struck = runs + 1, struck + was_struck
    print(f"{runs} runs, {struck} of them requested a thread that could not start")
    for fault in faults or ([] if struck else ["in no run a thread failed to start, so the layer is not active"]):
        print(fault)
    return 1 if faults or not struck else 0


if __name__ == "__main__":
    sys.exit(main())
