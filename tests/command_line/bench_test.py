"""What bench measures: the contract of its output, results that are right, files that are whole."""

import csv
import io
import json
import math

import command

fields = ["device", "kernel", "bodies", "fraction", "work_group", "per_item", "split", "ms_per_step", "gpairs_per_s",
          "of_ceiling", "rms_error", "max_error"]


class Bench(command.Test):
    def measured(self, *words):
        found = json.loads(self.done("bench", "--json", "--bodies", 1024, *words).out)
        self.assertEqual(list(found), ["results", "ceilings"])
        self.assertTrue(found["results"])
        return found

    def test_json_has_the_fields_of_the_contract_and_results_are_right(self):
        found = self.measured("direct")
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

    def test_table_csv_and_charts_say_it_too(self):
        table = self.done("bench", "--bodies", "512,256,512", "--csv", "b.csv", "--plot", "b.png")
        self.assertIn("ceiling, one-sided", table.out)
        rows = list(csv.DictReader(io.StringIO((self.folder / "b.csv").read_text())))
        self.assertEqual(list(rows[0])[:len(fields)], fields)
        self.assertEqual({row["bodies"] for row in rows}, {"512", "256"})
        self.assertEqual(len(rows), len({(row["kernel"], row["bodies"]) for row in rows}))
        for row in rows:
            self.assertIn(row["kernel"], table.out)
            self.assertTrue(float(row["gpairs_per_s"]) > 0, row)
        width, height, pixels = command.read_png((self.folder / "b.png").read_bytes())
        self.assertEqual((width, height), (1000, 2 * 480))
        self.assertGreater(len({pixels[at:at + 4] for at in range(0, len(pixels), 4)}), 8, "an empty chart")
        self.assertEqual(pixels[:4], b"\xff\xff\xff\xff")

    def test_a_wrong_result_fails(self):
        kernels = self.folder / "kernels"
        kernels.mkdir()
        source = (command.pathlib.Path(self.root) / "kernels" / "direct_tiled.cl").read_text()
        for wrong, reason in (("as_float4((uint4)(0x7fc00000u))", "is not finite"), ("total * 1.001f", "is wrong")):
            changed = source.replace("accelerations[i] = total", "accelerations[i] = " + wrong)
            self.assertNotEqual(changed, source)
            (kernels / "direct_tiled.cl").write_text(changed)
            result = self.run_program("bench", "--bodies", 512, "--assets", self.folder)
            self.assertEqual((result.code, result.out), (1, ""))
            self.assertIn("512 bodies: the result " + reason, result.error)

    def test_wrong_words(self):
        for words, reason in ((["nonsense"], "no bench 'nonsense'"), (["--bodies", "0"], "--bodies: must be at least 1"),
                              (["--bodies", "8,x"], "--bodies: 'x' is not a whole number"), (["--bodies", ""], "--bodies"),
                              (["--device", "77"], "no OpenCL device '77'"), (["--bodies", "3"], "too few"),
                              (["--plot", "b.jpg"], "ends in .png"), (["--fraction=1/2"], "--fraction")):
            self.refused(2, reason, "bench", *words)

    def test_what_cannot_be_had_is_said_before_the_work(self):
        self.refused(1, "nowhere", "bench", "--csv", "nowhere/b.csv")
        self.refused(1, "nowhere", "bench", "--plot", "nowhere/b.png")
        self.refused(1, "up to ", "bench", "--bodies", f"1024,{10**12}")


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
