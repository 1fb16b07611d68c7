"""Common parts of the tests of the Python module."""
import numpy as np
import pytest

import milkomeda as mk

BODIES = 4096


def direct_sum(positions, masses, softening, rows):
    """Returns accelerations and potentials of some rows, summed in double precision."""
    x, m = np.asarray(positions, dtype=float), np.asarray(masses, dtype=float)
    accelerations, potentials = np.empty((len(rows), 3)), np.empty(len(rows))
    for i, row in enumerate(rows):
        d = x - x[row]
        r = np.sqrt((d ** 2).sum(1) + softening ** 2)
        accelerations[i] = (m / r ** 3) @ d
        others = np.arange(len(x)) != row
        potentials[i] = -(m[others] / r[others]).sum()
    return accelerations, potentials


@pytest.fixture(scope="session")
def cluster():
    """Positions and masses of a Plummer sphere with unequal masses, in float64."""
    random = np.random.default_rng(1)
    count = 20000
    radius = 1 / np.sqrt(random.uniform(0, 0.99, count) ** (-2 / 3) - 1)
    direction = random.normal(size=(count, 3))
    direction /= np.linalg.norm(direction, axis=1)[:, None]
    return radius[:, None] * direction, random.uniform(0.5, 1.5, count) / count


@pytest.fixture(scope="session")
def plummer():
    return mk.Scene("plummer", bodies=BODIES)
