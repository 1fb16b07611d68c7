"""Options that select and scale the rows of a source, and files that replace built-in assets."""

import pathlib
import shutil

import command
from command import scene


class Selection(command.Test):
    def setUp(self):
        super().setUp()
        self.source = self.generate("x.tab", 2001)

    def selected(self, *words, name="y.tab"):
        self.done("simulate", self.source, "--until", 0, "-o", name, *words)
        return self.rows(name)

    def test_thinning_takes_equal_strides_and_keeps_component_masses(self):
        whole, part = self.rows(self.source), self.selected("--bodies", 333)
        before, after = self.info(self.source)["components"], self.info("y.tab")["components"]
        self.assertEqual(sum(component["bodies"] for component in after), 333)
        first = {"before": 0, "after": 0}
        for old, new in zip(before, after, strict=True):
            n, count = old["bodies"], new["bodies"]
            self.assertEqual((new["name"], new["galaxy"]), (old["name"], old["galaxy"]))
            self.assertClose(count, 333 * n / 2001, 0, 1)
            self.assertClose(new["mass"], old["mass"], 1e-5)
            # The selected rows are the middle rows of `count` equal parts; centering shifts all of them equally.
            kept = [whole[first["before"] + (2 * i + 1) * n // (2 * count)] for i in range(count)]
            for row, source in zip(part[first["after"]:first["after"] + count], kept, strict=True):
                for column in range(1, 7):
                    shift = part[0][column] - whole[(before[0]["bodies"]) // (2 * after[0]["bodies"])][column]
                    self.assertClose(row[column] - source[column], shift, 0, 1e-4)
            first["before"], first["after"] = first["before"] + n, first["after"] + count
        for column in (1, 2, 3, 4, 5, 6):
            self.assertClose(sum(row[0] * row[column] for row in part), 0, 0, 1e-3)

    def test_all_bodies_of_a_file_are_used_by_default(self):
        self.assertEqual(self.selected(), self.rows(self.source))
        self.assertEqual(self.selected("--bodies", 2001), self.rows(self.source))
        self.assertEqual(self.selected("--bodies", "auto"), self.rows(self.source))

    def test_components_can_be_selected_by_kind_by_galaxy_or_by_kind_and_galaxy(self):
        for wish, expected in (("disk", ["milky-way disk", "andromeda disk"]),
                               ("disk,bulge", ["milky-way disk", "andromeda disk", "milky-way bulge",
                                               "andromeda bulge"]),
                               ("andromeda", ["andromeda disk", "andromeda bulge", "andromeda halo"]),
                               ("milky-way halo,bulge", ["milky-way bulge", "andromeda bulge", "milky-way halo"])):
            self.done("simulate", self.source, "--until", 0, "--components", wish, "--diagnostics", "d.csv")
            header = (self.folder / "d.csv").read_text().splitlines()[0].split(",")
            self.assertEqual(header[14:-3:3], ["r10_" + name.replace(" ", "_") for name in expected], wish)
        self.assertEqual(len(self.selected("--components", "disk", "--bodies", 10)), 10)

    def test_scale_options_multiply_positions_velocities_and_masses(self):
        rows = self.selected("--position-scale", 2, "--velocity-scale", 0.5, "--mass-scale", 3)
        for row, old in zip(rows, self.rows(self.source), strict=True):
            for new, before, factor in zip(row, old, [3, 2, 2, 2, 0.5, 0.5, 0.5]):
                self.assertClose(new, factor * before, 1e-6)

    def test_massless_bodies_are_kept(self):
        self.source = self.put("test bodies.tab", "5 0 0 0 0 0 0\n0 1 0 0 0 2 0\n0 2 0 0 0 1 0\n")
        self.assertEqual(len(self.selected()), 3)


class Assets(command.Test):
    def test_the_project_folder_as_assets_changes_nothing(self):
        for name, words in (("a.tab", []), ("b.tab", ["--assets", self.root])):
            self.done("simulate", scene, "--bodies", 60, "--until", 0.1, "-o", name, *words)
        self.assertEqual(self.rows("a.tab"), self.rows("b.tab"))

    def test_files_in_the_assets_folder_override_built_in_files(self):
        scenes = self.folder / "data" / "scenes"
        scenes.mkdir(parents=True)
        text = (pathlib.Path(self.root) / "data" / "scenes" / f"{scene}.toml").read_text()
        (scenes / f"{scene}.toml").write_text(text.replace("The Milky Way and Andromeda collide", "Another title"))
        self.assertIn("Another title", self.done("scenes", "--assets", ".").out)
        self.assertNotIn("Another title", self.done("scenes").out)
        (scenes / f"{scene}.toml").write_text("title = 7\n")
        self.refused(1, f"data/scenes/{scene}.toml:1: title takes a text", "scenes", "--assets", ".")

    def test_a_broken_kernel_causes_an_error_and_keeps_existing_outputs(self):
        shutil.copytree(pathlib.Path(self.root) / "kernels", self.folder / "kernels")
        for kernel in (self.folder / "kernels").glob("**/*.cl"):
            kernel.write_text("this is no kernel\n" + kernel.read_text())
        for name in ("d.csv", "y.tab"):
            self.put(name, "from before")
        result = self.run_program("simulate", scene, "--bodies", 60, "--until", 0.1, "--assets", ".", "-o", "y.tab",
                                  "--diagnostics", "d.csv")
        self.assertEqual(result.code, 1, result.error)
        self.assertIn("kernels/", result.error)
        for name in ("d.csv", "y.tab"):
            self.assertEqual((self.folder / name).read_text(), "from before")

    def test_a_missing_assets_folder_is_refused(self):
        self.refused(1, "no such folder", "scenes", "--assets", "nowhere")


class Messages(command.Test):
    def test_messages_and_progress_go_to_standard_error(self):
        result = self.done("simulate", scene, "--bodies", 60, "--until", 0.1, "--verbose", "--no-settings")
        self.assertIn("tier copied", result.error)
        self.assertIn("100 %", result.error)

    def test_parameters_that_cause_large_errors_give_a_warning_and_are_used(self):
        result = self.done("simulate", scene, "--bodies", 60, "--until", 0.1, "--dt", 0.1, "--fraction", "1/16")
        self.assertIn("warning: timestep 0.1 exceeds 0.4 times the softening", result.error)
        self.assertIn("warning: fraction 1/16", result.error)

    def test_no_command_writes_settings_or_files_to_the_home_folder(self):
        home = self.folder / "home"
        home.mkdir()
        places = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"),
                  "XDG_CACHE_HOME": str(home / "cache")}
        self.done("simulate", scene, "--bodies", 60, "--until", 0, environment=places)
        self.done("scenes", environment=places)
        self.assertEqual(list(home.rglob("*")), [])


if __name__ == "__main__":
    command.main(opencl=True)
