#!/usr/bin/env python3
"""Measures milkomeda.forces() beside `milkomeda bench solvers`, on one device and in one run:

    PYTHONPATH=build/release/python tests/python/bench_forces.py build/release/milkomeda [BODIES [DEVICE]]

Both use the bodies of the default scene, and adjust the tolerance to the accuracy in the first sums. Prints the
milliseconds of a sum for each accuracy, and the median of nine later calls from Python: of the whole calls, which also
convert and copy the numbers."""
import json
import statistics
import subprocess
import sys
import time

import numpy as np

import milkomeda as mk

program = sys.argv[1]
bodies = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
device = sys.argv[3] if len(sys.argv) > 3 else mk.devices()[0]["index"]
state = mk.generate(bodies=bodies)
positions, masses = np.array(state.positions), np.array(state.masses)
SETTLING = 8  # calls that build kernels and adjust the tolerance
SOFTENING = 0.05  # of the default scene
out = np.empty((bodies, 4), np.float32)


def bench():
    words = [program, "bench", "solvers", "--bodies", str(bodies), "--device", str(device), "--json"]
    rows = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)["results"]
    return {row["accuracy"]: row["ms_per_sum"] for row in rows if row["solver"] == "fmm"}


def python(accuracy):
    times = []
    for _ in range(SETTLING + 9):
        start = time.perf_counter()
        mk.forces(positions, masses, SOFTENING, accuracy, device, out=out)
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times[SETTLING:])


expected = bench()
for accuracy, milliseconds in expected.items():
    found = python(accuracy)
    print(f"{accuracy:8} bench {milliseconds:10.2f} ms   Python {found:10.2f} ms   ratio {found / milliseconds:.3f}", flush=True)
