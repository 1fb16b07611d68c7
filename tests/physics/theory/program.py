"""Runs the program as a user does, for comparisons with theory. The input is a table of bodies, and the output is
states or diagnostics."""

import csv
import json
import os
import pathlib
import subprocess


class Program:
    """Runs the program in a separate folder and adds `words` to every `simulate` command."""

    def __init__(self, path, folder, words=()):
        self.path, self.folder, self.words = os.path.abspath(path), pathlib.Path(folder), list(words)

    def run(self, *words):
        command = [self.path, *map(str, words)]
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")
        return done.stdout

    def devices(self):
        return json.loads(self.run("devices", "--json"))["devices"]

    def simulate(self, source, until, timestep, softening, *words):
        self.run("simulate", source, "--until", repr(until), "--dt", repr(timestep), "--softening", repr(softening),
                 *words, *self.words)

    def diagnose(self, source, until, timestep, softening, every, *words):
        """Runs a simulation and returns the rows of its diagnostics."""
        self.simulate(source, until, timestep, softening, "--diagnostics", "run.csv",
                      "--diagnostics-every", repr(every), *words)
        with open(self.folder / "run.csv", newline="") as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def states(self, bodies, until, timestep, softening, every, *words):
        """Returns the states at the times 0, every, 2 every, ...: lists of (mass, x, y, z, vx, vy, vz) in the order of
        `bodies`."""
        for old in self.folder.glob("state-*.tab"):
            old.unlink()
        self.write("start.tab", bodies)
        self.simulate("start.tab", until, timestep, softening, "--every", repr(every), "-o", "state.tab", *words)
        return [self.read(file.name) for file in sorted(self.folder.glob("state-*.tab"))]

    def write(self, name, bodies):
        with open(self.folder / name, "w") as file:
            file.writelines(" ".join(map(repr, body)) + "\n" for body in bodies)

    def read(self, name):
        with open(self.folder / name) as file:
            return [tuple(map(float, line.split())) for line in file]
