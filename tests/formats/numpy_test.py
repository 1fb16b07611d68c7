"""Compares binary snapshots and text snapshots that numpy writes with the columns that Milkomeda reads.
Argument: the program print_columns."""

import itertools
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
except ImportError:
    sys.exit(print("skipped: python3-numpy is not installed") or 77)

bodies = 1500
random = numpy.random.default_rng(41)
kinds = (300, 700, 500)  # numbers of gas, dark matter and star bodies


class Galaxy:
    """Bodies far from the origin, with digits that only doubles can store."""

    def __init__(self):
        self.positions = 50_000 + random.normal(0, 1, (bodies, 3))
        self.velocities = random.normal(0, 200, (bodies, 3))
        self.masses = random.uniform(1e-5, 2e-5, bodies)
        self.ids = random.permutation(bodies).astype("u8") + 10
        self.time = 0.12345678901234567


def read(content, units="model"):
    """Returns a dictionary of the lines that print_columns prints for a file with this content."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        done = subprocess.run([program, file.name, units], capture_output=True, text=True)
    if done.returncode:
        return {"error": done.stderr.replace(file.name, "")}
    lines = {}
    for line in done.stdout.splitlines():
        key, value = line.split(" ", 1)
        lines.setdefault(key, []).append(value)
    table = [line.split() for line in lines.pop("body")]
    lines["ids"] = numpy.array([int(row[0]) for row in table], "u8")
    lines["columns"] = numpy.array([row[1:] for row in table], "f8")
    return lines


def record(order, data):
    """Returns data between two record marks, as Fortran writes it."""
    mark = numpy.array(len(data), order + "u4").tobytes()
    return mark + data + mark


def gadget_header(order, counts, masses, galaxy, box=0.0, files=1, totals=None):
    header = numpy.zeros((), numpy.dtype([
        ("counts", order + "u4", 6), ("masses", order + "f8", 6), ("time", order + "f8"), ("redshift", order + "f8"),
        ("flags", order + "i4", 2), ("totals", order + "u4", 6), ("cooling", order + "i4"), ("files", order + "i4"),
        ("box", order + "f8"), ("cosmology", order + "f8", 3), ("fill", "V96")]))
    header["counts"], header["masses"], header["time"], header["box"] = counts, masses, galaxy.time, box
    header["files"], header["totals"] = files, counts if totals is None else totals
    return header.tobytes()


def gadget(galaxy, order="<", real="f4", id="u4", labels=False, header=None, extra=0, info=False, without=(), turned=False):
    """Returns a GADGET-2 file of halo and star bodies whose masses are in a block."""
    counts = [0, 1000, 0, 0, 500, 0]
    blocks = [("HEAD", header or gadget_header(order, counts, [0] * 6, galaxy))]
    blocks += [("CHEM" if turned else "HEAD", bytes(256))] * extra
    if info:
        blocks.append(("INFO", b"".join(
            name + b"FLOATN  " + numpy.array([3, 0, 1, 0, 0, 1, 0], order + "i4").tobytes()
            for name in (b"POS ", b"VEL "))))
    columns = [("POS ", galaxy.positions.astype(order + real)), ("VEL ", galaxy.velocities.astype(order + real)),
               ("ID  ", galaxy.ids.astype(order + id)), ("MASS", galaxy.masses.astype(order + real)),
               ("POT ", -galaxy.masses.astype(order + "f4"))]
    blocks += [(name, data.tobytes()) for name, data in columns if name not in without]
    if turned:
        blocks.reverse()
    content = b""
    for name, data in blocks:
        if labels:
            content += record(order, name.encode() + numpy.array(len(data) + 8, order + "u4").tobytes())
        content += record(order, data)
    return content


def tipsy(galaxy, order=">", position="f4", velocity="f4", other="f4", padded=True, total=bodies):
    content = numpy.array(galaxy.time, order + "f8").tobytes()
    content += numpy.array([total, 3, *kinds] + [0] * padded, order + "i4").tobytes()
    first = 0
    for count, others in zip(kinds, (5, 2, 4)):
        rows = slice(first, first := first + count)
        part = numpy.zeros(count, [("mass", order + other), ("position", order + position, 3),
                                   ("velocity", order + velocity, 3), ("others", order + other, others)])
        part["mass"], part["position"] = galaxy.masses[rows], galaxy.positions[rows]
        part["velocity"], part["others"] = galaxy.velocities[rows], 7
        content += part.tobytes()
    return content


def nemo(galaxy, order, real, phase_space, key=None):
    def item(kind, tag="", data=None):
        magic = 0x0992 if data is None or data.shape == () else 0x0b92
        content = numpy.array(magic, order + "u2").tobytes() + kind.encode() + b"\0"
        content += tag.encode() + b"\0" if kind != ")" else b""
        if data is not None and data.shape:
            content += numpy.array([*data.shape, 0], order + "i4").tobytes()
        return content + (b"" if data is None else data.tobytes())
    letter = {"f4": "f", "f8": "d"}[real]
    x, v = galaxy.positions.astype(order + real), galaxy.velocities.astype(order + real)
    content = item("(", "SnapShot") + item("(", "Parameters") + item("i", "Nobj", numpy.array(bodies, order + "i4"))
    content += item("d", "Time", numpy.array(galaxy.time, order + "f8")) + item(")") + item("(", "Particles")
    content += item(letter, "Mass", galaxy.masses.astype(order + real))
    if phase_space:
        content += item(letter, "PhaseSpace", numpy.stack([x, v], 1).astype(order + real))
    else:
        content += item(letter, "Position", x) + item(letter, "Velocity", v)
    if key is not None:
        content += item("i", "Key", key.astype(order + "i4"))
    return content + item(")") + item(")")


class Numpy(unittest.TestCase):
    def setUp(self):
        self.galaxy = Galaxy()

    def check(self, content, position="f8", velocity="f8", mass="f8", id=None, factors=(1, 1, 1), units="model"):
        """Compares positions in double precision; velocities and masses are rounded to floats."""
        found = read(content, units)
        self.assertNotIn("error", found, found.get("error"))
        columns, galaxy = found["columns"], self.galaxy
        expected = galaxy.positions.astype(position).astype("f8") * factors[0]
        numpy.testing.assert_allclose(columns[:, 1:4], expected, rtol=2e-16, atol=0)
        for part, numbers, kind in ((slice(4, 7), galaxy.velocities, velocity), (0, galaxy.masses, mass)):
            factor = factors[1 if part != 0 else 2]
            rounded = (numbers.astype(kind).astype("f4") * numpy.float64(factor)).astype("f4")
            numpy.testing.assert_allclose(columns[:, part].astype("f4"), rounded, rtol=0 if factor == 1 else 1.2e-7, atol=0)
        numpy.testing.assert_array_equal(found["ids"], numpy.arange(bodies) if id is None else id)
        return found

    def test_gadget_blocks_of_every_kind_have_the_values_that_numpy_wrote(self):
        ids = self.galaxy.ids
        for order, real, id, labels in itertools.product("<>", ("f4", "f8"), ("u4", "u8"), (False, True)):
            for extra, info, turned in ((0, False, False), (1, False, False), (2, True, False), (1, True, True)):
                if (info or turned) and not labels:
                    continue
                with self.subTest(order=order, real=real, id=id, labels=labels, extra=extra, turned=turned):
                    found = self.check(gadget(self.galaxy, order, real, id, labels, None, extra, info, (), turned), real,
                                       real, real, ids)
                    self.assertEqual(found["format"], ["gadget2"])
                    self.assertIn("POT" if labels else f"block {6 + extra}", found["unused"])

    def test_gadget_ids_of_8_bytes_keep_all_digits(self):
        self.galaxy.ids += numpy.uint64(2**63)
        self.check(gadget(self.galaxy, real="f8", id="u8"), id=self.galaxy.ids)

    def test_gadget_columns_may_be_missing(self):
        for labels in (False, True):
            self.galaxy = Galaxy()
            self.check(gadget(self.galaxy, real="f8", labels=labels, without=("ID  ",)))
            self.galaxy.velocities[:] = 0
            found = self.check(gadget(self.galaxy, real="f8", labels=labels, without=("VEL ",)), id=self.galaxy.ids)
            self.assertIn("no velocities", found["note"][0])

    def test_gadget_masses_may_be_in_the_header(self):
        self.galaxy.masses[:1000], self.galaxy.masses[1000:] = 0.5, 0.25
        for order in "<>":
            header = gadget_header(order, [0, 1000, 0, 0, 500, 0], [0, 0.5, 0, 0, 0.25, 0], self.galaxy, 100.0)
            content = gadget(self.galaxy, order, "f8", "u8", False, header, without=("MASS", "POT "))
            self.assertEqual(self.check(content, id=self.galaxy.ids)["box"], ["100 100 100"])

    def test_gadget_units_convert_doubles_before_rounding(self):
        kpc, solar_mass, gravity = 3.0856775814913673e21, 1.98841e33, 6.6743e-8
        factors = (1 / 4, 1 / 220, 1e10 * solar_mass * gravity / (220e5**2 * 4 * kpc))
        self.check(gadget(self.galaxy, real="f8"), id=self.galaxy.ids, factors=factors, units="gadget")
        self.check(gadget(self.galaxy), "f4", "f4", "f4", self.galaxy.ids, factors, "gadget")

    def test_cosmological_gadget_snapshots_become_physical(self):
        kpc, solar_mass, gravity = 3.0856775814913673e21, 1.98841e33, 6.6743e-8
        a, h, matter = 0.25, 0.7, 0.3
        self.galaxy.time = a
        header = bytearray(gadget_header("<", [0, 1000, 0, 0, 500, 0], [0] * 6, self.galaxy, 100.0))
        header[80:88] = numpy.array(1 / a - 1).tobytes()
        header[136:160] = numpy.array([matter, 1 - matter, h]).tobytes()
        factors = (a / h / 4, a**0.5 / 220, 1e10 / h * solar_mass * gravity / (220e5**2 * 4 * kpc))
        found = self.check(gadget(self.galaxy, real="f8", header=bytes(header)), id=self.galaxy.ids, factors=factors,
                           units="auto")
        age = 2 / 3 / (1 - matter)**0.5 * numpy.arcsinh(((1 - matter) / matter * a**3)**0.5)  # in Hubble times
        self.assertAlmostEqual(float(found["time"][0]) / (age * 10 / h / 4 * 220), 1, 6)
        numpy.testing.assert_array_equal(numpy.array(found["box"][0].split(), "f8"), 100 * factors[0])
        self.assertIn("with the scale factor 0.25", found["note"][0])
        self.check(gadget(self.galaxy, real="f8", header=bytes(header)), id=self.galaxy.ids)

    def test_gadget_headers_count_files_and_bodies(self):
        for files, totals in ((4, [0, 4000, 0, 0, 2000, 0]), (1, [0, 1000, 0, 0, 501, 0])):
            header = gadget_header("<", [0, 1000, 0, 0, 500, 0], [0] * 6, self.galaxy, 0, files, totals)
            found = self.check(gadget(self.galaxy, real="f8", header=header), id=self.galaxy.ids)
            if files > 1:
                self.assertEqual(found["files"], [str(files)])
            else:
                self.assertIn("states 1501 bodies", found["note"][0])

    def test_tipsy_files_of_every_width_byte_order_and_header(self):
        widths = (("f4", "f4", "f4"), ("f8", "f4", "f4"), ("f8", "f8", "f4"), ("f8", "f8", "f8"))
        for order, padded, (position, velocity, other) in itertools.product("<>", (False, True), widths):
            with self.subTest(order=order, padded=padded, widths=(position, velocity, other)):
                found = self.check(tipsy(self.galaxy, order, position, velocity, other, padded), position, velocity, other)
                self.assertEqual(found["format"], ["tipsy"])

    def test_an_inconsistent_tipsy_header_is_refused_with_its_numbers(self):
        self.assertIn("the header states 1501 bodies in total, but 300 gas, 700 dark matter and 500 star bodies, "
                      "together 1500", read(tipsy(self.galaxy, total=1501))["error"])

    def test_ascii_tipsy(self):
        galaxy = self.galaxy
        arrays = [galaxy.masses, *galaxy.positions.T, *galaxy.velocities.T]
        arrays += [numpy.zeros(kinds[1] + 3 * kinds[2] + 4 * kinds[0] + bodies)]
        text = f"{bodies} {kinds[0]} {kinds[2]}\n3\n{galaxy.time!r}\n"
        text += "".join(f"{number!r}\n" for array in arrays for number in array.tolist())
        self.assertEqual(self.check(text.encode())["format"], ["tipsy"])

    def test_phigrape(self):
        galaxy = self.galaxy
        text = f"{12:06d}\n{bodies:06d}\n{galaxy.time:.16E}\n"
        for row in zip(galaxy.ids, galaxy.masses, *galaxy.positions.T, *galaxy.velocities.T):
            text += f"{row[0]:06d} " + " ".join(f"{number:.16E}" for number in row[1:]) + "\n"
        self.assertEqual(self.check(text.encode(), id=galaxy.ids)["format"], ["phigrape"])
        self.check(text.replace("E", "D").encode(), id=galaxy.ids)

    def test_nemo_items_of_both_widths_and_byte_orders(self):
        for order, real, phase_space in itertools.product("<>", ("f4", "f8"), (False, True)):
            with self.subTest(order=order, real=real, phase_space=phase_space):
                self.check(nemo(self.galaxy, order, real, phase_space), real, real, real)
                keys = self.galaxy.ids
                self.check(nemo(self.galaxy, order, real, phase_space, keys), real, real, real, keys)
                found = self.check(nemo(self.galaxy, order, real, phase_space, keys * 0), real, real, real)
                self.assertEqual(found["unused"], ["Key"])


program = os.path.abspath(sys.argv[1])
unittest.main(argv=sys.argv[:1] + sys.argv[2:])
