"""The device fails while the window is open, or at the start. The window stays open, and the run continues when a
device is available.

The fault layer (tests/cl_fault_layer) makes OpenCL calls fail; a file names these calls."""

import os
import subprocess

import driver
from faulty_device import FaultyDeviceTest


class LostDevice(FaultyDeviceTest):
    arguments = ["plummer", "--bodies", "512", "--size", "1000x700", "--mode", "point", "--dt", "0.01"]
    saves_settings = True
    # The program cannot release the buffers of a lost device, and the sharing layer reports this as misuse.
    expected_trouble = "freed while it is acquired"

    def lose(self, fault="clFinish 1 -5 lost", after_steps=5):
        self.wait_for("device", lost=False)
        steps = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] > steps + after_steps, "the run plays")
        self.break_device(fault)
        self.wait_for("device", lost=True)
        self.program.frames(5)

    def test_losing_the_device_is_reported_once_and_settings_are_saved(self):
        self.hands.key("ctrl+3")
        self.wait(lambda: "3" in map(str, self.state("camera")["viewpoints"]), "a viewpoint is stored")
        self.lose()
        lines = [line for line in self.program.stderr().splitlines() if "the window stays" in line]
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("OpenCL failed in clFinish (error -5: the device is lost", lines[0])
        with open(os.path.join(self.scratch, "milkomeda", "settings.json")) as file:
            self.assertIn('"3"', file.read())
        self.assertEqual(self.state("tier")["tier"], "none")
        self.assertFalse(self.state("transport")["playing"])
        self.hands.key("space")
        self.wait(lambda: "cannot play" in self.program.stderr(), "a message gives the reason")
        self.assertGreater(self.screenshot().share_lit(), 0.0005)
        self.remove_fault()
        self.reopen()

    def test_the_timing_panel_still_shows_columns_after_losing_the_device(self):
        self.place("Timing/columns")
        self.wait(lambda: self.state("timing")["frames"] and self.state("timing")["lanes"]["OpenCL"],
                  "a column has parts")
        self.lose()
        self.wait(lambda: not self.state("timing")["lanes"]["OpenCL"], "the OpenCL queue has no parts")
        self.assertTrue(self.state("timing")["lanes"]["host"])
        self.remove_fault()
        self.reopen()
        self.wait(lambda: self.state("timing")["lanes"]["OpenCL"], "the queue of the reopened device has parts")
        self.place("Look/Mode")

    def test_the_run_continues_from_its_last_checkpoint_after_reopening(self):
        tier = self.state("tier")
        self.wait(lambda: self.state("transport")["steps"] > 10, "the run plays")
        self.program.wait(self.has_stored_a_checkpoint, "a checkpoint is stored")
        self.lose()
        kept = self.state("device")["goes_on_from"]
        steps = self.state("transport")["steps"]
        self.assertGreater(steps, 0)
        # The checkpoint belongs to a whole number of steps.
        self.assertAlmostEqual(kept, 0.01 * steps, delta=1e-6)
        self.assertEqual(self.state("transport")["time"], kept)

        told = self.program.stderr().count("the window stays")
        # The device fails again when the user clicks the button.
        self.hands.click(self.place("Device lost/Reopen"))
        self.wait(lambda: self.program.stderr().count("the window stays") > told,
                  "the device is lost for the second time")
        self.assertTrue(self.state("device")["lost"])
        self.assertEqual(self.state("transport")["time"], kept)

        self.remove_fault()
        self.reopen()
        self.assertEqual(self.state("tier"), tier)
        self.wait(lambda: self.state("transport")["steps"] > steps + 3, "the run continues")
        self.assertTrue(self.state("transport")["playing"])
        self.assertSameAsWithoutFault()

    def has_stored_a_checkpoint(self):
        """Returns whether frames have taken 4 seconds in all. By then a checkpoint exists, because checkpoints are made
        every second, at most two seconds late."""
        return sum(self.program.frame_ms[3:]) > 4000

    def assertSameAsWithoutFault(self):
        """Checks that the bodies equal the bodies of an undisturbed run bit for bit."""
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.program.frames(3)
        self.replace_text("Scene/File##save", "after.csv")
        self.hands.press_key("Return")
        self.wait(lambda: self.program.count("saved") > 0, "a file is written")
        time = self.state("saved")["time"]
        alone = [self.executable, "simulate", "plummer", "--bodies", "512", "--dt", "0.01", "--until", repr(time),
                 "--integrator", "reversible", "--no-settings", "-o", "alone.csv"]
        subprocess.run(alone, cwd=self.scratch, check=True, capture_output=True, timeout=driver.patience * 5)
        after, alone = self.rows("after.csv"), self.rows("alone.csv")
        self.assertEqual(after[1:], alone[1:])
        # The time is summed from the checkpoint on, so it may differ in the last digit.
        self.assertAlmostEqual(*(float(rows[0].removeprefix("# time ")) for rows in (after, alone)), 12)

    def rows(self, name):
        with open(os.path.join(self.scratch, name)) as file:
            return file.read().splitlines()

    def test_the_run_continues_on_a_different_device_that_the_user_chooses(self):
        self.restart()
        self.lose("clEnqueueNDRangeKernel 1 -9999 lost")
        self.remove_fault()
        name = self.state("device")["choices"][0]
        self.hands.click(self.place(f"Device lost/Continue on device 0: {name}"))
        self.wait_for("device", lost=False)
        self.wait_for("tier", device=name)
        steps = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] > steps + 3, "the run continues")

    def test_saving_and_loading_work_while_the_device_is_lost(self):
        self.lose("clEnqueueReadBuffer 1 -36 lost")
        saved = self.program.count("saved")
        self.hands.key("ctrl+s")
        self.wait(lambda: self.program.count("saved") > saved, "the last complete state is saved")
        self.assertEqual(self.state("saved")["time"], self.state("device")["goes_on_from"])
        self.enter("Scene/Bodies", "300")
        self.wait_for("scene", bodies=300)
        self.restart()
        self.wait_for("transport", time=0)
        self.remove_fault()
        self.reopen()
        self.wait(lambda: self.state("transport")["steps"] > 3, "the newly loaded scene plays")


class DeviceLostAtStart(LostDevice):
    """The device fails when the window opens. The window shows the initial state and offers to reopen the device."""

    tier = None  # With --interop, the program would end if it has no device.

    @classmethod
    def start(cls, *more):
        with open(cls.fault, "w") as file:
            file.write("clCreateCommandQueue 1 -5 lost")
        super().start(*more)

    def test_the_window_opens_without_a_working_device(self):
        self.assertTrue(self.state("device")["lost"])
        self.assertEqual(self.program.stderr().count("OpenCL failed"), 1)
        self.remove_fault()
        self.reopen()
        self.wait(lambda: self.state("transport")["steps"] > 3, "the run plays")


class DeviceLostDuringVideo(LostDevice):
    """The device fails while a video waits for data of the displayed state."""
    arguments = ["plummer", "--bodies", "512", "--size", "1000x700", "--mode", "stars", "--dt", "0.01", "--color-by",
                 "acceleration", "--auto-save", "0.3"]

    def test_the_window_continues_after_losing_the_device_during_a_video(self):
        self.wait(lambda: self.state("transport")["steps"] > 10, "the run plays")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film_frame") > 3, "frames of the video are recorded")
        # With this integrator accelerations are unknown between two steps, so the video must compute accelerations.
        self.choose("Physics/Integrator", "symplectic-euler")
        self.break_device("clEnqueueReadBuffer 1 -5 lost")
        self.wait_for("device", lost=True)
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film") >= 2, "the video ends")
        self.remove_fault()
        self.reopen()

    def test_auto_save_works_again_after_reopening_the_device(self):
        """A request for a checkpoint that was lost with the device is repeated."""
        self.wait_for("device", lost=False)
        if not self.state("transport")["playing"]:
            self.hands.key("space")
        self.lose()
        since = len(self.program.frame_ms)
        while sum(self.program.frame_ms[since:]) < 1000:  # Waits until an automatic save is due.
            self.program.frames()
        self.remove_fault()
        self.reopen()
        self.wait_for("transport", playing=True)
        kept = self.program.count("auto_saved")
        self.wait(lambda: self.program.count("auto_saved") > kept + 1, "the run is saved")


class DeviceLostRepeatedly(LostDevice):
    """A lost device may still write into memory. The program keeps this memory until the recovered device reports
    completion."""
    arguments = ["plummer", "--bodies", "131072", "--size", "320x240", "--mode", "point", "--dt", "0.01",
                 "--key-frames", "1"]
    # With its default settings, AddressSanitizer would keep freed memory.
    environment = {"ASAN_OPTIONS": "quarantine_size_mb=1"}

    def test_losing_the_device_repeatedly_leaks_no_memory(self):
        if self.tier == "shared":
            self.skipTest("a lost device never releases buffers that it shares with OpenGL")
        # A leak would keep two or three buffers of this size for each lost device. By chance, memory varies by half a
        # buffer.
        times, rows = 5, 131072 * 2 * 16
        self.lose_device_repeatedly(3)
        before = self.bytes_at_rest()
        self.lose_device_repeatedly(times)
        self.assertLess(self.bytes_at_rest() - before, times * rows)

    def lose_device_repeatedly(self, times):
        for _ in range(times):
            self.lose(after_steps=1)
            self.remove_fault()
            self.reopen()

    def bytes_at_rest(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        least = self.program.least_bytes()
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        return least


driver.main(LostDevice, DeviceLostAtStart, DeviceLostDuringVideo, DeviceLostRepeatedly)
