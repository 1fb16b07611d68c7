"""The program divides steps longer than a frame into slices, and no frame waits for a whole step.

The tests print the speed but do not check it; the benchmarks measure the speed."""

import os
import statistics
import subprocess

import driver


class Slices(driver.WindowTest):
    arguments = ["--bodies", "81920", "--size", "640x360", "--mode", "point",
                 # With the direct solver, a step of this many bodies takes many frames.
                 "--solver", "direct"]

    def test_frames_are_drawn_during_a_step(self):
        self.wait(lambda: self.state("transport")["steps"] >= 1, "a step is taken")
        first = len(self.program.frame_ms)
        self.wait(lambda: self.state("transport")["steps"] >= 2, "one more step is taken")
        frames = self.program.frame_ms[first:]
        print(f"{len(frames)} frames in one step: median {statistics.median(frames):.0f} ms, "
              f"longest {max(frames):.0f} ms")
        self.assertLess(max(frames), 500, "no frame waits for a step")

    def test_the_mouse_moves_the_camera_during_a_step(self):
        yaw = self.state("camera")["yaw"]
        x, y = self.picture()
        self.hands.drag((x, y), (x + 50, y))
        self.assertNotEqual(self.state("camera")["yaw"], yaw)

    def test_pausing_and_single_stepping_work_during_a_step(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        held = self.state("transport")
        self.program.frames(5)
        self.assertEqual(self.state("transport"), held)
        self.hands.key("period")
        self.wait_for("transport", "the step under way is finished", steps=held["steps"] + 1)
        self.program.frames(5)
        self.assertEqual(self.state("transport")["steps"], held["steps"] + 1)

    def test_reset_works_during_a_step(self):
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        self.program.frames(3)
        self.restart()
        self.assertTrue(self.state("transport")["playing"])
        self.assertLess(self.state("transport")["time"], 0.1)


class VideoDuringAStep(driver.WindowTest):
    arguments = ["--bodies", "81920", "--size", "640x360", "--mode", "stars", "--color-by", "acceleration",
                 "--solver", "direct"]

    def test_a_video_can_be_recorded_during_a_step(self):
        """During a step, a video shows the accelerations that are known."""
        self.wait(lambda: self.state("transport")["steps"] >= 1, "a step is taken")
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film_frame") > 3, "frames of the video are recorded")
        self.hands.key("F10")
        self.wait(lambda: self.state("film")["state"] == "whole", "the video ends")


class InfiniteNumbers(driver.PanelTest):
    """A body of mass 1e38 makes numbers of the state infinite."""
    arguments = ["heavy.csv", "--softening", "0", "--integrator", "leapfrog", "--size", "640x360", "--mode", "point",
                 "--solver", "direct"]

    @classmethod
    def start(cls, *more):
        subprocess.run([cls.executable, "generate", "plummer", "--bodies", "81920", "-o", "heavy.csv"], cwd=cls.scratch,
                       check=True, capture_output=True)
        with open(os.path.join(cls.scratch, "heavy.csv")) as file:
            lines = file.read().splitlines()
        first = next(number for number, line in enumerate(lines) if line[:1] in "-0123456789")
        lines[first] = ",".join(["1e38", *lines[first].split(",")[1:]])
        with open(os.path.join(cls.scratch, "heavy.csv"), "w") as file:
            file.write("\n".join(lines) + "\n")
        super().start()

    def test_reversing_time_during_a_step_reports_infinite_numbers(self):
        self.hands.key("space")  # A snapshot opens at rest.
        self.program.frames(3)
        self.hands.key("BackSpace")
        self.wait(lambda: "is infinitely far or fast" in self.program.stderr(), "a message appears")
        self.wait_for("transport", playing=False, backwards=False)


driver.main(Slices, VideoDuringAStep, InfiniteNumbers)
