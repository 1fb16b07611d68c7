"""Particle sets in periodic boxes and far from the origin: the positions that info shows and commands write, and the
options that change them. h5py and numpy write the snapshots and read the results."""

import json
import sys

import command

try:
    import h5py
    import numpy
except ImportError:
    sys.exit(print("skipped: python3-h5py is not installed") or command.skipped)

cm_per_kpc, kpc_per_length = 3.0856775814913673e21, 4
far = numpy.array([60000.25, 59000.5, -58000.125])


class Placement(command.Test):
    def snapshot(self, name, positions, box=0, time=0):
        """Writes a snapshot in kpc, 1e10 solar masses and km/s with positions in double precision."""
        count = len(positions)
        with h5py.File(self.folder / name, "w") as file:
            header = file.create_group("Header").attrs
            header.update({"NumPart_ThisFile": [0, count, 0, 0, 0, 0], "NumPart_Total": [0, count, 0, 0, 0, 0],
                           "MassTable": numpy.zeros(6), "Time": float(time), "BoxSize": float(box),
                           "UnitLength_in_cm": cm_per_kpc, "UnitMass_in_g": 1.98841e43,
                           "UnitVelocity_in_cm_per_s": 1e5})
            part = file.create_group("PartType1")
            part["Coordinates"] = positions
            part["Velocities"] = numpy.zeros((count, 3), "f4")
            part["Masses"] = numpy.full(count, 1 / count, "f4")
            part["ParticleIDs"] = numpy.arange(1, count + 1, dtype="u8")
        return name

    def ball(self, center, sigma, count=400, seed=1):
        return center + sigma * numpy.random.default_rng(seed).standard_normal((count, 3))

    def json(self, *words):
        return json.loads(self.done("info", "--json", *words).out)

    def assertNear(self, found, expected, most):
        self.assertLessEqual(numpy.abs(numpy.asarray(found) - expected).max(), most)

    def test_info_shows_positions_of_the_source_and_the_origin(self):
        places = self.ball(far, 0.01)
        info = self.json(self.snapshot("x.hdf5", places))
        bounds = numpy.array([places.min(0), places.max(0)]) / kpc_per_length
        self.assertNear(info["bounds"], bounds, 1e-8)
        self.assertNear(info["centre_of_mass"], places.mean(0) / kpc_per_length, 1e-7)
        self.assertNear(info["origin"], far / kpc_per_length, 0.01)
        self.assertIn("positions are relative to the origin", info["notes"][0])
        self.assertRegex(self.done("info", "x.hdf5").out, r"(?m)^origin +15000\.1, ")
        near = self.json(self.snapshot("near.hdf5", self.ball(0, 1)))
        self.assertEqual((near["origin"], near["notes"]), ([0, 0, 0], []))

    def test_files_of_all_formats_contain_the_positions_of_the_source(self):
        places = self.ball(far, 0.01)
        self.snapshot("x.hdf5", places)
        expected = places / kpc_per_length
        for name in ("y.hdf5", "y.csv", "y.tab", "y.nemo", "y.gadget2", "y.tipsy"):
            with self.subTest(name):
                error = self.done("simulate", "x.hdf5", "--until", 0, "-o", name).error
                self.assertEqual("rounds positions to single precision" in error, name in ("y.gadget2", "y.tipsy"))
        with h5py.File(self.folder / "y.hdf5") as file:
            self.assertEqual(file["PartType1/Coordinates"].dtype, numpy.float64)
            self.assertNear(file["PartType1/Coordinates"][:], expected, 1e-8)
        table = numpy.loadtxt(self.folder / "y.csv", delimiter=",", skiprows=1, usecols=(1, 2, 3))
        self.assertNear(table, expected, 1e-8)
        self.assertNear(numpy.loadtxt(self.folder / "y.tab")[:, 1:4], expected, 1e-8)
        nemo = (self.folder / "y.nemo").read_bytes()
        begin = nemo.index(b"PhaseSpace") + 11 + 4 * 4
        self.assertNear(numpy.frombuffer(nemo, "f8", 6 * len(places), begin).reshape(-1, 6)[:, :3], expected, 1e-8)
        gadget = (self.folder / "y.gadget2").read_bytes()[264 + 4:]
        self.assertNear(numpy.frombuffer(gadget, "f4", 3 * len(places)).reshape(-1, 3), expected, 0.0006)
        tipsy = numpy.frombuffer((self.folder / "y.tipsy").read_bytes()[32:], ">f4").reshape(-1, 9)
        self.assertNear(tipsy[:, 1:4], expected, 0.0006)

    def test_saved_states_and_recordings_keep_the_origin_of_the_run(self):
        places = self.ball(far, 2, 60)
        self.snapshot("x.hdf5", places)
        self.done("simulate", "x.hdf5", "--until", 0.05, "--dt", 0.01, "--every", 0.05, "-o", "s.milkomeda", "--record",
                  "r.recording")
        start = self.json("x.hdf5")
        for name in ("s.milkomeda", "r.recording"):
            self.assertEqual(self.json(name)["origin"], start["origin"], name)
        self.done("simulate", "s.milkomeda", "--until", 0.1, "-o", "end.hdf5")
        with h5py.File(self.folder / "end.hdf5") as file:
            self.assertNear(file["PartType1/Coordinates"][:], places / kpc_per_length, 0.3)
        with h5py.File(self.folder / "s.milkomeda") as file:
            stored = [file["Bodies"].attrs["Origin" + axis] for axis in "XYZ"]
            self.assertEqual(stored, start["origin"])
            self.assertLess(numpy.abs(file["Bodies/Positions"][:, :3]).max(), 10)
        with h5py.File(self.folder / "r.recording") as file:
            self.assertEqual(list(file["Bodies"].attrs["Origin"]), start["origin"])

    def test_bodies_across_the_edge_of_a_periodic_box_are_moved_together_unless_periodic_is_off(self):
        whole = self.ball([0, 50, 100], 4)
        self.snapshot("x.hdf5", whole % 100, 100)
        info = self.json("x.hdf5")
        self.assertIn("crosses the edge of its periodic box along x and z", info["notes"][0])
        size = numpy.subtract(*info["bounds"][::-1])
        self.assertNear(size, (whole.max(0) - whole.min(0)) / kpc_per_length, 1e-5)
        self.done("simulate", "x.hdf5", "--until", 0, "-o", "y.hdf5")
        with h5py.File(self.folder / "y.hdf5") as file:
            found = file["PartType1/Coordinates"][:] * kpc_per_length
            self.assertNear(found - found[0], whole - whole[0], 1e-4)
        off = self.json("x.hdf5", "--periodic", "off")
        self.assertEqual(off["notes"], [])
        self.assertNear(off["bounds"], numpy.array([(whole % 100).min(0), (whole % 100).max(0)]) / kpc_per_length, 1e-5)

    def test_the_option_center_chooses_the_origin(self):
        places = self.ball([30, 40, 60], 1)
        self.snapshot("x.hdf5", places, 100)
        self.assertEqual(self.json("x.hdf5", "--center", "box")["origin"], [12.5, 12.5, 12.5])
        self.assertNear(self.json("x.hdf5", "--center", "densest")["origin"], places.mean(0) / kpc_per_length, 0.2)
        info = self.json("x.hdf5", "--center", "7.1,-2,1e3")
        self.assertEqual(info["origin"], [7.1, -2, 1000])
        self.assertNear(info["bounds"][0], places.min(0) / kpc_per_length, 1e-4)
        self.snapshot("near.hdf5", self.ball([3, 4, 6], 1))  # so near that single precision is exact enough
        self.assertEqual(self.json("near.hdf5", "--center", "auto")["origin"], [0, 0, 0])
        self.refused(2, "'1,2' is not three numbers", "info", "x.hdf5", "--center", "1,2")
        self.refused(2, "'on' is not one of auto, off", "info", "x.hdf5", "--periodic", "on")
        self.snapshot("without.hdf5", places)
        self.refused(1, "states no periodic box", "info", "without.hdf5", "--center", "box")

    def test_pictures_do_not_depend_on_the_position_of_the_particle_set(self):
        picture = ["--interop", "none", "--size", "80x80", "--mode", "point", "--camera",
                   "yaw=0.3,pitch=0.2,distance=8,target=0:0:0"]
        shape = self.ball(0, 4)
        self.snapshot("x.hdf5", shape)
        self.snapshot("far.hdf5", shape + far)
        at = ",".join(repr(float(v)) for v in far / kpc_per_length)
        expected = self.picture("x.png", "x.hdf5", *picture)
        result = self.done("render", "far.hdf5", *picture, "--center", at, "-o", "far.png")
        self.assertIn("positions are relative to the origin", result.error)
        self.assertEqual(command.read_png((self.folder / "far.png").read_bytes()), expected)

    def test_all_snapshots_of_a_series_have_the_origin_of_the_first(self):
        """The set crosses the edge of its box between the snapshots. The picture in between shows the set in the middle
        of its path."""
        picture = ["--interop", "none", "--size", "80x80", "--mode", "point", "--camera",
                   "yaw=0,pitch=0,distance=20,target=0:0:0"]
        shape = self.ball(0, 2)
        for i, x in enumerate((96, 104)):
            self.snapshot(f"s_{i}.hdf5", (shape + [x, 50, 50]) % 100, 100, i)
            self.snapshot(f"e_{i}.hdf5", shape + [x - 100, 0, 0], 0, i)
        expected = self.picture("e.png", "e_%d.hdf5", "--at", 0.5, *picture)
        found = self.picture("s.png", "s_%d.hdf5", "--at", 0.5, "--center", "25,12.5,12.5", *picture)
        different = sum(a != b for a, b in zip(found[2], expected[2]))
        self.assertLess(different, 0.01 * len(expected[2]))  # Rounding moves single bodies to the neighboring pixel.

    def test_maps_of_the_potential_have_coordinates_of_the_source(self):
        shape = self.ball(0, 4)
        self.snapshot("x.hdf5", shape)
        self.snapshot("far.hdf5", shape + far)
        words = ["--lattice", "4x4x1", "--extent", "8,8,8", "-o"]
        at = far / kpc_per_length
        near = json.loads(self.done("potential", "x.hdf5", *words, "x.npy", "--center", "1,2,3", "--json").out)
        center = ",".join(repr(float(v)) for v in at + [1, 2, 3])
        there = json.loads(self.done("potential", "far.hdf5", *words, "far.npy", "--center", center, "--json").out)
        self.assertNear(there["center"], at + near["center"], 1e-9)
        self.assertNear(numpy.load(self.folder / "far.npy"), numpy.load(self.folder / "x.npy"), 1e-5)

    def test_galaxies_of_scenes_are_placed_relative_to_their_centers(self):
        self.snapshot("far.hdf5", self.ball(far, 4))
        self.put("s.toml", 'title = "Far"\n[galaxy.a]\nfile = "far.hdf5"\nposition = [3, 0, 0]\n')
        self.done("generate", "s.toml", "--bodies", 400, "-o", "y.hdf5")
        info = self.json("y.hdf5")
        self.assertEqual(info["origin"], [0, 0, 0])
        self.assertLess(max(map(abs, info["centre_of_mass"])), 4)


if __name__ == "__main__":
    command.main(opencl=True)
