"""The command bench: fields of the output, correct results, and complete files."""

import csv
import io
import json
import math
import pathlib
import platform

import command

fields = ["device", "kernel", "bodies", "fraction", "work_group", "per_item", "split", "ms_per_step", "gpairs_per_s",
          "of_ceiling", "rms_error", "max_error"]
brief = ("--seconds", 0.5)  # A short time limit suffices, because the tests do not check the measured speeds.
usual = ("direct", "--bodies", 1024, *brief)
command.patience = 150  # time limit in seconds; a full benchmark takes long


class Bench(command.Test):
    found = {}  # Results of bench by its arguments; several tests use one result.

    def measured(self, *words):
        if words not in self.found:
            output = json.loads(self.done("bench", "--json", *words).out, parse_constant=self.fail)
            self.assertEqual(list(output), ["results", "ceilings", "yardsticks", "phases"])
            self.assertTrue(output["results"])
            self.found[words] = output
        return self.found[words]

    def test_the_json_output_has_the_documented_fields_and_correct_results(self):
        found = self.measured(*usual)
        devices = {device["name"] for device in json.loads(self.done("devices", "--json").out)["devices"]}
        kernels = [result["kernel"] for result in found["results"]]
        self.assertEqual(len(kernels), len(set(kernels)))
        self.assertLessEqual({"naive", "cached", "tiled", "tiled-unrolled", "register-tiled", "symmetric"},
                             set(kernels))
        for result in found["results"]:
            self.assertEqual([field for field in result if field in fields], fields)
            self.assertIn(result["device"], devices)
            self.assertEqual((result["bodies"], result["fraction"]), (1024, 1))
            for field in fields[7:10]:
                self.assertTrue(math.isfinite(result[field]) and result[field] > 0, result)
            self.assertClose(result["gpairs_per_s"], 1024 ** 2 / result["ms_per_step"] * 1e-6, 1e-6)
            self.assertTrue(0 < result["rms_error"] < 5e-6, result)
            self.assertTrue(result["rms_error"] <= result["max_error"] < 1e-4, result)
        for ceiling in found["ceilings"]:
            self.assertEqual(list(ceiling)[:2], ["device", "gpairs_per_s"])
            self.assertTrue(math.isfinite(ceiling["gpairs_per_s"]) and ceiling["gpairs_per_s"] > 0, ceiling)
        self.assertEqual({ceiling["form"] for ceiling in found["ceilings"]}, {"one-sided", "symmetric"})

    def test_results_are_compared_with_the_tiled_kernel_and_handwritten_loop(self):
        found = self.measured(*usual)
        rates = {result["kernel"]: result["gpairs_per_s"] for result in found["results"]}
        by_hand = {yardstick["name"]: yardstick for yardstick in found["yardsticks"]}
        for result in found["results"]:
            self.assertClose(result["times_tiled"], result["gpairs_per_s"] / rates["tiled"], 1e-9, what=result)
            self.assertEqual((result["part"], result["computed_by"]), (1, result["kernel"]))
            if by_hand:
                rate = by_hand["handwritten"]["gpairs_per_s"]
                self.assertClose(result["of_handwritten"], result["gpairs_per_s"] / rate, 1e-9, what=result)
            else:
                self.assertIsNone(result["of_handwritten"])
        for ceiling in found["ceilings"]:
            shares = [result["of_ceiling"] for result in found["results"] if result["form"] == ceiling["form"]]
            self.assertEqual(ceiling["holds"], max(shares) <= 1, found)

    def test_the_handwritten_cpu_loop_gives_correct_results(self):
        name = self.measured(*usual)["results"][0]["device"]
        devices = json.loads(self.done("devices", "--json").out)["devices"]
        kind = next(device["type"] for device in devices if device["name"] == name)
        flags = set(pathlib.Path("/proc/cpuinfo").read_text().split())
        expected = kind == "cpu" and platform.machine() == "x86_64" and {"avx2", "fma"} <= flags
        yardsticks = self.measured(*usual)["yardsticks"]
        self.assertEqual([yardstick["name"] for yardstick in yardsticks],
                         ["handwritten", "handwritten-symmetric"] if expected else [])
        for yardstick in yardsticks:
            self.assertEqual(list(yardstick)[:8], ["device", "name", "form", "bodies", "ms_per_step", "gpairs_per_s",
                                                   "rms_error", "max_error"])
            self.assertClose(yardstick["gpairs_per_s"], 1024 ** 2 / yardstick["ms_per_step"] * 1e-6, 1e-6)
            # Tolerance: like the kernels, the loop computes in single precision.
            self.assertTrue(0 < yardstick["rms_error"] < 5e-6, yardstick)

    def test_the_option_full_measures_all_settings_and_fractions(self):
        output = self.measured("--full", "--device", 0, "--bodies", 256)
        found = output["results"]
        phase, = output["phases"]
        self.assertEqual(phase["bodies"], 256)
        self.assertTrue(phase["moves_ms"] > 0 and phase["read_ms"] > 0, phase)
        fractions = {1, 1 / 2, 1 / 4, 1 / 8, 1 / 16}
        for kernel in {result["kernel"] for result in found}:
            results = [result for result in found if result["kernel"] == kernel]
            settings = ["work_group", "per_item", "split", "unroll", "width", "fraction"]
            swept = [tuple(result[setting] for setting in settings) for result in results]
            self.assertEqual(len(swept), len(set(swept)), kernel)
            self.assertEqual({result["fraction"] for result in results}, fractions, kernel)
            self.assertEqual({result["fraction"] for result in results if result["best"]}, fractions, kernel)
            self.assertLessEqual(sum(result["chosen"] for result in results), 1)
            if results[0]["work_group"] > 0:
                self.assertGreater(len({result["work_group"] for result in results}), 1, kernel)
            if kernel.startswith("symmetric"):
                for result in results:
                    expected = "symmetric" if result["fraction"] == 1 else "one-sided"
                    self.assertEqual(result["form"], expected, result)

        self.assertEqual(sum(result["chosen"] for result in found), 1)

    def test_the_table_and_the_csv_file_and_the_chart_contain_the_results(self):
        table = self.done("bench", "--bodies", "512,256,512", *brief, "--csv", "b.csv", "--plot", "b.png")
        self.assertIn("ceiling, one-sided", table.out)
        rows = list(csv.DictReader(io.StringIO((self.folder / "b.csv").read_text())))
        self.assertEqual(list(rows[0])[:len(fields)], fields)
        self.assertEqual({row["bodies"] for row in rows}, {"512", "256"})
        self.assertEqual(len(rows), len({(row["kernel"], row["bodies"]) for row in rows}))
        for row in rows:
            self.assertIn(row["kernel"], table.out)
            self.assertTrue(float(row["gpairs_per_s"]) > 0, row)
            for value in row.values():
                self.assertNotRegex(value, "(?i)^(-?nan|-?inf|null)")
        width, height, pixels = command.read_png((self.folder / "b.png").read_bytes())
        self.assertEqual((width, height), (1000, 2 * 480))
        self.assertGreater(len({pixels[at:at + 4] for at in range(0, len(pixels), 4)}), 8, "the chart is empty")
        self.assertEqual(pixels[:4], b"\xff\xff\xff\xff")

    def test_a_team_of_devices_is_compared_with_each_device_alone(self):
        two = {"RUSTICL_ENABLE": "llvmpipe"}  # This variable enables a second CPU driver, if it is installed.
        names = [device["name"] for device in
                 json.loads(self.done("devices", "--json", environment=two).out)["devices"]]
        if len(names) < 2:
            self.skipTest("one OpenCL device")
        found = json.loads(self.done("bench", "--json", "--device", "0,1", "--bodies", 256, *brief, environment=two).out)
        together = [result for result in found["results"] if result["times_first"] is not None]
        self.assertEqual([result["device"] for result in together], [" + ".join(names[:2])])
        alone = [result for result in found["results"] if result["times_first"] is None]
        self.assertEqual({result["device"] for result in alone}, set(names[:2]))
        fastest = max(result["gpairs_per_s"] for result in alone if result["device"] == names[0])
        self.assertClose(together[0]["times_first"], together[0]["gpairs_per_s"] / fastest, 1e-9)
        self.assertTrue(0 < together[0]["rms_error"] < 5e-6, together)

    def test_bench_solvers_reports_times_and_errors(self):
        words = ("bench", "solvers", "--device", 0, "--bodies", "2000,600", "--json", "--csv", "s.csv")
        rows = json.loads(self.done(*words).out, parse_constant=self.fail)["results"]
        self.assertEqual([(row["solver"], row["accuracy"], row["bodies"]) for row in rows],
                         [("direct" if a is None else "fmm", a, n) for n in (600, 2000)
                          for a in (None, "draft", "default", "fine")])
        for row in rows:
            aim = {None: 5e-6, "draft": 1e-2, "default": 1e-3, "fine": 1e-4}[row["accuracy"]]
            self.assertTrue(0 < row["error_p50"] <= row["error_p99"] < 1.3 * aim, row)
            self.assertTrue(row["ms_per_sum"] > 0 and row["momentum_error"] < 1e-6, row)
            self.assertEqual(row["far field ms"] is None, row["solver"] == "direct", row)
        self.assertEqual(len(list(csv.DictReader(io.StringIO((self.folder / "s.csv").read_text())))), len(rows))

    def test_bench_gas_reports_the_parts_of_a_substep(self):
        found = json.loads(self.done("bench", "gas", "--json", "--bodies", 3000).out)["results"][0]
        self.assertEqual(list(found), ["device", "gas", "neighbors", "ms_per_substep", "ms_density", "ms_forces",
                                       "pairs_per_s", "bytes_per_gas_body", "energy_error"])
        self.assertEqual(found["gas"], 2662)  # two particles in each of 11 x 11 x 11 cells
        self.assertClose(found["neighbors"], 64, 0.08)
        self.assertClose(found["pairs_per_s"], found["gas"] * found["neighbors"] / found["ms_per_substep"] * 1e3, 1e-9)
        self.assertTrue(0 < found["ms_density"] and 0 < found["ms_forces"] and 100 < found["bytes_per_gas_body"], found)

    def test_bench_encounters_reports_the_rate_and_its_parts(self):
        rows = json.loads(self.done("bench", "encounters", "--json", "--bodies", "200,1000", "--device", 0).out)["results"]
        self.assertEqual([list(row) for row in rows], 2 * [["device", "integrator", "particles", "encounters_per_s",
                                                            "ms_orbit", "ms_particles", "ms_score"]])
        self.assertEqual([row["particles"] for row in rows], [200, 1000])
        for row in rows:
            self.assertClose(row["encounters_per_s"], 1e3 / (row["ms_orbit"] + row["ms_particles"]), 1e-9)
        self.assertTrue(2 < rows[1]["ms_particles"] / rows[0]["ms_particles"] < 10, rows)
        # The score of an image needs the same time for any number of particles, apart from adding the particles.
        self.assertTrue(0.3 < rows[1]["ms_score"] / rows[0]["ms_score"] < 4, rows)
        lines = self.done("bench", "encounters", "--bodies", 64, "--full", "--device", 0).out.splitlines()
        self.assertEqual([line.split()[0] for line in lines[1:]], ["integrator", "leapfrog", "runge-kutta"])

    def test_bench_encounters_refuses_what_does_not_fit(self):
        self.refused(1, "an encounter of 100000000000 particles is too large for", "bench", "encounters", "--bodies",
                     100000000000, "--device", 0, "--json")
        self.refused(2, "bench encounters take no --retune, --plot", "bench", "encounters", "--plot", "x.png")

    def test_bench_build_reports_the_build_time_of_each_kernel(self):
        lines = self.done("bench", "build", "--bodies", 512).out.splitlines()
        self.assertTrue(any(line.startswith("tiled:wg=") for line in lines), lines)
        for line in lines[1:]:
            self.assertRegex(line, r"^[a-z-]+:\S+ +\d+\.\d ms$")

    def test_a_kernel_with_wrong_results_is_an_error(self):
        kernels = self.folder / "kernels" / "direct"
        kernels.mkdir(parents=True)
        source = (command.pathlib.Path(self.root) / "kernels" / "direct" / "tiled.cl").read_text()
        for wrong, reason in (("= as_float4((uint4)(0x7fc00000u))", "is not finite"), ("+= part * 1.001f", "is wrong")):
            changed = source.replace("accelerations[i] += part", "accelerations[i] " + wrong)
            self.assertNotEqual(changed, source)
            (kernels / "tiled.cl").write_text(changed)
            result = self.run_program("bench", "--bodies", 512, *brief, "--assets", self.folder)
            self.assertEqual((result.code, result.out), (1, ""))
            self.assertIn("512 bodies: the result " + reason, result.error)
            if reason == "is wrong":
                self.assertRegex(result.error, r"the relative force error is 0\.00\d{1,2}\n$")

    def test_invalid_options_are_refused(self):
        for words, reason in ((["nonsense"], "no bench 'nonsense'"), (["--bodies", "0"], "--bodies: must be at least 1"),
                              (["--bodies", "8,x"], "--bodies: 'x' is not a whole number"), (["--bodies", ""], "--bodies"),
                              (["--device", "77"], "no OpenCL device '77'"), (["--bodies", "3"], "too few"),
                              (["--plot", "b.jpg"], "ends in .png"), (["--fraction=1/2"], "--fraction"),
                              (["--seconds", "0"], "--seconds"), (["--seconds", "1", "--full"], "--seconds"),
                              (["draw", "--seconds", "1"], "--seconds")):
            self.refused(2, reason, "bench", *words)

    def test_impossible_requests_are_refused_before_measuring(self):
        self.refused(1, "nowhere", "bench", "--csv", "nowhere/b.csv")
        self.refused(1, "nowhere", "bench", "--plot", "nowhere/b.png")
        self.refused(1, "set --bodies to at most ", "bench", "--bodies", f"1024,{10**12}")


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
