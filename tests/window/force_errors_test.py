"""Force errors during a run: percentiles in the panel, and the comparison of two runs side by side."""

import os
import subprocess

import driver


class ForceErrors(driver.PanelTest):
    """The program measures force errors for the chosen settings, and discards the errors when these settings
    change."""
    arguments = ["milky-way-andromeda", "--bodies", "3000", "--size", "1280x720", "--mode", "point", "--solver", "direct"]

    def errors(self, wanted, what):
        """Waits until the condition `wanted` is true for the percentiles of the force errors, and returns these
        percentiles."""
        def holds():
            return self.program.state.get("errors") and wanted(self.state("errors"))
        self.wait(holds, what)
        return self.state("errors")

    def test_force_errors_of_a_fraction_are_measured_and_shown(self):
        self.choose("Physics/Approximation fraction", "1/8")
        found = self.errors(lambda e: e["bodies"] >= 256 and e["relative"]["p50"] > 0.05, "errors of a fraction")
        for of in found["relative"], found["to_rms"]:
            self.assertLess(of["p50"], of["p90"])
            self.assertLess(of["p90"], of["p99"])
            self.assertLessEqual(of["p99"], of["most"])
            self.assertEqual(sum(of["counts"]), found["bodies"])
        self.assertGreater(found["rms_acceleration"], 0)
        # `cost` is the time for comparing forces relative to the time for computing forces. The time limit does not
        # apply to the first comparisons, so the cost is large at first and decreases with each force evaluation.
        # tests/unit/time_budget_test.cpp tests the limit.
        self.assertGreater(found["cost"], 0)
        self.errors(lambda e: e["cost"] < 0.1, "looking takes a small part of the time")
        errors = self.state("solver")["force_errors"]
        self.assertEqual(set(errors), {"p50", "p90", "p99", "most"})

        coarse = found["relative"]["p50"]
        self.choose("Physics/Approximation fraction", "1/2")
        self.errors(lambda e: e["relative"]["p50"] < 0.7 * coarse, "those of half of the bodies are smaller")

    def test_errors_of_exact_forces_are_measured_while_the_panel_shows_errors(self):
        self.choose("Physics/Approximation fraction", "1")
        self.wait_for("parameters", fraction=1)
        self.place("Graphs/Force errors")
        self.open_section("Graphs/Force errors", "Graphs/histogram")
        found = self.errors(lambda e: e["relative"]["p99"] < 1e-3, "rounding alone")
        self.assertLess(found["relative"]["p99"], 1e-5)
        self.place("Physics/Approximation fraction")


class TwoRuns(driver.PanelTest):
    """Two runs from one initial state: exact forces in the left half of the window, the chosen forces in the right
    half."""
    arguments = ["milky-way-andromeda", "--bodies", "2000", "--size", "1000x700", "--mode", "point", "--solver", "direct",
                 "--fraction", "1/8", "--show", "labels"]

    def setUp(self):
        if self.state("split")["on"]:
            self.toggle(on=False)
        if self.state("transport")["time"] > 45:  # A fast machine would reach the end of the scene, where runs pause.
            self.restart()

    def toggle(self, on):
        self.hands.key("F4")
        self.wait(lambda: self.state("split")["on"] == on, "two runs are shown" if on else "one run is shown")

    def play(self, on=True):
        if self.state("transport")["playing"] != on:
            self.hands.key("space")
            self.wait_for("transport", playing=on)

    def difference(self):
        return self.state("split")["difference"]

    def runs_are_in_step(self):
        """Returns whether both runs have completed an equal number of steps."""
        return not self.state("split")["behind"] and self.state("split")["exact_steps"] == self.state("transport")["steps"]

    def test_runs_with_exact_and_inexact_forces_diverge(self):
        self.play()
        self.toggle(on=True)
        self.wait(lambda: self.difference() and self.state("split")["points"] > 3, "the runs differ")
        early = self.difference()
        self.assertGreater(early["rms"], 0)
        self.wait(lambda: self.difference()["time"] > early["time"] + 0.4, "the runs continue")
        self.assertGreater(self.difference()["rms"], early["rms"])
        self.assertIsNotNone(self.difference()["separation"])

        self.play(on=False)
        self.program.frames(3)
        if self.state("transport")["steps"] != self.state("split")["exact_steps"]:
            self.wait(self.runs_are_in_step, "the slower run completes its step")
        steps = self.state("transport")["steps"]
        self.hands.key("period")
        self.wait(lambda: self.runs_are_in_step() and self.state("transport")["steps"] > steps,
                  "both runs have taken a step")
        self.assertLessEqual(self.state("transport")["steps"], steps + 1)
        self.program.frames(5)
        self.assertTrue(self.runs_are_in_step())

    def test_each_of_two_compared_runs_fills_half_of_the_window(self):
        self.play()
        self.toggle(on=True)
        self.wait(lambda: self.difference(), "the runs differ")
        self.play(on=False)
        picture = self.screenshot()
        # Without panels, each of the two runs has half of the window.
        reds = [row[0::picture.channels] for row in picture.rows]
        for half in slice(0, picture.width // 2 - 2), slice(picture.width // 2 + 2, None):
            self.assertGreater(sum(value > 40 for row in reds for value in row[half]), 200)

    def test_two_runs_with_exact_forces_do_not_diverge(self):
        self.play()
        self.choose("Physics/Approximation fraction", "1")
        self.wait_for("parameters", fraction=1)
        self.toggle(on=True)
        # Rounding errors of the times of both runs begin after some steps; stars must form by equal lots nevertheless.
        self.wait(lambda: self.state("split")["points"] > 100, "many steps are taken")
        self.assertEqual(self.difference()["rms"], 0)
        self.choose("Physics/Approximation fraction", "1/8")
        self.wait(lambda: self.difference()["rms"] > 0, "the forces of the runs differ")

    def test_a_reset_restarts_both_compared_runs(self):
        self.play()
        self.toggle(on=True)
        self.wait(lambda: self.state("split")["points"] > 10, "differences are recorded")
        self.restart()
        self.wait(lambda: self.state("split")["on"] and self.difference()
                  and self.difference()["time"] < self.state("transport")["time"] + 1e-9
                  and self.state("split")["exact_steps"] <= self.state("transport")["steps"], "both runs restart")
        self.wait(lambda: self.difference()["rms"] > 0, "the runs differ")

    def test_actions_that_two_runs_do_not_support_are_refused_with_a_notice(self):
        self.toggle(on=True)
        self.hands.key("i")
        self.wait(lambda: any("two runs are compared" in line for line in self.state("notices")["lines"]),
                  "a notice appears")
        self.assertEqual(self.state("play")["tool"], "none")
        self.hands.key("F9")
        self.wait(lambda: any("a video cannot show two runs" in line for line in self.state("notices")["lines"]),
                  "a notice appears")
        self.assertTrue(self.state("split")["on"])

    def test_deleting_a_galaxy_restarts_both_compared_runs(self):
        self.play()
        self.toggle(on=True)
        self.wait(lambda: self.state("split")["points"] > 3, "differences are recorded")
        self.play(on=False)
        self.wait(lambda: self.state("annotations")["labels"], "names")
        galaxies, label = self.state("play")["galaxies"], self.state("annotations")["labels"][0]
        x, y, _, _ = self.state("split")["panes"][1]
        self.hands.hold("ctrl")
        self.hands.click((x + label["x"], y + label["y"]))
        self.hands.release_key("ctrl")
        self.wait(lambda: self.state("annotations")["bodies"], "the body under the pointer is selected")
        self.hands.key("Delete")
        self.wait(lambda: len(self.state("play")["galaxies"]) == len(galaxies) - 1, "there is one galaxy fewer")
        self.wait(lambda: self.state("split")["on"] and self.state("split")["points"] == 0, "both runs restart")
        self.play()
        self.wait(lambda: self.difference() and self.difference()["rms"] > 0, "the runs diverge")
        self.assertIsNone(self.difference()["separation"])  # A scene with a single galaxy has no separation.
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=galaxies)
        self.wait(lambda: self.difference() and self.difference()["separation"] is not None,
                  "the separation of two galaxies is shown")


class OtherSecondRuns(driver.PanelTest):
    """The card Compare shows the run beside the run with other parameters, another branch of its history, or a file."""
    arguments = ["milky-way-andromeda", "--bodies", "1000", "--size", "1000x800", "--solver", "direct", "--softening",
                 "0.05", "--mode", "point"]

    def setUp(self):
        if self.state("split")["on"]:
            self.hands.key("F4")
            self.wait_for("split", on=False)
        if not self.state("split")["card"]:
            self.hands.key("F7")
            self.wait_for("split", card=True)

    def play(self, on=True):
        if self.state("transport")["playing"] != on:
            self.hands.key("space")
            self.wait_for("transport", playing=on)

    def compare(self, *labels):
        """Selects entries of the card, and starts the comparison."""
        for label in labels:
            self.hands.click(self.place(f"Compare/{label}"))
        self.wait_for("split", limit="")
        self.hands.click(self.place("Compare/Start"))
        self.wait(lambda: self.state("split")["on"] and not self.state("split")["card"], "two runs are shown")

    def wait_for_difference(self):
        self.wait(lambda: self.state("split")["points"] > 3 and self.state("split")["difference"], "both runs have advanced")
        return self.state("split")["difference"]

    def test_two_softenings_are_compared_in_four_clicks(self):
        self.hands.key("F7")
        self.wait_for("split", card=False)
        # One click opens the menu, the second the card, the third selects parameters, the fourth starts.
        self.hands.click(self.place("Menu/Simulation"))
        self.hands.click(self.place("Menu/Compare..."))
        self.wait_for("split", card=True)
        self.compare("Parameters")
        self.assertEqual(self.state("split")["second"], "Softening 0.5")
        self.play()
        self.assertGreater(self.wait_for_difference()["rms"], 0)
        first, second = self.state("split")["separations"]
        self.assertGreater(first, 1)
        self.assertGreater(second, 1)
        self.assertAlmostEqual(self.state("split")["second_time"], self.state("transport")["time"], delta=0.1)
        self.wait(lambda: self.state("split")["energies"] > 1, "the energy of the second run is measured")
        self.hands.click(self.place("Split/Curves"))
        self.hands.key("F4")
        self.wait_for("split", on=False)
        self.program.frames(10)
        self.assertFalse(self.state("split")["on"], "F4 ends each comparison and starts no other")

    def test_runs_of_different_timesteps_stay_at_equal_times(self):
        self.hands.click(self.place("Compare/Parameters"))
        self.enter("Compare/Softening", "0.05")
        self.enter("Compare/Timestep", "0.003")
        self.compare()
        self.play()
        self.wait_for_difference()
        step = self.state("parameters")["dt"]
        self.assertGreater(self.state("split")["exact_steps"], 3 * self.state("split")["points"])
        self.play(on=False)
        self.wait_for("split", behind=False)
        self.assertLessEqual(abs(self.state("split")["second_time"] - self.state("transport")["time"]), step)

    def test_two_branches_of_the_history_are_compared_at_one_time(self):
        self.hands.key("F7")
        self.play()
        self.wait(lambda: self.state("transport")["time"] > 0.6, "the first branch exists")
        self.play(on=False)
        self.go_to(0.2)
        self.enter("Physics/Softening", "0.4")
        self.play()
        self.wait(lambda: self.state("transport")["time"] > 0.5, "the second branch exists")
        self.play(on=False)
        self.assertEqual(len(self.state("transport")["time_line"]["futures"]), 2)
        self.hands.key("F7")
        self.wait_for("split", card=True)
        self.wait(lambda: any(name.startswith("Compare/Branch 1") for name in self.places()), "the card lists branch 1")
        entry = next(name for name in self.places() if name.startswith("Compare/Branch 1"))
        self.compare(entry.split("/")[1])
        self.wait_for("split", behind=False)
        self.assertLessEqual(abs(self.state("split")["second_time"] - self.state("transport")["time"]),
                             self.state("parameters")["dt"])
        self.play()
        self.assertGreater(self.wait_for_difference()["rms"], 0)
        self.enter("Physics/Softening", "0.05")

    def test_a_run_is_compared_with_a_file(self):
        file = os.path.join(self.scratch, "end.recording")
        subprocess.run([self.executable, "simulate", "milky-way-andromeda", "--bodies", "500", "--until", "8", "--record",
                        file], check=True, capture_output=True, cwd=self.scratch)
        self.restart()
        self.play(on=False)
        self.hands.click(self.place("Compare/File"))
        self.wait(lambda: "type the name" in self.state("split")["limit"], "a name is missing")
        self.replace_text("Compare/Name", file)
        self.compare()
        self.assertEqual(self.state("split")["second"], "end.recording")
        self.play()
        self.wait(lambda: self.state("split")["points"] > 3, "both runs have advanced")
        self.assertIsNone(self.state("split")["difference"]["rms"])
        self.wait(lambda: None not in self.state("split")["separations"], "both separations are known")
        first, second = self.state("split")["separations"]
        self.assertLess(abs(first - second), 0.2 * first)  # Both runs begin with the same orbit.
        self.play(on=False)
        self.program.frames(3)
        self.assertAlmostEqual(self.state("split")["second_time"], self.state("transport")["time"], delta=0.1)

    def test_a_file_that_cannot_be_read_ends_the_comparison_with_a_notice(self):
        self.hands.click(self.place("Compare/File"))
        self.replace_text("Compare/Name", "no-such-file.hdf5")
        self.wait_for("split", limit="")
        self.hands.click(self.place("Compare/Start"))
        self.wait(lambda: any("no-such-file" in line for line in self.state("notices")["lines"]), "a notice appears")
        self.assertFalse(self.state("split")["on"])


class TwoFiles(driver.PanelTest):
    """Two recordings play at equal times."""
    arguments = ["--size", "1000x800", "--mode", "point"]

    @classmethod
    def start(cls, *more):
        for name, softening in (("a.recording", "0.05"), ("b.recording", "0.5")):
            subprocess.run([cls.executable, "simulate", "milky-way-andromeda", "--bodies", "500", "--until", "6",
                            "--softening", softening, "--record", name], check=True, capture_output=True, cwd=cls.scratch)
        super().start("a.recording", *more)

    def test_two_files_are_compared_at_equal_times(self):
        self.hands.key("F7")
        self.wait_for("split", card=True)
        self.hands.click(self.place("Compare/File"))
        self.replace_text("Compare/Name", "b.recording")
        self.wait_for("split", limit="")
        self.hands.click(self.place("Compare/Start"))
        self.wait(lambda: self.state("split")["on"], "two files are shown")
        self.restart()
        self.wait(lambda: self.state("split")["points"] > 3, "both recordings play")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.program.frames(3)
        self.assertAlmostEqual(self.state("split")["second_time"], self.state("playback")["time"], delta=0.05)


if __name__ == "__main__":
    driver.main(ForceErrors, TwoRuns, OtherSecondRuns, TwoFiles)
