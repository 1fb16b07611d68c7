"""Scripted events of a scene, which add, throw and delete galaxies during a run, take effect in every command."""

import csv

import command

mine = command.two_galaxies

added = """[[change]]
time = {time}
add = "guest"
like = "satellite"
bodies = 100
position = [0, 20, 0]
velocity = [0, 0, 1]
"""

deleted = """[[change]]
time = 0.4
delete = "a"
"""


class Changes(command.Test):
    def test_simulate_applies_scripted_events_at_their_time(self):
        self.put("mine.toml", mine + added.format(time=0.2) + deleted)
        result = self.done("simulate", "mine.toml", "--bodies", 400, "--until", 0.6, "-o", "run-%d.tab",
                           "--every", 0.1, "--diagnostics", "run.csv", "--diagnostics-every", 0.1)
        self.assertEqual([len(self.rows(f"run-{i}.tab")) for i in range(7)], [400, 400, 400, 500, 500, 300, 300])
        self.assertIn("add Guest at", result.error)
        self.assertIn("delete A at", result.error)
        guests = self.rows("run-3.tab")[400:]
        # This galaxy was added at the time 0.2, one step before the file was written.
        mass = sum(row[0] for row in guests)
        for axis, wanted in zip(range(1, 7), [0, 20, 0.1, 0, 0, 1]):
            mean = sum(row[0] * row[axis] for row in guests) / mass
            # Tolerance: all other galaxies attract the added galaxy during this step.
            self.assertLess(abs(mean - wanted), 0.05, axis)
        with open(self.folder / "run.csv") as file:
            rows = list(csv.DictReader(file))
        there = {name: [row[f"r50_{name}_stars"] != "nan" for row in rows] for name in ["a", "b", "guest"]}
        self.assertEqual(there["a"], [True] * 5 + [False] * 2)
        self.assertEqual(there["b"], [True] * 7)
        self.assertEqual(there["guest"], [False] * 3 + [True] * 4)

    def test_generate_applies_events_at_the_start_and_lists_later_events(self):
        self.put("mine.toml", mine + added.format(time=0) + deleted)
        result = self.done("generate", "mine.toml", "--bodies", 400, "-o", "start.tab")
        self.assertEqual(len(self.rows("start.tab")), 500)
        self.assertIn("the scene schedules for 7 Myr: delete A", result.error)
        self.done("simulate", "mine.toml", "--bodies", 400, "--until", 0, "-o", "same.tab")
        self.assertEqual(self.rows("same.tab"), self.rows("start.tab"))

    def test_render_shows_scripted_events(self):
        self.put("mine.toml", mine + '[view]\nmode = "point"\n')
        self.put("more.toml", mine + added.format(time=0.2) + '[view]\nmode = "point"\n')
        pictures = {(name, at): self.picture("picture.png", f"{name}.toml", "--bodies", 400, "--at", at,
                                             "--size", "64x64", "--camera", "0,10,60")
                    for name in ["mine", "more"] for at in [0.1, 0.5]}
        self.assertEqual(pictures["mine", 0.1], pictures["more", 0.1])
        self.assertNotEqual(pictures["mine", 0.5], pictures["more", 0.5])

    def test_impossible_scripted_events_are_refused_with_their_line_number(self):
        self.put("mine.toml", mine + added.format(time=1) + "mass_factor = 0\n")
        self.refused(2, "mine.toml:18: change.mass_factor takes a positive number", "simulate", "mine.toml",
                     "--until", 1)
        self.put("mine.toml", mine + added.format(time=1).replace("satellite", "nobody"))
        self.refused(2, "mine.toml:11: change.like: the shipped scenes have no galaxy 'nobody'", "generate",
                     "mine.toml", "-o", "start.tab")
        self.put("mine.toml", mine + added.format(time=1).replace("100", "1000000000"))
        self.refused(2, "mine.toml:11: change.bodies is 1000000000, but at most ", "simulate", "mine.toml",
                     "--until", 1)
        self.put("mine.toml", mine + added.format(time=1).replace("satellite", "milky-way").replace("100", "3"))
        self.refused(2, "mine.toml:11: change.bodies is 3, but must be at least 4", "generate", "mine.toml",
                     "-o", "start.tab")
        self.put("mine.toml", mine + added.format(time=1).replace("[0, 20, 0]", "[0, 1e8, 0]"))
        self.refused(2, "mine.toml:11: change.position places guest so far from the origin", "generate", "mine.toml",
                     "-o", "start.tab")


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
