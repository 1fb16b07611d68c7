"""If numbers of a run become infinite, the run stops with a message. The window stays open and can load a new
scene."""

import pathlib

import driver


class InfiniteNumbers(driver.WindowTest):
    arguments = ["heavy.tab", "--size", "640x400", "--mode", "point", "--softening", "0"]

    @classmethod
    def start(cls, *more):
        heavy = "".join(f"3e38 {x} {y} 0 {y} {x} 0\n" for x, y in [(0, 0), (1, 0), (0, 1)])
        pathlib.Path(cls.scratch, "heavy.tab").write_text(heavy)
        super().start(*more)

    def test_a_run_with_infinite_numbers_stops_with_a_reason_and_is_not_saved(self):
        stopped = "is infinitely far or fast at t = "
        self.wait_for("transport", playing=False)  # A snapshot opens at rest.
        self.hands.key("space")
        self.wait(lambda: stopped in self.program.stderr(), "a message names the body")
        self.wait_for("transport", playing=False)
        said = self.program.stderr().count(stopped)
        self.hands.key("space")
        self.wait(lambda: self.program.stderr().count(stopped) > said, "continuing the run repeats the message")
        self.wait_for("transport", playing=False)
        self.hands.key("r")
        self.wait(lambda: self.program.count("reset") > 1, "the run is at its start")
        self.program.frames()
        self.assertIsNone(self.program.process.poll())


driver.main(InfiniteNumbers)
