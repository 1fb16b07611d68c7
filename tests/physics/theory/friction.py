"""Dynamical friction: a heavy body sinks in a Plummer sphere.

Chandrasekhar 1943: bodies slower than the heavy body, of density rho(< v), decelerate it by
    dv/dt = -4 pi G^2 m rho(< v) ln L / v^2
(Binney and Tremaine 2008, equation 8.6). On a nearly circular orbit, the angular momentum r v_c(r) of the heavy body
decreases at the rate r |dv/dt|. In a Plummer sphere the share of slower bodies follows from f ~ (-E)^(7/2). The
Coulomb logarithm ln L is only as certain as the largest and the smallest distance that it contains. The largest
distance lies between the scale of density changes, rho / |rho'| = (r^2 + 1) / 5 r (Just and Penarrubia 2005), and the
radius of the orbit. The smallest distance is the larger of 1.5 softenings (Just et al. 2011) and G m / v^2."""

import math

from .case import Check, Result, near
from .chart import Axis, Chart, blue, figure, grey, red
from .plummer import write_cluster

radius, mass = 1.5, 0.02


def circular_speed(r):
    return r / (r * r + 1) ** 0.75


def slower(r):
    """Returns the share of bodies at r that are slower than the circular speed. The speed q = v / v_escape has the
    probability density q^2 (1 - q^2)^(7/2)."""
    escape = math.sqrt(2) / (r * r + 1) ** 0.25
    count = 100
    step = circular_speed(r) / escape / count
    total = 7 * math.pi / 512  # the integral of q^2 (1 - q^2)^(7/2) over q from 0 to 1
    return sum(((k + 0.5) * step) ** 2 * (1 - ((k + 0.5) * step) ** 2) ** 3.5 for k in range(count)) * step / total


class Fall:
    """The orbital radius as a function of the product of time, mass and Coulomb logarithm."""

    step = 0.005

    def __init__(self):
        r, self.radii = radius, []
        while r > 0.1:
            self.radii.append(r)
            density = 3 / (4 * math.pi) * (r * r + 1) ** -2.5
            torque = r * 4 * math.pi * density * slower(r) / circular_speed(r) ** 2
            # This is the derivative d(r v_c)/dr of the specific angular momentum.
            spin_slope = r * (r * r + 4) / (2 * (r * r + 1) ** 1.75)
            r -= torque / spin_slope * self.step

    def radius(self, product):
        return self.radii[min(round(product / self.step), len(self.radii) - 1)]

    def fitted(self, points, mass):
        """Returns the Coulomb logarithm with which Chandrasekhar's formula fits these pairs (time, radius) best."""
        def miss(logarithm):
            return sum((r - self.radius(t * mass * logarithm)) ** 2 for t, r in points)
        return min((0.02 * n for n in range(301)), key=miss)


def logarithms(mass, softening):
    """Returns the smallest and the largest Coulomb logarithm according to the literature."""
    least = max(1.5 * softening, mass / circular_speed(radius) ** 2)
    return math.log((radius ** 2 + 1) / (5 * radius) / least), math.log(radius / least)


def sink(program, mass, duration, timestep, softening):
    """Returns pairs (time, distance from the cluster's center) of a body that starts on a circular orbit."""
    header, *rows = (program.folder / "cluster.csv").read_text().splitlines()
    heavy = f"{mass},{radius},0,0,0,{circular_speed(radius)},0,body,heavy"
    (program.folder / "sinking.csv").write_text("\n".join([header, *rows, heavy]) + "\n")
    rows = program.diagnose("sinking.csv", duration, timestep, softening, 0.25)
    return [(row["time"], row["separation"]) for row in rows]


def friction(program, size):
    bodies, duration = {"small": (4096, 15), "full": (4096, 20), "large": (262144, 40)}[size]
    masses = (0.02,) if size == "small" else (0.02, 0.04)
    timestep, softening = 0.02, 0.05
    write_cluster(program, bodies, "cluster.csv")
    fall, checks = Fall(), []
    chart = Chart("A heavy body sinks", Axis("time", 0, duration), Axis("distance from the center", 0, 2), 640, 380)
    for color, mass in zip((red, blue), masses):
        points = sink(program, mass, duration, timestep, softening)
        # Chandrasekhar's formula does not hold in the core, so points in the core are omitted.
        deep = next((i for i, (_, r) in enumerate(points) if r < 0.75), len(points))
        low, high = logarithms(mass, softening)
        checks.append(Check(f"heavy body of mass {mass}: ln L that fits the decay to radius 0.75",
                            fall.fitted(points[:deep], mass), low, high,
                            "between the two published choices of the largest distance"))
        for logarithm, dash in ((low, "6 4"), (high, "2 3")):
            theory = [(t, fall.radius(t * mass * logarithm)) for t, _ in points]
            chart.curve(theory, color, f"theory, mass {mass}, ln L = {logarithm:.2f}", dash)
        chart.curve(points, color, f"the program, mass {mass}")
    light = sink(program, masses[0] / 1000, duration, timestep, softening)
    last = [r for _, r in light[2 * len(light) // 3:]]
    checks.append(near("mean radius of a body 1000 times lighter, last third of the run", sum(last) / len(last), radius,
                       0.1 * radius, "no friction: the circle is unchanged"))
    chart.curve(light, grey, f"the program, mass {masses[0] / 1000:g}")
    return Result(f"{bodies:,} bodies, timestep {timestep}, softening {softening}", checks, figure([chart]))
