"""Every control of the panels acts at once, stays within its limits, and returns to its default on a right click."""

import subprocess

import driver

# Each slider: label, event in the trace, field, lower limit, upper limit, default.
sliders = [
    ("Physics/Timestep", "parameters", "dt", 0.001, 0.2, 0.02),
    ("Physics/Softening", "parameters", "softening", 0, 1, 0.05),
    ("Physics/Damping", "parameters", "damping", 0.9, 1, 1),
    ("Physics/Gravity", "parameters", "gravity", 0, 4, 1),
    ("Physics/Steps per frame", "parameters", "steps_per_frame", "auto", 64, "auto"),
    ("Physics/Pace", "parameters", "time_per_second", 0.01, 20, 1.2),
    ("Look/Point size", "mode", "point_size", 0.125, 8, 1),
    ("Look/Brightness", "look", "brightness", 0.05, 20, 1),
]

# Each choice: label, event in the trace, field, value in the trace for each option, default.
choices = [
    ("Physics/Approximation fraction", "parameters", "fraction",
     {"1/2": 0.5, "1/16": 0.0625, "1": 1}, 1),
    ("Physics/Fraction mode", "parameters", "fraction_mode",
     {"unscaled": "unscaled", "unbiased": "unbiased"}, "unbiased"),
    ("Physics/Integrator", "parameters", "integrator",
     {name: name for name in ["symplectic-euler", "leapfrog", "explicit-euler", "reversible"]}, "reversible"),
    ("Look/Mode", "mode", "name", {name: name for name in ["point", "color-sprite", "sprite", "density", "stars"]}, "stars"),
]

far_left, far_right = -3000, 3000


class PanelTest(driver.PanelTest):
    """Tests with a particle file as source, so that the card Scenes limits the number of bodies to the number in the
    file."""

    bodies = 800
    files = {"stars.tab": bodies, "few stars.tab": 300}

    @classmethod
    def start(cls, *more):
        for name, bodies in cls.files.items():
            # Tables of galaxies without gas have named components.
            subprocess.run([cls.executable, "generate", "milky-way-andromeda", *driver.without_gas, "--bodies",
                            str(bodies), "-o", name], cwd=cls.scratch, check=True, capture_output=True)
        super().start("stars.tab", *more)

    arguments = ["--size", "920x600", "--mode", "point"]

    def setUp(self):
        self.hands.click(self.picture())  # A click on the picture ends the keyboard focus of text fields.
        self.restart()

    def reset_from(self, label, event, field, value, default):
        self.wait_for(event, f"{label} is {value}", **{field: value})
        self.reset_control(label)
        self.wait_for(event, f"{label} returns to its default {default}", **{field: default})


class Panels(PanelTest):
    def test_every_slider_stays_within_its_limits_and_a_right_click_restores_its_default(self):
        for label, event, field, least, most, default in sliders:
            with self.subTest(label):
                self.pull(label, far_right)
                self.wait_for(event, f"{label} ends at {most}", **{field: most})
                self.pull(label, far_left)
                self.reset_from(label, event, field, least, default)

    def test_a_slider_takes_effect_while_it_is_dragged(self):
        x, y = self.place("Physics/Gravity", right=0)
        self.hands.move((x + 5, y))
        self.hands.press()
        seen = []
        for right in [30, 60, 90]:
            self.hands.move((x + right, y))
            seen.append(self.state("parameters")["gravity"])
        self.hands.release()
        self.assertEqual(seen, sorted(set(seen)), "gravity increases with every motion")
        self.reset_control("Physics/Gravity")

    def test_typed_values_outside_the_limits_become_the_nearest_limit(self):
        typed = {"Physics/Timestep": "1234567", "Physics/Gravity": "-7", "Physics/Steps per frame": "-7",
                 "Look/Brightness": "1234567"}
        for label, event, field, least, most, default in sliders:
            if label in typed:
                with self.subTest(label, typed=typed[label]):
                    self.enter(label, typed[label])
                    name = label.split("/", 1)[1]
                    words = "below the range" if typed[label].startswith("-") else "above the range"
                    self.wait(lambda: any(line.startswith(f"{name}: ") and words in line
                                          for line in self.state("notices")["lines"]), "a notice reports the limit")
                    value = least if typed[label].startswith("-") else most
                    self.reset_from(label, event, field, value, default)

    def test_a_control_accepts_typed_values(self):
        for label, field, text, value in [("Physics/Timestep", "dt", "0.01", 0.01),
                                          ("Physics/Steps per frame", "steps_per_frame", "3", 3),
                                          ("Physics/Damping", "damping", ".95", 0.95)]:
            with self.subTest(label):
                self.enter(label, text)
                self.wait_for("parameters", **{field: value})
                self.reset_control(label)

    def test_typed_text_that_is_not_a_number_changes_nothing(self):
        for text in ["nan", "-."]:
            with self.subTest(text):
                self.enter("Physics/Softening", text)
                self.wait_for("parameters", softening=0.05)

    def test_every_choice_takes_effect_and_a_right_click_restores_the_default(self):
        for label, event, field, options, default in choices:
            with self.subTest(label):
                for option, value in [*options.items(), next(iter(options.items()))]:
                    self.choose(label, option)
                    self.wait_for(event, f"{label} is {option}", **{field: value})
                self.reset_from(label, event, field, value, default)

    def test_the_buttons_play_step_and_restart_control_the_run(self):
        self.hands.click(self.place("Transport/play"))
        self.wait_for("transport", playing=False)
        before = self.state("transport")["steps"]
        self.hands.click(self.place("Transport/step"))
        self.wait_for("transport", steps=before + 1)
        self.hands.click(self.place("Transport/play"))
        self.wait_for("transport", playing=True)
        self.wait(lambda: self.state("transport")["steps"] > before + 3, "the run plays")
        resets = self.program.count("reset")
        self.hands.click(self.place("Transport/restart"))
        self.wait(lambda: self.program.count("reset") > resets, "reset")

    def test_the_physics_drawer_shows_the_five_main_parameters_at_once(self):
        self.place("Physics/Timestep")
        shown = {name for name in self.places() if name.startswith("Physics/") and name.endswith("/value")}
        self.assertLessEqual({f"Physics/{name}/value" for name in ["Timestep", "Softening", "Damping", "Pace"]}, shown)
        self.assertIn("Physics/Approximation fraction", self.places())
        x, y, width, height = self.places()["Physics"]
        for name in ["Timestep", "Softening", "Damping", "Approximation fraction", "Pace"]:
            _, top, _, own = self.places()[f"Physics/{name}"]
            self.assertLessEqual(top + own, y + height, f"{name} is visible without scrolling")

    def test_a_value_is_beside_its_slider_and_a_click_on_the_value_types_a_number(self):
        self.place("Physics/Softening")
        x, y, width, height = self.places()["Physics/Softening"]
        left, top, _, own = self.places()["Physics/Softening/value"]
        self.assertGreaterEqual(left, x + width, "the value is not on the slider")
        self.assertLess(abs(top + 0.5 * own - y - 0.5 * height), 0.5 * height, "the value is in the line of the slider")
        self.hands.click(self.place("Physics/Softening/value"))
        self.program.frames(3)
        self.hands.press_key("ctrl+a")
        self.hands.type("0.125")
        self.hands.press_key("Return")
        self.wait_for("parameters", softening=0.125)
        self.reset_control("Physics/Softening")
        self.wait_for("parameters", softening=0.05)

    def test_each_component_can_be_shown_and_hidden(self):
        shown = self.state("look")["shown"]
        self.assertEqual(len(shown), 6)
        for label, at_first in shown.items():
            with self.subTest(label):
                self.hands.click(self.place(f"Look/{label}", right=0.1))
                self.wait(lambda: self.state("look")["shown"] == shown | {label: not at_first}, f"{label} is toggled")
                self.reset_control(f"Look/{label}")
                self.wait(lambda: self.state("look")["shown"] == shown, f"{label} is shown again")

    def test_a_whole_galaxy_can_be_shown_and_hidden(self):
        shown = self.state("look")["shown"]
        for galaxy in ["milky-way", "andromeda"]:
            with self.subTest(galaxy):
                hidden = {name: on and not name.startswith(galaxy) for name, on in shown.items()}
                self.hands.click(self.place(f"Look/{galaxy}", right=0.1))
                self.wait(lambda: self.state("look")["shown"] == hidden, f"{galaxy} is hidden")
                self.reset_control(f"Look/{galaxy}")
                self.wait(lambda: self.state("look")["shown"] == shown, f"{galaxy} is shown again")

    def test_every_control_of_the_color_section_has_its_effect(self):
        self.open_section("Look/Color", "Look/Color by")
        for option in ["speed", "mass"]:
            self.choose("Look/Color by", option)
            self.wait_for("look", color_by=option)
        for option in ["cividis", "inferno"]:
            self.choose("Look/Color map", option)
            self.wait_for("look", color_map=option)
        self.reset_control("Look/Color map")
        self.wait_for("look", color_map="milkomeda")
        self.place("Look/legend")
        self.reset_control("Look/Color by")
        self.wait_for("look", color_by="component")
        # The control is hidden while colors show no quantity, because it then would have no effect.
        self.assertFalse(self.is_there("Look/Color map"))
        for label, field, most, default in [("Young stars", "young_share", 0.1, 1 / 30),
                                            ("H II regions", "h2_share", 0.1, 1 / 60),
                                            ("Star formation", "star_formation", 2, 1),
                                            ("Halo light", "halo_light", 20, 1)]:
            with self.subTest(label):
                self.pull(f"Look/{label}", far_right)
                self.wait_for("look", **{field: most})
                self.pull(f"Look/{label}", far_left)
                self.reset_from(f"Look/{label}", "look", field, 0, default)
        self.hands.click(self.place("Look/Color"))
        self.wait(lambda: not self.is_there("Look/Color by"), "the section is closed")

    def has_color(self, *wanted):
        """Returns whether the displayed color equals the wanted color within 1/255."""
        return all(abs(a - b) < 1 / 255 for a, b in zip(self.state("look")["sprite_color"], wanted))

    def test_the_sprite_color_can_be_dragged_typed_and_reset(self):
        self.choose("Look/Mode", "sprite")  # The sprite color exists only in the mode `sprite`.
        default = self.state("look")["sprite_color"]
        x, y = self.place("Look/Sprite color", right=0)
        self.hands.drag((x + 10, y), (x + far_left, y))
        self.wait(lambda: self.has_color(0, *default[1:]), "the color contains no red")
        # The second drag begins at a different point, because two presses at one point would be a double click.
        self.hands.drag((x + 25, y), (x + far_right, y))
        self.wait(lambda: self.has_color(1, *default[1:]), "the color contains full red")
        self.enter("Look/Sprite color", "-300")
        self.wait(lambda: self.has_color(0, *default[1:]), "the typed value is limited to the permitted range")
        self.reset_control("Look/Sprite color")
        self.wait(lambda: self.state("look")["sprite_color"] == default, "the default color is restored")
        self.reset_control("Look/Mode")


class LightPanel(PanelTest):
    """Controls of tone mapping."""

    # Each slider: label, field, lower limit, upper limit.
    sliders = [
        ("Exposure", "exposure_stops", -8, 8),
        ("Range", "range_stops", 1, 14),
        ("Faint light", "faint_gain", 0.1, 50),
        ("Bloom", "bloom", 0, 1),
        ("Wide bloom", "bloom_width", 0, 1),
        ("Streaks", "streaks", 0, 1),
        ("Saturation", "saturation", 0, 2),
        ("Local contrast", "local_contrast", 0, 1),
    ]

    arguments = ["--size", "920x700", "--mode", "point"]

    def setUp(self):
        super().setUp()
        self.open_section("Look/Light", "Look/Saturation")
        self.default = self.state("look")["light"]
        self.assertEqual(self.state("look")["preset"], "photograph")

    def wait_for_light(self, **fields):
        def holds():
            return all(driver.same(self.state("look")["light"][field], value) for field, value in fields.items())
        self.wait(holds, f"light becomes {fields}")

    def test_every_slider_stays_within_its_limits_and_a_right_click_restores_its_default(self):
        for label, field, least, most in self.sliders:
            with self.subTest(label):
                self.pull(f"Look/{label}", far_right)
                self.wait_for_light(**{field: most})
                self.wait_for("look", preset="own")
                self.pull(f"Look/{label}", far_left)
                self.wait_for_light(**{field: least})
                self.reset_control(f"Look/{label}")
                self.wait_for("look", light=self.default, preset="photograph")

    def test_each_tone_curve_can_be_chosen(self):
        for curve in ["aces", "exponential", "asinh"]:
            self.choose("Look/Tone curve", curve)
            self.wait_for_light(curve=curve)

    def test_presets_can_be_chosen_by_picture_and_by_key(self):
        modes = {"photograph": "stars", "telescope": "stars", "infrared": "stars", "density": "density", "points": "point"}
        for preset in ["telescope", "infrared", "density", "hydrogen", "points", "photograph"]:
            self.hands.click(self.place(f"Look/{preset}"))
            self.wait_for("look", preset=preset)
            self.wait_for("mode", name=modes[preset])
        for preset in ["telescope", "infrared", "density", "hydrogen", "points", "photograph"]:
            self.hands.key("p")
            self.wait_for("look", preset=preset)
        self.pull("Look/Bloom", far_right)
        self.wait_for("look", preset="own")
        self.hands.key("p")
        self.wait_for("look", preset="photograph", light=self.default)

    def test_a_locked_exposure_stays_and_an_automatic_exposure_adapts(self):
        self.hands.key("x")
        self.wait_for_light(automatic_exposure=False)
        locked = self.state("look")["light"]["middle"]
        self.assertGreater(locked, 0)
        before = self.screenshot().light(1)
        # The right end of the slider multiplies the light by 20. The tone curve compresses the brightness of the picture.
        self.pull("Look/Brightness", far_right)
        self.program.frames(30)
        self.assertGreater(self.screenshot().light(1), 2 * before)
        self.assertEqual(self.state("look")["light"]["middle"], locked)
        self.reset_control("Look/Brightness")
        self.hands.click(self.place("Look/Lock exposure", right=0.1))
        self.wait_for_light(automatic_exposure=True)


class ScenePanel(PanelTest):
    """Loading of files and scenes. A failed load changes nothing."""

    def setUp(self):
        super().setUp()
        self.open_section("Scene/Scales", "Scene/Mass scale")

    def scenes(self):
        return self.program.count("scene")

    def wait_until_loaded(self, **fields):
        self.wait_for("scene", **fields)
        self.wait(lambda: self.state("reset")["time"] == 0 and self.state("transport")["steps"] > 0, "the run plays")

    def test_changing_bodies_or_scales_reloads_the_scene_at_once(self):
        whole = self.state("scene")
        self.assertEqual((whole["source"], whole["bodies"]), ("stars.tab", self.bodies))
        self.enter("Scene/Bodies", "600")
        self.wait_until_loaded(bodies=600, total_mass=whole["total_mass"])
        self.enter("Scene/Bodies", "99999999")
        self.wait_until_loaded(bodies=self.bodies)
        self.pull("Scene/Bodies", far_left)
        self.wait_until_loaded(bodies=6, total_mass=whole["total_mass"])
        self.reset_control("Scene/Bodies")
        self.wait_until_loaded(bodies=self.bodies, total_mass=whole["total_mass"])
        self.pull("Scene/Mass scale", far_right)
        self.wait_until_loaded(total_mass=10 * whole["total_mass"])
        self.pull("Scene/Mass scale", far_left)
        self.wait_until_loaded(total_mass=0.1 * whole["total_mass"])
        self.reset_control("Scene/Mass scale")
        self.wait_until_loaded(total_mass=whole["total_mass"])

    def test_positions_and_velocities_are_scaled(self):
        for label in ["Scene/Position scale", "Scene/Velocity scale"]:
            with self.subTest(label):
                for text in ["2", "1"]:
                    resets = self.program.count("reset")
                    self.enter(label, text)
                    self.wait(lambda: self.program.count("reset") > resets, f"{label} {text} is loaded")

    def test_a_file_that_is_loaded_by_its_name_is_shown_at_rest(self):
        self.replace_text("Scene/File", "few stars.tab")
        self.hands.press_key("Return")
        self.wait_for("scene", source="few stars.tab", bodies=300)
        self.wait_for("transport", playing=False, steps=0)
        self.replace_text("Scene/File", "stars.tab")
        self.hands.click(self.place("Scene/Load"))
        self.wait_for("scene", source="stars.tab", bodies=self.bodies)
        self.wait_for("transport", playing=False, steps=0)
        self.hands.click(self.picture())
        self.hands.key("space")
        self.wait_for("transport", playing=True)

    def test_a_failed_load_keeps_the_running_scene(self):
        before = self.state("scene"), self.state("look")
        for name, complaint in [("no-such-file.tab", "no-such-file.tab: there is no such file"),
                                ("nowhere", "no scene or file named 'nowhere'"), (".", "folder")]:
            with self.subTest(name):
                steps = self.state("transport")["steps"]
                self.replace_text("Scene/File", name)
                self.hands.press_key("Return")
                self.wait(lambda: complaint in self.program.stderr(), f"a notice says: {complaint}")
                self.assertEqual((self.state("scene"), self.state("look")), before)
                self.wait(lambda: self.state("transport")["steps"] > steps, "the earlier scene continues to play")
        self.hands.click(self.place("Scene/Load"))  # After loading, the text field shows the name of the loaded scene.
        self.wait_until_loaded(source="stars.tab")

    def test_keys_typed_into_a_text_field_have_no_effect_on_the_picture(self):
        mode, resets = self.state("mode"), self.program.count("reset")
        self.replace_text("Scene/File", "r d m+-= h.")
        self.assertEqual((self.state("mode"), self.program.count("reset")), (mode, resets))
        self.assertTrue(self.state("transport")["playing"])
        self.assertFalse(self.state("screen")["help"])
        self.hands.press_key("Escape")  # Escape cancels the typed text.
        self.hands.key("F1")
        self.wait_for("screen", panels=False)
        self.hands.key("F1")
        self.hands.click(self.place("Scene/Load"))
        self.wait_until_loaded(source="stars.tab")

    def test_a_scene_can_be_loaded_by_its_name(self):
        self.replace_text("Scene/File", "milky-way-andromeda")
        self.hands.press_key("Return")
        self.wait_for("scene", source="milky-way-andromeda")
        self.assertGreaterEqual(self.state("scene")["bodies"], 8192)
        has_gas = "milky-way gas" in self.state("look")["shown"]
        says_left_out = "the gas is left out, because this device is too slow" in self.program.stderr()
        self.assertNotEqual(has_gas, says_left_out, "a message reports the gas that is left out")
        self.replace_text("Scene/File", "stars.tab")
        self.hands.press_key("Return")
        self.wait_for("scene", source="stars.tab", bodies=self.bodies)


driver.main(Panels, ScenePanel)
