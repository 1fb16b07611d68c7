"""Checks that h5py and h5dump can read the HDF5 files that Milkomeda writes. Argument: the program."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import h5py
    import numpy
except ImportError:
    sys.exit(print("skipped: python3-h5py is not installed") or 77)

cm_per_kpc, solar_mass_g = 3.0856775814913673e21, 1.98841e33


class Independent(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.hdf5, cls.table = (os.path.join(folder.name, name) for name in ("x.hdf5", "x.tab"))
        for path in (cls.hdf5, cls.table):
            subprocess.run([program, "generate", "--set", "with_gas=false", "--bodies", "3000", "-o", path], check=True)
        with open(cls.table) as file:
            cls.rows = [[float(number) for number in line.split()] for line in file]

    def test_h5py_reads_every_body_with_its_exact_numbers(self):
        with h5py.File(self.hdf5) as file:
            counts = list(file["Header"].attrs["NumPart_ThisFile"])
            # Type 1 is the halo, type 2 the disk and type 3 the bulge.
            self.assertEqual(counts, [0, 1800, 900, 300, 0, 0])
            for kind in (1, 2, 3):
                part = file[f"PartType{kind}"]
                self.assertEqual(part["Coordinates"].shape, (counts[kind], 3))
                self.assertEqual(part["Coordinates"].dtype, "float32")
                columns = zip(part["ParticleIDs"][:], part["Masses"][:], part["Coordinates"][:], part["Velocities"][:])
                for id, mass, position, velocity in columns:
                    # Each decimal number in the table identifies a 32-bit float.
                    row = [numpy.float32(number) for number in self.rows[int(id) - 1]]
                    self.assertEqual([mass, *position, *velocity], row)

    def test_units_and_header_follow_the_conventions_of_other_programs(self):
        with h5py.File(self.hdf5) as file:
            header = file["Header"].attrs
            self.assertAlmostEqual(header["UnitLength_in_cm"] / (4 * cm_per_kpc), 1, 12)
            self.assertAlmostEqual(header["UnitVelocity_in_cm_per_s"] / 220e5, 1, 12)
            self.assertAlmostEqual(header["UnitMass_in_g"] / (4.5e10 * solar_mass_g), 1, 3)
            self.assertAlmostEqual(file["Units"].attrs["Unit time in cgs (U_t)"] / (4 * cm_per_kpc / 220e5), 1, 12)
            self.assertEqual(header["NumFilesPerSnapshot"], 1)
            self.assertEqual(header["HubbleParam"], 1)
            self.assertEqual(list(header["NumPart_Total"]), list(header["NumPart_ThisFile"]))
            self.assertEqual(file["PartType2"].attrs["Components"], b"450 milky-way/disk;450 andromeda/disk")

    def test_swift_files_have_one_particle_type_in_a_box(self):
        path = self.hdf5 + "-swift"
        subprocess.run([program, "generate", "--set", "with_gas=false", "--bodies", "3000", "-o", path, "--format", "swift"], check=True)
        with h5py.File(path) as file:
            self.assertEqual(list(file["Header"].attrs["NumPart_Total"]), [0, 3000, 0, 0, 0, 0])
            self.assertEqual(list(file["PartType1/ParticleIDs"][:]), list(range(1, 3001)))
            half = file["Header"].attrs["BoxSize"] / 2
            self.assertLess(abs(file["PartType1/Coordinates"][:]).max(), half)

    def test_a_file_rewritten_by_h5py_is_read(self):
        packed = self.hdf5 + "-packed"
        with h5py.File(self.hdf5) as source, h5py.File(packed, "w", libver="latest") as copy:
            source.copy("Header", copy)
            for kind in (1, 2, 3):
                for name, data in source[f"PartType{kind}"].items():
                    shape = data.shape if len(data.shape) == 1 else (len(data), 3)
                    copy.create_dataset(f"PartType{kind}/{name}", data=data[:].astype("f8" if len(shape) == 2 else None),
                                        compression="gzip", shuffle=True, chunks=(100, *shape[1:]))
        output = subprocess.run([program, "info", "--json", packed], check=True, stdout=subprocess.PIPE).stdout
        info = json.loads(output)
        self.assertEqual(info["bodies"], 3000)
        self.assertAlmostEqual(info["total_mass"], sum(row[0] for row in self.rows), 3)

    @unittest.skipUnless(shutil.which("h5dump"), "h5dump is not installed")
    def test_h5dump_reads_the_file_without_warnings(self):
        dump = subprocess.run(["h5dump", "-d", "/PartType3/Masses", self.hdf5], capture_output=True, text=True)
        self.assertEqual((dump.returncode, dump.stderr), (0, ""))
        self.assertIn("( 300 ) / ( 300 )", dump.stdout)


program = os.path.abspath(sys.argv[1])
unittest.main(argv=sys.argv[:1] + sys.argv[2:])
