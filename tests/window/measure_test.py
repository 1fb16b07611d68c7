"""The measuring tool: ruler, angle and aperture in the picture."""

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


driver.main(Measure)
