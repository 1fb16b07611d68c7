"""Restricted encounters of two galaxies (--spam): pictures, moments in files, information, and wrong lines."""

import json
import pathlib
import sys

import command

published = (pathlib.Path(sys.argv[2]) / "data/pairs/published-models.txt").read_text().splitlines()
line = next(text for text in published if text.endswith("HST_Arp148"))
kpc, km_s, myr = 15, 169.34, 86.6  # the units of the published lines
length, speed = kpc / 4, km_s / 220  # in model units


class Encounters(command.Test):
    def test_info_prints_the_parameters_in_physical_units(self):
        found = json.loads(self.done("info", "--spam", "HST_Arp148", "--json").out)
        numbers = [float(text) for text in line.split()[0].split(",")]
        self.assertClose(found["separation"], kpc * sum(x * x for x in numbers[:3]) ** 0.5)
        self.assertClose(found["relative_velocity"], km_s * sum(v * v for v in numbers[3:6]) ** 0.5)
        self.assertClose(found["mass_2"], 1e11 * numbers[7])
        self.assertClose(found["start_time"], myr * float(line.split()[1]))
        self.assertEqual(json.loads(self.done("info", "--spam", found["line"], "--json").out), found)
        self.assertIn("HST_Arp148", self.done("info", "--spam", line).out)

    def test_simulate_writes_the_moments_of_both_disks(self):
        self.done("simulate", "--spam", line, "--until", 0, "--bodies", 301, "-o", "now.hdf5")
        found = self.info("now.hdf5")
        self.assertEqual([(part["galaxy"], part["bodies"]) for part in found["components"]],
                         [("galaxy-1", 151), ("galaxy-2", 150)])
        self.assertClose(found["time"], 0, absolute=1e-5)
        self.done("simulate", "--spam", line, "--until", 0, "--bodies", 2000, "-o", "now.tab")
        rows = self.rows("now.tab")
        numbers = [float(text) for text in line.split()[0].split(",")]
        for axis in range(2):  # the median of the disks lies at their galaxies
            for galaxy, place in ((rows[:1000], 0), (rows[1000:], length * numbers[axis])):
                median = sorted(row[1 + axis] for row in galaxy)[500]
                self.assertLess(abs(median - place), 0.5 * length * numbers[9])
        self.done("simulate", "--spam", "HST_Arp148", "--until", 0, "--every", 5, "--bodies", 10, "-o", "s-%05d.hdf5")
        self.assertEqual(len(list(self.folder.glob("s-*.hdf5"))), 4)  # the start is at -19.4

    def test_a_recording_contains_the_moments_of_files(self):
        small = ("--spam", line, "--bodies", 50, "--until", 0)
        said = self.done("simulate", *small, "--record", "a.recording", "--every", 0.7, "-o", "now.hdf5").error
        self.assertIn("recorded 29 moments", said)  # 27 intervals of 0.7 from -19.54, and the present
        self.done("simulate", *small, "--record", "b.recording", "--no-velocities")
        self.assertIn("recording contains ", self.info("b.recording")["notes"][0])
        picture = ("--size", "40x40", "--camera", "distance=30")
        recorded, written, earlier = (self.picture(f"{number}.png", *words, *picture)[2] for number, words in enumerate(
            (("a.recording", "--at", 0), ("now.hdf5",), ("a.recording", "--at", -10))))

        def difference(one, other):
            return sum(abs(a - b) for a, b in zip(one, other))
        # The exposure of a recording follows its first moment, so the pictures are not equal.
        self.assertLess(difference(recorded, written), 0.1 * difference(recorded, earlier))

    def test_the_rigid_galaxies_can_be_milky_ways(self):
        spam, own = (json.loads(self.done("info", "--spam", line, *words, "--json").out)
                     for words in ((), ("--rigid-galaxies", "milky-way")))
        self.assertEqual((spam["rigid_galaxies"], own["rigid_galaxies"]), ("spam", "milky-way"))
        self.assertEqual(spam["line"], own["line"])
        # The masses within 30 kpc are equal, so the closest approaches are similar, but not equal.
        self.assertNotEqual(spam["closest_speed"], own["closest_speed"])
        self.assertClose(spam["closest_speed"], own["closest_speed"], relative=0.3)
        tables = []
        for words in ((), ("--rigid-galaxies", "spam"), ("--rigid-galaxies", "milky-way")):
            self.done("simulate", "--spam", line, *words, "--until", 0, "--bodies", 100, "-o", "now.tab")
            tables.append(self.rows("now.tab"))
        self.assertEqual(tables[0], tables[1])
        self.assertNotEqual(tables[0], tables[2])
        # The disk of the Milky Way has 12 % of the mass within 30 kpc.
        mass = float(line.split(",")[6]) * 1e11 / 4.5e10 * 0.81742 / 6.876
        self.assertClose(sum(row[0] for row in tables[2][:50]), mass, relative=1e-3)
        # A result of match contains the model, and the option replaces it.
        self.put("own.toml", f'rigid_galaxies = "milky-way"\n\n[[family]]\nspam = "{line}"\n'.encode())
        for words, name in (((), "milky-way"), (("--rigid-galaxies", "spam"), "spam")):
            found = json.loads(self.done("info", "--spam", "own.toml", *words, "--json").out)
            self.assertEqual(found["rigid_galaxies"], name)
        self.put("odd.toml", f'rigid_galaxies = "andromeda"\n\n[[family]]\nspam = "{line}"\n'.encode())
        self.refused(1, "odd.toml: family 1: 'andromeda' is not one of spam, milky-way", "info", "--spam", "odd.toml")
        self.refused(2, "'andromeda' is not one of spam, milky-way", "info", "--spam", line, "--rigid-galaxies", "andromeda")
        self.refused(2, "--rigid-galaxies needs a restricted encounter", "simulate", "plummer", "--rigid-galaxies", "spam",
                     "--until", 1)

    def test_render_draws_the_present_and_other_times(self):
        options = ("--size", "60x60", "--bodies", 500)
        self.assertIn("famous moment", self.done("render", "--spam", line, *options, "-o", "a.png").error)
        now = command.read_png((self.folder / "a.png").read_bytes())
        self.assertEqual(self.picture("b.png", "--spam", "HST_Arp148", *options, "--at", 0), now)
        before = self.picture("d.png", "--spam", line, *options, "--at", -15)
        self.assertNotEqual(now, before)

    def test_a_file_of_lines_is_a_source_that_is_never_overwritten(self):
        self.put("two.txt", f"# two\n{line}\n{line}2\n".encode())
        result = self.done("render", "--spam", "two.txt", "--size", "20x20", "--bodies", 20, "-o", "x.png")
        self.assertEqual(result.error.count("two.txt: the first of 2 encounters is used"), 1)
        self.refused(2, "two.txt", "simulate", "--spam", "two.txt", "--until", 0, "-o", "two.txt")

    def test_wrong_lines_are_refused_with_one_line(self):
        numbers = line.split()[0].split(",")

        def changed(column, text):
            return ",".join(numbers[:column - 1] + [text] + numbers[column:])

        for reason, value in (("has 3 columns", "1,2,3"), ("column 7 (m1) is 0", changed(7, "0")),
                              ("column 8 (m2) is -1", changed(8, "-1")), ("column 9 (rout1) is 0", changed(9, "0")),
                              ("'nan' in column 4 (vx) is not finite", changed(4, "nan")),
                              ("'far' in column 3 (rz) is not a number", changed(3, "far")),
                              ("columns 1 to 3 (rx, ry, rz) are 0", "0,0,0," + ",".join(numbers[3:])),
                              ("did you mean HST_Arp148", "HST_Arp149"), ("no file and no published model", "nothing")):
            self.refused(2, reason, "render", "--spam", value, "-o", "x.png")
            self.refused(2, reason, "info", "--spam", value)
        self.put("bad.txt", f"{line}\n{changed(7, '0')}\n".encode())
        self.refused(1, "bad.txt: line 2: column 7 (m1) is 0", "render", "--spam", "bad.txt", "-o", "x.png")
        self.refused(2, "--spam and a scene or file exclude each other", "render", "plummer", "--spam", line, "-o", "x.png")
        self.refused(2, "map does not take --spam", "map", "spam:" + line, "-o", "x.fits")
        self.refused(2, "but the encounter has the times", "simulate", "--spam", line, "--until", 100, "-o", "x.hdf5")
        self.refused(2, "no --diagnostics", "simulate", "--spam", line, "--until", 0, "--diagnostics", "x.csv")
        self.refused(2, "set --bodies to at most", "render", "--spam", line, "--bodies", 10**7, "-o", "x.png")


if __name__ == "__main__":
    command.main(opengl=True)
