"""The command bench draw and the option --detail of render: fields of the output, and invalid options."""

import csv
import io
import json
import math

import command

fields = ["mode", "bodies", "bodies_drawn", "width", "height", "ms_per_frame", "fps", "clock", "passes"]
small = ("--bodies", "3000,1000", "--size", "160x90")


class BenchDraw(command.Test):
    def test_the_json_output_has_the_documented_fields(self):
        found = json.loads(self.done("bench", "draw", *small, "--json").out, parse_constant=self.fail)
        self.assertEqual(list(found)[:2], ["results", "gl"])
        self.assertEqual([(result["bodies"], result["mode"]) for result in found["results"]],
                         [(3000, "point"), (3000, "stars"), (1000, "point"), (1000, "stars")])
        for result in found["results"]:
            self.assertEqual([field for field in result if field in fields], fields)
            self.assertEqual((result["width"], result["height"]), (160, 90))
            self.assertTrue(math.isfinite(result["ms_per_frame"]) and result["ms_per_frame"] > 0, result)
            self.assertClose(result["fps"], 1000 / result["ms_per_frame"], 1e-9)
            self.assertTrue(0 < result["bodies_drawn"] < result["bodies"], "halos are not drawn")
            if result["clock"] != "none":
                developed = {"clusters", "resolved", "dust", "background", "bloom", "develop"} if result["mode"] == "stars" else set()
                self.assertEqual(set(result["passes"]), {"particles"} | developed)
                self.assertTrue(all(time > 0 for time in result["passes"].values()))

    def test_table_and_csv_contain_the_measured_modes(self):
        table = self.done("bench", "draw", *small, "--mode", "sprite", "--detail", "1/2", "--csv", "d.csv").out
        rows = list(csv.DictReader(io.StringIO((self.folder / "d.csv").read_text())))
        self.assertEqual([row["bodies"] for row in rows], ["3000", "1000"])
        for row in rows:
            self.assertTrue(float(row["ms_per_frame"]) > 0)
            self.assertEqual(row["bloom_ms"], "")
            self.assertIn(row["bodies"], table)

    def test_a_black_picture_is_an_error(self):
        shaders = self.folder / "shaders" / "particles"
        shaders.mkdir(parents=True)
        source = (command.pathlib.Path(self.root) / "shaders" / "particles" / "point.frag").read_text()
        changed = source.replace("light.rgb + light.a", "vec3(0.0)")
        self.assertNotEqual(changed, source)
        (shaders / "point.frag").write_text(changed)
        result = self.run_program("bench", "draw", *small, "--mode", "point", "--assets", self.folder)
        self.assertEqual((result.code, result.out), (1, ""))
        self.assertIn("the picture in mode point of 3000 bodies is black", result.error)

    def test_render_with_verbose_reports_the_drawing_time(self):
        result = self.done("render", "--bodies", 1000, "--interop", "none", "--size", "160x90", "--mode", "point",
                           "--verbose", "-o", "a.png")
        self.assertRegex(result.error, r"drawing took (\d+\.\d+ ms a frame: .*particles \d+\.\d+|an unknown time)")

    def test_the_option_detail_reduces_the_number_of_drawn_bodies(self):
        def lit(*words):
            pixels = self.picture("a.png", "--bodies", 4000, "--interop", "none", "--size", "320x180", "--mode", "point",
                                  *words)[2]
            return sum(max(pixels[at:at + 3]) > 0 for at in range(0, len(pixels), 4))
        everything = lit()
        self.assertEqual(lit("--detail", "1"), everything)
        self.assertEqual(lit("--detail", "auto"), everything)
        self.assertTrue(0 < lit("--detail", "1/4") < everything)

    def test_invalid_options_are_refused(self):
        for words, reason in ((["--mode", "poster"], "--mode: 'poster' is not one of point, color-sprite"), (["--mode", ""], "--mode"),
                              (["--size", "0x9"], "--size"), (["--bodies", "0"], "--bodies: must be at least 1"),
                              (["--device", "0"], "bench draw takes no --device"), (["--detail", "2"], "--detail")):
            self.refused(2, reason, "bench", "draw", *words)
        self.refused(2, "only bench draw takes --mode", "bench", "--mode", "point")
        self.refused(1, "too large", "bench", "draw", "--size", "100000x100000")
        self.refused(1, "nowhere", "bench", "draw", "--csv", "nowhere/d.csv")
        for word in ("0", "1/0", "1/65", "0.5", "1/x", "-1", ""):
            self.refused(2, "--detail", "render", "--detail", word, "-o", "a.png")
        for words in (["--monitor", "0"], ["--monitor", "x"], ["--ui-scale", "0.4"], ["--ui-scale", "nan"],
                      ["--ui-scale", "x"]):
            self.refused(2, words[0], *words)


if __name__ == "__main__":
    command.main(opengl=True)
