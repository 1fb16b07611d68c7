"""A collision whose numbers grow beyond all bounds stops and is said; the window stays, and takes another scene."""

import pathlib

import driver


class Numbers(driver.WindowTest):
    arguments = ["heavy.tab", "--size", "640x400", "--softening", "0"]

    @classmethod
    def start(cls, *more):
        heavy = "".join(f"3e38 {x} {y} 0 {y} {x} 0\n" for x, y in [(0, 0), (1, 0), (0, 1)])
        pathlib.Path(cls.scratch, "heavy.tab").write_text(heavy)
        super().start(*more)

    def test_it_stops_and_says_why_and_nothing_is_saved(self):
        stopped = "is infinitely far or fast by t = "
        self.wait(lambda: stopped in self.program.stderr(), "a line that says whose number it is")
        self.wait_for("transport", playing=False)
        said = self.program.stderr().count(stopped)
        self.hands.key("space")
        self.wait(lambda: self.program.stderr().count(stopped) > said, "it is said again of who goes on")
        self.wait_for("transport", playing=False)
        self.hands.key("r")
        self.wait(lambda: self.program.count("reset") > 1, "back to the start")
        self.program.frames()
        self.assertIsNone(self.program.process.poll())


driver.main(Numbers)
