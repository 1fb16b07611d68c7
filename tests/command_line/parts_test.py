"""Commands open snapshots of several files: GADGET-2 parts, and HDF5 parts that h5py has written."""

import struct
import unittest

import command

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

view = ["--size", "64x64", "--interop", "none"]


def gadget2_part(ids, files, time):
    """Returns a part of a GADGET-2 snapshot. Body n of the halo is at (n, 2n, 0) kpc and has the mass n."""
    def block(data):
        return struct.pack("<i", len(data)) + data + struct.pack("<i", len(data))
    header = struct.pack("<6i6ddd2i", 0, len(ids), 0, 0, 0, 0, *[0] * 6, time, 0, 0, 0)
    header += struct.pack("<6i2i4d", 0, 99, 0, 0, 0, 0, 0, files, 0, 0, 0, 1)
    return (block(header.ljust(256, b"\0")) + block(b"".join(struct.pack("<3f", n, 2 * n, 0) for n in ids)) +
            block(struct.pack(f"<{3 * len(ids)}f", *[0] * 3 * len(ids))) + block(struct.pack(f"<{len(ids)}i", *ids)) +
            block(struct.pack(f"<{len(ids)}f", *ids)))


class GadgetParts(command.Test):
    def setUp(self):
        super().setUp()
        for moment in range(3):
            (self.folder / f"snapdir_{moment:03}").mkdir()
            for part, ids in enumerate(([1, 4, 5], [3, 2])):
                self.put(f"snapdir_{moment:03}/snap_{moment:03}.{part}", gadget2_part(ids, 2, moment))

    def test_naming_one_part_or_the_folder_opens_the_whole_snapshot(self):
        for name in ("snapdir_001/snap_001.0", "snapdir_001/snap_001.1", "snapdir_001", "snapdir_001/"):
            info = self.info(name)
            self.assertEqual((info["bodies"], info["files"], info["format"]), (5, 2, "gadget2"), name)
            self.assertEqual([component["bodies"] for component in info["components"]], [5])
            self.assertClose(info["bounds"][1][1], 10 / 4)  # 10 kpc, in units of 4 kpc
            self.assertFalse([note for note in info["notes"] if "files" in note], info["notes"])

    def test_a_missing_part_is_named(self):
        (self.folder / "snapdir_001/snap_001.0").unlink()
        for name in ("snapdir_001/snap_001.1", "snapdir_001"):
            self.refused(1, "the snapshot consists of 2 files, but snap_001.0 is missing", "info", name)

    def test_folders_and_parts_play_as_a_series(self):
        for moment in range(3):
            for part in range(2):
                name = f"snap_{moment:03}.{part}"
                self.put(name, (self.folder / f"snapdir_{moment:03}" / name).read_bytes())
        for pattern in ("snapdir_%03d", "snap_*", "snap_%d.%d", "snap_%d.1"):
            self.done("render", pattern, "-o", "f-%d.png", "--fps", 1, "--time-per-second", 1, "--units", "model",
                      *view)
            pictures = list(self.folder.glob("f-*.png"))
            self.assertEqual(len(pictures), 3, pattern)
            for picture in pictures:
                picture.unlink()
        self.refused(1, "contains several snapshots, for example snap_000.0 and snap_001.0", "info", ".")

    def test_no_output_replaces_a_part(self):
        self.refused(2, "would replace the source", "simulate", "snapdir_001/snap_001.1", "--until", 2, "-o",
                     "snapdir_001/snap_001.0", "--format", "gadget2")


@unittest.skipIf(h5py is None, "python3-h5py is not installed")
class Hdf5Parts(command.Test):
    def write(self, name, rows, files, seed):
        random = numpy.random.default_rng(seed)
        with h5py.File(self.folder / name, "w") as file:
            attributes = file.create_group("Header").attrs
            attributes["NumPart_ThisFile"] = numpy.array([0, rows[0], 0, 0, rows[1], 0], "i4")
            attributes["NumFilesPerSnapshot"], attributes["Time"] = files, 0.5
            for kind, count in zip((1, 4), rows):
                if count == 0:
                    continue
                group = file.create_group(f"PartType{kind}")
                group["Coordinates"] = random.normal(size=(count, 3))
                group["Velocities"] = random.normal(size=(count, 3)).astype("f4")
                group["Masses"] = random.uniform(1, 2, count).astype("f4")
                group["ParticleIDs"] = random.permutation(count).astype("u8") + 1000 * seed + 100 * kind + 1

    def test_all_bodies_have_the_numbers_that_h5py_reads_in_the_order_of_their_ids(self):
        names = [f"multi.{part}.hdf5" for part in range(3)]
        for part, rows in enumerate(((40, 30), (0, 0), (0, 50))):
            self.write(names[part], rows, 3, part)
        expected = {}
        for name in names:
            with h5py.File(self.folder / name) as file:
                for kind in ("PartType1", "PartType4"):
                    if kind in file:
                        columns = (file[kind][column][:] for column in ("ParticleIDs", "Coordinates", "Masses"))
                        for id, position, mass in zip(*columns):
                            expected[int(id)] = [numpy.float32(mass), *position.astype("f4")]
        self.done("simulate", names[1], "--until", 0.5, "--units", "model", "-o", "x.tab")
        found = [[numpy.float32(number) for number in row[:4]] for row in self.rows("x.tab")]
        self.assertEqual(found, [expected[id] for id in sorted(expected)])
        info = self.info(names[2])
        self.assertEqual([(component["name"], component["bodies"]) for component in info["components"]],
                         [("halo", 40), ("stars", 80)])


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
