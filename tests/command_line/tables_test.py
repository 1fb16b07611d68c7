"""Commands read text tables of other programs, and --columns assigns their columns."""

import json
import os
import random
import shutil
import struct
import subprocess
import unittest

import command

names = ["mass", "x", "y", "z", "vx", "vy", "vz"]


def rounded(number):
    """Returns the number as a 32-bit float."""
    return struct.unpack("f", struct.pack("f", number))[0]


class Tables(command.Test):
    def setUp(self):
        super().setUp()
        chance = random.Random(7)
        self.bodies = [[chance.random() + 0.1, *(chance.gauss(0, 3) for _ in range(6))] for _ in range(200)]

    def converted(self, name, *words):
        """Returns the numbers of the bodies that the program reads from a file, as floats."""
        self.done("simulate", name, "--until", 0, "-o", "back.tab", *words)
        return [[rounded(number) for number in row] for row in self.rows("back.tab")]

    def table(self, order, separator, change="{!r}".format):
        return "".join(separator.join(change(body[i]) for i in order) + "\n" for body in self.bodies)

    def check(self, name, *words):
        self.assertEqual(self.converted(name, *words), [[rounded(number) for number in body] for body in self.bodies])

    def info_with(self, name, *words):
        return json.loads(self.done("info", "--json", name, *words).out)

    def test_tables_of_other_programs_keep_every_number(self):
        order = [3, 6, 1, 0, 5, 2, 4]
        header = [names[i] for i in order]
        german = lambda number: f"{number:.17g}".replace(".", ",")
        tables = {
            "pandas.csv": "," + ",".join(header) + "\n" + "".join(
                f"{i},{line}\n" for i, line in enumerate(self.table(order, ",").splitlines())),
            "numpy.txt": "# " + " ".join(header) + "\n" + self.table(order, " ", "{:.18e}".format),
            "excel.csv": (";".join(header) + "\n" + self.table(order, ";", german)).replace("\n", "\r\n"),
            "unicode.txt": ("\t".join(header) + "\n" + self.table(order, "\t", german)).encode("utf-16"),
            "fortran.dat": f" {len(self.bodies)}\n" + self.table(range(7), "  ",
                                                               lambda x: f"{x:.17e}".replace("e", "D")),
            "mac.csv": (",".join(header) + "\n" + self.table(order, ",")).replace("\n", "\r"),
        }
        for name, content in tables.items():
            with self.subTest(name):
                self.check(self.put(name, content))

    @unittest.skipUnless(shutil.which("zstd"), "zstd is not installed")
    def test_tables_compressed_by_zstandard_keep_every_number(self):
        self.put("x.tab", self.table(range(7), " "))
        subprocess.run(["zstd", "-q", "x.tab"], cwd=self.folder, check=True)
        self.check("x.tab.zst")

    def test_the_option_columns_assigns_columns(self):
        self.put("odd.txt", "a b c d e f g\n" + self.table([6, 3, 0, 5, 2, 4, 1], " "))
        self.refused(1, "odd.txt:1:1: the header lacks the column x; the columns are 0 'a', 1 'b', 2 'c'", "info", "odd.txt")
        self.check("odd.txt", "--columns", "m=2,x=6,y=4,z=1,vx=5,vy=3,vz=0")
        self.check("odd.txt", "--columns", "m=c,x=g,y=E,z=b,vx=f,vy=d,vz=a")
        self.refused(1, "names the column 'h', which the table lacks", "info", "odd.txt", "--columns", "x=h")
        for wrong in ("", "x", "q=1", "x=1,x=2"):
            self.refused(2, "--columns", "info", "odd.txt", "--columns", wrong)
        command_line = self.done("generate", "--bodies", 60, "-o", "x.hdf5") and ["info", "x.hdf5", "--columns", "x=1"]
        self.assertIn("--columns has no effect", self.done(*command_line).out)

    def test_the_option_columns_states_units(self):
        name = self.put("odd.txt", "a b c pos[0]\n4 8 2 1\n0 0 0 3\n")
        info = self.info_with(name, "--columns", "x=0[kpc],y=b[Mpc],z=2[model],m=pos[0]")
        self.assertEqual(info["bounds"], [[0, 0, 0], [1, 2000, 2]])
        self.assertEqual((info["total_mass"], info["units"]), (4, "kpc, Mpc, model (chosen by --columns or in the window)"))
        for wrong in ("x=0[furlong],y=1,z=2", "x=0[km/s],y=1,z=2", "x=0,y=1,z=2,id=3[kpc]"):
            self.refused(1, "unit", "info", name, "--columns", wrong)

    def test_remembered_columns_are_used_by_all_commands(self):
        name = self.put("odd.txt", "a b c d\n4 8 2 1\n0 0 0 3\n")
        os.makedirs(os.path.join(self.folder, "milkomeda"))
        self.put("milkomeda/columns.json",
                 json.dumps({"4 columns separated by blanks: a, b, c, d": "m=3,x=0[kpc],y=1[kpc],z=2[kpc]"}))
        self.assertEqual(self.info(name)["bounds"], [[0, 0, 0], [1, 2, 0.5]])
        self.assertEqual(self.info_with(name, "--columns", "x=0,y=1,z=2")["bounds"], [[0, 0, 0], [4, 8, 2]])
        self.assertEqual(self.converted(name), [[1, 1, 2, 0.5, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0]])
        self.assertIn("assigned in the window", self.done("info", name).error)
        self.refused(1, "lacks the column x", "info", name, "--no-settings")
        self.refused(1, "lacks the column x", "simulate", name, "--until", 0, "-o", "x.tab", "--no-settings")

    def test_info_states_units_and_unused_columns(self):
        info = self.info(self.put("x.csv", "x [kpc],y [kpc],z [kpc],mass,age\n4,8,0,1,2\n0,0,0,1,2\n"))
        self.assertEqual((info["format"], info["units"]), ("csv", "kpc (stated in the file)"))
        self.assertEqual(info["unused"], ["age"])
        self.assertEqual(info["bounds"], [[0, 0, 0], [1, 2, 0]])


if __name__ == "__main__":
    command.main(opencl=True)
