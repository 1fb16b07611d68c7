"""Runs continue the gas of particle files with its internal energies, and files with gas are converted without loss. h5py
writes and reads the files."""

import sys

import command

try:
    import h5py
    import numpy
except ImportError:
    sys.exit(print("skipped: python3-h5py is not installed") or command.skipped)

kpc, solar_mass = 3.0856775814913673e21, 1.98841e33
gas, dark = 300, 200
columns = ("InternalEnergy", "Density", "SmoothingLength")
isothermal_line = ("the internal energies of the gas are not used, because the equation of state is isothermal (--gas "
                   "adiabatic uses them)")


class GasFiles(command.Test):
    def swift_snapshot(self, name, **changes):
        """Writes a uniform sphere of gas in dark matter with the names and units of SWIFT: kpc, 1e10 Msun, km/s."""
        numbers = numpy.random.default_rng(1)
        with h5py.File(self.folder / name, "w") as file:
            header = file.create_group("Header").attrs
            header["NumPart_ThisFile"] = numpy.array([gas, dark, 0, 0, 0, 0, 0])
            header["Time"], header["NumFilesPerSnapshot"] = [0.0], [1]
            units = file.create_group("Units").attrs
            units["Unit length in cgs (U_L)"], units["Unit mass in cgs (U_M)"] = [kpc], [1e10 * solar_mass]
            units["Unit time in cgs (U_t)"] = [kpc / 1e5]
            for kind, count in ((0, gas), (1, dark)):
                part = file.create_group(f"PartType{kind}")
                direction = numbers.normal(size=(count, 3))
                direction /= numpy.linalg.norm(direction, axis=1)[:, None]
                part["Coordinates"] = 8 * numbers.random((count, 1)) ** (1 / 3) * direction
                part["Velocities"] = numpy.zeros((count, 3), "f4")
                part["Masses"] = numpy.full(count, 1 / count, "f4")
                part["ParticleIDs"] = numpy.arange(count) + 1 + gas * kind
            part = file["PartType0"]
            part["InternalEnergies"] = changes.get("energies", (2e4 + 1e3 * numbers.random(gas)).astype("f4"))
            part["Densities"] = numpy.full(gas, 5e-4, "f4")
            part["SmoothingLengths"] = (1.5 + 0.1 * numbers.random(gas)).astype("f4")
        return name

    def columns_of(self, name):
        with h5py.File(self.folder / name) as file:
            return [file[f"PartType0/{column}"][:] for column in columns if column in file["PartType0"]]

    def test_a_swift_snapshot_runs_on_as_gas_with_its_energies(self):
        self.swift_snapshot("swift.hdf5")
        self.assertEqual({part["name"]: part["bodies"] for part in self.info("swift.hdf5")["components"]},
                         {"gas": gas, "halo": dark})
        result = self.done("simulate", "swift.hdf5", "--gas", "adiabatic", "--until", 0.04, "-o", "hot.hdf5")
        self.assertNotIn("internal energies", result.error)
        energies, densities, lengths = self.columns_of("hot.hdf5")
        self.assertClose(energies.mean(), 2.05e4 / 220**2, 0.02)  # 10,000 K would be 0.0043
        self.assertTrue((densities > 0).all() and (lengths > 0).all())
        result = self.done("simulate", "swift.hdf5", "--until", 0.04, "-o", "cold.hdf5")
        self.assertIn("swift.hdf5: " + isothermal_line, result.error)
        self.assertClose(self.columns_of("cold.hdf5")[0].mean(), 0.0043, 0.05)

    def test_files_with_gas_are_converted_to_and_fro_without_loss(self):
        self.swift_snapshot("swift.hdf5")
        self.done("simulate", "swift.hdf5", "--until", 0, "-o", "a.hdf5")
        with h5py.File(self.folder / "swift.hdf5") as file:
            part = file["PartType0"]
            factors = 1 / 220**2, 4**3 / 4.5, 1.936492 / 4
            energies, densities, lengths = self.columns_of("a.hdf5")
            for found, name, factor in ((energies, "InternalEnergies", factors[0]), (densities, "Densities", factors[1]),
                                        (lengths, "SmoothingLengths", factors[2])):
                numpy.testing.assert_allclose(found, part[name][:] * factor, rtol=2e-3 if name == "Densities" else 1e-6)
        for name, format in (("b.gadget2", "gadget2"), ("c.hdf5", "swift"), ("d.milkomeda", "milkomeda")):
            self.done("simulate", "a.hdf5", "--until", 0, "--gas", "adiabatic", "-o", name, "--format", format)
            self.done("simulate", name, "--until", 0, "--gas", "adiabatic", "-o", "again.hdf5")
            for before, after in zip(self.columns_of("a.hdf5"), self.columns_of("again.hdf5"), strict=True):
                self.assertEqual(before.tobytes(), after.tobytes(), name)
                if format == "milkomeda":
                    break  # a state keeps the densities and smoothing lengths that the run has computed

    def test_a_run_without_gas_writes_no_columns_of_gas(self):
        self.swift_snapshot("swift.hdf5")
        result = self.done("simulate", "swift.hdf5", "--gas", "off", "--until", 0.04, "-o", "off.hdf5")
        self.assertIn("are not used, because the gas moves like stars", result.error)
        self.assertEqual(self.columns_of("off.hdf5"), [])
        result = self.done("simulate", "off.hdf5", "--gas", "adiabatic", "--until", 0.08, "-o", "on.csv")
        self.assertIn(f"off.hdf5: {gas} particles of gas have no internal energies; they start with the temperature "
                      "10000 K (--gas-temperature)", result.error)
        self.assertIn("csv omits the internal energies, densities and smoothing lengths of gas", result.error)

    def test_a_run_continues_with_the_young_stars_of_a_file(self):
        def births_in(name):
            with h5py.File(self.folder / name) as file:
                part = file["PartType4"]
                return dict(zip(part["ParticleIDs"][:], part["StellarFormationTime"][:], strict=True))

        self.done("simulate", "milky-way", "--bodies", 6000, "--until", 2, "-o", "a.hdf5")
        self.done("simulate", "a.hdf5", "--until", 2, "-o", "same.hdf5")
        self.assertEqual((self.folder / "same.hdf5").read_bytes(), (self.folder / "a.hdf5").read_bytes())
        self.done("simulate", "a.hdf5", "--until", 3, "-o", "b.hdf5")
        before, after = births_in("a.hdf5"), births_in("b.hdf5")
        self.assertGreater(len(after), len(before))
        self.assertEqual(before, {id: after[id] for id in before})
        self.assertTrue(0 < min(before.values()) and max(before.values()) < 2 < max(after.values()) < 3.001)
        # A state of a run that began with young stars is valid.
        self.done("simulate", "a.hdf5", "--until", 2.1, "-o", "b.milkomeda")
        self.done("simulate", "b.milkomeda", "--until", 2.2, "-o", "c.hdf5")
        self.assertEqual(before, {id: births_in("c.hdf5")[id] for id in before})
        result = self.done("simulate", "a.hdf5", "--until", 2, "-o", "d.csv")
        self.assertIn("omits the times of birth of young stars; hdf5 and milkomeda store them", result.error)

    def test_a_negative_energy_is_refused(self):
        energies = numpy.ones(gas, "f4")
        energies[7] = -1
        self.swift_snapshot("swift.hdf5", energies=energies)
        self.refused(1, "body 8: the internal energy of the gas is negative or not a finite 32-bit float", "info",
                     "swift.hdf5")


if __name__ == "__main__":
    command.main(opencl=True)
