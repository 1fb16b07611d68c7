"""The command hand-over writes a folder with which GADGET-4 or SWIFT computes a run."""

import os
import re
import subprocess

import command
from command import scene, without_gas


class HandOver(command.Test):
    def written(self, folder, *words):
        """Runs the command, and returns the texts of the files by name."""
        self.done("hand-over", *words, "-o", folder)
        return {file.name: file.read_text() for file in (self.folder / folder).iterdir() if file.suffix != ".hdf5"}

    def test_a_folder_for_gadget_contains_the_bodies_and_all_parameters(self):
        texts = self.written("run", scene, *without_gas, "--to", "gadget4", "--bodies", 600, "--ranks", 3,
                             "--softening", 0.06, "--until", 20)
        self.assertEqual(sorted(texts), ["Config.sh", "README.md", "param.txt", "run.sh"])
        self.assertEqual(self.info("run/ics.hdf5")["bodies"], 600)
        values = dict(line.split()[:2] for line in texts["param.txt"].splitlines() if line and line[0] != "%")
        for type_number in range(6):
            self.assertEqual(values[f"SofteningComovingClass{type_number}"], "0.06")
            self.assertEqual(values[f"SofteningMaxPhysClass{type_number}"], "0.06")
        self.assertEqual((values["TimeBegin"], values["TimeMax"], values["TimeBetSnapshot"]), ("0", "20", "0.625"))
        self.assertIn("mpirun -np 3", texts["run.sh"])
        for name, text in texts.items():
            self.assertNotRegex(text, "@[a-z_]+@", name)

    def test_the_run_of_a_file_begins_at_the_time_of_the_file(self):
        self.done("simulate", "plummer", "--bodies", 100, "--until", 0.5, "-o", "later.milkomeda")
        texts = self.written("swift", "later.milkomeda", "--to", "swift", "--until", 1)
        self.assertRegex(texts["params.yml"], r"time_begin:\s+0\.5\n")
        self.assertRegex(texts["params.yml"], r"time_end:\s+1\n")
        self.assertRegex(texts["params.yml"], r"Statistics:\n  time_first:\s+0\.500000019")
        self.assertEqual(self.info("swift/ics.hdf5")["bodies"], 100)

    def test_gas_has_the_columns_and_settings_that_swift_requires(self):
        texts = self.written("gas", scene, "--to", "swift", "--bodies", 2000)
        self.assertIn("isothermal_internal_energy", texts["params.yml"])
        self.assertIn("--with-equation-of-state=isothermal-gas", texts["README.md"])
        gas = [part for part in self.info("gas/ics.hdf5")["components"] if part["name"] == "gas"]
        self.assertEqual(sum(part["bodies"] for part in gas), 400)

    def test_the_script_passes_its_words_to_mpirun_and_names_a_missing_program(self):
        self.written("run", "plummer", "--to", "gadget4", "--bodies", 100, "--ranks", 2)
        script = self.folder / "run" / "run.sh"
        failed = subprocess.run([script], capture_output=True, text=True, check=False)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("Gadget4 does not exist", failed.stderr)
        for name in ("Gadget4", "mpirun"):
            (self.folder / "run" / name).write_text('#!/bin/sh\necho "$0 $*"\n')
            (self.folder / "run" / name).chmod(0o755)
        path = {"PATH": f"{self.folder / 'run'}:{os.environ['PATH']}"}
        started = subprocess.run([script, "1"], capture_output=True, text=True, check=True, env=os.environ | path)
        self.assertTrue(re.search(r"mpirun -np 2 \./Gadget4 param\.txt 1$", started.stdout.strip()), started.stdout)

    def test_impossible_runs_are_refused_with_the_reason(self):
        words = ["hand-over", "plummer", "--bodies", 100, "-o", "run"]
        self.refused(2, "--to is required", *words)
        self.refused(2, "gadget4, swift", *words, "--to", "arepo")
        self.refused(2, "damping", *words, "--to", "gadget4", "--damping", 0.9)
        self.refused(2, "later --until", *words, "--to", "gadget4", "--until", -1)
        self.refused(2, "mixed box", "hand-over", "mixed", "--to", "swift", "-o", "run")
        self.refused(2, "--ranks", *words, "--to", "swift", "--ranks", 0)
        (self.folder / "full").mkdir()
        (self.folder / "full" / "note").write_text("kept")
        self.refused(1, "is not empty", "hand-over", "plummer", "--bodies", 100, "--to", "swift", "-o", "full")


if __name__ == "__main__":
    command.main()
