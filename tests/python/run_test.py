"""Scene, Run, generate, read and write."""
import gc
import os
import signal
import threading
import time

import numpy as np
import pytest
from conftest import BODIES

import milkomeda as mk


def by_id(values, ids):
    ordered = np.empty_like(values)
    ordered[ids] = values
    return ordered


def test_a_scene_describes_its_start(plummer):
    assert plummer.source == "plummer" and len(plummer.snapshot) == BODIES
    assert plummer.title and plummer.until > 0 and plummer.dt > 0
    assert sum(count for _, _, count in plummer.snapshot.components) == BODIES
    assert {"name", "title", "watch"} <= set(mk.scenes()[0])
    assert {"index", "name", "type", "platform"} <= set(mk.devices()[0])


def test_equal_seeds_generate_equal_bodies():
    first, same, other = (mk.generate("plummer", bodies=1000, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.positions, same.positions)
    assert not np.array_equal(first.positions, other.positions)


def test_files_keep_the_bodies(tmp_path, plummer):
    for name in ("bodies.hdf5", "bodies.csv"):
        mk.write(tmp_path / name, plummer)
        found = mk.read(tmp_path / name)
        start = plummer.snapshot
        # CSV files keep nine digits, which are exact for single precision.
        assert np.array_equal(by_id(found.positions, found.ids), by_id(start.positions, start.ids))
        assert np.array_equal(by_id(found.velocities, found.ids), by_id(start.velocities, start.ids))


def test_arrays_are_read_only_and_outlive_steps(plummer):
    run = mk.Run(plummer)
    before = run.positions
    copy = before.copy()
    assert run.positions.base is not None and np.shares_memory(run.positions, before)
    with pytest.raises(ValueError):
        before[0] = 0
    run.step(3)
    assert np.array_equal(before, copy) and not np.array_equal(run.positions, before)
    assert run.steps == 3 and run.time == pytest.approx(3 * plummer.dt)
    del run
    gc.collect()
    assert np.array_equal(before, copy)


def test_a_run_ends_exactly_at_the_time(plummer):
    run = mk.Run(plummer, device=0).go_to(0.05)
    assert run.time == pytest.approx(0.05, abs=1e-9)
    # The shortened step does not shorten later steps.
    steps = run.steps
    run.go_to(0.05 + 4 * plummer.dt)
    assert run.steps == steps + 4


def test_a_reversible_run_returns_bit_for_bit():
    run = mk.Run("plummer", bodies=BODIES, integrator="reversible")
    run.step(1)  # converts the bodies to integers
    run.back(0)
    start = run.positions
    run.go_to(0.2)
    assert not np.array_equal(run.positions, start)
    run.back(0)
    assert run.time == pytest.approx(0, abs=1e-9) and np.array_equal(run.positions, start)


def test_an_irreversible_run_says_why(plummer):
    run = mk.Run(plummer).step()
    with pytest.raises(mk.UsageError, match="cannot go back: the integrator leapfrog cannot run backward"):
        run.back(0)
    with pytest.raises(mk.UsageError, match="back: 5 lies after the present time"):
        run.back(5)


def test_a_snapshot_of_arrays_runs(cluster):
    positions, masses = cluster[0][:1000], 20 * cluster[1][:1000]
    state = mk.Snapshot(positions, np.zeros_like(positions), masses, components=[("a", "disk", 400), ("a", "halo", 600)],
                        time=2)
    assert state.time == 2 and np.allclose(state.positions, positions, rtol=1e-6)
    run = mk.Run(state, softening=0.1).go_to(2.1)
    assert run.snapshot.components == [("a", "disk", 400), ("a", "halo", 600)]
    assert np.array_equal(np.sort(run.ids), np.arange(1000))
    moved = by_id(run.velocities, run.ids)
    expected = 0.1 * mk.forces(positions, masses, 0.1)[0]
    assert np.allclose(moved, expected, rtol=0.1, atol=0.02)  # the bodies hardly move within 0.1


def test_diagnostics_have_the_columns_of_the_program(plummer):
    run = mk.Run(plummer)
    state = run.diagnostics()
    assert list(state)[:7] == ["time", "time_myr", "steps", "kinetic", "potential", "total", "energy_error"]
    table = run.go_to(0.1, every=0.05)
    assert np.allclose(table["time"], [0, 0.05, 0.1]) and len(table) == 3
    assert np.abs(table["energy_error"]).max() < 1e-3  # a leapfrog conserves the energy of a sphere in equilibrium
    try:
        import pandas
        assert isinstance(table.frame(), pandas.DataFrame)
    except ImportError:
        with pytest.raises(mk.Error, match="needs pandas"):
            table.frame()


def test_profiles_have_the_columns_of_the_program():
    scene = mk.Scene("milky-way", bodies=BODIES)
    profile = mk.profile(scene, bins=8, quantity=["rotation", "enclosed-mass"])
    disk = profile.bins.where(component="disk")
    assert len(disk) == 8 and np.all(np.diff(disk["enclosed_mass_msun"]) > 0)
    assert 150 < np.nanmax(disk["total_circular_velocity_km_s"]) < 350  # km/s, of the Milky Way
    assert "galaxy" in profile.galaxies and "b_over_a" not in profile.components
    with pytest.raises(mk.UsageError, match="no-such"):
        mk.profile(scene, galaxy="no-such")


@pytest.mark.parametrize("make, message", [
    (lambda: mk.Run("plumer"), "no scene or file named 'plumer'"),
    (lambda: mk.Run("plummer", bodys=5), "not expected: --bodys"),
    (lambda: mk.Run("plummer", bodies=0), "--bodies must be at least 1"),
    (lambda: mk.Run("plummer", dt=7), "timestep"),
    (lambda: mk.Run("plummer", until=7), "until: this function has no such option"),
    (lambda: mk.Run("plummer", device="no such device"), "--device"),
    (lambda: mk.Run(mk.Scene("plummer", bodies=10), bodies=20), "bodies: pass this option to the Scene"),
    (lambda: mk.Run("mixed"), "mixed is a mixed box"),
    (lambda: mk.Scene("spam:1,2"), ""),
    (lambda: mk.generate("bodies.hdf5"), "generate takes a scene, but 'bodies.hdf5' is not a scene"),
    (lambda: mk.Run("plummer", bodies=100).go_to(float("nan")), "nan is not a finite time"),
    (lambda: mk.Run("plummer", bodies=100).step(-1), "step: -1 is not a number of steps"),
    (lambda: mk.Snapshot(np.ones((3, 3)), np.ones((2, 3)), np.ones(3)), "velocities: the shape is (2, 3)"),
    (lambda: mk.Snapshot(np.ones((3, 3)), np.ones((3, 3)), np.ones(3), ids=np.array([-1, 0, 1])), "ids: row 0"),
    (lambda: mk.Snapshot(np.ones((4, 3)), np.ones((4, 3)), np.ones(4), ids=np.array([5, 9, 1, 9])),
     "ids: rows 1 and 3 both contain 9"),
    (lambda: mk.Snapshot(np.ones((3, 3)), np.ones((3, 3)), np.ones(3), components=[("", "all", 2)]), "components: "),
    (lambda: mk.Snapshot(np.full((3, 3), 1e300), np.ones((3, 3)), np.ones(3)), "row 0 is too large"),
    (lambda: mk.Snapshot(np.ma.masked_less(np.eye(3), 1), np.eye(3), [1, 1, 1]), "positions: the array has masked"),
    (lambda: mk.Snapshot(np.eye(3), np.eye(3), [1, 1]), "masses: the shape is (2,)"),
    (lambda: mk.Snapshot(np.eye(3), None, [1, 1, 1]), "velocities: the shape is ()"),
    (lambda: mk.Snapshot(np.eye(3), np.eye(3), [1, 1, 1], time=np.nan), "time: nan is not a finite time"),
    (lambda: mk.Snapshot(np.eye(3), np.eye(3), [1, 1, 1], time="now"), "time: a number is required, not 'now'"),
    (lambda: mk.Snapshot(np.eye(3), np.eye(3), [1, 1, 1], components=3), "components: a list of tuples"),
    (lambda: mk.Run(None), "source: the name of a scene, path of a file, or Snapshot is required, not NoneType"),
    (lambda: mk.Run(np.eye(3)), "or Snapshot is required, not ndarray"),
    (lambda: mk.Run("--help"), "source: '--help' looks like an option"),
    (lambda: mk.read(None), "file: the path of a file is required, not NoneType"),
    (lambda: mk.Run("plummer", bodies=100).step(1.5), "steps: a whole number is required, not 1.5"),
    (lambda: mk.Run("plummer", bodies=100).step(10 ** 30), f"steps: {10 ** 30} is out of range"),
    (lambda: mk.Run("plummer", bodies=100).go_to("1"), "time: a number is required, not '1'"),
    (lambda: mk.Run("plummer", bodies=100).go_to(float("inf"), every=1), "every: a time later than the present"),
    (lambda: mk.Run("plummer", bodies=100).step(progress=5), "progress: True or a function is required, not 5"),
    (lambda: mk.render_file(mk.Scene("plummer", bodies=100), "page.html"), "Snapshot (such as run.snapshot) is required"),
    (lambda: mk.render("plummer"), "a Run, Scene or Snapshot is required, not str"),
])
def test_messages_are_those_of_the_program(make, message):
    with pytest.raises(mk.UsageError) as raised:
        make()
    assert message in str(raised.value)


def test_lists_become_snapshots():
    state = mk.Snapshot([[0, 0, 0], [1, 0, 0]], [[0, 0, 0], [0, 1, 0]], [1, 2], time=3)
    assert state.masses.tolist() == [1, 2] and state.velocities.tolist() == [[0, 0, 0], [0, 1, 0]]
    assert repr(state) == "<milkomeda.Snapshot: t = 3, 2 bodies>"


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(mk.Error) as raised:
        mk.read(tmp_path / "missing.hdf5")
    assert "missing.hdf5" in str(raised.value) and not isinstance(raised.value, mk.UsageError)
    with pytest.raises(mk.Error, match="no-such-folder"):
        mk.write(tmp_path / "no-such-folder" / "x.hdf5", mk.generate("plummer", bodies=10))


def test_control_c_interrupts_and_the_run_continues():
    run = mk.Run("plummer", bodies=BODIES)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        run.go_to(1e4)
    steps = run.steps
    assert steps > 0 and np.isfinite(run.positions).all()
    assert run.step().steps == steps + 1


@pytest.mark.parametrize("work", [mk.profile, lambda state: mk.render(state, size=(64, 64))], ids=["profile", "render"])
def test_control_c_interrupts_work_on_many_bodies(work):
    state = mk.generate("milky-way-andromeda", bodies=400_000, set={"with_gas": False})
    begin = time.monotonic()
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        work(state)
    assert time.monotonic() - begin < 1.5  # seconds; the work itself takes longer
    work(mk.generate("plummer", bodies=100))  # further calls work


def test_an_exception_of_the_progress_function_ends_the_run(plummer):
    shares = []

    def show(share):
        shares.append(share)
        if share > 0.2:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        mk.Run(plummer).go_to(100, progress=show)
    assert shares == sorted(shares)


def test_other_threads_continue_and_two_runs_equal_one(plummer):
    expected = mk.Run(plummer).step(20).positions
    runs = [mk.Run(plummer) for _ in range(2)]
    threads = [threading.Thread(target=run.step, args=(20,)) for run in runs]
    ticks = 0
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.001)
        ticks += 1
    assert ticks > 10
    for run in runs:
        assert run.steps == 20 and np.array_equal(run.positions, expected)


def resident_megabytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_runs_leave_no_memory_behind(plummer):
    """The first runs fill caches of the driver. MILKOMEDA_LEAK_RUNS=1000 makes the long test (docs/python.md)."""
    count = int(os.environ.get("MILKOMEDA_LEAK_RUNS", "12"))

    def use():
        run = mk.Run(plummer).step()
        assert len(run.positions) == BODIES
        mk.forces(run.positions, run.masses, 0.05)

    for _ in range(6):
        use()
    gc.collect()
    before = resident_megabytes()
    for _ in range(count):
        use()
    gc.collect()
    # A leak of one column of the bodies would be 64 kB per run. The rest is fragmentation of the heap.
    assert resident_megabytes() - before < 8 + 0.05 * count
