"""The controls of time: pace, loop and steps, the time line, key frames and their memory budget, and branches of the
run."""

import os
import re

import driver


class TransportBar(driver.PanelTest):
    # The kernel is fixed, because a kernel search would begin a new branch.
    with_gas = ["--bodies", "512", "--size", "1280x720", "--mode", "point", "--solver", "direct", "--kernel", "tiled",
                *driver.still_camera,
                # With this memory budget there are few key frames, several pixels apart on the time line.
                "--key-frames", "0.2"]
    arguments = [*with_gas, *driver.without_gas]
    until = 90

    def transport(self):
        return self.state("transport")

    def line(self):
        return self.transport()["time_line"]

    def click_on(self, button):
        self.hands.click(self.place(f"Transport/{button}"))

    def pause(self, playing=False):
        if self.transport()["playing"] != playing:
            self.click_on("play")
        self.wait_for("transport", playing=playing)
        self.program.frames()

    def on_line(self, time):
        first, last = self.transport()["first"], max(self.until, self.transport()["last"])
        return self.place("Transport/time line", right=(time - first) / (last - first))

    def saved_rows(self):
        """Saves the bodies to a file and returns its rows."""
        count = self.program.count("saved")
        self.hands.key("ctrl+s")
        self.wait(lambda: self.program.count("saved") > count, "the file is saved")
        name = os.path.join(self.program.folder, self.state("saved")["file"])
        with open(name, "rb") as file:
            return file.read()

    def setUp(self):
        self.pause()
        if self.line()["overwrites"]:
            self.choose("Overwrite branches")
        if len(self.line()["futures"]) > 1:
            self.choose("Discard other branches")

    def choose(self, title):
        self.hands.click(self.place("Menu/Simulation"))
        self.hands.click(self.place(f"Menu/{title}"))
        self.wait(lambda: f"Menu/{title}" not in self.places(), "the menu is closed")
        self.program.frames()

    def test_a_seek_reaches_its_time_exactly_and_can_be_canceled(self):
        TransportBar.was = {}
        for time in [5.12, 6.4]:  # The steps 256 and 320 are key frames for each of the intervals 8, 16, 32 and 64.
            self.go_to(time)
            self.assertFalse(self.transport()["playing"], "the run was paused before")
            self.assertEqual(self.transport()["steps"], round(time / 0.02))
            self.assertEqual(self.line()["end"], round(time / 0.02))
            self.was[time] = self.saved_rows()
        self.hands.drag(self.on_line(5), self.on_line(80))
        self.wait(lambda: self.transport()["heading_for"] is not None, "the run seeks the time")
        self.assertAlmostEqual(self.transport()["heading_for"], 80, 0)
        self.wait(lambda: "running to t" in self.state("status")["line"], "the status line names the time")
        self.hands.key("space")
        self.wait_for("transport", playing=False, heading_for=None)
        self.assertLess(self.transport()["time"], 79)

    def test_single_steps_go_forward_and_back_exactly(self):
        self.go_to(2)
        rows = self.saved_rows()
        self.click_on("step")
        self.wait_for("transport", steps=101)
        self.assertNotEqual(self.saved_rows(), rows)
        self.click_on("step back")
        self.wait_for("transport", steps=100, heading_for=None, playing=False)
        self.assertEqual(self.saved_rows(), rows, "the states are equal bit for bit")
        self.hands.key("comma")
        self.wait_for("transport", steps=99, heading_for=None)
        self.hands.key("period")
        self.wait_for("transport", steps=100)
        self.assertEqual(self.saved_rows(), rows)
        self.assertEqual(len(self.line()["futures"]), 1, "there is only one branch")
        self.hands.key("Home")
        self.wait_for("transport", steps=0)
        said = len(self.program.events)
        self.click_on("step back")
        self.wait(lambda: any("this is the start" in line for event in self.program.events[said:]
                              if event["event"] == "notices" for line in event["lines"]), "there is no earlier step")
        self.hands.key("End")
        self.wait(lambda: self.transport()["steps"] == self.line()["end"],
                  "the run is at the end of the computed time line")

    def test_scrubbing_restores_earlier_states_bit_for_bit(self):
        self.hands.drag(self.on_line(2), self.on_line(5.12))
        self.wait_for("transport", steps=256)
        self.assertEqual(self.saved_rows(), self.was[5.12])
        # When the run continues from the restored state, it repeats the original steps.
        self.go_to(6.4)
        self.assertEqual(self.saved_rows(), self.was[6.4])
        self.hands.click(self.on_line(0.5))
        self.wait_for("transport", steps=0)
        self.go_to(6.4)
        self.assertEqual(self.saved_rows(), self.was[6.4])
        self.assertEqual(len(self.line()["futures"]), 1)

    def test_a_playing_run_continues_after_dragging_the_time_line(self):
        self.go_to(4)
        self.pause(playing=True)
        self.hands.move(self.on_line(3))
        self.hands.press()
        self.hands.move(self.on_line(1))
        self.wait(lambda: self.transport()["time"] < 1.5, "the earlier moment is shown")
        self.assertFalse(self.transport()["playing"], "the run is paused while dragging")
        self.hands.release()
        self.wait_for("transport", playing=True)
        self.wait(lambda: self.transport()["time"] > 1.6, "the run continues")
        self.pause()

    def test_a_run_plays_backward_to_its_start(self):
        self.go_to(2)
        self.click_on("backwards")
        self.wait_for("transport", backwards=True, playing=True)
        self.wait(lambda: self.transport()["shown"] < 1.5, "the run goes back")
        self.wait(lambda: re.search(r"pace -[0-9.]*[1-9]", self.state("status")["line"]), "the status line shows the pace")
        self.click_on("play")
        self.wait(lambda: not self.transport()["backwards"] and not self.transport()["playing"]
                  and self.transport()["heading_for"] is None, "the run stops at a step")
        self.hands.key("BackSpace")
        self.wait_for("transport", backwards=True)
        self.wait_for("transport", steps=0, backwards=False, playing=False)

    def test_pace_and_loop_can_be_changed(self):
        before = self.state("parameters")["time_per_second"]
        self.hands.key("greater")
        self.wait_for("parameters", time_per_second=2 * before)
        self.hands.key("less")
        self.wait_for("parameters", time_per_second=before)
        for speed, factor in [("1/4x", 0.25), ("8x", 8)]:
            self.hands.click(self.place("Transport/speed"))
            self.hands.click(self.place(f"Transport/speed/{speed}"))
            self.wait_for("parameters", time_per_second=factor * before)
        self.hands.click(self.place("Transport/speed"), button=3)
        self.wait_for("parameters", time_per_second=before)
        self.click_on("loop")
        self.wait_for("transport", loops=True)
        self.hands.key("y")
        self.wait_for("transport", loops=False)

    def test_changed_parameters_start_a_new_branch(self):
        """Going back to a time also restores the parameters of this time."""
        self.go_to(4)
        old_end, softening = self.line()["end"], self.state("parameters")["softening"]
        there = self.saved_rows()
        self.go_to(2)
        self.pull("Physics/Softening", 60)
        self.assertNotEqual(self.state("parameters")["softening"], softening)
        other = self.state("parameters")["softening"]
        self.assertEqual(len(self.line()["futures"]), 1, "no step has been taken yet")
        self.go_to(3)
        self.assertEqual([(future["begin"], future["end"]) for future in self.line()["futures"]][-1], (100, 150))
        self.assertEqual(self.line()["futures"][0]["end"], old_end)
        rows = self.saved_rows()
        self.go_to(1.6)
        self.wait_for("parameters", softening=softening)
        self.go_to(3)
        self.wait_for("parameters", softening=other)
        self.assertEqual(self.saved_rows(), rows, "the change of parameters is repeated")
        self.hands.key("z")
        self.wait(lambda: self.line()["futures"][0]["present"], "the old branch is shown")
        self.go_to(4)
        self.wait_for("parameters", softening=softening)
        self.assertEqual(self.saved_rows(), there)
        self.choose("Discard other branches")
        self.wait(lambda: len(self.line()["futures"]) == 1, "the discarded branch does not exist")
        self.choose("Overwrite branches")
        self.wait(lambda: self.line()["overwrites"], "on")
        self.go_to(3)
        self.pull("Physics/Softening", 60)
        self.go_to(3.2)
        self.assertEqual((len(self.line()["futures"]), self.line()["end"]), (1, 160))
        self.choose("Overwrite branches")

    def test_key_frames_stay_within_their_memory_budget(self):
        place = self.place("Physics/Key frame memory")
        self.hands.hold("ctrl")
        self.hands.click(place)
        self.hands.release_key("ctrl")
        self.hands.press_key("ctrl+a")
        self.hands.type("0.1")
        self.hands.press_key("Return")
        self.wait_for("parameters", key_frame_memory=0.1)
        self.wait(lambda: self.line()["budget"] == int(0.1 * (1 << 20)), "key frames stay within the budget")
        begin = len(self.program.events)
        self.hands.key("r")
        # The run may take several steps before this test sees the empty time line.
        self.wait(lambda: any(event["event"] == "transport" and event["time_line"] and event["time_line"]["end"] < 8
                              for event in self.program.events[begin:]),
                  "the time line is empty and begins at the present time")
        self.go_to(8)
        for event in self.program.events[begin:]:
            if event["event"] == "transport" and event["time_line"]:
                self.assertLessEqual(event["time_line"]["bytes"], event["time_line"]["budget"])
        self.assertGreater(self.line()["interval"], 8, "every second key frame was dropped")
        self.assertGreater(len(self.line()["keys"]), 1)
        self.assertEqual(self.line()["keys"][0], 0)

    def test_an_invalid_time_keeps_the_text_field_open(self):
        self.click_on("time")
        self.place("Go to/time")
        self.hands.type("soon")
        self.hands.press_key("Return")
        self.program.frames(3)
        self.assertIn("Go to", self.places())
        self.hands.press_key("Escape")
        self.wait(lambda: "Go to" not in self.places(), "Escape closes the text field")


class TransportWithGas(TransportBar):
    """In a run with gas, steps cannot be undone, so the run goes back by key frames."""
    arguments = TransportBar.with_gas

    def test_a_run_with_gas_goes_back_to_exact_states(self):
        self.go_to(1)
        rows = self.saved_rows()
        self.go_to(1.2)
        self.click_on("step back")
        self.wait_for("transport", steps=59, heading_for=None, playing=False)
        self.hands.drag(self.on_line(1.2), self.on_line(0.3))
        self.wait_for("transport", heading_for=None, playing=False)
        self.go_to(1)
        self.assertEqual(self.saved_rows(), rows, "the states are equal bit for bit")
        self.assertEqual(len(self.line()["futures"]), 1, "there is only one branch")
        self.click_on("backwards")
        self.wait_for("transport", steps=0, backwards=False, playing=False)


class NextBranch(driver.PanelTest):
    arguments = TransportBar.arguments

    def test_the_next_branch_is_shown_at_the_present_time_with_its_own_diagnostics(self):
        def measured():
            return self.state("diagnostics")["rows"], (self.state("diagnostics")["newest"] or {"time": 0})["time"]

        def beside():
            other = self.state("diagnostics")["other_branch"]
            return (other["name"], other["rows"]) if other else None
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        end = 4
        self.go_to(end)
        while measured()[1] < 3:  # Each step gives time for a part of a measurement.
            end += 1
            self.go_to(end)
        rows, newest = measured()
        self.go_to(2)
        self.pull("Physics/Softening", 60)
        self.go_to(3)
        self.wait(lambda: measured()[1] <= 3, "the new branch has no rows of later times")
        self.assertEqual(self.state("diagnostics")["oldest_time"], 0, "rows from before the branch are kept")
        self.wait(lambda: beside() and beside()[0] == "branch 1" and beside()[1] >= rows,
                  "the plots show the old branch, too")
        self.assertTrue(self.state("profile_plot")["other_branch"].startswith("branch 1 at "))
        self.assertEqual(self.state("profile_plot")["pale_curves"].keys(),
                         self.state("profile_plot")["curves"].keys())
        self.hands.key("z")
        self.wait(lambda: self.state("transport")["time_line"]["futures"][0]["present"], "the old branch is shown")
        self.wait_for("transport", time=3, heading_for=None, playing=False)
        self.wait(lambda: measured()[0] >= rows and measured()[1] == newest, "the old branch has its diagnostics")
        self.wait(lambda: beside()[0] == "branch 2", "the plots show the new branch, too")
        self.go_to(end)
        self.hands.key("z")
        self.wait(lambda: self.state("transport")["time_line"]["futures"][1]["present"], "the new branch is shown")
        self.wait_for("transport", "the new branch ends at an earlier time", time=3, heading_for=None)
        self.wait(lambda: measured()[1] <= 3, "the new branch has its diagnostics")


driver.main(TransportBar, TransportWithGas, NextBranch)
