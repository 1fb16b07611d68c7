"""The command generate writes initial conditions to a file, which info describes."""

import gzip

import command
from command import scene, without_gas

# Component masses of the model in physics.md, which are equal for any number of bodies.
masses = {("milky-way", "disk"): 0.81742, ("andromeda", "disk"): 1.71254,
          ("milky-way", "bulge"): 0.43064, ("andromeda", "bulge"): 0.90221,
          ("milky-way", "halo"): 10.2151, ("andromeda", "halo"): 21.4011}


class Generate(command.Test):
    def test_generated_components_have_the_right_names_and_masses(self):
        for name, bodies in (("odd.tab", 301), ("odd.tab.gz", 1001), ("few.tab", 6), ("prime.tab", 7)):
            with self.subTest(bodies=bodies):
                info = self.info(self.generate(name, bodies))
                self.assertEqual(info["bodies"], bodies)
                found = {(part["galaxy"], part["name"]): part["mass"] for part in info["components"]}
                self.assertEqual(list(found), list(masses))
                for part, mass in masses.items():
                    self.assertClose(found[part], mass, 1e-3, what=part)
                self.assertEqual(sum(part["bodies"] for part in info["components"]), bodies)
                self.assertClose(info["total_mass"], sum(masses.values()), 1e-3)

    def test_a_part_of_each_disk_is_gas_unless_the_gas_is_left_out(self):
        self.done("generate", scene, "--bodies", 2000, "-o", "gas.csv")
        parts = {(part["galaxy"], part["name"]): part for part in self.info("gas.csv")["components"]}
        self.assertEqual(list(parts), [*masses, ("milky-way", "gas"), ("andromeda", "gas")])
        for galaxy, share in (("milky-way", 0.15), ("andromeda", 0.08)):
            self.assertEqual(parts[galaxy, "gas"]["bodies"], 200)
            disk = masses[galaxy, "disk"]
            self.assertClose(parts[galaxy, "gas"]["mass"], share * disk, 1e-3)
            self.assertClose(parts[galaxy, "disk"]["mass"], (1 - share) * disk, 1e-3)

    def test_with_few_bodies_a_larger_share_of_the_bodies_belongs_to_halos(self):
        counts = [part["bodies"] for part in self.info(self.generate("x.tab", 2000))["components"]]
        self.assertEqual(counts, [300, 300, 100, 100, 600, 600])

    def test_a_gzip_file_contains_the_identical_table(self):
        self.generate("x.tab", 300)
        self.generate("x.tab.gz", 300)
        self.assertEqual(gzip.decompress((self.folder / "x.tab.gz").read_bytes()),
                         (self.folder / "x.tab").read_bytes())

    def test_equal_seeds_write_identical_files(self):
        for name, words in {"a": [], "b": ["--seed", "1"], "c": ["--seed", "2"], "d": ["--seed", "2"]}.items():
            self.generate(name + ".tab", 300, *words)
        a, b, c, d = [(self.folder / f"{name}.tab").read_bytes() for name in "abcd"]
        self.assertEqual(a, b)  # File a was written with the default seed, 1.
        self.assertEqual(c, d)
        self.assertNotEqual(a, c)

    def test_the_largest_seed_is_accepted(self):
        self.generate("x.tab", 6, "--seed", 2**64 - 1)
        self.refused(2, "--seed", "generate", scene, "-o", "y.tab", "--seed", 2**64)

    def test_a_single_galaxy_can_be_generated(self):
        self.done("generate", "milky-way", *without_gas, "--bodies", 300, "-o", "x.tab")
        info = self.info("x.tab")
        self.assertEqual(info["bodies"], 300)
        self.assertEqual(len(info["components"]), 3)
        self.assertClose(info["total_mass"], 11.4632, 1e-3)

    def test_components_can_be_selected_and_scaled(self):
        self.generate("whole.tab", 600)
        self.generate("disks.tab", 600, "--components", "disk", "--position-scale", 2, "--velocity-scale", 3,
                      "--mass-scale", 10)
        whole, disks = self.rows("whole.tab"), self.rows("disks.tab")
        self.assertEqual(len(disks), 180)
        self.assertClose(sum(row[0] for row in disks), 10 * (0.81742 + 1.71254), 1e-3)
        # The program centers the selected rows, so only distances between bodies show the scale.
        for column, scale in ((1, 2), (2, 2), (3, 2), (4, 3), (5, 3), (6, 3)):
            self.assertClose(disks[7][column] - disks[100][column], scale * (whole[7][column] - whole[100][column]),
                             1e-4, 1e-4, column)

    def test_the_default_scene_is_used_if_no_scene_is_named(self):
        self.done("generate", "--bodies", 300, "-o", "default.csv")
        self.done("generate", scene, "--bodies", 300, "-o", "named.csv")
        self.assertEqual((self.folder / "default.csv").read_bytes(), (self.folder / "named.csv").read_bytes())

    def test_an_output_replaces_a_file_but_keeps_a_symbolic_link_to_the_file(self):
        self.put("old.tab", "old")
        (self.folder / "link.tab").symlink_to("old.tab")
        self.generate("link.tab", 6)
        self.assertTrue((self.folder / "link.tab").is_symlink())
        self.assertEqual(len(self.rows("old.tab")), 6)

    def test_any_file_name_is_accepted(self):
        for name in ("-dash.tab", "blank and ünïcode ✓.tab.gz", "100%d.tab", ".hidden.tab"):
            self.generate(name, 6)
            self.assertTrue((self.folder / name).is_file(), name)


if __name__ == "__main__":
    command.main()
