"""The galaxies of the default scene pass each other and return.

The galaxies are model B of Dubinski, Mihos and Hernquist 1996. Their table of 81,920 bodies, run with exact force
sums, has its first passage at a distance of 4.6 +- 0.6 and a time of 15.7 +- 0.4. Both numbers hold for every seed,
number of bodies and integrator. The second passage is between 58 and 76, because the orbit is nearly parabolic. The
bounds are the bounds in ../judge.py."""

import itertools

import judge

from .case import Check, Result
from .chart import Axis, Chart, blue, figure, grey, orange


def passage(program, size):
    bodies, until = {"small": (4096, 20.5), "full": (8192, 80), "large": (81920, 80)}[size]
    timestep, softening = 0.02, 0.05
    rows = program.diagnose("milky-way-andromeda", until, timestep, softening, 0.1, "--set", "with_gas=false",
                            "--bodies", bodies)
    demands = judge.collision(program.folder / "run.csv")
    # A run of this size ends after the first passage, so only the first two requirements apply.
    if size == "small":
        demands = itertools.islice(demands, 2)
    checks = [Check(*demand, "spread between seeds and numbers of bodies") for demand in demands]
    chart = Chart("Distance of the galaxies' centers", Axis("time", 0, until), Axis("distance", 0, 32), 640, 320)
    chart.band(15.3, 16.1, 4.0, 5.2, orange, "first passage: 15.7 +- 0.4, 4.6 +- 0.6")
    if until > 58:
        chart.band(58, 76, 0, 3, blue, "second passage: between 58 and 76")
    chart.curve([(row["time"], row["separation"]) for row in rows], "#222222", "the program")
    energy = Chart("Energy", Axis("time", 0, until), Axis("energy error, 1e-3", -1.2, 1.2), 640, 200)
    energy.band(0, until, -1, 1, grey, "permitted error")
    energy.curve([(row["time"], 1e3 * row["energy_error"]) for row in rows], "#222222", "the program")
    return Result(f"{bodies:,} bodies, timestep {timestep}, softening {softening}", checks, figure([chart, energy], 1))
