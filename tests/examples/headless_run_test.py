"""The example headless_run computes a run without a window and plots its energy error."""

import re
import xml.etree.ElementTree

import example


class HeadlessRun(example.Test):
    def test_the_plot_shows_a_small_energy_error_until_the_end_of_the_run(self):
        out = self.run_example("plummer", 1000, "50Myr", "energy.svg")
        steps, error = re.search(r"(\d+) steps, last energy error (\S+)", out).groups()
        self.assertAlmostEqual(int(steps), 50 / 17.78 / 0.02, delta=10)
        self.assertTrue(0 <= float(error) < 1e-3, out)
        svg = xml.etree.ElementTree.parse(self.folder / "energy.svg").getroot()
        (line,) = svg.iter("{http://www.w3.org/2000/svg}polyline")
        points = [[float(number) for number in point.split(",")] for point in line.get("points").split()]
        self.assertEqual(len(points), 1 + -(-int(steps) // 10))
        self.assertEqual((points[0][0], points[-1][0]), (70, 620))
        self.assertTrue(all(180 < y <= 360 for x, y in points), points)  # errors below about 1e-3.5

    def test_a_message_names_a_missing_scene(self):
        self.assertIn("nowhere", self.run_example("nowhere", 1000, "1", "energy.svg", code=1))


if __name__ == "__main__":
    example.main()
