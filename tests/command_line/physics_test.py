"""Every simulation option is compared with a calculation in double precision, for a single large step of a few
bodies."""

import json
import math

import command

dt = 0.5
bodies = 30


class OneStep(command.Test):
    def setUp(self):
        super().setUp()
        self.source = self.generate("start.tab", bodies)
        self.start_rows = self.rows(self.source)

    def after_a_step(self, *words):
        self.last = self.done("simulate", self.source, "--dt", dt, "--until", dt, "-o", "end.tab", *words)
        return self.rows("end.tab")

    def assertStep(self, rows, positions, velocities, what=None):
        for row, x, v in zip(rows, positions, velocities, strict=True):
            for i in range(3):
                self.assertClose(row[1 + i], x[i], 2e-5, 1e-4, what)
                self.assertClose(row[4 + i], v[i], 2e-5, 1e-4, what)

    def state(self):
        return [row[1:4] for row in self.start_rows], [row[4:7] for row in self.start_rows]

    def pull(self, positions, gravity=1, softening=0.05):
        masses = [row[0] for row in self.start_rows]
        result = []
        for x in positions:
            forces = [(mass / (math.dist(x, y) ** 2 + softening ** 2) ** 1.5, y) for mass, y in zip(masses, positions)]
            result.append([gravity * math.fsum(f * (y[i] - x[i]) for f, y in forces) for i in range(3)])
        return result

    def test_leapfrog_is_kick_drift_kick_and_is_the_default_integrator(self):
        x, v = self.state()
        v = moved(v, self.pull(x), dt / 2)
        x = moved(x, v, dt)
        v = moved(v, self.pull(x), dt / 2)
        self.assertStep(self.after_a_step("--integrator", "leapfrog"), x, v)
        self.assertStep(self.after_a_step(), x, v, "leapfrog is the default integrator")

    def test_symplectic_euler_is_a_kick_followed_by_a_drift(self):
        x, v = self.state()
        v = moved(v, self.pull(x), dt)
        self.assertStep(self.after_a_step("--integrator", "symplectic-euler"), moved(x, v, dt), v)

    def test_explicit_euler_drifts_with_the_initial_velocity(self):
        x, v = self.state()
        # The displacement in a step also contains the term a dt^2 / 2, as in the tutorial of 2010.
        pull = self.pull(x)
        self.assertStep(self.after_a_step("--integrator", "explicit-euler"),
                        moved(moved(x, v, dt), pull, dt * dt / 2), moved(v, pull, dt))

    def test_every_kernel_computes_the_same_step(self):
        x, v = self.state()
        kicked = moved(v, self.pull(x), dt)
        for kernel in ("naive", "cached:wg=32", "tiled:wg=64", "tiled-unrolled:wg=64,unroll=4", "register-tiled",
                       "register-tiled:wg=16,per-item=2,split=4", "vector:per-item=1,width=8", "symmetric:wg=32,per-item=4",
                       "symmetric-vector"):
            rows = self.after_a_step("--integrator", "symplectic-euler", "--kernel", kernel)
            self.assertStep(rows, moved(x, kicked, dt), kicked, kernel)
            self.assertIn(f"direct, {kernel}", self.last.error)

    def test_gravity_and_softening_have_the_documented_effect(self):
        x, v = self.state()
        for words, pull in ((["--gravity", 2.5], self.pull(x, gravity=2.5)),
                            (["--gravity", 0], self.pull(x, gravity=0)),
                            (["--softening", 3], self.pull(x, softening=3)),
                            (["--softening", "12kpc"], self.pull(x, softening=3)),
                            (["--set", "simulation.softening=3"], self.pull(x, softening=3))):
            kicked = moved(v, pull, dt)
            rows = self.after_a_step("--integrator", "symplectic-euler", *words)
            self.assertStep(rows, moved(x, kicked, dt), kicked, words)

    def test_damping_multiplies_velocities_at_the_end_of_a_step(self):
        whole, damped = self.after_a_step(), self.after_a_step("--damping", 0.75)
        self.assertStep(damped, [row[1:4] for row in whole], [[0.75 * v for v in row[4:7]] for row in whole])

    def test_the_mean_force_by_fractions_of_the_bodies_equals_the_force_by_all_bodies(self):
        def kicks(*words):
            rows = self.after_a_step("--integrator", "explicit-euler", *words)
            return [[row[4 + i] - old[4 + i] for i in range(3)] for row, old in zip(rows, self.start_rows)]

        whole, quarter = kicks(), kicks("--fraction", "1/4")
        self.assertNotEqual(whole, quarter)
        self.assertEqual(quarter, kicks("--fraction", "0.25"))
        self.assertEqual(quarter, kicks("--fraction", "1/4", "--fraction-mode", "unbiased"))
        for a, b in zip(kicks("--fraction", "1/4", "--fraction-mode", "unscaled"), quarter):
            for i in range(3):
                self.assertClose(4 * a[i], b[i], 1e-4, 1e-4)
        # Each body attracts in one of four steps. The four kicks of such short steps add up to the kick by all bodies.
        x, v = self.state()
        self.done("simulate", self.source, "--dt", 1e-4, "--until", 4e-4, "--fraction", "1/4", "--softening", 1,
                  "-o", "end.tab")
        for row, velocity in zip(self.rows("end.tab"), moved(v, self.pull(x, softening=1), 4e-4)):
            for i in range(3):
                self.assertClose(row[4 + i], velocity[i], 0, 1e-5)

    def test_all_options_that_set_the_timestep_give_the_same_step(self):
        for words, step in ((["--dt", 0.25], 0.25), (["--dt", "5Myr"], 5 / 17.78),
                            (["--set", "simulation.timestep=0.25"], 0.25),
                            (["--set", "simulation.timestep=0.1", "--dt", 0.25], 0.25)):
            self.done("simulate", self.source, *words, "--until", 0.5, "--integrator", "explicit-euler",
                      "--diagnostics", "d.csv")
            last = (self.folder / "d.csv").read_text().splitlines()[-1]
            self.assertEqual(int(last.split(",")[2]), math.ceil(0.5 / step - 1e-9), words)

    def test_a_device_can_be_chosen_by_index_or_name(self):
        by_default = self.after_a_step()
        name = self.devices()[0]["name"]
        for wish in ("0", name, name[2:-2].upper(), self.devices()[0]["platform"].lower()):
            self.assertEqual(self.after_a_step("--device", wish), by_default, wish)
        self.assertEqual(self.after_a_step("--interop", "copied"), by_default)
        self.assertEqual(self.after_a_step("--solver", "direct"), by_default)

    def devices(self):
        return json.loads(self.done("devices", "--json").out)["devices"]


def moved(columns, by, time):
    return [[a + b * time for a, b in zip(x, v)] for x, v in zip(columns, by)]


if __name__ == "__main__":
    command.main(opencl=True)
