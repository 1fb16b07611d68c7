"""Classes for a comparison with theory: numbers to check, each with the reason for its bounds, and charts."""

import math


class Check:
    """A measured number, the range in which theory expects it, and the reason for the width of that range."""

    def __init__(self, what, value, low, high, why):
        self.what, self.value, self.low, self.high, self.why = what, value, low, high, why

    def met(self):
        return self.low <= self.value <= self.high


def near(what, value, expected, tolerance, why):
    return Check(what, value, expected - tolerance, expected + tolerance, why)


class Result:
    def __init__(self, setting, checks, figure):
        self.setting, self.checks, self.figure = setting, checks, figure


def slope(points):
    """Returns the slope of the least-squares straight line through the logarithms of these points."""
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def rms(values):
    values = list(values)
    return math.sqrt(math.fsum(value * value for value in values) / len(values))


def crossing(points, level):
    """Returns the first x at which y crosses `level`, with linear interpolation between points."""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if (y0 - level) * (y1 - level) <= 0 and y0 != y1:
            return x0 + (level - y0) / (y1 - y0) * (x1 - x0)
    return math.nan
