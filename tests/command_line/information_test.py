"""Commands that print information: info, devices, scenes, --help and --version."""

import json

import command
from command import scene

commands = ["render", "simulate", "generate", "hand-over", "follow", "info", "devices", "bench", "scenes"]
component_names = [("disk", "milky-way"), ("disk", "andromeda"), ("bulge", "milky-way"), ("bulge", "andromeda"),
                   ("halo", "milky-way"), ("halo", "andromeda")]


class Info(command.Test):
    # The file is a table of two bodies of mass 2 and one body of mass 0.5.
    text = "# three bodies\n2 1 2 3 0 0 0\n2 -1 0 3 0 0 0\n\n0.5 0 -9 3.5 0 0 0\n"

    def test_the_json_output_has_the_documented_fields(self):
        info = self.info(self.put("three.tab", self.text))
        fields = ["bodies", "total_mass", "format", "units", "components", "centre_of_mass", "bounds"]
        self.assertEqual([field for field in info if field in fields], fields)
        self.assertEqual((info["bodies"], info["total_mass"], info["format"]), (3, 4.5, "table"))
        self.assertIn("4 kpc", info["units"])
        self.assertEqual(info["components"], [{"name": "component 1", "galaxy": "", "bodies": 2, "mass": 4.0},
                                              {"name": "component 2", "galaxy": "", "bodies": 1, "mass": 0.5}])
        for found, expected in zip(info["centre_of_mass"], [0, -0.5 / 4.5, (12 + 1.75) / 4.5]):
            self.assertAlmostEqual(found, expected, 6)
        self.assertEqual(info["bounds"], [[-1, -9, 3], [1, 2, 3.5]])

    def test_the_json_output_is_one_line(self):
        out = self.done("info", self.put("three.tab", self.text), "--json").out
        self.assertEqual(out.count("\n"), 1)

    def test_the_text_output_contains_the_values_of_the_json_output(self):
        out = self.done("info", self.put("three.tab", self.text)).out
        for words in (["format", "table"], ["bodies", "3"], ["total", "mass", "4.5"],
                      ["component", "1", "2", "bodies,", "mass", "4"]):
            self.assertIn(words, [line.split() for line in out.splitlines()])

    def test_the_text_output_has_at_most_six_significant_digits(self):
        out = self.done("info", self.put("three.tab", self.text.replace("2 1 2 3", "2.3456789 1 2 3"))).out
        rows = dict(line.split(None, 1) for line in out.splitlines() if line.startswith(("total", "centre", "bounds", "origin")))
        self.assertEqual(rows, {"total": "mass  4.84568", "centre": "0.0713375, 0.0394904, 3.05159",
                                "bounds": "-1, -9, 3 to 1, 2, 3.5", "origin": "0, 0, 0"})

    def test_a_file_with_equal_masses_is_one_component(self):
        info = self.info(self.put("equal.tab", "1 0 0 0 0 0 0\n1 1 1 1 0 0 0\n"))
        self.assertEqual(info["components"], [{"name": "all", "galaxy": "", "bodies": 2, "mass": 2.0}])

    def test_any_file_name_is_accepted(self):
        for name in ("-dash.tab", "blank and ünïcode ✓.tab", "no extension", "100%d.tab", "a:b.tab"):
            self.put(name, self.text)
            self.assertEqual(json.loads(self.done("info", "--json", "--", name).out)["bodies"], 3, name)

    def test_info_refuses_a_scene_name(self):
        self.refused(2, "is a scene", "info", scene)

    def test_info_fails_if_standard_output_is_full(self):
        with open("/dev/full", "w") as full:
            self.refused(1, "standard output", "info", self.put("three.tab", self.text), stdout=full)


class Devices(command.Test):
    def test_the_json_output_has_the_documented_fields(self):
        found = json.loads(self.done("devices", "--json").out)
        self.assertEqual(list(found), ["devices", "gl"])
        for index, device in enumerate(found["devices"]):
            self.assertEqual(list(device), ["index", "platform", "name", "type", "tier", "reason"])
            self.assertEqual(device["index"], index)
            self.assertIn(device["type"], ["cpu", "gpu", "accelerator"])
            self.assertIn(device["tier"], ["shared", "copied", "none"])
            self.assertNotEqual(device["reason"], "")
        if found["gl"] is not None:
            self.assertEqual(list(found["gl"]), ["vendor", "renderer", "version"])

    def test_the_text_output_lists_the_devices_of_the_json_output(self):
        out = self.done("devices").out
        for device in json.loads(self.done("devices", "--json").out)["devices"]:
            self.assertIn(f"{device['index']}  {device['name']} ({device['type']}, {device['platform']})", out)
            self.assertIn(f"tier {device['tier']}: {device['reason']}", out)

    def test_the_option_interop_forces_a_tier(self):
        for tier in ("none", "copied"):
            for device in json.loads(self.done("devices", "--json", "--interop", tier).out)["devices"]:
                self.assertEqual((device["tier"], device["reason"]), (tier, f"option --interop {tier}"))

    def test_the_output_says_what_to_install_if_there_is_no_device(self):
        nothing = {"OCL_ICD_VENDORS": str(self.folder)}
        self.assertEqual(json.loads(self.done("devices", "--json", environment=nothing).out)["devices"], [])
        self.assertIn("install", self.done("devices", environment=nothing).out)


class HelpAndVersion(command.Test):
    def test_scenes_are_listed_with_title_and_description(self):
        lines = self.done("scenes").out.splitlines()
        self.assertEqual(lines[0], scene)
        self.assertTrue(all(line.startswith("    ") for line in lines[1:3]), lines)
        self.assertIn("        t = 15.70 (279 Myr)   first passage: the disks meet", lines)
        self.assertIn("        t = 0.70              balls begin to fall", lines)

    def test_the_help_names_every_command_and_option(self):
        out = self.done("--help").out
        for word in commands + ["--bodies", "--mode", "--no-settings", "--trace", "--version"]:
            self.assertIn(word, out)
        for word in commands:
            with self.subTest(word):
                out = self.done(word, "--help").out
                self.assertIn(f"milkomeda {word}", out)
                self.assertIn("--no-settings", out)
        self.assertIn("--diagnostics-every", self.done("simulate", "--help").out)
        self.assertIn("--fps", self.done("render", "--help").out)

    def test_every_command_prints_the_same_version(self):
        version = self.done("--version").out
        self.assertRegex(version, r"^Milkomeda \d+\.\d+\.\d+\n$")
        for word in commands:
            self.assertEqual(self.done(word, "--version").out, version, word)

    def test_the_window_names_alternative_commands_if_there_is_no_display(self):
        self.refused(1, "use milkomeda render or simulate", "--no-settings")

    def test_the_program_without_arguments_lists_the_commands_if_there_is_no_display(self):
        result = self.run_program()
        self.assertEqual((result.code, result.out), (1, ""), result.error)
        self.assertTrue(result.error.startswith("milkomeda: no window can be opened"), result.error)
        for word in commands:
            self.assertRegex(result.error, rf"(?m)^    milkomeda {word} +\w")


if __name__ == "__main__":
    command.main()
