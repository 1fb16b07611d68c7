"""Compares FITS tables that astropy writes with the columns that Milkomeda reads, and the reverse.
Arguments: the programs print_columns and milkomeda."""

import gzip
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
    from astropy import units
    from astropy.io import fits
    from astropy.table import MaskedColumn, Table
except ImportError:
    sys.exit(print("skipped: python3-astropy is not installed") or 77)

# With sanitizers as without, CFITSIO must get a null pointer when it asks for more memory than its limit.
os.environ["ASAN_OPTIONS"] = "allocator_may_return_null=1"
bodies = 3000  # more than a block of the reader
random = numpy.random.default_rng(41)
kpc, solar_mass, gravity = 3.0856775814913673e21, 1.98841e33, 6.6743e-8
msun = solar_mass * gravity / (220e5**2 * 4 * kpc)  # a solar mass in model units
x, v, m = random.normal(50, 20, (bodies, 3)), random.normal(0, 200, (bodies, 3)), random.uniform(1, 2, bodies)
names = ["x", "y", "z", "vx", "vy", "vz", "mass"]


def table(order=names, number="f8", **more):
    """Returns an astropy table of positions, velocities and masses."""
    columns = dict(zip(names, [*x.T, *v.T, m]))
    return Table({name: columns[name].astype(number) for name in order} | more)


class Fits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def put(self, content, name="x.fits"):
        """Writes a table, a list of extensions or bytes; returns the path."""
        path = os.path.join(self.folder, name)
        if isinstance(content, bytes):
            with open(path, "wb") as file:
                file.write(content)
            return path
        if isinstance(content, Table):
            content = [fits.table_to_hdu(content)]
        if not isinstance(content[0], fits.PrimaryHDU):
            content = [fits.PrimaryHDU(), *content]
        fits.HDUList(content).writeto(path)
        return path

    def bytes_of(self, content):
        with open(self.put(content, "bytes"), "rb") as file:
            data = file.read()
        os.remove(os.path.join(self.folder, "bytes"))
        return data

    def run_reader(self, path):
        done = subprocess.run([reader, path, "auto"], capture_output=True, text=True, timeout=60)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done

    def read(self, content, name="x.fits"):
        """Returns a dictionary of the lines that print_columns prints for a file with this content."""
        path = self.put(content, name)
        done = self.run_reader(path)
        os.remove(path)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = {"note": [], "unused": []}
        for line in done.stdout.splitlines():
            key, value = line.split(" ", 1)
            lines.setdefault(key, []).append(value)
        rows = [line.split() for line in lines["body"]]
        lines["ids"] = numpy.array([int(row[0]) for row in rows], "u8")
        lines["columns"] = numpy.array([row[1:] for row in rows], "f8")
        for i in (0, 4, 5, 6):  # print_columns prints these floats with just enough digits to restore them
            lines["columns"][:, i] = lines["columns"][:, i].astype("f4")
        self.assertEqual(lines["format"], ["fits"])
        return lines

    def refused(self, content, *reasons, name="x.fits"):
        path = self.put(content, name)
        done = self.run_reader(path)
        os.remove(path)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for reason in reasons:
            self.assertIn(reason, done.stderr)

    def check(self, content, type="f8", ids=None, factors=(1, 1, 1), name="x.fits", position_error=None):
        """Compares all columns. Without units, positions are exact. With units, the factor and the product have at most
        4 roundings by 2^-53 = 1.1e-16. A float adds a rounding by 2^-24 = 6e-8."""
        found = self.read(content, name)
        if position_error is None:
            position_error = 0 if factors[0] == 1 else 4.5e-16
        at = [numpy.asarray(part).astype(type).astype("f8") * factor for part, factor in zip((x, v, m), factors)]
        numpy.testing.assert_allclose(found["columns"][:, 1:4], at[0], rtol=position_error)
        numpy.testing.assert_allclose(found["columns"][:, 4:7], at[1], rtol=6.1e-8)
        numpy.testing.assert_allclose(found["columns"][:, 0], at[2], rtol=6.1e-8)
        numpy.testing.assert_array_equal(found["ids"], numpy.arange(bodies) if ids is None else ids)
        return found

    def test_columns_of_every_type_and_order_have_the_values_that_numpy_wrote(self):
        for type in ("f8", "f4", ">f8", "<f4"):
            found = self.check(table(number=type), type)
            self.assertEqual((found["note"], found["time"]), ([], ["0"]))
        found = self.check(table(["vz", "mass", "x", "z", "vx", "y", "vy"], temperature=m))
        self.assertEqual(found["unused"], ["temperature"])
        for type in ("i2", "u2", "i4", "u4", "i8", "u8", "u1"):
            whole = numpy.arange(bodies) % 100
            found = self.read(table(["y", "z", "mass"], x=whole.astype(type)))
            numpy.testing.assert_array_equal(found["columns"][:, 1], whole, type)

    def test_units_are_converted_in_double_precision(self):
        for length, mass, velocity, factors in (
                (units.kpc, units.Msun, units.km / units.s, (1 / 4, 1 / 220, msun)),
                (units.Mpc, 1e10 * units.Msun, units.m / units.s, (1000 / 4, 1e-3 / 220, 1e10 * msun)),
                (units.pc, units.g, units.cm / units.s, (1e-3 / 4, 1e-5 / 220, msun))):
            content = table()
            if mass == units.g:  # a gram in model units is too small for a float with all its digits
                content["mass"] *= solar_mass
            for name in names:
                content[name].unit = mass if name == "mass" else velocity if "v" in name else length
            found = self.check(content, factors=factors)
        self.assertIn("positions; column 0 (x), 1 (y), 2 (z)", found["source"][0])
        self.assertIn("pc", found["source"][0])
        content["x"].unit = units.lyr
        self.refused(content, "the unit 'lyr' of the column x is unknown")

    def test_vector_columns_of_three_numbers_are_positions_and_velocities(self):
        for position, velocity in (("pos", "vel"), ("Coordinates", "Velocities"), ("r", "v"), ("position", "velocity")):
            content = Table({"m": m, velocity: v, position: x, "rho": numpy.ones((bodies, 3)), "tag": numpy.ones((bodies, 4))})
            content[position].unit = "kpc"
            found = self.check(content, factors=(1 / 4, 1, 1))
            self.assertEqual(found["unused"], ["rho", "tag"])
        self.check([fits.BinTableHDU.from_columns([
            fits.Column("pos", "3D", dim="(3,1)", array=x), fits.Column("vel", "3D", array=v), fits.Column("mass", "D", array=m)])])
        self.refused(Table({"x": x, "y": m, "z": m}), "the column 'x' does not contain one number per row")

    def test_ids_of_every_type_keep_all_digits(self):
        for type, first in (("i8", 2**62), ("u8", 2**63 + 2**60), ("i4", 7), ("u4", 2**31), ("i2", 1), ("f8", 2**40), ("u2", 9)):
            ids = random.permutation(bodies).astype(type) + numpy.array(first, type)
            self.check(table(ParticleID=ids), ids=ids.astype("u8"))
        self.check(table(id=-1 - numpy.arange(bodies)), ids=(-1 - numpy.arange(bodies)).astype("u8"))
        self.refused(table(id=m), "row 1: the id 1.", "is not an integer")
        found = self.check(table(id=[f"star {i}" for i in range(bodies)]))
        self.assertIn("the column 'id' does not contain one number per row; the program ignores it", found["note"])

    def test_scaled_integers(self):
        stored = random.integers(-30000, 30000, (3, bodies)).astype("i2")
        extension = fits.table_to_hdu(Table(dict(zip("xyz", stored))))
        for number in range(1, 4):
            extension.header[f"TSCAL{number}"], extension.header[f"TZERO{number}"] = 0.5, 1000.25
        content = self.bytes_of([extension])
        with fits.open(self.put(content, "scaled"), memmap=False) as file:
            expected = numpy.stack([file[1].data[name] for name in "xyz"], 1)
        numpy.testing.assert_array_equal(expected, 0.5 * stored.T + 1000.25)
        found = self.read(content)
        numpy.testing.assert_array_equal(found["columns"][:, 1:4], expected)

    def test_ascii_tables(self):
        columns = [fits.Column(name, "E25.17", array=column, ascii=True) for name, column in zip(names, [*x.T, *v.T, m])]
        columns.append(fits.Column("id", "I12", array=numpy.arange(bodies) + 5, ascii=True))
        # CFITSIO computes a number from its 18 digits with about 6 roundings by 2^-53.
        self.check([fits.TableHDU.from_columns(columns)], ids=numpy.arange(bodies) + 5, position_error=7e-16)

    def test_masked_values_and_values_that_are_not_finite_are_refused_with_row_and_column(self):
        content = table(["x", "y", "z", "mass"])
        masked = MaskedColumn(numpy.arange(bodies), mask=numpy.arange(bodies) == 2500)
        content["id"] = masked
        self.refused(content, "row 2501", "column 'id'", "masked")
        for value in (numpy.nan, numpy.inf):
            content = table()
            content["vy"][1234] = value
            self.refused(content, "row 1235", "column 'vy'", "not finite")
        content = Table({"pos": x.copy()})
        content["pos"][7, 1] = numpy.nan
        self.refused(content, "row 8", "column 'pos_y'")
        extension = fits.table_to_hdu(Table({"x": masked, "y": x[:, 1], "z": x[:, 2]}))
        self.refused([extension], "row 2501", "column 'x'", "masked")
        extension.header["TSCAL1"] = 0.5
        self.refused(self.bytes_of([extension]), "row 2501", "column 'x'", "masked")
        content = table()
        content["temperature"], content["flag"] = numpy.nan, MaskedColumn(numpy.arange(bodies), mask=m > 1.5)
        self.check(content)

    def test_the_first_table_with_positions_counts(self):
        image, other = fits.PrimaryHDU(numpy.zeros((4, 4))), fits.table_to_hdu(Table({"a": [1]}))
        other.name = "GROUPS"
        later = fits.table_to_hdu(Table({name: [1.0] for name in "xyz"}))
        found = self.check([image, other, fits.table_to_hdu(table()), later])
        self.assertEqual(found["note"], ["the program does not read these extensions of the file: 0, 'GROUPS', 3"])

    def test_the_keyword_time_is_the_time(self):
        for value, unit, time in ((2.5, None, 2.5), (1e-5, None, 1e-5), (177.8, "Myr", 10), (3, "", 3), (1, "Gyr", 1000 / 17.78)):
            for place in range(2):
                hdus = [fits.PrimaryHDU(), fits.table_to_hdu(table())]
                hdus[place].header["TIME"] = value
                if unit is not None:
                    hdus[place].header["TIMEUNIT"] = unit
                self.assertAlmostEqual(float(self.check(hdus)["time"][0]), time, 12)
        hdus[1].header["TIME"] = "noon"
        del hdus[1].header["TIMEUNIT"]
        self.assertEqual(self.check(hdus)["time"], ["0"])
        hdus[1].header["TIME"], hdus[1].header["TIMEUNIT"] = 3, "d"
        found = self.check(hdus)
        self.assertEqual(found["time"], ["0"])
        self.assertIn("the unit 'd' of the keyword TIME is unknown", found["note"][0])

    def test_components_are_columns_of_texts_or_numbers(self):
        kinds = numpy.arange(bodies) % 3
        for column, values, expected in (("component", numpy.array(["disk", "bulge", "halo"])[kinds], ["disk", "bulge", "halo"]),
                                         ("type", kinds.astype("i4"), ["type 0", "type 1", "type 2"])):
            self.put(table(**{column: values}))
            done = subprocess.run([program, "info", "--json", "x.fits"], cwd=self.folder, capture_output=True, text=True)
            for name in expected:
                self.assertIn(f'"{name}"', done.stdout, done.stderr)
            os.remove(os.path.join(self.folder, "x.fits"))

    def test_compressed_files_and_unusual_names(self):
        content = self.bytes_of(table())
        self.check(gzip.compress(content), name="x.fits.gz")
        for name in ("x.fits[1]", "x[2]", "~x.fits", "x(y.fits", "x+1", "-", "x.fits[col x=2*x]"):
            self.check(content, name=name)
        self.check(gzip.compress(content), name="mem:x")

    def test_files_without_a_table_of_positions_are_refused_with_one_line(self):
        self.refused([fits.PrimaryHDU(numpy.zeros((9, 9)))], "the file contains images, but no table")
        self.refused([fits.PrimaryHDU()], "the file contains no table")
        self.refused(Table({"RA": [1.0], "DEC": [2.0]}), "lacks the column x; its columns are 0 'RA', 1 'DEC'", "--columns")
        self.refused(Table({"x": ["a"], "y": [1.0], "z": [2.0]}), "the column 'x' does not contain one number per row")
        self.refused(Table({name: numpy.zeros(0) for name in "xyz"}), "contains no bodies")
        self.refused([fits.BinTableHDU.from_columns([fits.Column(name, "PD()", array=[[1.0], [2.0]]) for name in "xyz"])],
                     "the column 'x' does not contain one number per row")

    def test_the_option_columns_assigns_columns(self):
        self.put(Table({"RA": [1.0, 2], "DEC": [3.0, 4], "d": [5.0, 6]}))
        for choice in ("x=RA,y=DEC,z=d", "x=0,y=1,z=2"):
            done = subprocess.run([program, "simulate", "x.fits", "--columns", choice, "--until", "0", "-o", "y.tab"],
                                  cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(os.path.join(self.folder, "y.tab")) as file:
                self.assertEqual([line.split()[1:4] for line in file], [["1", "3", "5"], ["2", "4", "6"]])

    def test_damaged_files_are_read_or_refused_with_one_line(self):
        content = self.bytes_of(table())
        self.refused(content[:-30000], "cannot be read as a FITS table")
        self.refused(content[:-5000], "cannot be read as a FITS table")  # larger than the rows, but not with the header
        self.refused(content[:2000], "cannot be read as a FITS table")
        self.refused(gzip.compress(content)[:-30000], "cannot be read as a FITS table")
        for wrong in (b"3001000", b"9" * 18, b"-1"):
            self.refused(content.replace(b"NAXIS2  =                 3000", b"NAXIS2  = " + wrong.rjust(20)), "cannot be read as")
        found = self.read(content.replace(b"NAXIS2  =                 3000", b"NAXIS2  =                 1000"))
        self.assertEqual((len(found["ids"]), len(found["note"])), (1000, 1))
        chance = numpy.random.default_rng(5)
        for _ in range(60):
            damaged = bytearray(content[:2880 * 4])
            for place in chance.integers(2880, 2 * 2880, 3):
                damaged[place] = chance.integers(32, 127)
            done = self.run_reader(self.put(bytes(damaged)))
            self.assertLessEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_astropy_reads_every_body_that_the_program_writes(self):
        for name in ("w.fits", "w.fits.gz", "w.fit", "w.tab"):
            subprocess.run([program, "generate", "--set", "with_gas=false", "--bodies", "300", "-o", name], cwd=self.folder, check=True)
        expected = numpy.loadtxt(os.path.join(self.folder, "w.tab"), dtype="f4")
        for name in ("w.fits", "w.fits.gz", "w.fit"):
            written = Table.read(os.path.join(self.folder, name), format="fits", hdu=1)
            for i, (column, unit, factor) in enumerate([("mass", "solMass", 1 / msun), *((axis, "kpc", 4) for axis in "xyz"),
                                                        *(("v" + axis, "km / s", 220) for axis in "xyz")]):
                self.assertEqual(str(written[column].unit), unit)
                numpy.testing.assert_allclose(written[column], expected[:, i].astype("f8") * factor, rtol=1e-15)
            numpy.testing.assert_array_equal(written["id"], numpy.arange(300) + 1)
            self.assertEqual(list(written["component"][[0, 299]]), ["disk", "halo"])
            self.assertEqual(written.meta["TIME"], 0)
            with fits.open(os.path.join(self.folder, name)) as file:
                file.verify("exception")

    def test_astropy_reads_positions_far_from_the_origin_in_double_precision(self):
        content = table()
        content["x"] += 1e7  # floats have steps of 1 there
        self.put(content)
        subprocess.run([program, "simulate", "x.fits", "--until", "0", "-o", "w.fits"], cwd=self.folder, check=True,
                       capture_output=True)
        written = Table.read(os.path.join(self.folder, "w.fits"), format="fits", hdu=1)
        for axis in "xyz":  # the program rounds to floats relative to an origin less than 128 units away
            numpy.testing.assert_allclose(written[axis] / 4, content[axis], rtol=0, atol=2**-18)


reader, program = (os.path.abspath(path) for path in sys.argv[1:3])
unittest.main(argv=sys.argv[:1] + sys.argv[3:])
