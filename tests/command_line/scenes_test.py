"""Shipped scenes, the downloaded table, scenes written by the user, and errors in scenes."""

import os
import pathlib

import command
from command import scene, without_gas

own = """title = "Mine"
[view]
hidden = ["halo"]
[orbit]
pericentre = 1
separation = 6
[galaxy.a.stars]
profile = "plummer"
mass = 1
[galaxy.b]
like = "a"
"""


class Scenes(command.Test):
    def names(self):
        """Returns the names of scenes as a script reads them: the lines of `milkomeda scenes` that do not begin with
        a blank."""
        return [line for line in self.done("scenes").out.splitlines() if not line.startswith(" ")]

    def test_the_list_contains_all_shipped_scenes(self):
        files = (pathlib.Path(self.root) / "data" / "scenes").glob("*.toml")
        self.assertEqual(sorted(self.names()), sorted(file.stem for file in files))
        self.assertEqual(self.names()[0], scene)
        for line in self.done("scenes").out.splitlines():
            if line.startswith(" "):
                # Indented lines contain a title or a description.
                self.assertGreater(len(line.strip()), 5, line)

    def test_every_shipped_scene_can_be_simulated(self):
        for name in set(self.names()) - {"dubinski"}:
            with self.subTest(name):
                self.done("simulate", name, "--bodies", 200, "--until", 0.1, "-o", "end.tab")
                # Perturbers and large particles are added to the requested number of bodies.
                heavy = {"mixed": 150, "mixed-3d": 150, "black-holes": 2}.get(name, 0)
                self.assertEqual(len(self.rows("end.tab")), 200 + heavy)

    def test_a_scene_with_a_missing_table_says_how_to_download_it(self):
        for words in (["simulate", "--until", 1], ["render", "-o", "y.png"], ["generate", "-o", "y.tab"]):
            self.refused(1, "galaxy.dubinski.file: the Dubinski table is missing; the script data/get-dubinski "
                         "downloads it", words[0], "dubinski", *words[1:])

    def test_a_downloaded_table_can_be_used_as_a_scene(self):
        self.generate("all.tab", 81920)
        (self.folder / "milkomeda").mkdir()
        (self.folder / "all.tab").rename(self.folder / "milkomeda" / "dubinski.tab")
        self.done("generate", "dubinski", "-o", "y.tab")
        info = self.info("y.tab")
        self.assertEqual((info["bodies"], len(info["components"])), (81920, 6))
        # The command info treats Dubinski's table as a particle file.
        self.assertEqual(self.info("dubinski")["bodies"], 81920)
        self.done("generate", "dubinski", "--bodies", 600, "-o", "y.tab")
        self.assertEqual(self.info("y.tab")["bodies"], 600)

    def test_generated_galaxies_do_not_depend_on_the_number_of_processors(self):
        self.generate("all.tab", 200000)
        first = min(os.sched_getaffinity(0))
        self.done("generate", scene, *without_gas, "--bodies", 200000, "-o", "one.tab",
                  preexec_fn=lambda: os.sched_setaffinity(0, {first}))
        self.assertEqual((self.folder / "one.tab").read_bytes(), (self.folder / "all.tab").read_bytes())

    def test_settings_can_change_a_user_defined_scene_before_a_simulation(self):
        self.put("mine.toml", own)
        self.done("simulate", "mine.toml", "--bodies", 100, "--until", 0.1, "-o", "y.tab",
                  "--set", "galaxy.b.mass_scale=3")
        self.assertClose(self.info("y.tab")["total_mass"], 4, 1e-5)

    def test_a_scene_can_set_its_default_number_of_bodies(self):
        self.put("mine.toml", "bodies = 70\n" + own)
        self.done("generate", "mine.toml", "-o", "y.tab")
        self.assertEqual(self.info("y.tab")["bodies"], 70)

    def test_a_scene_can_set_its_look_and_the_command_line_overrides_it(self):
        size = ["--size", "64x64", "--bodies", 500, "--interop", "none"]
        self.put("mine.toml", own.replace("[view]", "[view]\nmode = 'point'"))
        self.put("plain.toml", own)
        mine = self.picture("a.png", "mine.toml", *size)
        self.assertEqual(mine, self.picture("b.png", "plain.toml", *size, "--mode", "point"))
        self.assertNotEqual(mine, self.picture("c.png", "plain.toml", *size))
        self.assertEqual(self.picture("c.png", "plain.toml", *size), self.picture("d.png", "mine.toml", *size,
                                                                                  "--mode", "stars"))
        self.put("mine.toml", own.replace("[view]", "[view]\ncolor_by = 'speed'\ncolor_map = 'cividis'"))
        self.assertEqual(self.picture("a.png", "mine.toml", *size), self.picture(
            "b.png", "plain.toml", *size, "--color-by", "speed", "--color-map", "cividis"))
        self.assertNotEqual(self.picture("a.png", "mine.toml", *size),
                            self.picture("b.png", "plain.toml", *size, "--color-by", "speed"))
        self.assertEqual(self.picture("a.png", "mine.toml", *size, "--color-by", "component"),
                         self.picture("c.png", "plain.toml", *size))
        bright = self.picture("e.png", "plain.toml", *size, "--set", "view.brightness=3")
        self.assertGreater(sum(bright[2]), sum(self.picture("c.png", "plain.toml", *size)[2]))

    def test_an_impossible_mixed_box_is_refused_with_a_message_of_one_line(self):
        box = (pathlib.Path(self.root) / "data" / "scenes" / "mixed.toml").read_text()
        lines = box.splitlines()
        for key, line, value, reason in [
                ("small.count", "count = 8200", 0, "takes a whole number from 1 to"),
                ("small.radius", "radius = 0.05", 20,
                 "is 20, but must be at most half of 10, the smallest distance of opposite walls"),
                ("large.largest_radius", "largest_radius = 0.45", 20,
                 "is 20, but must be at most half of 10, the smallest distance of opposite walls"),
                ("grid.capacity", "capacity = 4", 0, "takes a whole number from 1 to 64"),
                ("box.right", "right = 8", -9, "is -9, but must be larger than left = -8, the opposite wall"),
                ("box.top", "top = 5", -5, "is -5, but must be larger than bottom = -5, the opposite wall")]:
            with self.subTest(key):
                self.refused(2, f"--set mixed.{key}={value}: mixed.{key} {reason}", "simulate", "mixed", "--until", 1,
                             "--set", f"mixed.{key}={value}")
                self.assertEqual(lines.count(line), 1, line)
                self.put("box.toml", box.replace("\n" + line, "\n" + line.split("=")[0] + f"= {value}"))
                self.refused(2, f"box.toml:{1 + lines.index(line)}: mixed.{key} {reason}", "simulate", "box.toml",
                             "--until", 1)
        self.refused(2, "--bodies must be at least 1", "simulate", "mixed", "--bodies", 0, "--until", 1)
        self.refused(2, "mixed.small.count is 1000000, but the box has room for only about", "simulate", "mixed",
                     "--until", 1, "--set", "mixed.small.count=1000000")

        self.refused(2, "--set mixed.iterations=1000: mixed.iterations is 1000", "simulate", "mixed", "--until", 1,
                     "--set", "mixed.iterations=1000")
        self.refused(2, "--set mixed.timestep=1e-6: mixed.timestep is 1e-06", "simulate", "mixed", "--until", 1,
                     "--set", "mixed.timestep=1e-6")
        self.refused(2, "--set mixed.small.count=1000000: mixed.small.count is", "simulate", "mixed", "--until", 1,
                     "--set", "mixed.small.count=1000000")
        self.refused(2, "--set mixed.large.static=5000: mixed.large.static is 5000 and large.dynamic is 110",
                     "simulate", "mixed", "--until", 1, "--set", "mixed.large.static=5000",
                     "--set", "mixed.large.most=100000")

    def test_a_two_dimensional_mixed_box_ignores_walls_in_z(self):
        small = ["--set", "mixed.large.least_radius=0.1", "--set", "mixed.large.largest_radius=0.1"]
        for name, walls in (("a.csv", []), ("b.csv", ["--set", "mixed.box.back=-1e5", "--set", "mixed.box.front=1e5"])):
            self.done("generate", "mixed", *small, *walls, "-o", name)
        self.assertEqual((self.folder / "a.csv").read_bytes(), (self.folder / "b.csv").read_bytes())

    def test_a_mixed_box_whose_grid_is_too_large_is_refused(self):
        wide = [word for wall in ("left=-250", "right=250", "bottom=-250", "top=250") for word in
                ("--set", "mixed.box." + wall)]
        few = ["--set", "mixed.small.count=1", "--set", "mixed.large.dynamic=0", "--set", "mixed.large.static=0"]
        for words in (["generate"], ["simulate", "--until", 0]):
            self.refused(2, "mixed.small.radius is 0.05, so small that the grid needs more than", *words, "mixed",
                         *wide, *few, "--bodies", 100000, "-o", "a.csv")

    def test_perturbers_without_a_galaxy_are_drawn_and_saved(self):
        self.put("mine.toml", own + "[[perturber]]\nname = 'hole'\nmass = 1\n")
        words = ["--bodies", 64, "--size", "32x24"]
        self.picture("start.png", "mine.toml", *words, "--at", 0)
        self.done("simulate", "mine.toml", "--bodies", 64, "--until", 0.1, "-o", "end.milkomeda")
        self.picture("end.png", "end.milkomeda", "--size", "32x24")

    def test_perturbers_at_equal_single_precision_positions_are_refused(self):
        galaxies = "title = 'x'\n[galaxy.g.stars]\nprofile = 'plummer'\nmass = 1\nradius = 1\n[galaxy.h]\n" \
                   "like = 'g'\nposition = [8, 0, 0]\n"
        for first, second in (("position = [0, 0, 0]", "position = [1e-20, 0, 0]"),
                              ("position = [1, 0, 0]", "position = [1.00000001, 0, 0]"),
                              ("galaxy = 'g'\nposition = [8, 0, 0]", "galaxy = 'h'\nposition = [0, 0, 0]")):
            with self.subTest(second):
                self.put("mine.toml", galaxies + "".join(f"[[perturber]]\nname = '{name}'\nmass = 1\n{place}\n"
                                                         for name, place in (("A", first), ("B", second))))
                line = 13 + first.count("\n")
                self.refused(2, f"mine.toml:{line}: perturber.position equals the position of 'A'", "simulate",
                             "mine.toml", "--bodies", 64, "--until", 0.1)

    def test_an_error_in_a_scene_is_reported_with_file_line_and_key(self):
        def refused(text, reason, code=2):
            self.put("mine.toml", text)
            self.refused(code, "mine.toml:" + reason, "simulate", "mine.toml", "--until", 1)

        refused(own.replace("mass = 1", "mass = -1"), "9: galaxy.a.stars.mass takes a positive number")
        refused(own.replace("mass = 1", "weight = 1"), "9: there is no key 'galaxy.a.stars.weight'")
        refused(own.replace("pericentre = 1", "pericentre = 'x'"), "5: orbit.pericentre takes a positive number")
        refused(own.replace("[view]", "[view]\nmode = 'dots'"), "3: view.mode takes one of point")
        refused(own.replace("[view]", "[view]\ncolor_by = 'age'"), "3: view.color_by takes one of component, galaxy")
        refused(own.replace("[view]", "[view]\ncolor_map = 'jet'"), "3: view.color_map takes one of milkomeda")
        refused(own.replace("[view]", "[view]\ncolor_map = 3"), "3: view.color_map takes a text")
        refused(own + "[galaxy.c]\nfile = 'lost.tab'\n", "4: orbit requires exactly two galaxies")
        refused(own.replace('like = "a"', "file = 'lost.tab'"), "11: galaxy.b.file: lost.tab: there is no such file", 1)
        refused("title = ", "1:")
        self.refused(2, "lost.toml: there is no such scene file", "simulate", "lost.toml", "--until", 1)


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
