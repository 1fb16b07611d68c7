#!/usr/bin/env python3
"""Compares the program with theory: tests/physics/truth.py PROGRAM [--full | --large] [--only CASE] [-o
FOLDER] [WORDS...]

Runs the program, compares its results with theory or a paper, and prints a line for each case, followed by a line for
each number. Exits with 1 if a number is outside its range. Without --full and --large, the comparison takes one or
two minutes; --full takes longer on a CPU, and --large is meant for a GPU. -o writes FOLDER/truth/CASE.svg and the
tables of FOLDER/truth.md. Further words are added to every `simulate` command, for example --device 1."""

import argparse
import pathlib
import re
import sys
import tempfile
import time

from theory.black_holes import black_holes
from theory.collapse import collapse
from theory.friction import friction
from theory.orbits import orbits
from theory.passage import passage
from theory.plummer import plummer
from theory.program import Program
from theory.tails import tails

skipped = 77  # ctest reports this exit status as skipped.
cases = {case.__name__: case for case in (orbits, collapse, plummer, passage, tails, friction, black_holes)}


def lines_of(result):
    for check in result.checks:
        yield (f"{'ok ' if check.met() else 'BAD'}    {check.what}: {check.value:.4g} ({check.low:.4g} to "
               f"{check.high:.4g}: {check.why})")


def table_of(result):
    def cell(text):
        return text.replace("|", "\\|")

    rows = [f"| {cell(check.what)} | {check.value:.4g} | {check.low:.4g} to {check.high:.4g} | {cell(check.why)} |"
            for check in result.checks]
    return "\n".join([f"This run: {result.setting}.", "", "| quantity | program | permitted range | reason for the range |",
                      "| --- | --- | --- | --- |", *rows])


def write_into(folder, name, result):
    """Writes the chart, and the table between <!-- NAME --> and <!-- end --> of truth.md."""
    (folder / "truth").mkdir(exist_ok=True)
    (folder / "truth" / f"{name}.svg").write_text(result.figure)
    page = folder / "truth.md"
    text = page.read_text()
    marked = re.compile(f"(<!-- {name} -->\n).*?(\n<!-- end -->)", re.DOTALL)
    if not marked.search(text):
        raise SystemExit(f"truth.py: {page} has no table of {name}: add the lines <!-- {name} --> and <!-- end -->")
    page.write_text(marked.sub(lambda marks: marks[1] + table_of(result) + marks[2], text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, usage=argparse.SUPPRESS,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--full", action="store_const", const="full", dest="size", default="small")
    sizes.add_argument("--large", action="store_const", const="large", dest="size")
    parser.add_argument("--only", choices=cases, action="append")
    parser.add_argument("-o", type=pathlib.Path, dest="folder")
    options, words = parser.parse_known_args()
    if not Program(options.program, ".").devices():
        sys.exit(print("skipped: no OpenCL device") or skipped)
    good = True
    for name in options.only or cases:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="milkomeda-truth-") as scratch:
            result = cases[name](Program(options.program, scratch, words), options.size)
        met = sum(check.met() for check in result.checks)
        good &= met == len(result.checks)
        word = "ok " if met == len(result.checks) else "BAD"
        print(f"{word}  {name}: {met} of {len(result.checks)} numbers in range; {result.setting}; "
              f"{time.monotonic() - began:.0f} s")
        print("\n".join(lines_of(result)), flush=True)
        if options.folder:
            write_into(options.folder, name, result)
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as error:  # The error contains the error message of the program.
        sys.exit(f"truth.py: {error}")
