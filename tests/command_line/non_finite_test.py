"""A command stops if numbers become infinite or NaN. Its messages never reach output files."""

import re
import subprocess

import command


class NonFiniteNumbers(command.Test):
    def stopped(self, reason, *words):
        """Checks that a run fails with one line that contains the reason, and leaves no file."""
        result = self.run_program(*words)
        self.assertEqual(result.code, 1, result.error)
        said = [line for line in result.error.splitlines() if reason in line]
        self.assertEqual(len(said), 1, result.error)
        self.assertEqual([name for name in self.files() if name.startswith("out")], [], words)
        self.assertEqual(self.leftovers(), [])
        return said[0]

    def test_a_run_with_infinite_or_nan_numbers_stops(self):
        self.put("heavy.tab", "3e38 0 0 0 0 0 0\n3e38 1 0 0 0 1 0\n3e38 0 1 0 1 0 0\n")
        for words in (["simulate", "heavy.tab", "--until", 1, "--softening", 0],
                      ["render", "heavy.tab", "--at", 1, "--softening", 0, "--size", "64x48"]):
            line = self.stopped("is infinitely far or fast at t = ", *words, "-o",
                                "out.csv" if words[0] == "simulate" else "out.png")
            # simulate checks the numbers after every step, and all other commands check them after several steps.
            at = "0.02, step 1" if words[0] == "simulate" else r"\S+, step \d+"
            self.assertRegex(line, rf"^milkomeda: body \d \(all\) is infinitely far or fast at t = {at}: try")

    def test_perturbers_that_need_millions_of_substeps_stop_the_run(self):
        self.put("near.toml", "title = 'x'\n[galaxy.g.stars]\nprofile = 'plummer'\nmass = 1\n"
                 "[[perturber]]\nname = 'A'\nmass = 1e6\n"
                 "[[perturber]]\nname = 'B'\nmass = 1e6\nposition = [1e-3, 0, 0]\nvelocity = [0, 3e4, 0]\n")
        self.stopped("A and B are so close at t = ", "simulate", "near.toml",
                     "--bodies", 64, "--until", 0.1, "-o", "out.csv")

    def test_a_failed_picture_series_reports_the_number_of_complete_frames(self):
        self.put("heavy.tab", "3e38 0 0 0 0 0 0\n3e38 1 0 0 0 1 0\n3e38 0 1 0 1 0 0\n")
        words = ["render", "heavy.tab", "--softening", 0, "--size", "64x48", "--until", 1]
        result = self.run_program(*words, "-o", "f-%05d.png")
        self.assertEqual(result.code, 1, result.error)
        said = re.search("is infinitely far or fast at .*; the pictures of the first (\\d+) frames? \\(.*\\) are kept$",
                         result.error.splitlines()[-1])
        self.assertTrue(said, result.error)
        frames = sorted(name for name in self.files() if name.startswith("f-"))
        self.assertEqual(frames, [f"f-{i:05}.png" for i in range(int(said[1]))])
        self.assertNotEqual(frames, [])

    def test_diagnostics_contain_no_infinite_numbers(self):
        self.put("fast.tab", "1 0 0 0 1e30 0 0\n1 1 0 0 0 1 0\n")
        self.stopped("body 1 (all) is infinitely far or fast at t = 0.02, step 1", "simulate", "fast.tab", "--until", 1,
                     "--diagnostics", "d.csv", "-o", "out.csv")
        # The energy of 5e59 exceeds the range of floats but is a finite double.
        self.assertNotIn("inf", (self.folder / "d.csv").read_text())

    def test_times_too_large_for_the_timestep_are_refused(self):
        for time in ("-1e20", "1e20"):
            self.put("far.csv", f"# time {time}\nmass,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n1,1,0,0,0,1,0\n")
            self.refused(1, "far.csv: cannot be simulated: the time", "simulate", "far.csv", "--until", 0)
            self.refused(1, "is too large for a timestep of 0.02", "render", "far.csv", "-o", "p.png")
        self.put("near.csv", "mass,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n1,1,0,0,0,1,0\n")
        self.refused(2, "the time 1e+09 is too large for a timestep of 1e-05", "simulate", "near.csv", "--until", 1e9,
                     "--dt", 1e-5)

    def test_galaxies_too_distant_or_small_for_single_precision_are_refused(self):
        galaxies = "title = 'x'\n[galaxy.a.stars]\nprofile = 'plummer'\nmass = 1\n[galaxy.b]\nlike = 'a'\n"
        self.put("far.toml", galaxies + "position = [1e8, 0, 0]\n")
        self.refused(2, "far.toml:", "generate", "far.toml", "--bodies", 64, "-o", "a.tab")
        self.put("near.toml", galaxies + "position = [100, 0, 0]\n")
        self.done("generate", "near.toml", "--bodies", 64, "-o", "a.tab")
        self.put("orbit.toml", galaxies + "[orbit]\npericentre = 1\nseparation = 1e6\n")
        self.refused(2, "orbit.toml:9: orbit.separation", "generate", "orbit.toml", "--bodies", 64, "-o", "b.tab")
        self.refused(2, "the scaled lengths are too small for single precision", "generate", "near.toml", "--bodies",
                     64, "--position-scale", "1e-300", "-o", "b.tab")

    def test_messages_do_not_reach_files_when_standard_streams_are_closed(self):
        expected = self.generate("open.csv", 60)
        for closed in ("2>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"):
            words = [self.program, "generate", command.scene, "--set", "with_gas=false", "--bodies", "60", "-o",
                     "closed.csv"]
            script = " ".join(f"'{word}'" for word in words) + " " + closed
            subprocess.run(["sh", "-c", script], cwd=self.folder, env=command.surroundings(self.folder), check=True)
            self.assertEqual((self.folder / "closed.csv").read_bytes(), (self.folder / expected).read_bytes(), closed)
            subprocess.run(["sh", "-c", f"'{self.program}' simulate open.csv --until 0.04 --dt 0.02 --softening 0 "
                            f"--diagnostics d.csv {closed}"], cwd=self.folder,
                           env=command.surroundings(self.folder), check=True)
            header, *rows = (self.folder / "d.csv").read_text().splitlines()
            for row in rows:
                self.assertEqual(len([float(number) for number in row.split(",")]), header.count(",") + 1, closed)

    def test_an_error_message_is_one_printable_line_whatever_it_quotes(self):
        for name, shown in {"one\ntwo": "one\\ntwo", "\x1b[31mred": "\\x1b[31mred", "x" * 30000: "xxx ... xxx"}.items():
            self.refused(2, shown, "generate", "-o", "y.tab", "--bodies", name)
            self.refused(2, shown, "simulate", "--until", 1, "--set", f"{name}=1")
            self.refused(2, shown, "generate", "-o", f"{name}.unknown")
        self.refused(1, ": File name too long", "info", "/" + "x" * 300)


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
