"""A Plummer sphere keeps its profile.

Plummer 1911: M(r) = r^3 / (r^2 + 1)^(3/2) for mass, scale radius and G of 1; W = -3 pi / 32, 2 K = -W. A
crossing time is M^(5/2) / (2 |E|)^(3/2) (Heggie and Mathieu 1986). Discrete bodies make the sphere evolve
by two-body relaxation, in half-mass relaxation times of 0.138 N sqrt(r_h^3 / M) / ln L (Spitzer 1987,
equation 2-63), here with ln L = ln(r_h / softening)."""

import math

from .case import Check, Result, near
from .chart import Axis, Chart, blue, figure, green, grey, orange, red

energy = -3 * math.pi / 64
crossing_time = (2 * abs(energy)) ** -1.5
scene = """title = "Plummer's sphere"
[galaxy.cluster.stars]
profile = "plummer"
mass = 1
radius = 1
edge = 1000
"""


def radius_of(share):
    return 1 / math.sqrt(share ** (-2 / 3) - 1)


def noise(share, bodies):
    """Returns the relative standard deviation of the radius that contains `share` of the bodies (order statistics)."""
    r = radius_of(share)
    return math.sqrt(share * (1 - share) / bodies) * (1 + r * r) ** 2.5 / (3 * r ** 3)


def weakening(r, softening, shells=2000):
    """Returns the share by which softening weakens gravity at r, for shells of equal mass with softened potentials."""
    def pull(length):
        def potential(at):
            return -sum((math.hypot(at + s, length) - math.hypot(at - s, length)) / (2 * at * s)
                        for s in (radius_of((k + 0.5) / shells) for k in range(shells))) / shells
        return potential(1.02 * r) - potential(0.98 * r)
    return 1 - pull(softening) / pull(0)


def write_cluster(program, bodies, name):
    (program.folder / "plummer.toml").write_text(scene)
    program.run("generate", "plummer.toml", "--bodies", bodies, "-o", name)


def plummer(program, size):
    bodies, crossings = {"small": (2048, 4), "full": (4096, 20), "large": (262144, 20)}[size]
    timestep, softening = 0.02, 0.05
    write_cluster(program, bodies, "plummer.csv")
    rows = program.diagnose("plummer.csv", crossings * crossing_time, timestep, softening, 0.25)
    times = [row["time"] / crossing_time for row in rows]
    relaxation = 0.138 * bodies * radius_of(0.5) ** 1.5 / math.log(radius_of(0.5) / softening)
    aged = times[-1] * crossing_time / relaxation
    checks = []
    radii = Chart("Radii of Plummer's sphere", Axis("time, in crossing times", 0, crossings),
                  Axis("radius", 0.3, 6, True))
    for color, share in zip((blue, green, orange), (0.1, 0.5, 0.9)):
        name = f"r{share * 100:.0f}_cluster_stars"
        seen, expected = [row[name] for row in rows], radius_of(share)
        tolerance = 4 * noise(share, bodies) + weakening(expected, softening) + aged / 5
        checks.append(near(f"r{share * 100:.0f} at the start", seen[0], expected, 0.02 * expected,
                           "radii are sampled evenly, not at random"))
        worst = max(seen, key=lambda value: abs(value / expected - 1))
        checks.append(near(f"r{share * 100:.0f}, value with the largest deviation from theory", worst, expected,
                           tolerance * expected,
                           "4 standard deviations of a sample, effect of softening, a fifth of relaxation"))
        radii.curve([(0, expected), (crossings, expected)], grey, "theory" if share == 0.9 else None, "5 3")
        radii.band(0, crossings, expected * (1 - tolerance), expected * (1 + tolerance), grey)
        radii.curve(list(zip(times, seen)), color, f"{share * 100:.0f} % of the mass")
    ratios = [-2 * row["kinetic"] / row["potential"] for row in rows]
    allowed = 4 / math.sqrt(3 * bodies) + weakening(radius_of(0.1), softening)
    checks.append(near("2K/|W|, value with the largest deviation from 1",
                       max(ratios, key=lambda value: abs(value - 1)), 1, allowed,
                       "4 standard deviations of K, effect of softening at the center"))
    checks.append(near("energy at the start", rows[0]["total"], energy, 0.02 * abs(energy),
                       "softening reduces |W| by 1 %; noise of the sample"))
    checks.append(Check("maximum energy error", max(abs(row["energy_error"]) for row in rows), 0, 1e-3,
                        "the documented limit of the energy error"))
    virial = Chart("Virial ratio", Axis("time, in crossing times", 0, crossings), Axis("2K / |W|", 0.9, 1.1))
    virial.band(0, crossings, 1 - allowed, 1 + allowed, grey, "tolerance")
    virial.curve(list(zip(times, ratios)), red, "the program")
    return Result(f"{bodies:,} bodies, {crossings} crossing times ({aged:.2g} relaxation times), timestep {timestep}, "
                  f"softening {softening}", checks, figure([radii, virial]))
