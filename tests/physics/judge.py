"""Checks the diagnostics of runs that take too long for automatic tests.

  milkomeda generate milky-way --set with_gas=false --bodies 200000 -o start.tab
  milkomeda simulate milky-way --set with_gas=false --bodies 200000 --dt 0.05 --softening 0.05 --until 4 \\
      --diagnostics run.csv -o end.tab
  python3 tests/physics/judge.py alone run.csv start.tab end.tab

  milkomeda simulate --set with_gas=false --bodies 81920 --until 80 --diagnostics run.csv
  python3 tests/physics/judge.py collision run.csv

Prints one line for each requirement and exits with 1 if a requirement is not met. The bounds are the
bounds of the tests in this folder."""
import csv
import itertools
import math
import sys


def rows_of(file):
    with open(file, newline="") as stream:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(stream)]


def thickness(file):
    """Returns the root mean square height of the disk above its plane. The disk consists of the first rows, which have
    equal masses."""
    with open(file) as stream:
        bodies = ([float(number) for number in line.split()] for line in stream)
        disk = [body[1:] for body in next(itertools.groupby(bodies, key=lambda body: body[0]))[1]]
    mean = [sum(column) / len(disk) for column in zip(*disk)]
    disk = [[value - middle for value, middle in zip(body, mean)] for body in disk]
    spin = [sum(body[a] * body[3 + b] - body[b] * body[3 + a] for body in disk) for a, b in ((1, 2), (2, 0), (0, 1))]
    heights = [sum(x * axis for x, axis in zip(body, spin)) / math.hypot(*spin) for body in disk]
    return math.sqrt(sum(height ** 2 for height in heights) / len(heights))


def isolated_galaxy(run, start, end):
    """Yields the requirements for one galaxy over four of its dynamical times (4 time units for the Milky Way, 5.08 for
    Andromeda)."""
    rows = rows_of(run)
    first, last = rows[0], rows[-1]
    galaxy = next(name for name in first if name.startswith("r50_")).split("_")[1]

    def drift(radius, component):
        name = f"{radius}_{galaxy}_{component}"
        return last[name] / first[name] - 1

    yield "virial ratio at the start", 2 * first["kinetic"] / -first["potential"], 0.985, 1.03
    yield "disk R50 drift", drift("r50", "disk"), -0.07, 0.07
    yield "disk R90 drift", drift("r90", "disk"), -0.05, 0.05
    yield "disk thickness drift", thickness(end) / thickness(start) - 1, -0.1, 0.4
    yield "bulge r50 drift", drift("r50", "bulge"), 0, 0.25
    yield "halo r50 drift", drift("r50", "halo"), -0.07, 0.07
    yield "halo r90 drift", drift("r90", "halo"), -0.02, 0.02
    yield "maximum energy error", max(abs(row["energy_error"]) for row in rows), 0, 1e-3


def collision(run):
    """Yields the requirements for the default scene up to t = 80."""
    rows = rows_of(run)
    nearest = min((row for row in rows if row["time"] < 25), key=lambda row: row["separation"])
    farthest = max((row for row in rows if row["time"] > 20), key=lambda row: row["separation"])
    after = [row for row in rows if row["time"] > farthest["time"]]
    # The second passage is the first minimum of the separation below 3, the size of the inner parts of the
    # galaxies.
    passage = next((b["time"] for a, b, c in zip(after, after[1:], after[2:])
                    if b["separation"] < 3 and a["separation"] >= b["separation"] < c["separation"]), math.inf)
    yield "time of the first passage", nearest["time"], 15.3, 16.1
    yield "distance of the first passage", nearest["separation"], 4.0, 5.2
    yield "largest distance after the first passage", farthest["separation"], 17, 25
    yield "time of the second passage", passage, 58, 76
    yield "maximum energy error", max(abs(row["energy_error"]) for row in rows), 0, 1e-3


def main(words):
    judges = {("alone", 3): isolated_galaxy, ("collision", 1): collision}
    judge = judges.get((words[0] if words else "", len(words) - 1))
    if not judge:
        sys.exit(__doc__)
    good = True
    for what, value, low, high in judge(*words[1:]):
        met = low <= value <= high
        good &= met
        print(f"{'ok ' if met else 'BAD'}  {what}: {value:.4g} ({low:g} to {high:g})")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
