"""Kepler orbits of two bodies are computed with each integrator and several timesteps.

Massless bodies orbit a body of mass 1 (G = 1, semi-major axis 1, period 2 pi, no softening), which equals
the relative orbit of any two bodies. For each eccentricity there are eight bodies, an eighth of a period
apart, so that the errors represent a whole orbit. With the timestep h = 2 pi / n:

  - Leapfrog and symplectic Euler conserve a modified energy (Hairer, Lubich and Wanner 2006, chapter IX): the energy
    error stays bounded, and the phase error grows linearly. For leapfrog the modified energy is, to second order,
    H + h^2 (v.V''v / 12 - |grad V|^2 / 24), so that a circular orbit lags by h^2 / 3 of its angle.
  - Symplectic Euler equals leapfrog started with the velocity v + h a / 2. The energy of the orbit that it follows
    differs by h a.v / 2, and the mean motion differs by -3 h a.v / 2. These errors are of first order in h, unless the
    orbit starts at an apsis or is a circle. In these cases, the error of the angle is of second order: h^2 / 3 as for
    leapfrog, and 3 h^2 / 8 because the computed orbit has an eccentricity of h / 2.
  - yoshida4 (Yoshida 1990, Phys. Lett. A 150, 262) consists of three leapfrog substeps whose errors of second order
    cancel: the energy error is of fourth order.
  - Explicit Euler (with a h^2 / 2 in its drift) adds (a h)^2 / 2 to the energy in every step on a circle, where the
    velocity is perpendicular to a: dr/dt = h / r^2, so r^3 = 1 + 3 h t."""

import math

from .case import Check, Result, near, rms, slope
from .chart import Axis, Chart, black, blue, figure, grey, orange, palette, red

period = 2 * math.pi
eccentricities = (0.0, 0.3, 0.6, 0.9)
starts = 8  # This is the number of bodies for each eccentricity.
# This is the number of periods between written states. It is not an integer, so that the states cover all phases.
between = 21 / 16


def coarsest(eccentricity):
    """Returns the smallest number of steps per period for which the theoretical orders hold. It corresponds to 32 steps
    per pericenter passage."""
    return 32 / (1 - eccentricity) ** 1.5


def body_on_orbit(e, mean_anomaly, pericentre_angle):
    anomaly = mean_anomaly
    for _ in range(60):  # Newton's method solves Kepler's equation.
        anomaly -= (anomaly - e * math.sin(anomaly) - mean_anomaly) / (1 - e * math.cos(anomaly))
    b, r = math.sqrt(1 - e * e), 1 - e * math.cos(anomaly)
    x, y = math.cos(anomaly) - e, b * math.sin(anomaly)
    vx, vy = -math.sin(anomaly) / r, b * math.cos(anomaly) / r
    c, s = math.cos(pericentre_angle), math.sin(pericentre_angle)
    return (0.0, c * x - s * y, s * x + c * y, 0.0, c * vx - s * vy, s * vx + c * vy, 0.0)


def energy(body):
    _, x, y, _, vx, vy, _ = body
    return (vx * vx + vy * vy) / 2 - 1 / math.hypot(x, y)


def mean_longitude(body):
    """Returns argument of pericenter plus mean anomaly. The sum grows by 2 pi per period on every orbit, also on a
    circle."""
    _, x, y, _, vx, vy, _ = body
    r, spin, radial = math.hypot(x, y), x * vy - y * vx, x * vx + y * vy
    a = 1 / (2 / r - (vx * vx + vy * vy))
    # The eccentricity vector (ex, ey) points to the pericenter.
    ex, ey = vy * spin - x / r, -vx * spin - y / r
    e = math.hypot(ex, ey)
    if e < 1e-6:
        return math.atan2(y, x)
    anomaly = math.atan2(radial / math.sqrt(abs(a)), 1 - r / a)
    return math.atan2(ey, ex) + anomaly - e * math.sin(anomaly)


def bodies():
    return [(1.0,) + 6 * (0.0,)] + [body_on_orbit(e, period * (k + 0.5) / starts, period * k * 0.381966)
                                    for e in eccentricities for k in range(starts)]


class Run:
    """Energy and phase errors of every body in every state of a run, relative to theory."""

    def __init__(self, program, integrator, steps, periods):
        self.h = period / steps
        every = between * period
        self.start, self.duration = bodies(), int(periods / between) * every
        self.states = program.states(self.start, self.duration, self.h, 0.0, every, "--integrator", integrator)

    def rows(self, e):
        first = 1 + starts * eccentricities.index(e)
        return range(first, first + starts)

    def energy_errors(self, e):
        """Returns the rms of |E/E0 - 1| over the bodies for each state."""
        return [rms(energy(state[row]) / -0.5 - 1 for row in self.rows(e)) for state in self.states]

    def worst_energy(self, e):
        return max(self.energy_errors(e))

    def lags(self, row):
        """Returns the lag of the body behind theory in each state, in radians, without jumps by whole turns."""
        start, result = mean_longitude(self.start[row]), [0.0]
        for number, state in enumerate(self.states[1:], 1):
            lag = start + number * between * period - mean_longitude(state[row])
            result.append(lag + period * round((result[-1] - lag) / period))
        return result

    def phase(self, e):
        """Returns the rms of the phase error over the bodies at the end, in radians."""
        return rms(self.lags(row)[-1] for row in self.rows(e))


def growth_in_a_period(program, steps):
    """Returns the energy error of bodies on a circular orbit after one period with explicit Euler."""
    h = period / steps
    states = program.states(bodies(), period, h, 0.0, period, "--integrator", "explicit-euler")
    return rms(energy(states[-1][row]) / -0.5 - 1 for row in range(1, 1 + starts))


def rounding_of_energy(steps, periods):
    """Returns the estimated energy error due to single precision. In every step, rounding of x and v changes the
    energy by a unit in the last place, 2^-24, up or down, relative to |E| = 1/2."""
    return 2.0 ** -23 * math.sqrt(steps * periods)


def rounding_of_phase(steps, periods):
    """Returns the estimated phase error due to rounding. The mean motion changes by 3/2 of the relative energy error,
    and the phase is the integral of this random walk."""
    return 1.5 * rounding_of_energy(steps, periods) / math.sqrt(3) * periods * period


def mirrored_lags(run, e):
    """Returns pairs of a measured and a predicted value. The measured value is half the lag difference between bodies
    that start equally far before and after pericenter, which isolates the odd orders. The prediction is of first
    order."""
    rows, pairs = run.rows(e), []
    for k in range(starts // 2):
        _, x, y, _, vx, vy, _ = run.start[rows[k]]
        expected = -1.5 * run.h * (x * vx + y * vy) / math.hypot(x, y) ** 3 * run.duration
        pairs.append(((run.lags(rows[k])[-1] - run.lags(rows[-1 - k])[-1]) / 2, expected))
    return pairs


def pair_of_equal_masses(program, run, steps, e):
    """Returns the lag of two bodies of mass 1/2 that are on the relative orbit of the third massless body."""
    _, *place = run.start[run.rows(e)[2]]
    bodies = [(0.5, *(value / 2 for value in place)), (0.5, *(-value / 2 for value in place))]
    end = program.states(bodies, run.duration, run.h, 0.0, run.duration)[-1]
    relative = (1.0, *(a - b for a, b in zip(end[0][1:], end[1][1:])))
    lag = mean_longitude(run.start[run.rows(e)[2]]) + run.duration - mean_longitude(relative)
    return lag - period * round((lag - run.lags(run.rows(e)[2])[-1]) / period)


def orbits(program, size):
    small = size == "small"
    periods = 10 if small else 100
    counts = (128, 256, 1024, 2048) if small else (64, 128, 256, 512, 1024, 2048, 4096)
    runs = {(name, n): Run(program, name, n, periods) for name in ("leapfrog", "symplectic-euler") for n in counts}
    explicit = Run(program, "explicit-euler", 256, periods)
    checks = []

    def fine(e, finest=counts[-1]):
        """Returns the numbers of steps per period for the three largest timesteps with the theoretical orders."""
        return [n for n in counts if coarsest(e) <= n <= finest][:3]

    why = "the next order in the timestep contributes a relative (2 pi / n)^2, and more near pericenter"
    for name, order in (("leapfrog", 2), ("symplectic-euler", 1)):
        for e in eccentricities[1:]:
            good = [runs[name, n] for n in fine(e)
                    if 5 * rounding_of_energy(n, periods) < runs[name, n].worst_energy(e) < 0.1]
            if len(good) < 2:
                # At e = 0.9, the error of symplectic Euler is as large as the energy itself, so too few points have an
                # error below 0.1.
                continue
            points = [(run.h, run.worst_energy(e)) for run in good]
            checks.append(near(f"{name}, e = {e}: order of the energy error", slope(points), order, 0.15, why))
            growth = good[0].energy_errors(e)
            half = len(growth) // 2
            checks.append(Check(f"{name}, e = {e}: maximum energy error, second half / first half of the run",
                                max(growth[half:]) / max(growth[1:half]), 0.75, 1.25,
                                "the error is bounded, without drift"))

    # Coarse timesteps show the fourth order; with finer timesteps the error is smaller than rounding.
    points = [(run.h, run.worst_energy(0.3)) for run in (Run(program, "yoshida4", n, periods) for n in (32, 64))]
    checks.append(near("yoshida4, e = 0.3: order of the energy error", slope(points), 4, 0.15,
                       why))

    for e in eccentricities:
        run_of = {n: runs["leapfrog", n] for n in fine(e)}
        points = [(run.h, run.phase(e)) for n, run in run_of.items()
                  if run.phase(e) > 5 * rounding_of_phase(n, periods)]
        checks.append(near(f"leapfrog, e = {e}: order of the phase error", slope(points), 2, 0.15,
                           why + "; timesteps dominated by rounding are omitted"))
    steps = 128
    for name, factor in (("leapfrog", 1 / 3), ("symplectic-euler", 17 / 24)):
        run = runs[name, steps]
        expected = factor * run.h ** 2 * run.duration
        checks.append(near(f"{name}, circle of {steps} steps: phase error, rad", run.phase(0.0), expected,
                           0.02 * expected + 3 * rounding_of_phase(steps, periods) / math.sqrt(starts),
                           "the next order in the timestep, and rounding"))
    for e in eccentricities[1:]:
        n = fine(e, 2048)[-1]
        pairs = mirrored_lags(runs["symplectic-euler", n], e)
        off = rms(lag - expected for lag, expected in pairs) / rms(expected for _, expected in pairs)
        checks.append(Check(f"symplectic-euler, e = {e}, {n} steps: phase error minus theory, rms / rms",
                            off, 0, 0.1, "errors of third order in the timestep, and rounding"))

    for n in (1024, 2048):
        h = period / n
        grown = 1 / (1 - growth_in_a_period(program, n)) ** 3 - 1
        checks.append(near(f"explicit-euler, circle of {n} steps: r^3 - 1 after one period", grown, 3 * h * period,
                           0.05 * 3 * h * period, "the next order in the timestep, a relative 3 h"))

    e, n = 0.6, 256
    run = runs["leapfrog", n]
    checks.append(near(f"leapfrog, e = {e}, {n} steps: phase error of two equal masses, rad",
                       pair_of_equal_masses(program, run, n, e), run.lags(run.rows(e)[2])[-1],
                       4 * rounding_of_phase(n, periods),
                       "compared with the massless body on the same orbit; rounding"))
    return Result(f"{runs['leapfrog', 128].duration / period:g} periods, {starts} bodies of each eccentricity, "
                  f"{counts[0]} to {counts[-1]} steps per period", checks,
                  orbit_charts(runs, explicit, counts, periods))


def orbit_charts(runs, explicit, counts, periods):
    left, right = counts[0] / 1.3, counts[-1] * 1.3
    energies = Chart("Energy: worst error of the orbit", Axis("steps per period", left, right, True),
                     Axis("|E / E0 - 1|", 1e-7, 10, True))
    phases = Chart(f"Phase after {periods} periods", Axis("steps per period", left, right, True),
                   Axis("radians", 1e-5 * periods, periods, True))
    for color, e in zip(palette, eccentricities):
        for name, dash in (("leapfrog", ""), ("symplectic-euler", "5 3")):
            points = [(n, runs[name, n]) for n in counts if coarsest(e) <= 2 * n]
            energies.curve([(n, run.worst_energy(e)) for n, run in points], color, None if dash else f"e = {e:g}", dash)
            phases.curve([(n, run.phase(e)) for n, run in points], color, None, dash)
    for chart, order, height in ((energies, 1, 0.5), (energies, 2, 3e-5),
                                 (phases, 1, periods), (phases, 2, 1e-3 * periods)):
        chart.curve([(left, height), (right, height * (left / right) ** order)], grey, None, "1 3")
    phases.name("leapfrog", '<path d="M0 -4H18" stroke="#222222" stroke-width="1.6"/>')
    phases.name("symplectic Euler", '<path d="M0 -4H18" stroke="#222222" stroke-width="1.6" stroke-dasharray="5 3"/>')
    phases.name("slopes 1 and 2", '<path d="M0 -4H18" stroke="#999999" stroke-width="1.6" stroke-dasharray="1 3"/>')
    phases.curve([(n, rounding_of_phase(n, periods)) for n in counts], grey, "single precision rounds", width=3)
    n, e = 256, 0.6
    times = Chart(f"Energy in time: e = {e}, {n} steps per period", Axis("periods", 0, periods),
                  Axis("|E / E0 - 1|", 1e-6, 10, True))
    for color, label, run in ((red, "explicit Euler", explicit),
                              (orange, "symplectic Euler", runs["symplectic-euler", n]),
                              (blue, "leapfrog", runs["leapfrog", n])):
        times.curve([(number * between, error) for number, error in enumerate(run.energy_errors(e))][1:], color, label)
    radius = Chart(f"Explicit Euler: a circle of {n} steps grows", Axis("periods", 0, periods), Axis("radius", 0, 5))
    seen = [(number * between, rms(math.hypot(*state[row][1:3]) for row in explicit.rows(0.0)))
            for number, state in enumerate(explicit.states)]
    radius.curve([(t, (1 + 3 * explicit.h * t * period) ** (1 / 3)) for t, _ in seen], black, "r^3 = 1 + 3 h t", "5 3")
    radius.dots(seen, red, "the program", 2)
    return figure([energies, phases, times, radius])
