"""A cold uniform sphere collapses.

Without pressure, every shell falls freely, and all shells arrive at one time: r / r0 = cos^2 b where b + sin(2
b) / 2 = (pi / 2) t / t_ff, t_ff = (pi / 2) sqrt(R^3 / (2 G M)) (Lin, Mestel and Shu 1965). Bodies are not
a fluid: density fluctuations of 1 / sqrt(N) grow, so that the sphere shrinks by at most N^(1/3) (Aarseth,
Lin and Papaloizou 1988) and arrives a little late."""

import math

from .case import Check, Result, near
from .chart import Axis, Chart, black, blue, figure, green, orange, red

mass, radius = 2, 6  # The scene uniform-sphere has this mass and radius.
free_fall = math.pi / 2 * math.sqrt(radius ** 3 / (2 * mass))


def shell(time):
    """Returns the radius of a shell relative to its initial radius, at a time in units of the free-fall time."""
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        b = (low + high) / 2
        low, high = (b, high) if b + math.sin(2 * b) / 2 < math.pi / 2 * time else (low, b)
    return math.cos(low) ** 2


def collapse(program, size):
    bodies = {"small": 2048, "full": 8192, "large": 65536}[size]
    # The scene has this softening. With more bodies, the sphere collapses to a smaller radius r, so the timestep
    # must shrink as r^(3/2).
    timestep, softening = 0.02 * math.sqrt(2048 / bodies), 0.1
    rows = program.diagnose("uniform-sphere", 1.6 * free_fall, timestep, softening, 0.05, "--bodies", bodies,
                            "--set", "galaxy.sphere.stars.virial_ratio=0")
    times = [row["time"] / free_fall for row in rows]
    radii = {share: [row[f"{share}_sphere_stars"] / rows[0][f"{share}_sphere_stars"] for row in rows]
             for share in ("r10", "r50", "r90")}
    checks = []
    for share, moments in (("r50", (0.5, 0.8, 0.9)), ("r90", (0.5, 0.8))):
        for time in moments:
            number = min(range(len(times)), key=lambda i: abs(times[i] - time))
            expected = shell(times[number])
            checks.append(near(f"{share} at {time} free-fall times / initial value", radii[share][number], expected,
                               expected ** -0.5 / math.sqrt(bodies),
                               "irregularities of 1/sqrt(N), growing as r^(-3/2)"))
    deepest = min(range(len(rows)), key=lambda i: rows[i]["potential"])
    checks.append(Check("time of the highest density / free-fall time", times[deepest], 0.99, 1.06,
                        "shells arrive at different times; one row every 0.004"))
    shrunk = min(radii["r50"])
    checks.append(Check("smallest r50 / initial r50, times N^(1/3)", shrunk * bodies ** (1 / 3), 0.5, 3,
                        "of order 1 (Aarseth, Lin and Papaloizou)"))
    checks.append(Check("maximum energy error", max(abs(row["energy_error"]) for row in rows), 0, 2e-2,
                        "the densest phase lasts only about ten timesteps"))

    across = Axis("time, in free-fall times", 0, 1.6)
    chart = Chart("Radii of a cold sphere", across, Axis("radius / first radius", 0, 1.2))
    chart.curve([(t / 200, shell(t / 200)) for t in range(201)], black, "theory: every shell", "5 3", 2.4)
    for color, (share, values) in zip((blue, green, orange), radii.items()):
        chart.curve(list(zip(times, values)), color, f"{share[1:]} % of the mass")
    depths = [row["potential"] / rows[0]["potential"] for row in rows]
    depth = Chart("Depth of the potential", across, Axis("potential energy / first", 0, 1.1 * max(depths)))
    depth.curve([(t / 200, 1 / shell(t / 200)) for t in range(199)], black, "theory: W0 r0 / r", "5 3", 2.4)
    depth.curve(list(zip(times, depths)), red, "the program")
    return Result(f"{bodies:,} bodies, timestep {timestep:.3g}, softening {softening}", checks, figure([chart, depth]))
