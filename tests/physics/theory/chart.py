"""Charts as SVG with curves, dots and bands on linear or logarithmic axes. Several charts form one figure."""

import math
from xml.sax.saxutils import escape

# Colors of Okabe and Ito, which people with color blindness can distinguish.
blue, orange, green, red, purple, sky = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9"
grey, black = "#999999", "#222222"
palette = [blue, orange, green, red, purple, sky]


class Axis:
    def __init__(self, label, low, high, logarithmic=False):
        self.label, self.low, self.high, self.logarithmic = label, low, high, logarithmic

    def share(self, value):
        """Returns the position of a value on the axis: 0 at the low end, 1 at the high end."""
        a, b, x = (math.log(max(v, 1e-300)) if self.logarithmic else v for v in (self.low, self.high, value))
        return (x - a) / (b - a)

    def ticks(self):
        if self.logarithmic:
            first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
            if last - first >= 2:
                return [(10.0 ** n, f"1e{n}" if abs(n) > 3 else f"{10.0 ** n:g}") for n in range(first, last + 1)]
            # Powers of two are the tick values of quantities that double from point to point.
            doubled = [2.0 ** n for n in range(-40, 40)]
            return [(v, f"{v:g}") for v in doubled if self.low * 0.999 <= v <= self.high * 1.001]
        rough = (self.high - self.low) / 5
        step = next(m * 10 ** math.floor(math.log10(rough)) for m in (1, 2, 5, 10)
                    if m * 10 ** math.floor(math.log10(rough)) >= rough * 0.999)
        count = range(math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9) + 1)
        return [(n * step, f"{n * step:.10g}") for n in count]


class Chart:
    def __init__(self, title, x, y, width=420, height=330):
        self.title, self.x, self.y, self.width, self.height = title, x, y, width, height
        self.left, self.right, self.top, self.bottom = 62, 14, 30, 46
        self.shapes, self.legend = [], []

    def at(self, x, y):
        across = self.left + self.x.share(x) * (self.width - self.left - self.right)
        up = self.height - self.bottom - self.y.share(y) * (self.height - self.top - self.bottom)
        return min(max(across, -1e4), 1e4), min(max(up, -1e4), 1e4)

    def curve(self, points, color, label=None, dash="", width=1.6):
        thinned = points[::max(1, len(points) // 400)]
        path = " ".join("%.1f,%.1f" % self.at(*point) for point in thinned)
        style = f'fill="none" stroke="{color}" stroke-width="{width}"' + (f' stroke-dasharray="{dash}"' if dash else "")
        self.shapes.append(f'<polyline points="{path}" {style}/>')
        self.name(label, f'<line x1="0" y1="-4" x2="18" y2="-4" {style}/>')

    def dots(self, points, color, label=None, radius=3):
        inside = (point for point in points if 0 <= self.x.share(point[0]) <= 1 and 0 <= self.y.share(point[1]) <= 1)
        # Each dot is a line of length zero with round ends.
        path = "".join("M%.1f %.1fh0" % self.at(*point) for point in inside)
        self.shapes.append(f'<path d="{path}" stroke="{color}" stroke-width="{2 * radius:g}" stroke-linecap="round"/>')
        self.name(label, f'<circle cx="9" cy="-4" r="{max(radius, 2)}" fill="{color}"/>')

    def band(self, x0, x1, y0, y1, color, label=None):
        (left, low), (right, high) = self.at(x0, y0), self.at(x1, y1)
        style = f'fill="{color}" fill-opacity="0.22"'
        self.shapes.append(f'<rect x="{left:.1f}" y="{high:.1f}" width="{right - left:.1f}" '
                           f'height="{low - high:.1f}" {style}/>')
        self.name(label, f'<rect x="0" y="-9" width="18" height="10" {style}/>')

    def name(self, label, mark):
        if label:
            self.legend.append((label, mark))

    def svg(self):
        x0, y0 = self.left, self.height - self.bottom
        x1, y1 = self.width - self.right, self.top
        clip = f"c{id(self)}"
        parts = [f'<text x="{(x0 + x1) / 2}" y="18" text-anchor="middle" font-size="13">{escape(self.title)}</text>']
        for value, text in self.x.ticks():
            x = self.at(value, self.y.low)[0]
            parts.append(f'<path d="M{x:.1f} {y0}V{y1}" stroke="#e6e6e6"/><text x="{x:.1f}" y="{y0 + 15}" '
                         f'text-anchor="middle">{text}</text>')
        for value, text in self.y.ticks():
            y = self.at(self.x.low, value)[1]
            parts.append(f'<path d="M{x0} {y:.1f}H{x1}" stroke="#e6e6e6"/><text x="{x0 - 5}" y="{y + 4:.1f}" '
                         f'text-anchor="end">{text}</text>')
        parts.append(f'<text x="{(x0 + x1) / 2}" y="{self.height - 10}" text-anchor="middle">'
                     f'{escape(self.x.label)}</text>')
        parts.append(f'<text transform="translate(14 {(y0 + y1) / 2}) rotate(-90)" text-anchor="middle">'
                     f'{escape(self.y.label)}</text>')
        parts.append(f'<clipPath id="{clip}"><rect x="{x0}" y="{y1}" width="{x1 - x0}" height="{y0 - y1}"/></clipPath>')
        parts.append(f'<g clip-path="url(#{clip})">{"".join(self.shapes)}</g>')
        parts.append(f'<rect x="{x0}" y="{y1}" width="{x1 - x0}" height="{y0 - y1}" fill="none" stroke="{black}"/>')
        return "\n".join(parts)

    def legend_height(self):
        return 16 * len(self.legend)


def figure(charts, columns=2):
    """Returns the figure as SVG text: rows of charts, with a legend below each chart."""
    rows = [charts[i:i + columns] for i in range(0, len(charts), columns)]
    body, top, width = [], 0, 0
    for row in rows:
        left = 0
        for chart in row:
            body.append(f'<g transform="translate({left} {top})">{chart.svg()}</g>')
            for line, (label, mark) in enumerate(chart.legend):
                y = top + chart.height + 12 + 16 * line
                body.append(f'<g transform="translate({left + chart.left} {y})">{mark}'
                            f'<text x="24">{escape(label)}</text></g>')
            left += chart.width
        width = max(width, left)
        top += max(chart.height + chart.legend_height() for chart in row) + 10
    text = "\n".join(body)
    # The names of clip paths contain object ids, which are replaced so that every run writes identical files.
    for number, chart in enumerate(charts):
        text = text.replace(f"c{id(chart)}", f"c{number}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" height="{top}" '
            f'font-family="sans-serif" font-size="11" fill="{black}">\n'
            f'<rect width="100%" height="100%" fill="white"/>\n{text}\n</svg>\n')
