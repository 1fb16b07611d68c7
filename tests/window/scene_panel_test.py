"""The card Scenes: the user chooses a scene from a list, edits its orbit and galaxies, and loads the result, which
equals the result of the displayed command line."""

import json
import os
import shlex
import subprocess

import driver

far_left, far_right = -3000, 3000
mass = "Scene/Mass scale##ngc-4676a"


class ScenePanel(driver.PanelTest):
    arguments = ["mice", "--bodies", "1000", "--size", "1280x720", "--mode", "point"]
    environment = {"XDG_DATA_HOME": "/nonexistent"}  # This data folder contains no downloaded table.

    def setUp(self):
        """Restores the shipped scene "The Mice" after the previous test."""
        self.hands.click(self.picture())
        if self.draft_command() != "milkomeda mice --bodies 1000":
            self.load_by_name("plummer")
            self.load_by_name("mice")
            self.enter("Scene/Bodies", "1000")
        self.wait_for("scene", source="mice", bodies=1000)

    def draft_command(self):
        return self.state("draft")["command"]

    def load_by_name(self, name):
        self.replace_text("Scene/File", name)
        self.hands.press_key("Return")
        self.wait_for("scene", source=name)

    def load(self):
        resets = self.program.count("reset")
        self.hands.click(self.place("Scene/Load"))
        self.wait(lambda: self.program.count("reset") > resets, "the scene is loaded")

    def orbit(self, control="Scene/Eccentricity"):
        """Opens the section Orbit and returns the displayed orbit."""
        self.open_section("Scene/Orbit", control)
        return self.state("draft")["orbit"]

    def type_name(self, name):
        """Types the name of a source without loading this source."""
        self.replace_text("Scene/File", name)
        self.hands.click(self.picture())  # A click outside the text field ends the input without Enter.

    def test_a_scene_is_loaded_when_it_is_chosen_from_the_list(self):
        self.choose("Scene/Scene", "Two star clusters merge")
        self.wait_for("scene", source="plummer", title="Two star clusters merge")
        self.assertFalse(self.state("draft")["waits_for_load"])
        resets = self.program.count("reset")
        self.choose("Scene/Scene", "Two star clusters merge")
        self.program.frames()
        self.assertEqual(self.program.count("reset"), resets, "the loaded scene is not loaded again")

    def test_a_scene_with_a_typed_name_is_a_draft_until_it_is_loaded(self):
        before = self.state("scene")
        self.assertEqual(before["title"], "The Mice")
        self.assertEqual(before["orbit"], {"eccentricity": 1, "pericentre": 2.2, "separation": 14})
        self.type_name("plummer")
        self.wait_for("draft", command="milkomeda plummer")
        self.assertAlmostEqual(self.orbit()["pericentre"], 0.5, 9)
        self.assertEqual(self.state("scene"), before, "nothing is loaded yet")
        self.enter("Scene/Bodies", "1500")
        self.wait_for("draft", command="milkomeda plummer --bodies 1500")
        self.assertEqual(self.state("scene"), before, "the number of bodies is not loaded yet")
        self.load()
        self.wait_for("scene", source="plummer", title="Two star clusters merge", bodies=1500)

    def test_a_typed_name_can_be_reset_to_the_loaded_scene(self):
        self.type_name("cartwheel")
        self.wait_for("draft", command="milkomeda cartwheel")
        self.reset_control("Scene/Scene")
        self.wait_for("draft", command="milkomeda mice --bodies 1000")

    def test_an_edited_orbit_is_previewed_and_then_loaded(self):
        own = self.orbit()
        # Expected time to pericenter by Barker's equation with q = 2.2, r = 14, tan^2(f / 2) = r / q - 1. The total
        # mass M is 10, minus the cut-off edges of the spheres, which have less than a tenth of the mass.
        tangent = (14 / 2.2 - 1) ** 0.5
        time = (2 * 2.2 ** 3 / 10) ** 0.5 * (tangent + tangent ** 3 / 3)
        self.assertLess(abs(own["time_to_pericentre"] / time - 1), 0.06)
        self.enter("Scene/Pericenter", "4")
        self.wait_for("draft", command="milkomeda mice --set orbit.pericentre=4 --bodies 1000")
        self.enter("Scene/Eccentricity", "1.25")
        self.wait_for("draft", command="milkomeda mice --set orbit.pericentre=4 --set orbit.eccentricity=1.25"
                                       " --bodies 1000")
        # The panel draws the preview before the text field, so the preview shows a typed value only in the next
        # frame.
        self.wait(lambda: driver.same(self.state("draft")["orbit"]["eccentricity"], 1.25), "the orbit has the typed eccentricity")
        shown = self.state("draft")["orbit"]
        self.assertAlmostEqual(shown["pericentre"], 4, 9)
        self.assertLess(shown["time_to_pericentre"], own["time_to_pericentre"])
        self.assertEqual(self.state("scene")["orbit"]["pericentre"], 2.2, "nothing is loaded yet")
        self.load()
        self.wait_for("scene", orbit={"eccentricity": 1.25, "pericentre": 4, "separation": 14})
        for label in ["Scene/Pericenter", "Scene/Eccentricity"]:
            self.reset_control(label)
        self.wait_for("draft", command="milkomeda mice --bodies 1000", orbit=own)
        self.load()
        self.wait_for("scene", orbit={"eccentricity": 1, "pericentre": 2.2, "separation": 14})

    def test_orbit_controls_are_limited_to_possible_orbits(self):
        self.orbit()
        for label, way in [("Eccentricity", far_left), ("Separation", far_right), ("Eccentricity", far_right),
                           ("Separation", far_right), ("Pericenter", far_right), ("Pericenter", far_left),
                           ("Separation", far_left)]:
            with self.subTest(label, way=way):
                before = self.draft_command()
                self.pull(f"Scene/{label}", way)
                self.wait_for("draft", trouble="")
                # The first drag to the right does not change the separation, because the slider is already at its
                # right end.
                if (label, way) != ("Separation", far_right):
                    self.assertNotEqual(self.draft_command(), before)
                self.assertIsNotNone(self.state("draft")["orbit"])

    def test_scene_edits_can_be_undone_before_loading(self):
        self.orbit()
        before = self.draft_command()
        self.enter("Scene/Pericenter", "4")
        self.wait_for("draft", command="milkomeda mice --set orbit.pericentre=4 --bodies 1000")
        self.enter("Scene/Pericenter", "5")
        self.wait_for("draft", command="milkomeda mice --set orbit.pericentre=5 --bodies 1000")
        self.hands.key("ctrl+z")
        self.wait_for("draft", command="milkomeda mice --set orbit.pericentre=4 --bodies 1000")
        self.hands.key("ctrl+z")
        self.wait_for("draft", command=before)
        self.hands.key("ctrl+y")
        self.wait_for("draft", command="milkomeda mice --set orbit.pericentre=4 --bodies 1000")
        self.hands.key("ctrl+z")
        self.wait_for("draft", command=before)

    def test_incompatible_orbit_values_are_refused_with_a_reason(self):
        self.orbit()
        self.enter("Scene/Separation", "30")
        self.enter("Scene/Pericenter", "20")
        self.enter("Scene/Eccentricity", "0.3")
        command = self.draft_command()
        self.assertIn("eccentricity=0.3", command)
        # With the default pericenter of 2.2, an orbit cannot reach a separation of 30.
        self.reset_control("Scene/Pericenter")
        self.wait(lambda: "orbit.separation must not be larger than the apocenter of the orbit" in
                  self.state("draft")["trouble"], "a message with the reason")
        self.assertEqual(self.draft_command(), command)
        self.reset_control("Scene/Eccentricity")
        self.reset_control("Scene/Pericenter")
        self.wait_for("draft", trouble="", command="milkomeda mice --set orbit.separation=30 --bodies 1000")

    def test_galaxy_edits_are_equivalent_to_command_line_settings(self):
        before = self.orbit()
        self.hands.click(self.place("Scene/Orbit"))  # A second click on the header closes the section.
        self.open_section("Scene/Galaxies", mass)
        for label, text in [("Mass scale##ngc-4676a", "2"), ("Length scale##ngc-4676b", "0.5"),
                            ("Inclination##ngc-4676b", "120"), ("Argument##ngc-4676a", "-90")]:
            self.enter(f"Scene/{label}", text)
        self.wait_for("draft", command="milkomeda mice --set galaxy.ngc-4676a.mass_scale=2 "
                                       "--set galaxy.ngc-4676b.length_scale=0.5 "
                                       "--set galaxy.ngc-4676b.inclination=120 "
                                       "--set galaxy.ngc-4676a.argument=-90 --bodies 1000")
        total = self.state("scene")["total_mass"]
        self.load()
        self.wait_for("scene", total_mass=1.5 * total)
        words = shlex.split(self.draft_command())
        subprocess.run([self.executable, "generate", *words[1:], "-o", "edited.tab"], cwd=self.scratch, check=True)
        info = subprocess.run([self.executable, "info", "edited.tab", "--json"], cwd=self.scratch, check=True,
                              capture_output=True)
        # Tolerance: masses are sums of floats.
        self.assertLess(abs(json.loads(info.stdout)["total_mass"] / (1.5 * total) - 1), 1e-5)
        self.hands.click(self.place("Scene/Galaxies"))
        heavier = self.orbit()
        self.assertLess(heavier["time_to_pericentre"], before["time_to_pericentre"])

    def test_scene_edits_are_dropped_when_another_scene_is_chosen(self):
        self.orbit()
        self.enter("Scene/Pericenter", "4")
        self.choose("Scene/Scene", "The Antennae")
        self.wait_for("scene", source="antennae")
        self.assertFalse(self.state("draft")["waits_for_load"])
        subprocess.run([self.executable, "generate", "plummer", "--bodies", "300", "-o", "stars.tab"],
                       cwd=self.scratch, check=True)
        self.load_by_name("stars.tab")
        self.wait_for("scene", title="stars.tab", bodies=300, orbit=None)
        self.assertFalse(self.is_there("Scene/Orbit"), "a table has no orbit to edit")

    def test_the_panel_shows_the_orbit_of_a_scene_that_gives_positions_and_velocities(self):
        self.choose("Scene/Scene", "A satellite falls into a galaxy")
        self.wait_for("draft", command="milkomeda minor-merger")
        self.assertAlmostEqual(self.orbit("Scene/preview")["eccentricity"], 0.532, 3)
        self.program.frames()
        self.assertFalse(self.is_there("Scene/Eccentricity"), "the scene has no key for the value")
        self.choose("Scene/Scene", "A cold sphere collapses")
        self.wait_for("draft", command="milkomeda uniform-sphere", orbit=None)
        self.assertFalse(self.is_there("Scene/Orbit"), "a single galaxy has no orbit")

    def test_a_scene_without_orbit_offers_a_pair_of_galaxies_to_edit(self):
        self.load_by_name("plummer")
        self.load_by_name("milky-way")
        self.hands.click(self.place("Scene/Your own pair"))
        self.wait_for("draft", command="milkomeda antennae")
        for section in ("Scene/Eccentricity", "Scene/Inclination##ngc-4038", "Scene/Inclination##ngc-4039"):
            self.place(section)  # The sections Orbit and Galaxies are open.

    def test_a_scene_with_a_missing_table_cannot_be_loaded(self):
        before = self.state("scene")
        entry = "Scene/Scene/Dubinski's table of the Milky Way and Andromeda"
        self.hands.click(self.place("Scene/Scene", right=0.1))
        self.hands.click(self.place(entry, right=0.2))
        self.program.frames()
        self.assertTrue(self.is_there(entry), "the entry is disabled, and the list stays open")
        self.hands.click(self.picture())
        self.assertEqual(self.draft_command(), "milkomeda mice --bodies 1000")
        self.replace_text("Scene/File", "dubinski")
        self.hands.press_key("Return")
        self.wait(lambda: "data/get-dubinski downloads it" in self.program.stderr(), "a notice says what to do")
        self.assertEqual(self.state("scene"), before)
        self.wait_for("draft", command="milkomeda mice --bodies 1000")

    def test_an_error_in_a_user_defined_scene_is_reported_with_its_line(self):
        before = self.state("scene")
        with open(os.path.join(self.scratch, "mine.toml"), "w") as file:
            file.write('title = "Mine"\n[orbit]\npericenter = 2\n')
        self.type_name("mine.toml")
        self.wait(lambda: "mine.toml:3: there is no key" in self.state("draft")["trouble"],
                  "the message names the line")
        self.hands.click(self.place("Scene/Load"))
        self.wait(lambda: "mine.toml:3" in self.program.stderr(), "a notice also names the line")
        self.assertEqual(self.state("scene"), before)

    def test_the_panel_stays_inside_the_window_with_all_sections_open(self):
        self.orbit()
        self.open_section("Scene/Galaxies", mass)
        x, y, width, height = self.state("widgets")["places"]["Scene"]
        screen = self.state("screen")
        self.assertGreaterEqual(min(x, y), 0)
        self.assertLessEqual(x + width, screen["width"])
        self.assertLessEqual(y + height, screen["height"])
        self.assertGreater(height, 0.8 * screen["height"], "the panel has grown")


driver.main(ScenePanel)
