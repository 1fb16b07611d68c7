"""Annotations drawn over the picture (scale bar, clock, labels, trails, density), controlled by keys, mouse and
panel."""

import math

import driver

kpc_per_length = 4
default = "scale,clock,perturbers"


class Annotations(driver.PanelTest):
    arguments = ["--bodies", "1024", "--size", "1200x840", "--mode", "density", "--show", default,
                 *driver.still_camera]

    def setUp(self):
        self.restart()

    def shown(self, names):
        self.wait_for("annotations", shown=names)

    def switch(self, name):
        self.hands.click(self.place(f"Labels/{name}", right=0.1))

    def pixels_per_kpc(self):
        """Returns the pixels per kiloparsec at the camera's target, for the scene's field of view of 60 degrees."""
        camera, screen = self.state("camera"), self.state("screen")
        return screen["height"] / (2 * math.tan(math.pi / 6) * camera["distance"] * kpc_per_length)

    def test_the_scale_bar_has_its_stated_length_at_every_zoom(self):
        self.shown(default)
        told = set()
        for notches in [0, 10, 25, -60]:
            if notches:
                self.hands.wheel(self.picture(), notches)
            self.program.frames(3)
            scale = self.state("annotations")["scale"]
            self.assertAlmostEqual(scale["pixels"], scale["kpc"] * self.pixels_per_kpc(), delta=0.5)
            told.add(scale["text"])
        self.assertEqual(len(told), 4, told)

    def test_the_clock_shows_the_model_time_in_millions_of_years(self):
        self.wait(lambda: self.state("annotations")["clock"] != "0 Myr", "model time passes")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.program.frames(3)
        number, unit = self.state("annotations")["clock"].split()
        self.assertEqual(unit, "Myr")
        self.assertAlmostEqual(float(number), self.state("transport")["time"] * 17.78, delta=1 + 0.02 * 17.78)

    def test_the_key_n_hides_and_shows_annotations(self):
        self.hands.key("n")
        self.shown("none")
        self.assertIsNone(self.state("annotations")["scale"])
        self.assertEqual(self.state("annotations")["clock"], "")
        self.hands.key("n")
        self.shown(default)

    def test_the_panel_switches_each_annotation(self):
        self.switch("labels")
        self.shown("scale,clock,labels,perturbers")
        self.wait(lambda: len(self.state("annotations")["labels"]) == 2, "the names of two galaxies are shown")
        texts = {label["text"] for label in self.state("annotations")["labels"]}
        self.assertEqual(texts, {"Milky Way", "Andromeda"})
        screen = self.state("screen")
        for label in self.state("annotations")["labels"]:
            self.assertTrue(0 < label["x"] < screen["width"] and 0 < label["y"] < screen["height"], label)
        for name in ["legend", "axes", "grid", "trails", "contours"]:
            self.switch(name)
        self.shown("scale,clock,legend,labels,axes,grid,trails,contours,perturbers")
        self.wait_for("density", contours=True)
        self.screenshot()
        for name in ["legend", "labels", "axes", "grid", "trails", "contours"]:
            self.hands.click(self.place(f"Labels/{name}", right=0.1), button=3)
        self.shown(default)

    def test_a_click_selects_a_body_and_a_second_click_deselects_it(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.switch("labels")
        self.wait(lambda: len(self.state("annotations")["labels"]) == 2, "the names of two galaxies are shown")
        centre = self.state("annotations")["labels"][0]
        self.switch("labels")
        camera = self.state("camera")
        self.hands.hold("ctrl")
        self.hands.click((centre["x"], centre["y"]))
        self.wait(lambda: len(self.state("annotations")["bodies"]) == 1, "a body is selected")
        self.assertIn("trails", self.state("annotations")["shown"])
        self.hands.click((centre["x"], centre["y"]))
        self.wait(lambda: not self.state("annotations")["bodies"], "the body is deselected")
        self.hands.click((centre["x"], centre["y"]))
        self.wait(lambda: len(self.state("annotations")["bodies"]) == 1, "the body is selected for the second time")
        self.hands.click(self.picture(0.5, 0.5))  # There is no body in this part of the picture.
        self.wait(lambda: not self.state("annotations")["bodies"], "all bodies are deselected")
        self.hands.release_key("ctrl")
        self.assertEqual(self.state("camera"), camera, "the camera has not moved")
        self.switch("trails")
        self.shown(default)

    def test_trails_grow_and_a_reset_restarts_them(self):
        self.switch("trails")
        self.wait(lambda: self.state("annotations")["trail_points"] > 20, "trails grow")
        points = self.state("annotations")["trail_points"]
        self.restart()
        self.wait(lambda: self.state("annotations")["trail_points"] < points, "trails restart after the reset")
        self.switch("trails")

    def test_density_limits_can_be_locked_and_made_automatic(self):
        self.assertTrue(self.state("density")["automatic"])
        self.hands.key("l")
        self.wait_for("density", automatic=False)
        held = self.state("density")
        self.hands.wheel(self.picture(), -8)
        self.program.frames(5)
        self.assertEqual(self.state("density"), held)
        self.open_section("Look/Density", "Look/Lower limit")
        self.hands.click(self.place("Look/Fit limits"))
        self.wait(lambda: self.state("density")["low"] != held["low"], "the limits fit the present picture")
        self.enter("Look/Lower limit", "5")
        self.wait_for("density", low=5)
        self.enter("Look/Upper limit", "1")
        self.wait(lambda: self.state("density")["high"] < 1.01 and
                  self.state("density")["low"] < self.state("density")["high"],
                  "the lower limit stays below the upper limit")
        self.enter("Look/Contour step", "0.25")
        self.wait_for("density", contour_step=0.25)
        self.reset_control("Look/Contour step")
        self.wait_for("density", contour_step=0.5)
        self.hands.click(self.place("Look/Automatic limits", right=0.1))
        self.wait_for("density", automatic=True)
        self.hands.click(self.place("Look/Density"))


class RememberedAnnotations(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "1200x840"]
    saves_settings = True

    def test_the_next_start_shows_the_annotations_chosen_before(self):
        self.wait_for("annotations", shown="scale,perturbers")
        self.hands.key("n")
        self.wait_for("annotations", shown="none")
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start()
        self.wait_for("annotations", shown="none")


driver.main(Annotations, RememberedAnnotations)
