"""Commands read and write particle files of every format, with their units and notes."""

import struct

import command
from command import scene, without_gas

extensions = {"tab": "table", "tab.gz": "table", "csv": "csv", "csv.gz": "csv", "tsv": "csv", "nemo": "nemo",
              "tipsy": "tipsy", "phigrape": "phigrape", "gadget2": "gadget2", "hdf5": "hdf5", "h5": "hdf5",
              "fits": "fits", "fit": "fits", "fits.gz": "fits"}
formats = sorted(set(extensions.values()))
kpc_per_length, km_s_per_velocity = 4, 220


def gadget2(h=0.0):
    """Returns a GADGET-2 file of two disk bodies and one star in kpc and km/s, with one additional block. The content
    follows the description of the format."""
    def block(data):
        return struct.pack("<i", len(data)) + data + struct.pack("<i", len(data))
    header = struct.pack("<6i6ddd2i", 0, 0, 2, 0, 1, 0, *[0] * 6, 0.5, 0, 0, 0)
    header += struct.pack("<6i2i4d", 0, 0, 2, 0, 1, 0, 0, 1, 0, 0, 0, h)
    positions, velocities = struct.pack("<9f", *range(4, 40, 4)), struct.pack("<9f", *range(220, 2200, 220))
    return (block(header.ljust(256, b"\0")) + block(positions) + block(velocities) +
            block(struct.pack("<3i", 3, 1, 2)) + block(struct.pack("<3f", 1, 2, 4)) +
            block(struct.pack("<3f", -1, -1, -1)))


class Formats(command.Test):
    def test_the_extension_sets_the_format(self):
        for extension, name in extensions.items():
            with self.subTest(extension):
                info = self.info(self.generate("x." + extension, 300))
                self.assertEqual((info["format"], info["bodies"]), (name, 300))
                self.assertIn("kpc" if name == "fits" else "4 kpc", info["units"])
                self.assertClose(info["total_mass"], 35.479, 1e-3)

    def test_the_option_format_overrides_the_extension(self):
        for name in formats:
            self.done("generate", "--bodies", 60, "-o", "no extension", "--format", name)
            self.assertEqual(self.info("no extension")["format"], name)
        self.done("simulate", scene, "--bodies", 60, "--until", 0, "--every", 1, "-o", "x.dat", "--format", "nemo")
        self.assertEqual(self.info("x-00000.dat")["format"], "nemo")
        self.refused(2, "there is no format 'gizmo'; there are: hdf5,", "generate", "-o", "x.tab", "--format", "gizmo")
        self.refused(2, "--format", "generate", "-o", "x.tab", "--format", "")

    def test_the_help_lists_all_formats(self):
        out = self.done("generate", "--help").out
        for word in [*formats, *("." + extension for extension in extensions)]:
            self.assertIn(word, out)

    def test_galaxies_are_kept_by_formats_that_can_store_them(self):
        # NEMO files store no components, so the reader recognizes the components of galaxies without gas by their masses.
        for extension, words, count in (("csv", [], 8), ("hdf5", [], 8), ("nemo", without_gas, 6)):
            result = self.done("generate", scene, *words, "--bodies", 300, "-o", "x." + extension)
            self.assertEqual(result.error, "", extension)
            self.assertEqual(len(self.info("x." + extension)["components"]), count, extension)

    def test_components_that_a_format_cannot_store_are_reported_once(self):
        for extension, bodies in (("gadget2", ["disk", "bulge", "halo", "gas"]), ("tipsy", ["halo", "stars"])):
            result = self.done("generate", scene, "--bodies", 300, "-o", "x." + extension)
            self.assertEqual(result.error.count("but"), 1, result.error)
            self.assertEqual([part["name"] for part in self.info("x." + extension)["components"]], bodies)

    def test_info_lists_notes_and_unused_blocks(self):
        info = self.info(self.put("x", gadget2()))
        self.assertEqual(info["unused"], ["block 6"])
        self.assertEqual(len(info["notes"]), 1)
        self.assertIn("assumed: 1 kpc, 1e+10 Msun, 1 km/s", info["notes"][0])
        out = self.done("info", "x").out
        self.assertRegex(out, r"(?m)^not used +block 6$")
        self.assertRegex(out, r"(?m)^note +the file does not state its units; assumed")
        clean = self.info(self.put("x.tab", "1 2 3 4 5 6 7\n"))
        self.assertEqual((clean["unused"], clean["notes"]), ([], []))

    def test_the_units_of_the_format_are_assumed_if_the_option_units_is_missing(self):
        self.put("x", gadget2())
        for words, length in (([], kpc_per_length), (["--units", "auto"], kpc_per_length), (["--units", "model"], 1),
                              (["--units", "gadget"], kpc_per_length)):
            info = self.json("info", "x", "--json", *words)
            for found, expected in zip(info["bounds"][0], [4, 8, 12]):
                self.assertClose(found, expected / length, 1e-6, what=words)
        self.put("y", gadget2(h=0.5))
        self.assertClose(self.info("y")["bounds"][0][0], 2, 1e-6)
        self.put("x.tab", "1 4 8 12 220 0 0\n")
        self.assertClose(self.json("info", "x.tab", "--json", "--units", "gadget")["bounds"][0][0], 1, 1e-6)
        self.refused(2, "'kpc' is not one of auto, model, gadget", "info", "x", "--units", "kpc")

    def test_assumed_units_are_reported_by_commands(self):
        self.put("x", gadget2())
        error = self.done("render", "x", "--interop", "none", "--size", "64x64", "-o", "p.png").error
        self.assertIn("units: 1 kpc, 1e+10 Msun, 1 km/s (assumed)", error)
        error = self.done("render", "x", "--interop", "none", "--size", "64x64", "-o", "p.png", "--units", "model").error
        self.assertIn("(chosen by --units)", error)

    def test_info_explains_the_source_of_each_column_on_request(self):
        self.generate("x.hdf5", 300)
        self.assertNotIn("sources", self.info("x.hdf5"))
        self.assertNotIn("source ", self.done("info", "x.hdf5").out)
        sources = {row["column"]: row for row in self.json("info", "x.hdf5", "--json", "--explain")["sources"]}
        self.assertEqual(list(sources), ["positions", "velocities", "masses", "ids", "time"])
        for column, unit, name, attribute in (("positions", "4 kpc", "Coordinates", "UnitLength_in_cm"),
                                              ("velocities", "220 km/s", "Velocities", "UnitVelocity_in_cm_per_s")):
            self.assertEqual(sources[column], {
                "column": column, "from": ", ".join(f"PartType{kind}/{name}" for kind in (1, 2, 3)), "unit": unit,
                "factor": 1, "note": f"unit from the attribute Header/{attribute}"})
        self.assertEqual(sources["time"]["from"], "Header/Time")
        out = self.done("info", "x.hdf5", "--explain").out
        self.assertRegex(out, r"(?m)^source +positions: PartType1/Coordinates, .* \[4 kpc\], factor 1; unit from")

    def test_files_without_the_columns_that_the_option_require_names_are_refused(self):
        self.put("x.csv", "x,y,z\n1,2,3\n4,5,6\n")
        self.done("info", "x.csv")
        self.refused(1, "x.csv: contains no masses, which --require mass demands", "info", "x.csv", "--require", "mass")
        self.generate("y.hdf5", 300)
        self.done("info", "y.hdf5", "--require", "mass,velocity")
        self.refused(2, "'radius' is not one of mass, velocity", "info", "y.hdf5", "--require", "radius")

    def json(self, *words):
        import json
        return json.loads(self.done(*words).out)


class Time(command.Test):
    def test_a_run_continues_at_the_time_of_its_file(self):
        for extension in ("csv", "nemo", "tipsy", "gadget2", "hdf5"):
            with self.subTest(extension):
                self.done("simulate", scene, *without_gas, "--bodies", 60, "--until", 0.1, "-o", "half." + extension)
                self.assertClose(self.info("half." + extension)["time"], 0.1, 1e-9)
                self.done("simulate", "half." + extension, "--until", 0.2, "-o", "whole." + extension)
                self.assertClose(self.info("whole." + extension)["time"], 0.2, 1e-9)
                self.refused(2, "--until lies before", "simulate", "half." + extension, "--until", 0.05)

    def test_bodies_keep_their_order_in_every_format(self):
        source = self.generate("x.tab", 300)
        for extension in ("csv", "nemo", "gadget2", "hdf5"):
            self.done("simulate", source, "--until", 0, "-o", "x." + extension)
            self.done("simulate", "x." + extension, "--until", 0, "-o", "back.tab")
            self.assertEqual((self.folder / "back.tab").read_bytes(), (self.folder / source).read_bytes(), extension)


if __name__ == "__main__":
    command.main(opencl=True)
