"""The command potential writes maps of the potential to files; benchmarks measure the computation of such maps."""

import json
import math
import random
import struct

import command


def read_npy(content):
    """Returns the shape and the numbers of an array of 32-bit floats, read by the specification of the format (NEP
    1)."""
    assert content[:8] == b"\x93NUMPY\x01\x00", content[:8]
    length = struct.unpack("<H", content[8:10])[0]
    header = eval(content[10:10 + length])  # The header is the text of a Python dictionary.
    assert header["descr"] == "<f4" and header["fortran_order"] is False, header
    numbers = content[10 + length:]
    return header["shape"], struct.unpack(f"<{len(numbers) // 4}f", numbers)


def potential(bodies, point, softening):
    return -math.fsum(m / math.sqrt((x - point[0]) ** 2 + (y - point[1]) ** 2 + (z - point[2]) ** 2 + softening ** 2)
                      for m, x, y, z, *_ in bodies)


class Potential(command.Test):
    def cloud(self, bodies=50):
        """Writes a table of bodies and returns its name and its rows."""
        draw = random.Random(3)
        rows = [[draw.uniform(0.5, 1.5) / bodies] + [draw.gauss(0, 2) for _ in range(6)] for _ in range(bodies)]
        name = self.put("cloud.tab", "".join(" ".join(f"{v:.6g}" for v in row) + "\n" for row in rows))
        return name, self.rows(name)

    def map(self, source, lattice, *words, name="map.npy"):
        self.done("potential", source, "--lattice", lattice, "--softening", "0.1", *words, "-o", name)
        return read_npy((self.folder / name).read_bytes())

    def test_a_map_contains_the_exact_potentials_in_the_documented_point_order(self):
        source, rows = self.cloud()
        for lattice in ("1x1x1", "7x5x3", "2x33x4", "20x3x1"):
            nx, ny, nz = map(int, lattice.split("x"))
            shape, found = self.map(source, lattice, "--center", "0.5,-1,0.25", "--extent", "8,6,4")
            self.assertEqual(shape, (nz, ny, nx))
            expected = [potential(rows, [c + ((i + 0.5) / n - 0.5) * e for c, i, n, e in
                                         zip((0.5, -1, 0.25), at, (nx, ny, nz), (8, 6, 4))], 0.1)
                        for at in ((i, j, k) for k in range(nz) for j in range(ny) for i in range(nx))]
            error = math.sqrt(sum((a - b) ** 2 for a, b in zip(found, expected)) / sum(b * b for b in expected))
            self.assertLess(error, 1e-6, lattice)  # Tolerance: single precision rounds to 6e-8.

    def test_numpy_reads_the_map(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("python3-numpy is not installed")
        source, _ = self.cloud()
        shape, found = self.map(source, "6x4x2")
        loaded = numpy.load(self.folder / "map.npy")
        self.assertEqual((loaded.shape, loaded.dtype), ((2, 4, 6), numpy.float32))
        self.assertEqual(list(loaded.flatten()), list(found))

    def test_the_default_map_is_a_cube_around_all_bodies(self):
        source, rows = self.cloud()
        said = json.loads(self.done("potential", source, "--lattice", "3x3x3", "-o", "m.npy", "--json").out)
        least, most = ([edge(row[axis] for row in rows) for axis in (1, 2, 3)] for edge in (min, max))
        size = max(b - a for a, b in zip(least, most))
        self.assertEqual(said["lattice"], [3, 3, 3])
        for axis in range(3):
            self.assertClose(said["center"][axis], (least[axis] + most[axis]) / 2, absolute=1e-4)
            self.assertClose(said["extent"][axis], size, 1e-4)
        self.assertEqual(said["bodies"], len(rows))
        self.assertLess(said["least"], said["mean"])
        self.assertLess(said["mean"], said["most"])

    def test_a_map_at_a_later_time_uses_the_moved_bodies(self):
        _, at_start = self.map(command.scene, "4x4x4", "--bodies", 500)
        _, later = self.map(command.scene, "4x4x4", "--bodies", 500, "--at", 0.2, "--center", "0,0,0", "--extent", "50,50,50")
        _, same = self.map(command.scene, "4x4x4", "--bodies", 500, "--center", "0,0,0", "--extent", "50,50,50")
        self.assertNotEqual(later, same)
        for a, b in zip(later, same):
            self.assertClose(a, b, 0.2)  # In 4 million years, the map changes only slightly.
        self.done("simulate", command.scene, "--bodies", 500, "--until", 0.2, "--softening", "0.1", "-o", "later.hdf5")
        _, of_file = self.map("later.hdf5", "4x4x4", "--center", "0,0,0", "--extent", "50,50,50")
        for a, b in zip(later, of_file):
            self.assertClose(a, b, 1e-5)

    def test_a_map_at_a_later_time_respects_scripted_events(self):
        self.put("own.toml", command.two_galaxies + '''[[change]]
time = 0.2
add = "guest"
like = "satellite"
bodies = 100
position = [0, 20, 0]
[[change]]
time = 0.4
delete = "a"
''')
        of = ["--bodies", 400, "--seed", 2]
        words = ["--softening", 0.3, "--center", "5,10,0", "--extent", "30,30,30", "-o", "m.npy", "--json"]
        for at, bodies in ((0.3, 500), (0.6, 300)):
            said = json.loads(self.done("potential", "own.toml", *of, "--at", at, "--lattice", "4x4x4", *words).out)
            self.assertEqual(said["bodies"], bodies)
            later = read_npy((self.folder / "m.npy").read_bytes())[1]
            self.done("simulate", "own.toml", *of, "--until", at, "-o", "own.hdf5")
            self.done("potential", "own.hdf5", "--lattice", "4x4x4", *words)
            for a, b in zip(later, read_npy((self.folder / "m.npy").read_bytes())[1]):
                self.assertClose(a, b, 1e-5)
        shown = json.loads(self.done("potential", "own.toml", *of, "--at", 0.6, "--lattice", "4x4x4", "-o", "m.npy",
                                     # By default the map covers all bodies that exist at the requested time.
                                     "--json").out)
        self.assertGreater(shown["extent"][1], 19)

    def test_an_hdf5_map_contains_the_numbers_of_the_npy_map_and_is_reproducible(self):
        source, _ = self.cloud()
        _, numbers = self.map(source, "5x3x2", "--center", "0,0,0", "--extent", "2,2,2")
        for name in ("a.hdf5", "b.h5"):
            self.done("potential", source, "--lattice", "5x3x2", "--softening", "0.1", "--center", "0,0,0",
                      "--extent", "2,2,2", "-o", name)
        content = (self.folder / "a.hdf5").read_bytes()
        self.assertTrue(content.startswith(b"\x89HDF\r\n\x1a\n"))
        self.assertIn(struct.pack(f"<{len(numbers)}f", *numbers), content)
        for name in (b"Potential", b"Center", b"Extent", b"Time", b"Softening"):
            self.assertIn(name, content)
        self.assertEqual(content, (self.folder / "b.h5").read_bytes())

    def test_a_map_picture_is_bright_in_the_potential_well_and_has_contours(self):
        source = self.put("one.tab", "1 2 2 0 0 0 0\n")
        self.done("potential", source, "--lattice", "32x32x3", "--center", "0,0,0", "--extent", "10,10,10", "-o", "p.png")
        width, height, pixels = command.read_png((self.folder / "p.png").read_bytes())
        self.assertEqual((width, height), (1024, 1024))
        self.assertEqual(set(pixels[3::4]), {255})

        def light(x, y):  # x and y are relative to the center, in model units; y points upward.
            column, row = int(width * (0.5 + x / 10)), int(height * (0.5 - y / 10))
            return sum(pixels[4 * (row * width + column):][:3])
        self.assertGreater(light(2, 2), light(-4, -4) + 100)
        # In the picture y points upward, so the well is at the top right.
        self.assertGreater(light(2, 2), light(2, -2) + 100)
        # The color map viridis contains no white, but contour lines are mixed with white.
        self.assertGreater(sum(min(pixels[4 * i:4 * i + 3]) > 150 for i in range(width * height)), 500)

    def test_invalid_options_are_refused_with_one_line(self):
        source, _ = self.cloud()
        for code, reason, words in (
                (2, "has no points", ["--lattice", "0x4x4", "-o", "m.npy"]),
                (2, "NXxNYxNZ", ["--lattice", "4x4", "-o", "m.npy"]),
                (2, "not a whole number", ["--lattice", "4x4xa", "-o", "m.npy"]),
                (2, "not a whole number", ["--lattice", "4x-4x4", "-o", "m.npy"]),
                (2, "more points than", ["--lattice", "100000x100000x100000", "-o", "m.npy"]),
                (2, "more points than", ["--lattice", "18446744073709551615x2x1", "-o", "m.npy"]),
                (2, "must be greater than 0", ["--lattice", "4x4x4", "--extent", "0,1,1", "-o", "m.npy"]),
                (2, "must be greater than 0", ["--lattice", "4x4x4", "--extent", "1,-1,1", "-o", "m.npy"]),
                (2, "1e+18", ["--lattice", "4x4x4", "--center", "1e30,0,0", "-o", "m.npy"]),
                (2, "1e+18", ["--lattice", "4x4x4", "--extent", "1e30,1,1", "-o", "m.npy"]),
                (2, "must end in .npy, .hdf5 or .png", ["--lattice", "4x4x4", "-o", "m.xyz"]),
                (2, "--lattice is required", ["-o", "m.npy"]),
                (2, "--output is required", ["--lattice", "4x4x4"]),
                (2, "before the start", ["--lattice", "4x4x4", "--at", "-1", "-o", "m.npy"]),
                (1, "no-such-folder", ["--lattice", "4x4x4", "-o", "no-such-folder/m.npy"])):
            self.refused(code, reason, "potential", source, *words)
        for lattice in ("32768x32768x1", "65536x16384x1", "1073741824x1x1", "16384x16385x1"):
            self.refused(2, "too large for a picture, which may have 268435456 pixels; use .npy or .hdf5",
                         "potential", source, "--lattice", lattice, "-o", "m.png")
        for words in ([], ["--at", 2]):
            self.refused(2, "mixed has no potential, because its particles do not attract each other", "potential",
                         "mixed", "--lattice", "4x4x1", "-o", "m.npy", *words)
        self.refused(1, "nowhere.tab", "potential", "nowhere.tab", "--lattice", "4x4x4", "-o", "m.npy")
        self.refused(1, "interop none", "potential", source, "--interop", "none", "--lattice", "4x4x4", "-o", "m.npy")

    def test_a_map_with_infinite_values_is_refused(self):
        far = self.put("far.tab", "1 0 0 0 0 0 0\n1 1e20 0 0 0 0 0\n")
        result = self.run_program("potential", far, "--lattice", "4x4x4", "-o", "m.npy")
        self.assertEqual(result.code, 1, result.error)
        self.assertIn("exceeds single precision", result.error.splitlines()[-1])
        self.assertFalse((self.folder / "m.npy").exists())

    def test_a_full_disk_leaves_no_partial_map(self):
        source, _ = self.cloud()
        # This command lets the driver store its compiled kernels before the disk is limited.
        self.map(source, "128x128x32", name="before.npy")
        for name in ("m.npy", "m.hdf5"):
            before = self.files()
            failed = self.run_program("potential", source, "--lattice", "128x128x32", "-o", name,
                                      preexec_fn=command.disk_of(1536 * 1024))
            self.assertEqual(failed.code, 1, failed.error)
            self.assertIn(f"milkomeda: {name}: ", failed.error.splitlines()[-1])
            self.assertEqual(self.files(), before)

    def test_bench_potential_reports_consistent_rates_for_every_kernel(self):
        answer = json.loads(self.done("bench", "potential", "--bodies", 500, "--json").out)
        forms = {row["form"] for row in answer["results"]}
        self.assertTrue({"scalar", "unrolled", "tiled"} <= forms, forms)
        for row in answer["results"]:
            self.assertTrue({"device", "form", "bodies", "points", "ms", "gevals_per_s", "gflop_per_s", "of_ceiling",
                             "rms_error"} <= set(row), row)
            self.assertEqual(row["bodies"], 500)
            self.assertLess(row["rms_error"], 1e-6)
            self.assertClose(row["gevals_per_s"], 1e-6 * row["bodies"] * row["points"] / row["ms"], 1e-3)
            self.assertClose(row["gflop_per_s"], row["gevals_per_s"] * row["flop_per_eval"], 1e-3)

    def test_the_table_of_bench_potential_has_a_space_before_percent_signs(self):
        self.assertRegex(self.done("bench", "potential", "--bodies", 500).out, r"(?m)^scalar( +[\d.]+){8} +\d+ % +\d")

    def test_bench_matrix_verifies_the_measured_products(self):
        answer = json.loads(self.done("bench", "matrix", "--json").out)
        self.assertEqual({row["form"] for row in answer["results"]}, {"simple", "tiled"})
        for row in answer["results"]:
            self.assertEqual(set(row), {"device", "form", "width", "ms", "gflop_per_s", "rms_error"})
            self.assertLess(row["rms_error"], 1e-6)
            self.assertClose(row["gflop_per_s"], 2e-6 * row["width"] ** 3 / row["ms"], 1e-3)
        self.refused(2, "takes no --bodies", "bench", "matrix", "--bodies", 5)
        self.refused(2, "take no", "bench", "potential", "--plot", "a.png")


command.main(opencl=True)
