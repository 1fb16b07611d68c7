"""A disk of test particles develops tidal bridges and tails (Toomre and Toomre 1972).

Two point masses of 1 pass each other on a parabola with pericenter 1, in the plane of a disk around the first mass:
rings at 0.2, 0.3, 0.4, 0.5 and 0.6 with 12, 18, 24, 30 and 36 massless bodies, as in figures 2 and 3 of Toomre and
Toomre. The results of that paper: a direct passage of an equal mass draws a long, curved tail of escaping particles
from the far side, and an avalanche from the near side, most of which the companion captures; a retrograde passage has
little effect.

For comparison, every particle is also integrated here in double precision by the fourth-order Runge-Kutta
method, which is independent of the program."""

import math

from .case import Check, Result, near
from .chart import Axis, Chart, black, blue, figure, green, red

# With a softening of 0.02 the result for particles close to the companion would depend on the timestep.
softening = 0.05
# Barker's equation gives the time s + s^3 / 3 at the distance 1 + s^2. The run begins at s = -2, a distance of 5.
begin, end = -14 / 3, 16 / 3
moments = (0, 1, 2, 3)  # These are the times of the pictures, counted from pericenter.
rings = (0.2, 0.3, 0.4, 0.5, 0.6)


def companion(s):
    """Returns position and velocity of the second mass relative to the first mass. The parameter s is the tangent of
    half the true anomaly."""
    x, y, dt = 1 - s * s, 2 * s, 1 + s * s
    return (x, y, -2 * s / dt, 2 / dt)


def ring(radius, count, sense):
    speed = radius / (radius ** 2 + softening ** 2) ** 0.75
    for k in range(count):
        a = 2 * math.pi * (k + 0.25) / count
        yield (radius * math.cos(a), radius * math.sin(a), -sense * speed * math.sin(a), sense * speed * math.cos(a))


def start(sense, finer):
    """Returns the two masses, the 120 particles of the rings and, for detailed pictures, many particles between the
    rings."""
    x, y, vx, vy = (value / 2 for value in companion(-2))
    places = [place for radius in rings for place in ring(radius, round(60 * radius), sense)]
    between = [0.2 + 0.4 * (n + 0.5) / finer for n in range(finer)]
    places += [place for radius in between for place in ring(radius, round(120 * radius), sense)]
    return [(1.0, -x, -y, 0.0, -vx, -vy, 0.0), (1.0, x, y, 0.0, vx, vy, 0.0)] + [
        (0.0, a - x, b - y, 0.0, va - vx, vb - vy, 0.0) for a, b, va, vb in places]


def runge_kutta(bodies, duration, steps):
    """Returns the final state of the bodies by Runge-Kutta. The two masses attract each particle, and the particle does
    not attract the masses."""
    def derivative(state):
        slopes = []
        heavy = ((state[0], state[1]), (state[4], state[5]))
        for n in range(0, len(state), 4):
            x, y = state[n], state[n + 1]
            ax = ay = 0.0
            for hx, hy in heavy:
                dx, dy = hx - x, hy - y
                f = (dx * dx + dy * dy + softening * softening) ** -1.5
                ax += f * dx
                ay += f * dy
            slopes += (state[n + 2], state[n + 3], ax, ay)
        return slopes

    state = [value for _, x, y, _, vx, vy, _ in bodies for value in (x, y, vx, vy)]
    h = duration / steps
    for _ in range(steps):
        a = derivative(state)
        b = derivative([s + h / 2 * d for s, d in zip(state, a)])
        c = derivative([s + h / 2 * d for s, d in zip(state, b)])
        d = derivative([s + h * d for s, d in zip(state, c)])
        state = [s + h / 6 * (p + 2 * q + 2 * r + t) for s, p, q, r, t in zip(state, a, b, c, d)]
    return [(body[0], x, y, 0.0, vx, vy, 0.0) for body, x, y, vx, vy in
            zip(bodies, state[0::4], state[1::4], state[2::4], state[3::4])]


def energy_about(heavy, body):
    v = math.dist(heavy[4:], body[4:])
    return v * v / 2 - 1 / math.sqrt(math.dist(heavy[1:4], body[1:4]) ** 2 + softening ** 2)


def fate(state, body):
    """Returns whether a particle in the final state is kept by its own mass, captured by the other mass, or escaped."""
    own, other = energy_about(state[0], body), energy_about(state[1], body)
    return "escaped" if min(own, other) > 0 else "kept" if own < other else "captured"


class Passage:
    def __init__(self, states):
        self.end = states[-1]
        particles = range(2, 122)
        self.fates = [fate(self.end, self.end[row]) for row in particles]
        (_, *own), (_, *other) = self.end[:2]
        away = [a - b for a, b in zip(own[:2], other[:2])]
        reach = sorted(sum((self.end[row][1 + i] - own[i]) * away[i] for i in (0, 1)) / math.hypot(*away)
                       for row in particles)
        # The length of the tail is the sixth largest distance on the side away from the other mass, so that a few stray
        # particles do not count.
        self.tail = reach[-6]

        closest = states[round(-begin * 3)] if len(states) > 1 else self.end
        own, other = closest[0][1:3], closest[1][1:3]
        self.near_side = [sum((closest[row][1 + i] - own[i]) * (other[i] - own[i]) for i in (0, 1)) > 0
                          for row in particles]

    def from_near_side(self, fate):
        """Returns the share of the particles with this fate that were between the masses, or beyond the other mass, at
        pericenter."""
        sides = [side for side, what in zip(self.near_side, self.fates) if what == fate]
        return sum(sides) / max(len(sides), 1)

    def count(self, fate, rows=slice(0, 120)):
        return self.fates[rows].count(fate)


def tails(program, size):
    timestep, finer = 0.0025, 0 if size == "small" else 40
    checks, charts, passages, twins = [], [], {}, {}
    for name, sense in (("direct", 1), ("retrograde", -1)):
        bodies = start(sense, finer)
        states = program.states(bodies, end - begin, timestep, softening, 1 / 3)
        passages[name] = Passage(states)
        twins[name] = Passage([runge_kutta(bodies[:122], end - begin, 1500)])
        for moment in moments:
            number = round((moment - begin) * 3)
            charts.append(picture(f"{name}, t = {moment}", states[number]))
        for where in ("kept", "captured", "escaped"):
            checks.append(near(f"{name} passage: particles {where}, of 120", passages[name].count(where),
                               twins[name].count(where), 1,
                               "Runge-Kutta reference; one particle may lie on the boundary"))
        checks.append(near(f"{name} passage: extent of the far side, in pericenter distances", passages[name].tail,
                           twins[name].tail,
                           0.01 * twins[name].tail, "Runge-Kutta reference; ten times the timestep error"))
    direct, retrograde = passages["direct"], passages["retrograde"]
    lost = 120 - direct.count("kept")
    checks.append(Check("direct passage: captured / lost particles", direct.count("captured") / lost, 0.5, 1,
                        "the companion captures most of the avalanche"))
    checks.append(Check("direct passage: particles in the escaping tail, of 120", direct.count("escaped"), 4, 40,
                        "a tail of escaping particles"))
    checks.append(Check("direct passage: share of captured particles from the near side",
                        direct.from_near_side("captured"), 0.8, 1,
                        "the avalanche comes from the near side"))
    checks.append(Check("direct passage: share of escaped particles from the near side",
                        direct.from_near_side("escaped"), 0, 0.2,
                        "the tail comes from the far side"))
    checks.append(Check("direct passage: particles of the innermost ring kept, of 12",
                        direct.count("kept", slice(0, 12)), 12, 12,
                        "tightly bound particles stay"))
    checks.append(Check("retrograde passage: particles captured or escaped", 120 - retrograde.count("kept"), 0, 0,
                        "a retrograde passage has little effect"))
    checks.append(Check("extent of the far side, direct / retrograde", direct.tail / retrograde.tail, 3, 20,
                        "only the direct passage has a tail"))
    return Result(f"{len(bodies) - 2:,} test particles, timestep {timestep}, softening {softening}", checks,
                  figure(charts, 4))


def picture(title, state):
    chart = Chart(title, Axis("", -4, 4), Axis("", -4, 4), 250, 250)
    chart.left, chart.right, chart.bottom = 30, 10, 30
    own = state[0]
    particles, legend = state[2:], title.startswith("retrograde, t = 0")
    for color, what in ((blue, "kept"), (red, "captured"), (green, "escaped")):
        chart.dots([(body[1] - own[1], body[2] - own[2]) for body in particles if fate(state, body) == what], color,
                   what if legend else None, 1.4 if len(particles) <= 120 else 0.7)
    chart.dots([(heavy[1] - own[1], heavy[2] - own[2]) for heavy in state[:2]], black,
               "the two masses" if legend else None, 4)
    return chart
