"""A device that fails while the window is open, or before: the window stays, and goes on when there is one again.

The fault layer does it (tests/cl_fault_layer), by a file that says which call fails from now on.
"""

import os
import subprocess

import driver
from faulty_device import FaultyDeviceTest


class LostDevice(FaultyDeviceTest):
    arguments = ["plummer", "--bodies", "512", "--size", "1000x700", "--dt", "0.01"]
    saves_settings = True
    expected_trouble = "freed while it is acquired"  # a device that is lost gives nothing back

    def lose(self, fault="clFinish 1 -5 lost", after_steps=5):
        self.wait_for("device", lost=False)
        steps = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] > steps + after_steps, "it plays")
        self.break_device(fault)
        self.wait_for("device", lost=True)
        self.program.frames(5)

    def test_it_says_so_once_and_keeps_what_a_person_made(self):
        self.hands.key("ctrl+3")
        self.wait(lambda: "3" in map(str, self.state("camera")["viewpoints"]), "a viewpoint")
        self.lose()
        lines = [line for line in self.program.stderr().splitlines() if "the window stays" in line]
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("OpenCL failed in clFinish (error -5: the device is lost", lines[0])
        with open(os.path.join(self.scratch, "milkomeda", "settings.json")) as file:
            self.assertIn('"3"', file.read())
        self.assertEqual(self.state("tier")["tier"], "none")
        self.assertFalse(self.state("transport")["playing"])
        self.hands.key("space")
        self.wait(lambda: "cannot play" in self.program.stderr(), "a reason")
        self.assertGreater(self.screenshot().share_lit(), 0.0005)
        self.heal()
        self.reopen()

    def test_the_columns_of_frames_outlive_it(self):
        self.place("Timing/columns")
        self.wait(lambda: self.state("timing")["frames"] and self.state("timing")["lanes"]["OpenCL"], "a column")
        self.lose()
        self.wait(lambda: not self.state("timing")["lanes"]["OpenCL"], "the queue does nothing")
        self.assertTrue(self.state("timing")["lanes"]["host"])
        self.heal()
        self.reopen()
        self.wait(lambda: self.state("timing")["lanes"]["OpenCL"], "the queue of the device that was opened")
        self.place("View/Mode")

    def test_it_goes_on_from_the_last_whole_state(self):
        tier = self.state("tier")
        self.wait(lambda: self.state("transport")["steps"] > 10, "it plays")
        self.program.wait(self.has_kept_a_state, "a state is kept")
        self.lose()
        kept = self.state("device")["goes_on_from"]
        steps = self.state("transport")["steps"]
        self.assertGreater(steps, 0)
        self.assertAlmostEqual(kept, 0.01 * steps, delta=1e-6)  # a whole number of steps
        self.assertEqual(self.state("transport")["time"], kept)

        told = self.program.stderr().count("the window stays")
        self.hands.click(self.place("Device lost/reopen"))  # while it is still broken
        self.wait(lambda: self.program.stderr().count("the window stays") > told, "the same again")
        self.assertTrue(self.state("device")["lost"])
        self.assertEqual(self.state("transport")["time"], kept)

        self.heal()
        self.reopen()
        self.assertEqual(self.state("tier"), tier)
        self.wait(lambda: self.state("transport")["steps"] > steps + 3, "it plays on")
        self.assertTrue(self.state("transport")["playing"])
        self.assertSameAsWithoutFault()

    def has_kept_a_state(self):
        """By the time that has gone by: it keeps one every second, and is late by two at most."""
        return sum(self.program.frame_ms[3:]) > 4000

    def assertSameAsWithoutFault(self):
        """The bodies are those of a run that nothing has happened to, bit for bit."""
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.program.frames(3)
        self.replace_text("Simulation/file##save", "after.csv")
        self.hands.stroke("Return")
        self.wait(lambda: self.program.count("saved") > 0, "a file")
        time = self.state("saved")["time"]
        alone = [self.executable, "simulate", "plummer", "--bodies", "512", "--dt", "0.01", "--until", repr(time),
                 "--integrator", "reversible", "--no-settings", "-o", "alone.csv"]
        subprocess.run(alone, cwd=self.scratch, check=True, capture_output=True, timeout=driver.patience * 5)
        after, alone = self.rows("after.csv"), self.rows("alone.csv")
        self.assertEqual(after[1:], alone[1:])
        # Times count steps from the state that was kept: the last digit of a sum.
        self.assertAlmostEqual(*(float(rows[0].removeprefix("# time ")) for rows in (after, alone)), 12)

    def rows(self, name):
        with open(os.path.join(self.scratch, name)) as file:
            return file.read().splitlines()

    def test_it_goes_on_with_a_device_that_is_chosen(self):
        self.restart()
        self.lose("clEnqueueNDRangeKernel 1 -9999 lost")
        self.heal()
        name = self.state("device")["choices"][0]
        self.hands.click(self.place(f"Device lost/go on with 0: {name}"))
        self.wait_for("device", lost=False)
        self.wait_for("tier", device=name)
        steps = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] > steps + 3, "it plays on")

    def test_files_and_other_scenes_while_it_is_lost(self):
        self.lose("clEnqueueReadBuffer 1 -36 lost")
        saved = self.program.count("saved")
        self.hands.key("ctrl+s")
        self.wait(lambda: self.program.count("saved") > saved, "the last whole state is saved")
        self.assertEqual(self.state("saved")["time"], self.state("device")["goes_on_from"])
        self.enter("Scene/bodies", "300")
        self.wait_for("scene", bodies=300)
        self.restart()
        self.wait_for("transport", time=0)
        self.heal()
        self.reopen()
        self.wait(lambda: self.state("transport")["steps"] > 3, "the other one plays")


class LostAtStart(LostDevice):
    """The window opens without the device, shows the start, and offers to open it again."""

    tier = None  # where --interop demands one, the program ends instead

    @classmethod
    def start(cls, *more):
        with open(cls.fault, "w") as file:
            file.write("clCreateCommandQueue 1 -5 lost")
        super().start(*more)

    def test_it_opens(self):
        self.assertTrue(self.state("device")["lost"])
        self.assertEqual(self.program.stderr().count("OpenCL failed"), 1)
        self.heal()
        self.reopen()
        self.wait(lambda: self.state("transport")["steps"] > 3, "it plays")


class LostWhileFilmed(LostDevice):
    """A film waits for what it shows: the device may fail while its picture is drawn."""
    arguments = [*LostDevice.arguments, "--color-by", "acceleration", "--auto-save", "0.3"]

    def test_the_window_stays_and_goes_on(self):
        self.wait(lambda: self.state("transport")["steps"] > 10, "it plays")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film_frame") > 3, "frames")
        self.choose("Simulation/integrator", "symplectic-euler")  # which knows no force between two steps
        self.break_device("clEnqueueReadBuffer 1 -5 lost")
        self.wait_for("device", lost=True)
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film") >= 2, "the film ends")
        self.heal()
        self.reopen()

    def test_the_run_is_kept_again(self):
        """What was asked of the run that the device took with it is asked again."""
        self.wait_for("device", lost=False)
        if not self.state("transport")["playing"]:
            self.hands.key("space")
        self.lose()
        since = len(self.program.frame_ms)
        while sum(self.program.frame_ms[since:]) < 1000:  # an auto-save is due
            self.program.frames()
        self.heal()
        self.reopen()
        self.wait_for("transport", playing=True)
        kept = self.program.count("auto_saved")
        self.wait(lambda: self.program.count("auto_saved") > kept + 1, "it is kept")


class LostOften(LostDevice):
    """What a lost device may still write into is kept, until it has recovered and says that it is done."""
    arguments = ["plummer", "--bodies", "131072", "--size", "320x240", "--mode", "point", "--dt", "0.01",
                 "--key-frames", "1"]
    environment = {"ASAN_OPTIONS": "quarantine_size_mb=1"}  # which would keep what was freed, a build with sanitizers

    def test_memory_stays(self):
        if self.tier == "shared":
            self.skipTest("a lost device keeps the buffers that OpenGL lent it, for ever")
        times, rows = 8, 131072 * 2 * 16  # each time it would be two or three of them, and chance half a one
        self.lose_again(4)
        before = self.bytes_at_rest()
        self.lose_again(times)
        self.assertLess(self.bytes_at_rest() - before, times * rows)

    def lose_again(self, times):
        for _ in range(times):
            self.lose(after_steps=1)
            self.heal()
            self.reopen()

    def bytes_at_rest(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        least = self.program.least_bytes()
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        return least


driver.main(LostDevice, LostAtStart, LostWhileFilmed, LostOften)
