"""A run that is saved in a state file and then resumed equals the uninterrupted run bit for bit. The tests use the
default device. The environment variable RESUME_BODIES sets the number of bodies."""

import os
import zlib

import command

bodies = int(os.environ.get("RESUME_BODIES", 600))
dt, half, whole = 0.01, 1, 2  # The middle is reached after 100 steps, the end after 200 steps.
run = ["simulate", "plummer", "--bodies", bodies, "--dt", dt]
integrators = ["leapfrog", "reversible", "symplectic-euler", "explicit-euler"]


class Resume(command.Test):
    def check_resumed_run(self, *words):
        """Checks that a run resumed at its middle writes the file of the uninterrupted run."""
        self.done(*run, *words, "--until", whole, "--every", half, "-o", "straight.milkomeda")
        result = self.done("simulate", "straight-00001.milkomeda", "--until", whole, "-o", "resumed.milkomeda")
        self.assertIn("straight-00001.milkomeda continues after step 100", result.error)
        self.assertNotIn("not bit for bit", result.error)
        self.assertSame("straight-00002.milkomeda", "resumed.milkomeda", words)

    def assertSame(self, first, second, what):
        self.assertTrue((self.folder / first).read_bytes() == (self.folder / second).read_bytes(), what)

    def test_every_solver_and_integrator_resumes_bit_for_bit(self):
        for solver in ("direct", "fmm"):
            for integrator in integrators:
                with self.subTest(solver=solver, integrator=integrator):
                    self.check_resumed_run("--solver", solver, "--integrator", integrator)

    def test_a_resumed_run_continues_the_sequence_of_subsets_of_attracting_bodies(self):
        # The run is resumed after 100 steps, which is not a multiple of the 16 steps in which all bodies take turns.
        self.check_resumed_run("--fraction", "1/16", "--damping", 0.999, "--softening", 0.1)

    def test_a_resumed_run_can_undo_the_steps_before_it_was_saved(self):
        for solver in ("direct", "fmm"):
            reversible = *run, "--solver", solver, "--integrator", "reversible"
            self.done(*reversible, "--until", 0, "-o", "start.csv")
            self.done(*reversible, "--until", half, "-o", "half.milkomeda")
            self.done("simulate", "half.milkomeda", "--softening", 0.2, "--until", whole, "-o", "whole.milkomeda")
            self.done("simulate", "whole.milkomeda", "--until", half, "-o", "back.csv")
            self.done("simulate", "half.milkomeda", "--until", half, "-o", "half.csv")
            self.assertSame("half.csv", "back.csv", solver)
            result = self.done("simulate", "whole.milkomeda", "--until", 0, "-o", "back.milkomeda")
            self.assertNotIn("not bit for bit", result.error)
            self.done("simulate", "back.milkomeda", "--until", 0, "-o", "back.csv")
            self.assertSame("start.csv", "back.csv", solver)
            self.done("simulate", "back.milkomeda", "--softening", 0.05, "--until", half, "-o", "again.csv")
            self.assertSame("half.csv", "again.csv", "undone steps are repeated")

    def test_a_saved_run_keeps_settings_whose_text_has_several_lines(self):
        settings = ["--set", "camera.position=[1,\n\t2,\n30]", "--set", "title=x\ny=2\n", "--set", "watch=\\n\t="]
        self.done(*run, *settings, "--until", 0.1, "-o", "half.milkomeda")
        self.done("simulate", "half.milkomeda", "--until", 0.2, "-o", "resumed.milkomeda")
        self.done(*run, *settings, "--until", 0.2, "--every", 0.1, "-o", "straight.milkomeda")
        self.assertSame("straight-00002.milkomeda", "resumed.milkomeda", settings)

    def test_a_run_goes_back_exactly_only_to_the_last_change_of_its_kernel(self):
        # With split=4, the kernel adds up the forces in another order than the kernel naive.
        other = ("--kernel", "register-tiled:wg=16,per-item=2,split=4")
        self.done(*run, "--kernel", "naive", "--integrator", "reversible", "--until", 0.1, "-o", "a.milkomeda")
        result = self.done("simulate", "a.milkomeda", *other, "--until", 0.2, "-o", "b.milkomeda")
        self.assertIn("not bit for bit", result.error)
        # Going back is exact down to the time 0.1, at which the kernel was changed. At earlier times, the forces and
        # positions differ from the original run.
        self.done("simulate", "b.milkomeda", *other, "--until", 0.1, "-o", "back.csv")
        self.done("simulate", "a.milkomeda", "--until", 0.1, "-o", "there.csv")
        self.assertSame("back.csv", "there.csv", "all steps since the change of kernel are undone")
        self.done("simulate", "a.milkomeda", "--until", 0, "-o", "start.csv")
        self.done(*run, "--kernel", "naive", "--integrator", "reversible", "--until", 0, "-o", "fresh.csv")
        self.assertSame("start.csv", "fresh.csv", "with the original kernel the run goes back to the start")
        self.done("simulate", "b.milkomeda", *other, "--until", 0, "-o", "beyond.csv")
        self.assertNotEqual((self.folder / "beyond.csv").read_bytes(), (self.folder / "start.csv").read_bytes())

    def test_saving_a_run_does_not_change_the_run(self):
        for solver in ("direct", "fmm"):
            self.done(*run, "--solver", solver, "--until", whole, "-o", "alone.milkomeda")
            self.done(*run, "--solver", solver, "--until", whole, "--every", 0.3, "-o", "often.milkomeda")
            self.done("simulate", "often-00006.milkomeda", "--until", whole, "-o", "end.milkomeda")
            self.assertSame("alone.milkomeda", "end.milkomeda", solver)

    def test_a_saved_run_contains_parameters_and_scene(self):
        self.done(*run, "--softening", 0.2, "--set", "simulation.until=7", "--until", 0.1, "-o", "a.milkomeda")
        self.done("simulate", "a.milkomeda", "--until", 0.1, "-o", "b.milkomeda")
        self.assertSame("a.milkomeda", "b.milkomeda", "no step is taken")
        self.done("simulate", "a.milkomeda", "--softening", 0.1, "--until", 0.1, "-o", "c.milkomeda")
        self.assertNotEqual((self.folder / "a.milkomeda").read_bytes(), (self.folder / "c.milkomeda").read_bytes())
        told = self.info("a.milkomeda")
        self.assertEqual((told["format"], told["bodies"]), ("milkomeda", bodies))
        self.assertAlmostEqual(told["time"], 0.1, 12)
        self.assertIn("the file contains a run after 10 steps of the integrator leapfrog", told["notes"][0])

    def test_resuming_with_a_different_kernel_is_reported(self):
        self.done(*run, "--kernel", "naive", "--until", 0.1, "-o", "a.milkomeda")
        result = self.done("simulate", "a.milkomeda", "--kernel", "tiled", "--until", 0.2, "-o", "b.milkomeda")
        lines = [line for line in result.error.splitlines() if "continues after step" in line]
        self.assertEqual(len(lines), 1, result.error)
        self.assertIn("not bit for bit: the saved steps were computed by direct naive", lines[0])
        self.assertAlmostEqual(self.info("b.milkomeda")["time"], 0.2, 12)

    def test_a_subset_of_a_saved_run_starts_a_new_run(self):
        self.done(*run, "--until", 0.1, "-o", "a.milkomeda")
        result = self.done("simulate", "a.milkomeda", "--bodies", 100, "--until", 0.2, "-o", "b.milkomeda")
        self.assertIn("a new run starts with the bodies of this file", result.error)
        self.assertEqual(self.info("b.milkomeda")["bodies"], 100)

    def test_a_saved_run_can_be_converted_like_any_particle_file(self):
        self.done("generate", command.scene, "--bodies", 500, "-o", "a.milkomeda")
        self.done("generate", command.scene, "--bodies", 500, "-o", "a.csv")
        self.done("simulate", "a.milkomeda", "--until", 0, "-o", "b.csv")
        self.assertSame("a.csv", "b.csv", "bodies are ordered by id")
        self.picture("a.png", "a.milkomeda", "--size", "64x48", "--interop", "none")

    def test_resume_without_a_saved_run_is_refused(self):
        self.refused(1, "--resume: the window has not saved a run yet", "simulate", "--resume", "--until", 1)
        self.refused(2, "--resume and --no-settings exclude each other", "render", "--resume", "--no-settings",
                     "-o", "a.png")
        self.refused(2, "--resume and a scene or file exclude each other", "simulate", "plummer", "--resume",
                     "--until", 1)

    def forged(self, name, of, change):
        """Writes a copy of the state file `of`, modified by the function `change`, with a matching checksum."""
        try:
            import h5py
        except ImportError:
            self.skipTest("python3-h5py is not installed")
        path = self.folder / self.put(name, (self.folder / of).read_bytes())
        with h5py.File(path, "r+") as file:
            change(file)
        content = path.read_bytes()
        head = f"Milkomeda state, version 1\nbytes {len(content)}\ncrc32 {zlib.crc32(content[512:]):08x}\n"
        path.write_bytes((head + "The rest is HDF5.\n").encode().ljust(512, b"\0") + content[512:])
        return name

    def test_a_saved_run_with_an_inconsistent_log_is_refused(self):
        self.done("simulate", "plummer", "--bodies", 64, "--until", 0.1, "--integrator", "reversible", "-o",
                  "a.milkomeda")

        def log_time(time):
            return lambda file: file["Log/Time"].write_direct(file["Log/Time"][...] * 0 + time)
        for change in (log_time(1e18), log_time(1e6), log_time(0.02),
                       lambda file: file["Run"].attrs.__setitem__("Steps", 2147483648.)):
            self.forged("b.milkomeda", "a.milkomeda", change)
            self.refused(1, "b.milkomeda: is inconsistent: the run log does not match the ", "simulate",
                         "b.milkomeda", "--until", 0.14, "-o", "o.csv")

    def test_a_saved_run_with_a_time_too_large_for_its_timestep_is_refused(self):
        self.done("simulate", "plummer", "--bodies", 64, "--until", 0.1, "-o", "a.milkomeda")

        def set_huge_time(file):
            file["Run"].attrs["Time"] = 1e15
            file["Log/Time"][...] = 1e15
        self.forged("b.milkomeda", "a.milkomeda", set_huge_time)
        self.refused(1, "b.milkomeda: cannot be simulated: the time 1e+15 is too large", "render", "b.milkomeda", "-o",
                     "p.png")

    def test_truncated_or_damaged_saved_runs_are_refused_with_a_message_of_one_line(self):
        self.done("generate", "plummer", "--bodies", 500, "-o", "a.milkomeda")
        whole = (self.folder / "a.milkomeda").read_bytes()
        self.put("cut.milkomeda", whole[:len(whole) // 2])
        self.refused(1, "cut.milkomeda: is incomplete", "simulate", "cut.milkomeda", "--until", 1)
        self.put("odd.milkomeda", whole[:5000] + b"odd" + whole[5003:])
        self.refused(1, "odd.milkomeda: is damaged", "info", "odd.milkomeda")


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
