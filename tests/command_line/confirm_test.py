"""The command confirm repeats a restricted encounter with live galaxies. The tests use a fast flyby with few bodies, and check
the scene, the summary, the report, and the messages for wrong input. `scenes --pairs` lists the published models."""

import json
import math
import struct
import tomllib
import zlib

import command

# Galaxy 2 passes at 2 units (30 kpc) with three units of speed, a unit of time before the present.
flyby = "2,3,0,0.1,3,0,1,0.5,0.4,0.3,20,70,30,150" + ",0" * 20 + " -2 4 flyby"
pair = """primaryX=40
primaryY=90
secondaryX=80
secondaryY=30
primaryA=18
primaryB=9
primaryAngle=30
secondaryA=10
secondaryB=8
secondaryAngle=100
primaryVelocity=5000
secondaryVelocity=5100
primaryDistance=100
primaryMassMin=3e10
primaryMassMax=3e11
secondaryMassMin=2e10
secondaryMassMax=2e11
imageWidth=128
imageHeight=128
usePixelCoords=false
rxMpc=0.03
ryMpc=0.045
useRanges=false
"""
few = ("--bodies", 1000, "--corrections", 2)


def picture():
    """Returns a gray PNG file with two exponential disks at the nuclei of `pair`."""
    def gray(x, y):
        return int(200 * (math.exp(-math.hypot(x - 40, y - 90) / 9) + math.exp(-math.hypot(x - 80, y - 30) / 6)))

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    rows = b"".join(b"\0" + bytes(gray(x, y) for x in range(128)) for y in range(128))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 128, 128, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Confirm(command.Test):
    def confirm(self, *words):
        return json.loads(self.done("confirm", *words, *few, "-o", "live.toml", "--json").out)

    def test_live_galaxies_reach_their_places(self):
        found = self.confirm(flyby, "--report", "live.html")
        self.assertTrue(found["is_confirmed"])
        self.assertLessEqual(found["place_error"], 0.05)
        self.assertEqual(found["corrections"], len(found["runs"]) - 1)
        # On the projected separation, the error of the place is the largest possible error.
        separation = 15 * math.hypot(2, 3)
        self.assertLess(abs(found["projected_separation_kpc"] / separation - 1), 0.05)
        self.assertClose(found["closest_distance_kpc"], 30, relative=0.1)  # attraction bends the path
        self.assertClose(found["time_since_closest_myr"], 86.6, relative=0.25)
        self.assertIsNone(found["score"])

        scene = tomllib.loads((self.folder / "live.toml").read_text())
        self.assertEqual(scene["title"], "flyby")
        self.assertEqual(scene["bodies"], 1000)
        galaxies = scene["galaxy"]
        spin = galaxies["galaxy-2"]["spin"]
        phi, theta = math.radians(70), math.radians(150)
        for found_axis, axis in zip(spin, (math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi),
                                           math.cos(theta))):
            self.assertClose(found_axis, axis, absolute=1e-8)
        self.assertClose(sum(galaxies["galaxy-2"][part]["mass"] for part in ("disk", "bulge", "halo")),
                         0.5 * 1e11 / 4.5e10)
        self.assertClose(scene["picture_time"], (found["duration_myr"] / 86.6) * (15 / 4) / (169.34 / 220), 1e-3)
        # Other commands take the scene.
        self.done("simulate", "live.toml", "--bodies", 1000, "--until", 1, "-o", "now.hdf5")
        self.done("render", "live.toml", "--size", "40x40", "--bodies", 1000, "--at", 0, "-o", "now.png")

        page = (self.folder / "live.html").read_text()
        for part in ("flyby", "Live galaxies confirm the encounter", "<svg", "data:image/png;base64,", "km/s",
                     "does not determine", "closest distance"):
            self.assertIn(part, page)
        for link in ("http:", "https:", "<script", "<link"):
            self.assertNotIn(link, page)
        # Equal commands have equal results.
        self.assertEqual(self.confirm(flyby)["place_error"], found["place_error"])

    def test_live_milky_ways_repeat_the_encounter_of_rigid_milky_ways(self):
        found = self.confirm(flyby, "--rigid-galaxies", "milky-way", "--report", "live.html")
        self.assertEqual(found["rigid_galaxies"], "milky-way")
        self.assertTrue(found["is_confirmed"])
        text = (self.folder / "live.toml").read_text()
        self.assertIn("# Rigid galaxies: milky-way.", text)
        galaxies = tomllib.loads(text)["galaxy"]
        # The mass within 30 kpc is that of the line; the Milky Way has 1.67 times this mass.
        self.assertClose(sum(galaxies["galaxy-2"][part]["mass"] for part in ("disk", "bulge", "halo")),
                         0.5 * 1e11 / 4.5e10 * 11.4632 / 6.876, relative=1e-3)
        self.assertClose(galaxies["galaxy-1"]["disk"]["scale_length"] * galaxies["galaxy-1"]["disk"]["edge"],
                         0.4 * 15 / 4, relative=1e-5)
        self.assertIn("Rigid galaxies: milky-way", (self.folder / "live.html").read_text())

    def test_scene_and_report_contain_the_complete_parameters(self):
        values = [1 / 3 + number for number in (2, 3, 0.1, 0.1, 3, 0.2, 1, 0.5, 0.4, 0.3, 20, 70, 30, 150)]
        line = ",".join(map(repr, values)) + ",0.123456789012345" * 20 + " -2 4 flyby"
        self.done("confirm", line, "--bodies", 1000, "--corrections", 0, "-o", "live.toml", "--report", "live.html")
        self.assertGreater(len(line), 500)
        self.assertIn(f"# {line}\n", (self.folder / "live.toml").read_text())
        page = (self.folder / "live.html").read_text()
        self.assertIn(f"<code>{line}</code>", page)
        self.assertIn('name="viewport"', page)

    def test_the_marks_of_the_window_change_the_score(self):
        self.put("a.png", picture())
        scores = []
        for number, keys in enumerate(["", "maskBackground=0\nmaskCircles=80 30 20\n", "pictureMirrored=true\n"]):
            self.put(f"{number}.pair", pair + keys)
            found = self.confirm(flyby, "--picture", "a.png", "--pair", f"{number}.pair")
            scores.append(found["score_restricted"]["score"])
        self.assertEqual(len(set(scores)), 3)
        self.put("bad.pair", pair + "maskBackground=0\nmaskCircles=80 oops 20\n")
        self.refused(1, "bad.pair: line 25: maskCircles contains '80 oops 20'", "confirm", flyby, "--picture", "a.png",
                     "--pair", "bad.pair", "-o", "x.toml")

    def test_a_picture_gives_scores_and_a_file_gives_families(self):
        self.put("a.png", picture())
        self.put("a.pair", pair)
        self.put("models.txt", f"{flyby}\n{flyby.replace('2,3,0,0.1', '2,3,0.2,0.1')}2\n".encode())
        found = self.confirm("models.txt", "--family", 2, "--picture", "a.png", "--pair", "a.pair", "--report", "r.html")
        self.assertEqual(found["name"], "flyby2")
        for terms in (found["score"], found["score_restricted"]):
            self.assertClose(terms["score"], terms["outline"] / 0.29 + terms["correlation"] / 0.025 + terms["tide"] / 0.15)
        page = (self.folder / "r.html").read_text()
        self.assertIn("range of 2 models", page)
        self.assertIn("0 to 3 kpc", page)  # z of both models: 0 and 0.2 units of 15 kpc
        self.assertEqual(page.count("<img"), 4)

        result = f'pair = "mine"\n\n[[family]]\nspam = "{flyby}"\nz = {{value = 0.0, spread = 0.5}}\n'
        self.put("result.toml", result.encode())
        self.assertEqual(self.confirm("result.toml", "--report", "r.html")["name"], "mine family 1")
        self.assertIn("<td>7.5 kpc</td>", (self.folder / "r.html").read_text())
        self.assertIn("mine family 1", self.done("info", "--spam", "result.toml").out)

    def test_wrong_input_is_refused_with_one_line(self):
        out = ("-o", "x.toml")
        self.put("a.png", picture())
        self.put("a.pair", pair)
        self.put("empty.toml", b"title = 'x'\n")
        self.put("bad.toml", b'spam = "1,2"\n')
        self.refused(2, "a model is required", "confirm", *out)
        self.refused(2, "--output is required", "confirm", flyby)
        self.refused(2, "no published model; milkomeda scenes --pairs", "confirm", "nothing", *out)
        self.refused(2, "has 3 columns", "confirm", "1,2,3", *out)
        self.refused(1, "empty.toml: the file contains no key 'spam'", "confirm", "empty.toml", *out)
        self.refused(1, "bad.toml: family 1: the line has 2 columns", "confirm", "bad.toml", *out)
        self.refused(2, "--family is 2, but the source has 1 model", "confirm", flyby, "--family", 2, *out)
        self.refused(2, "--bodies", "confirm", flyby, "--bodies", 10, *out)
        self.refused(2, "--corrections", "confirm", flyby, "--corrections", 21, *out)
        self.refused(2, "--picture and --pair need each other", "confirm", flyby, "--picture", "a.png", *out)
        self.refused(1, "b.png", "confirm", flyby, "--picture", "b.png", "--pair", "a.pair", *out)
        self.refused(1, "b.pair", "confirm", flyby, "--picture", "a.png", "--pair", "b.pair", *out)
        self.refused(2, "would replace the picture", "confirm", flyby, "--picture", "a.png", "--pair", "a.pair", "-o",
                     "a.png")
        self.refused(2, "are the same file", "confirm", flyby, *out, "--report", "x.toml")
        self.refused(1, "nowhere", "confirm", flyby, "-o", "nowhere/x.toml")

    def test_an_encounter_that_is_not_reached_is_reported(self):
        deep = "0.2,0.1,0,0.1,-0.1,0,1,1,0.4,0.3,20,70,30,150" + ",0" * 20 + " -3 4 deep"
        result = self.done("confirm", deep, "--bodies", 1000, "--corrections", 0, "-o", "live.toml")
        self.assertEqual(result.error.count("not confirmed after 0 corrections"), 1)
        self.assertTrue((self.folder / "live.toml").exists())

    def test_published_models_are_listed_and_opened_by_all_their_names(self):
        pairs = json.loads(self.done("scenes", "--pairs", "--json").out)
        self.assertEqual(len(pairs), 62)
        antennae = next(pair for pair in pairs if pair["model"] == "HST_Arp244")
        self.assertEqual(antennae["name"], "Arp 244, the Antennae")
        for name in (*antennae["names"], "hst_arp244", "antennae"):
            info = json.loads(self.done("info", "--spam", name, "--json").out)
            self.assertEqual(info["name"], "HST_Arp244")
            self.assertClose(info["closest_distance"], antennae["pericenter_kpc"])
            self.assertClose(info["closest_time"], -antennae["time_since_closest_approach_myr"])
            self.assertClose(info["mass_2"] / info["mass_1"], antennae["mass_ratio"])
        text = self.done("scenes", "--pairs").out
        self.assertIn("SDSS 587722984435351614\n    SDSS_587722984435351614: closest approach at", text)
        self.assertIn("antennae", [scene["name"] for scene in json.loads(self.done("scenes", "--json").out)])


if __name__ == "__main__":
    command.main(opengl=True)
