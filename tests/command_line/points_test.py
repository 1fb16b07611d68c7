"""Files of points for other graphics programs, read by code that shares nothing with the program."""

import csv
import re
import struct

import command

small = ["milky-way-andromeda", "--bodies", 1000, "--gas", "off", "--set", "with_gas=false", "--dt", 0.1]
sizes = {"float": "f", "uchar": "B", "ushort": "H", "uint": "I"}


def read_ply(path):
    """Returns the comments and the vertices of a binary PLY file as dictionaries, as its header describes them."""
    data = path.read_bytes()
    header, _, body = data.partition(b"end_header\n")
    lines = header.decode().splitlines()
    assert lines[:2] == ["ply", "format binary_little_endian 1.0"], lines[:2]
    comments = [line.removeprefix("comment ") for line in lines if line.startswith("comment ")]
    count = next(int(line.split()[2]) for line in lines if line.startswith("element vertex "))
    properties = [line.split()[1:] for line in lines if line.startswith("property ")]
    row = struct.Struct("<" + "".join(sizes[kind] for kind, _ in properties))
    assert len(body) == count * row.size, (len(body), count, row.size)
    names = [name for _, name in properties]
    return comments, [dict(zip(names, values)) for values in row.iter_unpack(body)]


def read_csv(path):
    with open(path) as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


class Points(command.Test):
    def test_a_ply_file_contains_the_shown_bodies_with_their_components_and_colors(self):
        self.done("render", *small, "--at", 0, "-o", "start.ply")
        comments, points = read_ply(self.folder / "start.ply")
        self.assertIn("Milkomeda, time 0 Myr", comments)
        names = {int(match[1]): match[2] for match in (re.match(r"component (\d+) (.*)", line) for line in comments) if match}
        shown = {names[point["component"]] for point in points}
        self.assertEqual(shown, {"milky-way disk", "andromeda disk", "milky-way bulge", "andromeda bulge"})
        self.assertEqual(len({point["id"] for point in points}), len(points))
        # Disks are bluer than bulges, and the brightest channel is always full.
        def blueness(component):
            ratios = [point["blue"] / point["red"] for point in points if names[point["component"]] == component]
            return sum(ratios) / len(ratios)
        self.assertGreater(blueness("milky-way disk"), blueness("milky-way bulge"))
        self.assertTrue(all(max(point["red"], point["green"], point["blue"]) == 255 for point in points))
        self.assertTrue(all(point["radius"] > 0 for point in points))
        # The program's own table contains these bodies in model units of 4 kpc, 220 km/s and 4.5e10 solar masses.
        self.done("generate", *small[:3], "--set", "with_gas=false", "-o", "own.csv")
        with open(self.folder / "own.csv") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        for point in points[::37]:
            row = rows[point["id"]]
            for name, unit in [("x", 4), ("y", 4), ("z", 4), ("vx", 220), ("vy", 220), ("vz", 220), ("mass", 4.5e10)]:
                # six digits: single precision
                self.assertClose(point[name], unit * float(row[name]), 1e-5, 1e-5)

    def test_numbered_files_have_equal_ids_and_moving_points(self):
        said = self.done("render", *small, "--until", 2, "--fps", 1, "--time-per-second", 1, "-o", "f-%03d.ply").error
        self.assertIn("at 3 moments", said)
        moments = [read_ply(self.folder / f"f-{i:03}.ply") for i in range(3)]
        self.assertFalse((self.folder / "f-003.ply").exists())
        ids = [[point["id"] for point in points] for _, points in moments]
        self.assertEqual(ids[0], ids[2])
        self.assertIn("Milkomeda, time 35.56 Myr", moments[2][0])
        # A body moves by its velocity: 1 km/s for 17.78 Myr is 0.01818 kpc. Most orbits are nearly straight for so short.
        first, second = moments[0][1], moments[1][1]
        near = sum(abs(b["x"] - a["x"] - 0.01818 * a["vx"]) < 0.3 * abs(0.01818 * a["vx"]) + 0.3
                   for a, b in zip(first, second))
        self.assertGreater(near, 0.5 * len(first))

    def test_a_table_contains_all_moments_one_after_the_other(self):
        self.done("render", *small, "--until", 2, "--fps", 1, "--time-per-second", 1, "-o", "run.csv")
        rows = read_csv(self.folder / "run.csv")
        self.done("render", *small, "--until", 2, "--fps", 1, "--time-per-second", 1, "-o", "f-%d.csv")
        single = [row for i in range(3) for row in read_csv(self.folder / f"f-{i}.csv")]
        self.assertEqual(rows, single)
        count = len(rows) // 3
        self.assertEqual([row["id"] for row in rows[:count]], [row["id"] for row in rows[count:2 * count]])
        self.assertEqual(sorted({row["time_myr"] for row in rows}), [0, 17.78, 35.56])

    def test_a_volume_contains_the_mass_and_the_light_of_the_points(self):
        options = [*small, "--at", 5]
        result = self.run_program("render", *options, "-o", "a.vdb")
        if "built without OpenVDB" in result.error:
            self.skipTest("the program was built without OpenVDB")
        self.assertEqual(result.code, 0, result.error)
        try:
            import pyopenvdb
        except ImportError:
            self.skipTest("python3-openvdb is not installed")
        self.done("render", *options, "-o", "a.ply")
        _, points = read_ply(self.folder / "a.ply")
        grids = {grid.name: grid for grid in pyopenvdb.readAllGridMetadata(str(self.folder / "a.vdb"))}
        self.assertEqual(set(grids), {"density", "emission"})
        density, emission = (pyopenvdb.read(str(self.folder / "a.vdb"), name) for name in ["density", "emission"])
        edge = density.transform.voxelSize()[0]
        self.assertClose(density["time_myr"], 5 * 17.78)
        mass, middle = 0, [0, 0, 0]
        for voxel in density.iterOnValues():
            mass += voxel.value * edge ** 3
            middle = [sum + i * edge * voxel.value * edge ** 3 for sum, i in zip(middle, voxel.min)]
        self.assertClose(mass, sum(point["mass"] for point in points), 1e-4)
        for axis, name in enumerate("xyz"):
            center = sum(point["mass"] * point[name] for point in points) / mass
            self.assertClose(middle[axis] / mass, center, absolute=0.2 * edge)
        light = sum(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (voxel.value for voxel in emission.iterOnValues()))
        self.assertClose(light * edge ** 3, sum(point["luminosity"] for point in points), 1e-3)

    def test_a_volume_contains_the_temperature_of_moving_gas(self):
        # Isothermal gas without a pressure floor has one temperature.
        options = ["gas-rich-merger", "--bodies", 2000, "--gas", "isothermal", "--gas-stars", "off", "--gas-floor", 0,
                   "--gas-temperature", 3e4, "--dt", 0.05, "--at", 0.1, "--voxel", 0.75]
        result = self.run_program("render", *options, "--color-by", "gas-temperature", "-o", "gas.vdb")
        if "built without OpenVDB" in result.error:
            self.skipTest("the program was built without OpenVDB")
        self.assertEqual(result.code, 0, result.error)
        self.assertIn("voxels of 0.75 kpc", result.error)
        try:
            import pyopenvdb
        except ImportError:
            self.skipTest("python3-openvdb is not installed")
        file = str(self.folder / "gas.vdb")
        self.assertEqual({grid.name for grid in pyopenvdb.readAllGridMetadata(file)},
                         {"density", "emission", "temperature"})
        density, temperature = (pyopenvdb.read(file, name) for name in ["density", "temperature"])
        self.assertEqual(temperature.transform.voxelSize()[0], 0.75)
        values = [voxel.value for voxel in temperature.iterOnValues()]
        for value in (min(values), max(values)):
            self.assertClose(value, 3e4, 1e-4)  # rounding of sums in single precision, and of the device's pressures
        dense = sum(1 for _ in density.iterOnValues())
        self.assertTrue(0 < len(values) < dense, (len(values), dense))
        # Without the measurement there is no grid.
        self.done("render", *options, "-o", "plain.vdb")
        self.assertEqual({grid.name for grid in pyopenvdb.readAllGridMetadata(str(self.folder / "plain.vdb"))},
                         {"density", "emission"})

    def test_options_that_do_not_fit_points_are_refused(self):
        result = self.run_program("render", *small, "--mode", "density", "-o", "a.ply")
        self.assertEqual(result.code, 2)
        self.assertIn("points have the colors of the draw mode stars", result.error)
        self.assertNotIn("computing", result.error)
        self.assertFalse((self.folder / "a.ply").exists())
        self.refused(2, "--detail", "render", *small, "--detail", "1/2", "-o", "a.ply")
        self.refused(2, "--voxel is for volumes", "render", *small, "--voxel", "1", "-o", "a.ply")
        self.refused(2, "--voxel must lie between", "render", *small, "--voxel", "0", "-o", "a.vdb")
        self.refused(1, "missing", "render", *small, "-o", "missing/a.ply")


if __name__ == "__main__":
    command.main(opengl=True)
