"""The measuring tool: ruler, angle, aperture, lasso and slit in the picture."""

import csv
import os
import statistics

import driver


class Measure(driver.PanelTest):
    arguments = ["plummer", "--bodies", "4000", "--size", "1280x720", "--mode", "point", "--camera",
                 "0,0,16"]

    def setUp(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)

    def tearDown(self):
        self.hands.key("space")
        super().tearDown()

    def measure(self, *corners):
        """Drags between the first two corners, and clicks the others."""
        camera = self.state("camera")
        places = [self.picture(*corner) for corner in corners]
        self.hands.drag(*places[:2])
        for place in places[2:]:
            self.hands.click(place)
        self.program.frames(3)
        self.assertEqual(self.state("camera"), camera, "the tool uses the drag")

    def test_ruler_angle_and_aperture_measure_in_the_picture(self):
        self.hands.click(self.place("Menu/View"))
        self.hands.click(self.place("Menu/Measure"))
        self.wait_for("measure", tool="ruler", points=[], lines=[])
        self.enter("Measure/Distance", "1")
        self.measure((0.45, 0.5), (0.55, 0.5))
        line, = self.state("measure")["lines"]
        a, b = self.state("measure")["points"]
        kpc = 4 * abs(b[0] - a[0])
        self.assertTrue(line.startswith(f"Length: {kpc:.3g} kpc, "), line)
        self.assertAlmostEqual(float(line.split()[3]) / (206.265 * kpc), 1, delta=0.01)  # three digits, at 1 Mpc

        self.hands.click(self.place("Measure/Angle"))
        self.wait_for("measure", tool="angle", points=[])
        self.measure((0.55, 0.5), (0.5, 0.5), (0.5, 0.6))
        self.assertEqual(self.state("measure")["lines"], ["Angle: 90.0°"])

        self.hands.click(self.place("Measure/Aperture"))
        self.measure((0.5, 0.55), (0.55, 0.55))
        self.wait(lambda: self.state("measure")["aperture"], "the bodies are counted")
        few = self.state("measure")["aperture"]
        self.assertEqual(len(self.state("measure")["lines"]), 3)
        self.measure((0.5, 0.55), (0.7, 0.55))
        self.wait(lambda: (self.state("measure")["aperture"] or few)["bodies"] > few["bodies"], "more bodies are inside")
        many = self.state("measure")["aperture"]
        self.assertLessEqual(many["bodies"], 4000)
        self.assertAlmostEqual(many["mass"] / many["bodies"], 2 / 4000, 5)
        self.assertEqual(self.state("widgets")["cut_off"], [])
        self.hands.key("Escape")
        self.wait_for("measure", tool="aperture", points=[])
        self.hands.key("Escape")
        self.wait_for("measure", tool="none")


class Regions(driver.PanelTest):
    """Bodies inside a lasso, and velocities along a slit."""
    arguments = ["milky-way-andromeda", "--bodies", "4000", "--size", "1280x720", "--mode", "point", "--set",
                 "with_gas=false", "--show", "labels"]

    def setUp(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.hands.click(self.place("Menu/View"))
        self.hands.click(self.place("Menu/Measure"))
        self.wait(lambda: self.state("measure")["tool"] != "none", "the tool of the last test is chosen")

    def tearDown(self):
        while self.state("measure")["tool"] != "none":
            self.hands.key("Escape")
            self.program.frames(3)
        self.hands.key("space")
        super().tearDown()

    def label_of(self, name):
        """Returns the place of a galaxy's label in the window."""
        self.wait(lambda: self.state("annotations")["labels"], "labels are shown")
        label = next(one for one in self.state("annotations")["labels"] if one["text"] == name)
        return label["x"], label["y"]

    def measured(self, what):
        self.wait(lambda: self.state("measure")["aperture"], what)
        return self.state("measure")["aperture"]

    def draw_lasso(self, middle, radius):
        x, y = middle
        corners = [(x - radius, y - radius), (x + radius, y - radius), (x + radius, y + radius), (x - radius, y + radius)]
        self.hands.move(corners[0])
        self.hands.press()
        for start, end in zip(corners, corners[1:]):
            for step in range(1, 5):
                self.hands.move(tuple(a + (b - a) * step / 4 for a, b in zip(start, end)))
        self.hands.release()
        self.program.frames(3)

    def table(self, button):
        """Clicks the button, and returns the rows of the table that it saves."""
        saved = self.program.count("region_saved")
        self.hands.click(self.place(f"Measure/{button}"))
        self.wait(lambda: self.program.count("region_saved") > saved, "the table is saved")
        with open(os.path.join(self.program.folder, self.state("region_saved")["file"]), encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_a_lasso_says_where_bodies_come_from_and_makes_them_a_galaxy(self):
        self.hands.click(self.place("Measure/Lasso"))
        self.wait_for("measure", tool="lasso")
        self.draw_lasso(self.label_of("Andromeda"), 60)
        found = self.measured("the bodies in the lasso are counted")
        self.assertEqual({origin["name"].split()[0] for origin in found["origins"]}, {"Andromeda"})
        self.assertEqual(sum(origin["bodies"] for origin in found["origins"]), found["bodies"])
        self.assertGreater(len(found["origins"]), 1)

        rows = self.table("CSV")
        self.assertEqual(len(rows), found["bodies"])
        self.assertEqual({row["galaxy"] for row in rows}, {"andromeda"})
        # The trace has model units; a dispersion and a sum do not depend on the shift of the median.
        units = found["mass"] / sum(float(row["mass_msun"]) for row in rows)
        self.assertAlmostEqual(units * 4.5e10, 1, delta=1e-4)
        velocities = [float(row["v_los_km_s"]) for row in rows]
        ratio = statistics.pstdev(velocities) / found["velocity_dispersion"]
        self.assertAlmostEqual(statistics.median_high(velocities) / found["median_velocity"] / ratio, 1, delta=1e-4)

        self.hands.click(self.place("Measure/Keep"))
        self.wait(lambda: self.state("measure")["kept"]["marks"] > 20, "the kept bodies are marked")
        self.assertEqual(self.state("measure")["kept"]["bodies"], found["bodies"])
        self.hands.click(self.place("Measure/Make a galaxy"))
        self.wait(lambda: "selection" in self.state("play")["galaxies"], "the bodies are a galaxy")
        self.assertEqual(self.state("scene")["bodies"], 4000)
        self.hands.key("ctrl+z")
        self.wait(lambda: "selection" not in self.state("play")["galaxies"], "the edit is undone")

    def test_a_slit_shows_the_rotation_of_a_disk(self):
        self.hands.click(self.place("Measure/Slit"))
        self.wait_for("measure", tool="slit")
        x, y = self.label_of("Andromeda")
        self.hands.drag((x - 60, y), (x + 60, y))
        slit = self.measured("the velocities along the slit are measured")["slit"]
        self.assertEqual(len(slit["positions"]), len(slit["means"]))
        means = [mean for mean in slit["means"] if mean is not None]
        self.assertGreater(len(means), 10)
        self.assertGreater(max(means) - min(means), 100)  # km/s, since Andromeda rotates
        self.place("Measure/slit")
        self.assertEqual(set(self.table("Diagram CSV")[0]), {"position_kpc", "velocity_km_s", "mass_msun"})


driver.main(Measure, Regions)
