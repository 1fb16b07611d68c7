"""In the scene black-holes, two black holes sink with their nuclei, then through the stars of both galaxies, and
form a binary.

Begelman, Blandford and Rees 1980 (Nature 287, 307): dynamical friction brings the holes to the radius that
encloses a mass comparable to their own, where they orbit each other. The binary is hard when its binding
energy exceeds the kinetic energy of the stars around it: a = G m / (4 s^2) for holes of equal mass m in
stars of velocity dispersion s (Merritt and Szell 2006). The softening keeps the binary from becoming much
narrower."""

import math

from .case import Check, Result
from .chart import Axis, Chart, blue, figure, grey, orange


def distance(row):
    return math.dist(*([row[f"{axis}_{hole}"] for axis in "xyz"] for hole in ("host_A", "visitor_B")))


def black_holes(program, size):
    bodies, until = {"small": (4096, 15), "full": (16384, 40), "large": (262144, 40)}[size]
    timestep, softening = 0.01, 0.04
    rows = program.diagnose("black-holes", until, timestep, softening, 0.02, "--set", "with_gas=false", "--bodies", bodies,
                            "--accuracy", "draft")
    holes = [(row["time"], distance(row)) for row in rows]
    first = min((point for point in holes if point[0] < 6), key=lambda point: point[1])
    last = [d for t, d in holes if t > until - 2]
    energy = max(abs(row["energy_error"]) for row in rows)
    momentum = max(math.hypot(row["px"], row["py"], row["pz"]) for row in rows)
    checks = [
        Check("time of the first passage", first[0], 3.7, 4.1, "spread between seeds and numbers of bodies"),
        Check("mean distance of the holes at the end", sum(last) / len(last), 0.005, 0.15,
              "bound, and not closer than friction by softened stars permits"),
        Check("largest distance in the last 2 time units", max(last), 0.005, 0.25, "a binary does not separate again"),
        Check("largest energy error", energy, 0, 1e-3, "leapfrog with this softening; the holes contribute 1e-8"),
        Check("largest momentum", momentum, 0, 2e-5, "rounding in single precision"),
    ]
    chart = Chart("Two black holes", Axis("time", 0, until), Axis("distance", 0.01, 10, logarithmic=True), 640, 380)
    chart.band(0, until, 0.01, softening, grey, "below the softening of light bodies among each other")
    chart.curve([(row["time"], row["separation"]) for row in rows if row["separation"] > 0], orange,
                "the centers of the two bulges", width=1)
    chart.curve(holes, blue, "the holes")
    return Result(f"{bodies:,} bodies, timestep {timestep}, softening {softening}", checks, figure([chart], 1))
