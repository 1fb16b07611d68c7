"""The command simulate writes states and rows of diagnostics at the requested times."""

import csv
import gzip
import json
import math
import pathlib
import re
import shutil

import command
from command import scene, without_gas

first_columns = ["time", "time_myr", "steps", "kinetic", "potential", "total", "energy_error",
                 "px", "py", "pz", "lx", "ly", "lz", "separation"]
parts = ["milky-way_disk", "andromeda_disk", "milky-way_bulge", "andromeda_bulge", "milky-way_halo", "andromeda_halo"]


class SimulateTest(command.Test):
    def simulate(self, source, until, *words):
        return self.done("simulate", source, "--until", until, *words)

    def diagnostics(self, source, until, *words):
        self.simulate(source, until, "--diagnostics", "d.csv", *words)
        with open(self.folder / "d.csv", newline="") as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def bytes(self, name):
        return (self.folder / name).read_bytes()


class BackwardRuns(SimulateTest):
    def test_a_run_that_goes_back_returns_to_its_start(self):
        source = self.generate("x.hdf5", 200)
        reversible = ["--integrator", "reversible"]
        self.simulate(source, 0, "-o", "start.tab", *reversible)
        error = self.simulate(source, 0.5, "-o", "there.hdf5", *reversible).error
        self.assertRegex(error, r"numbers: (32|64) bits, positions to [0-9]+ in steps of")
        self.simulate("there.hdf5", 0, "-o", "back.tab", *reversible)
        for a, b in zip(self.rows("start.tab"), self.rows("back.tab"), strict=True):
            for x, y in zip(a, b, strict=True):
                # Tolerance: the file rounds to 1e-6, and close pairs amplify this error to at most 4e-5, depending on
                # kernel and machine. A run that went back with one percent more softening would differ by 1e-2.
                self.assertClose(x, y, 1e-5, 2e-4)

    def test_diagnostics_and_snapshots_are_written_while_going_back(self):
        self.simulate(self.generate("x.csv", 100), 0.4, "-o", "there.csv")
        rows = self.diagnostics("there.csv", -0.2, "--integrator", "reversible", "--diagnostics-every", 0.2, "-o", "s.csv",
                                "--every", 0.3)
        for row, time in zip(rows, [0.4, 0.2, 0, -0.2], strict=True):
            self.assertClose(row["time"], time, 0, 1e-9)
        self.assertClose(self.info("s-00002.csv")["time"], -0.2, 0, 1e-9)

    def test_going_back_with_leapfrog_or_damping_is_refused(self):
        self.simulate(self.generate("x.csv", 100), 0.1, "-o", "there.csv")
        self.refused(2, "leapfrog cannot run backward; use --integrator reversible", "simulate", "there.csv", "--until", 0)
        self.refused(2, "damping cannot be undone; use --damping 1", "simulate", "there.csv", "--until", 0, "--integrator", "reversible",
                     "--damping", 0.9)

    def test_a_run_goes_back_exactly_after_a_body_has_left_the_domain_of_32_bit_integers(self):
        # The second body moves away from the first by more than 16 times their initial distance.
        self.put("x.tab", "1 0 0 0 0 0 0\n1e-6 1 0 0 40 0 0\n")
        for dt in 0.003, 0.5:
            run = ["--dt", dt, "--integrator", "reversible"]
            self.simulate("x.tab", 0, "-o", "start.milkomeda", *run)
            error = self.simulate("x.tab", 1, "-o", "end.milkomeda", *run).error
            self.assertIn("numbers: 32 bits, positions to 16 in steps of", error)
            self.assertIn("numbers: 64 bits (widened from 32 bits without loss), positions to", error)
            error = self.simulate("end.milkomeda", 0, "-o", "back.milkomeda").error
            self.assertNotIn("single precision", error)
            # With the long step, 32-bit integers could overflow within a step.
            self.assertEqual("numbers: 32 bits, " in error, dt < 0.1)
            self.simulate("back.milkomeda", 0, "-o", "back.tab")
            self.simulate("start.milkomeda", 0, "-o", "start.tab")
            self.assertEqual(self.bytes("start.tab"), self.bytes("back.tab"))

    def test_a_collision_goes_back_exactly_from_a_saved_run(self):
        collision = [*without_gas, "--bodies", 2048, "--seed", 3, "--dt", 0.05, "--integrator", "reversible"]
        self.simulate(scene, 0, "-o", "start.csv", *collision)
        self.simulate(scene, 20, "-o", "end.milkomeda", *collision)
        self.assertNotIn("single precision", self.simulate("end.milkomeda", 0, "-o", "back.csv").error)
        self.assertEqual(self.bytes("start.csv"), self.bytes("back.csv"))


class Diagnostics(SimulateTest):
    def test_diagnostics_have_the_documented_columns(self):
        rows = self.diagnostics(self.generate("x.tab", 300), 0)
        radii = [f"{share}_{part}" for part in parts for share in ("r10", "r50", "r90")]
        self.assertEqual(list(rows[0]), first_columns + radii + ["virial_ratio", "unbound", "star_formation"])
        self.assertEqual(len(rows), 1)

    def test_components_without_a_galaxy_have_numbered_columns(self):
        rows = self.diagnostics(self.put("x.tab", "1 0 0 0 0 0 0\n1 2 0 0 0 0 0\n3 5 0 0 0 0 0\n"), 0)
        self.assertEqual(list(rows[0])[14:17], ["r10_component_1", "r50_component_1", "r90_component_1"])
        # The source does not have two galaxies, so the separation is NaN.
        self.assertTrue(math.isnan(rows[0]["separation"]))

    def test_diagnostics_have_a_row_every_tenth_of_a_time_unit_and_at_both_ends_of_a_run(self):
        rows = self.diagnostics(self.generate("x.tab", 300), 0.35)
        self.assertRows(rows, [0, 0.1, 0.2, 0.3, 0.35], [0, 5, 10, 15, 18])

    def test_diagnostics_rows_are_written_at_the_requested_interval(self):
        source = self.generate("x.tab", 300)
        self.assertRows(self.diagnostics(source, 0.2, "--diagnostics-every", 0.04), [0, 0.04, 0.08, 0.12, 0.16, 0.2],
                        [0, 2, 4, 6, 8, 10])
        self.assertRows(self.diagnostics(source, 0.1, "--diagnostics-every", 7), [0, 0.1], [0, 5])
        # There is at most one row for each step, and every row has the time of a step.
        self.assertRows(self.diagnostics(source, 0.06, "--diagnostics-every", 1e-9), [0, 0.02, 0.04, 0.06],
                        [0, 1, 2, 3])
        self.assertRows(self.diagnostics(source, 0.12, "--diagnostics-every", 0.034), [0, 0.04, 0.06, 0.1, 0.12],
                        [0, 2, 3, 5, 6])
        self.assertRows(self.diagnostics(source, "2Myr", "--diagnostics-every", "1Myr", "--dt", "0.5Myr"),
                        [0, 1 / 17.78, 2 / 17.78], [0, 2, 4])

    def assertRows(self, rows, times, steps):
        self.assertEqual([row["steps"] for row in rows], steps)
        for row, time in zip(rows, times, strict=True):
            self.assertAlmostEqual(row["time"], time, 9)
            self.assertAlmostEqual(row["time_myr"], time * 17.78, 7)

    def test_energies_and_momenta_agree_with_the_written_states(self):
        source = self.generate("x.tab", 300)
        first, last = self.diagnostics(source, 0.06, "--diagnostics-every", 1, "-o", "end.tab")
        for row, file in ((first, source), (last, "end.tab")):
            with self.subTest(file):
                expected = sums(self.rows(file), softening=0.05)
                self.assertClose(row["kinetic"], expected["kinetic"], 1e-5)
                self.assertClose(row["potential"], expected["potential"], 1e-5)
                for axis in "xyz":
                    self.assertClose(row["p" + axis], expected["p" + axis], 0, 1e-4, "p" + axis)
                    self.assertClose(row["l" + axis], expected["l" + axis], 1e-5, 1e-4, "l" + axis)
                self.assertClose(row["total"], row["kinetic"] + row["potential"], 1e-9)
                self.assertClose(row["virial_ratio"], -2 * row["kinetic"] / row["potential"], 1e-9)
                self.assertTrue(0 <= row["unbound"] < 0.05, "unbound share of disks in equilibrium")
                error = (row["total"] - first["total"]) / abs(first["total"])
                self.assertClose(row["energy_error"], error, 1e-6, 1e-11)
        self.assertNotEqual(last["energy_error"], 0)

    def test_initial_radii_and_separation_agree_with_the_model(self):
        row = self.diagnostics(self.generate("x.tab", 2000), 0)[0]
        # Expected Lagrangian radii are those of the galaxy model. Andromeda is one and a half times as large as the
        # Milky Way.
        for part, radii in (("milky-way_disk", (0.52, 1.61, 3.47)), ("milky-way_halo", (2.22, 6.85, 14.7)),
                            ("andromeda_disk", (0.78, 2.42, 5.2)), ("andromeda_halo", (3.33, 10.3, 22))):
            for share, radius in zip(("r10", "r50", "r90"), radii):
                self.assertClose(row[f"{share}_{part}"], radius, 0.15, what=f"{share}_{part}")
        self.assertClose(row["separation"], 29.975, 0.01)

    def test_potential_energy_includes_softening_and_gravity(self):
        source = self.put("two.tab", "1 0 0 0 0 0 0\n1 3 0 0 0 0 0\n")
        row = self.diagnostics(source, 0, "--softening", 4, "--gravity", 10)[0]
        self.assertClose(row["potential"], -10 / 5, 1e-6)

    def test_files_have_decimal_points_in_every_locale(self):
        source = self.generate("x.tab", 60)
        german = {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
        self.simulate(source, "0.5Myr", "--diagnostics", "d.csv", "-o", "y.tab", environment=german)
        self.assertNotIn(",", self.bytes("y.tab").decode())
        self.assertEqual({line.count(",") for line in self.bytes("d.csv").decode().splitlines()}, {34})

    def simulate(self, source, until, *words, **options):
        return self.done("simulate", source, "--until", until, *words, **options)


class States(SimulateTest):
    def test_a_run_ends_exactly_at_the_requested_time(self):
        source = self.generate("x.tab", 300)
        for until, time in ((0.35, 0.35), ("10Myr", 10 / 17.78), ("0.01Gyr", 10 / 17.78), (0.4, 0.4), ("1e-3", 1e-3)):
            self.assertAlmostEqual(self.diagnostics(source, until)[-1]["time"], time, 9)

    def test_a_run_of_zero_time_changes_nothing(self):
        source = self.generate("x.tab", 300)
        self.simulate(source, 0, "-o", "y.tab")
        self.assertEqual(self.bytes("y.tab"), self.bytes(source))

    def test_rows_keep_their_order(self):
        source = self.generate("x.tab", 300)
        self.simulate(source, 0.02, "-o", "y.tab")
        for before, after in zip(self.rows(source), self.rows("y.tab"), strict=True):
            self.assertEqual(before[0], after[0])
            # In a step of 0.02, a body with a velocity of a few units moves by less than 0.2.
            for axis in (1, 2, 3):
                self.assertLess(abs(after[axis] - before[axis]), 0.2)

    def test_equal_commands_write_identical_files(self):
        for name in ("a", "b"):
            self.simulate(scene, 0.1, "--bodies", 300, "--seed", 7, "-o", f"{name}.tab", "--diagnostics", f"{name}.csv")
        self.assertEqual(self.bytes("a.tab"), self.bytes("b.tab"))
        self.assertEqual(self.bytes("a.csv"), self.bytes("b.csv"))
        self.simulate(scene, 0.1, "--bodies", 300, "--seed", 8, "-o", "b.tab")
        self.assertNotEqual(self.bytes("a.tab"), self.bytes("b.tab"))

    def test_the_files_of_a_series_of_states_are_numbered(self):
        source = self.generate("x.tab", 300)
        self.simulate(source, 0.13, "--every", 0.04, "-o", "s.tab")
        self.assertEqual(sorted(path.name for path in self.folder.glob("s*")), [f"s-{n:05d}.tab" for n in range(4)])
        self.assertEqual(self.bytes("s-00000.tab"), self.bytes(source))
        self.simulate(source, 0.08, "-o", "whole.tab")
        self.assertEqual(self.bytes("s-00002.tab"), self.bytes("whole.tab"))

    def test_series_numbers_are_inserted_before_the_extension(self):
        source = self.generate("x.tab", 60)
        for name, first in (("a.tab.gz", "a-00000.tab.gz"), ("run 0.5.tab", "run 0.5-00000.tab"),
                            ("n%03d.tab", "n000.tab"), ("-dash.tab", "-dash-00000.tab")):
            self.simulate(source, 0, "--every", 1, "-o", name)
            self.assertTrue((self.folder / first).is_file(), first)
        self.assertEqual(gzip.decompress(self.bytes("a-00000.tab.gz")), self.bytes("n000.tab"))

    def test_an_output_that_would_replace_the_source_is_refused(self):
        source = self.generate("x.tab", 60)
        self.refused(2, "would replace the source, x.tab", "simulate", source, "--until", 0.02, "-o", source)

    def test_a_run_can_continue_from_a_written_state(self):
        source = self.generate("x.tab", 60)
        self.simulate(source, 0.2, "-o", "whole.tab")
        self.simulate(source, 0.1, "-o", "half.tab")
        self.simulate("half.tab", 0.1, "-o", "both.tab")
        for whole, both in zip(self.rows("whole.tab"), self.rows("both.tab"), strict=True):
            for a, b in zip(whole, both):
                self.assertClose(a, b, 1e-3, 1e-3)


def sums(rows, softening):
    """Returns kinetic and potential energy, momentum and angular momentum of these rows for G = 1, summed in double
    precision."""
    kinetic = math.fsum(m * (vx * vx + vy * vy + vz * vz) / 2 for m, _, _, _, vx, vy, vz in rows)
    potential = -math.fsum(a[0] * b[0] / math.sqrt(math.dist(a[1:4], b[1:4]) ** 2 + softening ** 2)
                           for i, a in enumerate(rows) for b in rows[:i])
    result = {"kinetic": kinetic, "potential": potential}
    for axis, (i, j, k) in {"x": (0, 1, 2), "y": (1, 2, 0), "z": (2, 0, 1)}.items():
        result["p" + axis] = math.fsum(row[0] * row[4 + i] for row in rows)
        result["l" + axis] = math.fsum(row[0] * (row[1 + j] * row[4 + k] - row[1 + k] * row[4 + j]) for row in rows)
    return result


class SeveralDevices(SimulateTest):
    def test_several_devices_give_the_results_of_the_first_device_alone(self):
        two = {"RUSTICL_ENABLE": "llvmpipe"}  # This variable enables a second CPU driver, if it is installed.
        source = self.generate("x.tab", 300)
        devices = json.loads(self.done("devices", "--json", environment=two).out)["devices"]
        self.done("simulate", source, "--until", 0.1, "-o", "one.tab", environment=two)
        lists = ["all", ",".join(str(device["index"]) for device in reversed(devices))]
        for number, words in enumerate(lists):
            with self.subTest(words):
                file = f"several{number}.tab"
                log = self.done("simulate", source, "--until", 0.1, "-o", file, "--device", words,
                                environment=two).error
                for device in devices:
                    self.assertIn(device["name"], log)
                share = re.escape(devices[0]["name"]) + r" \S+ %"
                self.assertEqual(bool(re.search(share, log)), len(devices) > 1, log)
                for one, other in zip(self.rows("one.tab"), self.rows(file), strict=True):
                    for a, b in zip(one, other, strict=True):
                        # Tolerance: five steps, each rounded to 1e-7 of values up to 20.
                        self.assertClose(a, b, 0, 1e-5)


class Kernels(SimulateTest):
    def test_a_kernel_search_runs_on_request_and_is_remembered(self):
        cache = {"XDG_CACHE_HOME": str(self.folder / "cache")}
        words = ("simulate", scene, "--bodies", 300, "--until", 0.02, "--solver", "direct")
        self.assertNotIn("direct, ", self.done(*words, environment=cache).error, "the default kernel is not reported")
        self.assertFalse((self.folder / "cache").exists(), "a cache exists only after a search")
        found = self.done(*words, "--retune", environment=cache).error
        kernel = re.search(r"direct, (\S+) \(search\)", found)[1]
        self.assertIn(f"direct, {kernel} (remembered)", self.done(*words, environment=cache).error)
        self.assertNotIn("remembered", self.done(*words, "--no-settings", environment=cache).error)
        kernels = self.folder / "kernels"
        shutil.copytree(pathlib.Path(self.root) / "kernels", kernels)
        for assets in (["--assets", self.folder], ["--assets", self.folder]):
            said = self.done(*words, *assets, environment=cache).error
            self.assertEqual("remembered" in said, "edited" not in (kernels / "direct" / "tiles.h").read_text(), said)
            with open(kernels / "direct" / "tiles.h", "a") as file:
                file.write("// edited\n")
        self.assertIn("direct, tiled:wg=64 (command line)",
                      self.done(*words, "--kernel", "tiled:wg=64", environment=cache).error)


class Solvers(SimulateTest):
    def run_with(self, *words):
        return self.done("simulate", scene, "--until", 0.02, *words).error

    def test_the_solver_auto_reports_why_it_uses_the_multipole_method(self):
        self.assertNotIn("auto: ", self.run_with("--bodies", 300))
        # On a busy machine, the direct sum can be so slow that the program does not time a multipole sum.
        self.assertRegex(self.run_with("--bodies", 80000), r"auto: fmm, orders 6/5 "
                         r"\(a (multipole sum takes \S+ ms, a direct sum|direct sum takes) \S+ ms\)")
        self.assertRegex(self.run_with("--bodies", 80000, "--accuracy", "draft"), r"auto: fmm, orders 5/4 \(")

    def test_requests_that_the_multipole_method_cannot_fulfill_are_reported(self):
        self.assertIn("only the direct sum is exact, so the accuracy 'fine' is used",
                      self.run_with("--bodies", 300, "--solver", "fmm", "--accuracy", "exact"))
        self.assertIn("the approximation fraction is ignored, because only the direct sum supports fractions",
                      self.run_with("--bodies", 300, "--solver", "fmm", "--fraction", "1/2"))


if __name__ == "__main__":
    command.main(opencl=True)
