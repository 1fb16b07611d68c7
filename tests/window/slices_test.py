"""Many bodies: a step takes longer than a frame may, is done in slices, and no frame waits for it.

How fast that is, benchmarks say; here it is only printed."""

import statistics

import driver


class Slices(driver.WindowTest):
    arguments = ["--bodies", "81920", "--size", "640x360", "--mode", "point",
                 "--solver", "direct"]  # steps that take many frames

    def test_frames_go_on_while_a_step_is_done(self):
        self.wait(lambda: self.state("transport")["steps"] >= 1, "a step")
        first = len(self.program.frame_ms)
        self.wait(lambda: self.state("transport")["steps"] >= 2, "another step")
        frames = self.program.frame_ms[first:]
        print(f"{len(frames)} frames a step: median {statistics.median(frames):.0f} ms, longest {max(frames):.0f} ms")
        self.assertLess(max(frames), 500, "no frame waits for a step")

    def test_the_mouse_is_answered_in_the_middle_of_a_step(self):
        yaw = self.state("camera")["yaw"]
        x, y = self.picture()
        self.hands.drag((x, y), (x + 50, y))
        self.assertNotEqual(self.state("camera")["yaw"], yaw)

    def test_pause_and_single_step_in_the_middle_of_a_step(self):
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        held = self.state("transport")
        self.program.frames(5)
        self.assertEqual(self.state("transport"), held)
        self.hands.key("period")
        self.wait_for("transport", "the step under way is finished", steps=held["steps"] + 1)
        self.program.frames(5)
        self.assertEqual(self.state("transport")["steps"], held["steps"] + 1)

    def test_reset_in_the_middle_of_a_step(self):
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        self.program.frames(3)
        self.restart()
        self.assertTrue(self.state("transport")["playing"])
        self.assertLess(self.state("transport")["time"], 0.1)


driver.main(Slices)
