"""The command match searches the encounters that made a pair. These tests draw a picture of two galaxies with a bridge, and
check the result, its repetition, and the messages for wrong input."""

import json
import math
import struct
import tomllib
import zlib

import command

edge = 128
nuclei = "40,64,90,60"
described = ("--nuclei", nuclei, "--kpc-per-pixel", "0.5")
pair = """primaryX=40
primaryY=64
secondaryX=90
secondaryY=60
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
rxMpc=0.025
ryMpc=0.002
useRanges=false
"""


def png(width, height, rows):
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
            chunk(b"IDAT", zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))) + chunk(b"IEND", b""))


def light(x, y):
    first = math.exp(-math.hypot((x - 40) / 16, (y - 64) / 9))
    second = math.exp(-math.hypot((x - 90) / 8, (y - 60) / 9))
    bridge = 0.15 * math.exp(-((y - 62) / 4) ** 2) if 40 < x < 90 else 0
    return first + second + bridge


def picture():
    return png(edge, edge, [[min(255, int(200 * light(x, y))) for x in range(edge)] for y in range(edge)])


def fits(axes):
    cards = ["SIMPLE  =                    T", "BITPIX  =                    8", f"NAXIS   = {len(axes):20}"]
    cards += [f"NAXIS{i + 1}  = {size:20}" for i, size in enumerate(axes)] + ["END"]
    return "".join(card.ljust(80) for card in cards).ljust(2880).encode() + bytes(math.prod(axes)).ljust(2880, b"\0")


class Match(command.Test):
    def setUp(self):
        super().setUp()
        self.put("a.png", picture())
        self.put("a.pair", pair)

    def match(self, *words):
        return json.loads(self.done("match", "a.png", "--pair", "a.pair", "--json", *words).out)

    def test_the_result_contains_distinct_families_with_lines_that_info_reads(self):
        answer = self.match("--encounters", 400, "-o", "a.toml")
        self.assertEqual(answer["encounters"], 448)  # whole batches: 256 + 3 * 64
        self.assertEqual(answer["end"], "encounters")
        written = tomllib.loads((self.folder / "a.toml").read_text())
        families = answer["families"]
        self.assertEqual(len(written["family"]), len(families))
        self.assertTrue(1 <= len(families) <= 12, families)
        self.assertEqual(sorted((f["value"] for f in families), reverse=True), [f["value"] for f in families])
        for family, table in zip(families, written["family"]):
            terms = family["outline"] / 0.29 + family["correlation"] / 0.025 + family["tide"] / 0.15
            self.assertClose(family["score"], terms)
            self.assertClose(table["score"], family["score"], 1e-12)
            line, mirror = ([float(x) for x in family[key].split()[0].split(",")] for key in ("spam", "mirror_spam"))
            self.assertEqual(len(line), 34)
            flipped = {2, 5, 12, 13}
            self.assertEqual([-x if i in flipped else x for i, x in enumerate(line)], mirror)
            self.assertGreaterEqual(line[2], 0)
            self.assertClose(line[0], 0.025 / 0.015)
            self.assertClose(family["mass_ratio"], line[7] / line[6])
            self.assertClose(family["pericenter_kpc"], 15 * line[27])
            self.assertClose(family["time_since_closest_approach_myr"], -86.6 * line[26])
            self.assertEqual(table["z"], family["unknowns"]["z"])
            self.assertEqual(table["z"]["value"], line[2])

    def test_a_search_repeats_itself_and_continues_as_if_it_had_not_ended(self):
        once = self.match("--encounters", 900, "-o", "once.toml", "--seed", 7)
        again = self.match("--encounters", 900, "-o", "again.toml", "--seed", 7)
        self.assertEqual(once["families"], again["families"])
        self.match("--encounters", 448, "-o", "part.toml", "--seed", 7)
        rest = self.match("--encounters", 512, "-o", "part.toml", "--seed", 7, "--resume", "part.search")
        self.assertEqual(rest["encounters"], once["encounters"])
        self.assertEqual(rest["families"], once["families"])
        other = self.match("--encounters", 300, "-o", "other.toml", "--seed", 8)
        self.assertNotEqual(other["families"], once["families"])

    def test_a_search_uses_and_records_the_rigid_galaxies(self):
        spam = self.match("--encounters", 300, "-o", "spam.toml")
        own = self.match("--encounters", 300, "--rigid-galaxies", "milky-way", "-o", "own.toml")
        self.assertEqual((spam["rigid_galaxies"], own["rigid_galaxies"]), ("spam", "milky-way"))
        self.assertNotEqual(spam["families"][0]["score"], own["families"][0]["score"])
        for name in ("spam", "milky-way"):
            result = {"spam": "spam.toml", "milky-way": "own.toml"}[name]
            self.assertEqual(tomllib.loads((self.folder / result).read_text())["rigid_galaxies"], name)
            self.assertEqual(json.loads(self.done("info", "--spam", result, "--json").out)["rigid_galaxies"], name)
        more = ("--encounters", 64, "-o", "more.toml")
        self.refused(1, "own.search: the search was saved with the rigid galaxies milky-way: choose them instead of spam", "match", "a.png",
                     "--pair", "a.pair", "--resume", "own.search", *more)
        self.match(*more, "--rigid-galaxies", "milky-way", "--resume", "own.search")
        # States of earlier versions belong to searches with the galaxies of SPAM.
        state = (self.folder / "spam.search").read_text()
        self.put("old.search", state.replace("rigid-galaxies 0\n", "").encode())
        self.assertEqual(self.match(*more, "--resume", "old.search")["rigid_galaxies"], "spam")

    def test_a_pair_can_be_described_by_options(self):
        self.done("match", "a.png", *described, "--encounters", 300, "-o", "b.toml", "--velocity-difference", -100)
        written = tomllib.loads((self.folder / "b.toml").read_text())
        for family in written["family"]:
            line = [float(x) for x in family["spam"].split()[0].split(",")]
            self.assertClose(line[0], 50 * 0.5 / 15)
            self.assertClose(line[1], 4 * 0.5 / 15)
            self.assertLessEqual(line[5], 0)

    def test_given_encounters_are_scored(self):
        families = self.match("--encounters", 400, "-o", "a.toml")["families"][:3]
        lines = [family["spam"].split()[0] for family in families]
        self.put("lines.txt", "# three encounters\n" + "\n".join(lines) + "\n")
        scores = self.match("--score", "lines.txt")
        self.assertEqual([score["name"] for score in scores], ["1", "2", "3"])
        for score, family in zip(scores, families):
            self.assertClose(score["score"],
                             score["outline"] / 0.29 + score["correlation"] / 0.025 + score["tide"] / 0.15, 1e-12)
            # Tolerance: four standard deviations of the noise of scores with 6,000 and 20,000 particles.
            self.assertLessEqual(abs(score["score"] - family["score"]), 1)
        table = self.done("match", "a.png", "--pair", "a.pair", "--score", "lines.txt").out.splitlines()
        self.assertEqual(table[0].split(), ["score", "outline", "correlation", "tide", "name"])
        self.assertEqual([float(line.split()[0]) for line in table[1:]], [round(score["score"], 2) for score in scores])
        # Each encounter is compared at its own projected separation, here twice that of the pair.
        columns = lines[0].split(",")
        self.put("far.txt", ",".join([str(2 * float(x)) for x in columns[:2]] + columns[2:]) + "\n")
        self.assertNotEqual(self.match("--score", "far.txt")[0]["score"], scores[0]["score"])
        self.refused(2, "--score prints scores", "match", "a.png", "--pair", "a.pair", "--score", "lines.txt", "-o", "b.toml")
        self.refused(2, "--output is required", "match", "a.png", "--pair", "a.pair")
        self.refused(1, "none.txt", "match", "a.png", "--pair", "a.pair", "--score", "none.txt")
        self.put("bad.txt", "1,2,3\n")
        self.refused(1, "bad.txt", "match", "a.png", "--pair", "a.pair", "--score", "bad.txt")

    def test_wrong_input_is_refused_with_one_line(self):
        def refused(code, reason, *words):
            self.refused(code, reason, "match", *words, "-o", "out.toml")
        refused(2, "nuclei are unknown", "a.png")
        refused(2, "scale of the picture is unknown", "a.png", "--nuclei", nuclei)
        refused(2, "distance of the pair is unknown", "a.png", "--nuclei", nuclei, "--scale", 0.4)
        refused(2, "'0' is not greater than 0", "a.png", "--nuclei", nuclei, "--scale", 0)
        refused(2, "nucleus 2 is at (500, 60), outside", "a.png", "--nuclei", "40,64,500,60", *described[2:])
        refused(2, "both nuclei are at the same place", "a.png", "--nuclei", "4,6,4,6", *described[2:])
        refused(2, "do not give their options as well", "a.png", "--pair", "a.pair", *described)
        refused(1, "the file does not exist", "a.png", "--pair", "missing.pair")
        refused(1, "missing.png", "missing.png", "--pair", "a.pair")
        self.put("broken.pair", pair.replace("primaryA=18", "primaryA=wide"))
        refused(1, "broken.pair: line 5: primaryA is 'wide'", "a.png", "--pair", "broken.pair")
        self.put("black.png", png(edge, edge, [[0] * edge] * edge))
        refused(1, "black.png: ", "black.png", "--pair", "a.pair")
        self.put("huge.png", png(40000, 40000, []))
        refused(1, "huge.png: the picture has too many pixels", "huge.png", "--pair", "a.pair")
        self.put("cube.fits", fits([32, 32, 4]))
        refused(1, "cube.fits: ", "cube.fits", "--pair", "a.pair")
        self.put("text.png", "no picture")
        refused(1, "text.png: ", "text.png", "--pair", "a.pair")
        self.put("bad.search", "x")
        refused(1, "bad.search: line 1", "a.png", "--pair", "a.pair", "--resume", "bad.search")
        refused(1, "none.search: the file does not exist", "a.png", "--pair", "a.pair", "--resume", "none.search")
        self.refused(2, "must end in .toml", "match", "a.png", "--pair", "a.pair", "-o", "out.txt")
        self.refused(1, "missing", "match", "a.png", "--pair", "a.pair", "-o", "missing/out.toml")
        self.put("a.toml", "x")
        self.refused(2, "would replace the pair", "match", "a.png", "--pair", "a.toml", "-o", "a.toml")

    def test_the_state_of_another_search_is_refused(self):
        self.match("--encounters", 300, "-o", "a.toml")
        self.put("b.png", png(edge, edge, [[min(255, int(150 * light(x, y))) for x in range(edge)] for y in range(edge)]))
        for reason, words in {"another picture": ("b.png", "--pair", "a.pair"),
                              "another seed": ("a.png", "--pair", "a.pair", "--seed", 2)}.items():
            self.refused(1, reason, "match", *words, "--resume", "a.search", "-o", "b.toml")


command.main(opencl=True)
