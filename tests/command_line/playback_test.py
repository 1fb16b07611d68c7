"""The command render draws series of snapshots as videos and pictures, and refuses invalid series."""

import math

import command
from command import scene


def csv(time, rows):
    """Returns a snapshot with rows of x, y, vx, vy in the plane z = 0, and ids in order."""
    head = f"# time {time}\nmass,x,y,z,vx,vy,vz\n"
    return head + "".join(f"1,{x!r},{y!r},0,{vx!r},{vy!r},0\n" for x, y, vx, vy in rows)


def circle(time, bodies=40):
    """Returns bodies on a circle of radius 5 that rotates once in 10 time units."""
    turn = 2 * math.pi / 10
    rows = []
    for i in range(bodies):
        # The bodies cover two thirds of the circle, so that a rotation is visible.
        angle = turn * time + i * 0.1
        rows.append((5 * math.cos(angle), 5 * math.sin(angle), -5 * turn * math.sin(angle), 5 * turn * math.cos(angle)))
    return csv(time, rows)


view = ["--size", "96x96", "--mode", "point", "--camera", "yaw=0,pitch=0,distance=12,target=0:0:0", "--interop", "none"]


class Pictures(command.Test):
    def series(self, times, name="s_{:02d}.csv"):
        for i, time in enumerate(times):
            self.put(name.format(i), circle(time))

    def single(self, time):
        self.put("one.csv", circle(time))
        return self.picture("p.png", "one.csv", *view)[2]

    def test_the_picture_at_the_time_of_a_snapshot_shows_this_snapshot_unchanged(self):
        self.series([0, 1, 2])
        for time in (0, 1, 2):
            found = self.picture("f.png", "s_%02d.csv", "--at", time, *view)[2]
            self.assertEqual(found, self.single(time), time)

    def test_motion_between_two_snapshots_is_interpolated_smoothly(self):
        """For the motion on the circle, cubic interpolation has an error of at most (h^4 / 384) max |x''''| = 1/384 *
        5 * (2 pi / 10)^4 = 0.002 (de Boor 1978), less than a fiftieth of a pixel. The error of a straight line would
        be 0.24, which is two pixels."""
        self.series([0, 1])
        found, expected = (lit(self.picture("f.png", "s_*.csv", "--at", 0.5, *view)[2]), lit(self.single(0.5)))
        self.assertGreater(len(expected), 20)
        # Four pixels may differ, because rounding decides in which pixel a body at the border of two pixels is drawn.
        self.assertLess(len(found ^ expected), 4)
        self.assertGreater(len(found ^ lit(self.single(0))), 20)

    def test_a_video_covers_the_times_of_the_snapshots(self):
        self.series([0.5, 1, 1.5])
        self.done("render", "s_%d.csv", "-o", "f-%d.png", "--fps", 4, "--time-per-second", 1, *view)
        frames = sorted(path.name for path in self.folder.glob("f-*.png"))
        self.assertEqual(len(frames), 5)  # The frames show the times 0.5, 0.75, 1, 1.25 and 1.5.
        last = command.read_png((self.folder / "f-4.png").read_bytes())[2]
        self.assertEqual(last, self.single(1.5))

    def test_snapshots_are_drawn_without_opencl(self):
        self.series([0, 1])
        result = self.done("render", "s_%d.csv", "-o", "f.png", "--at", 1, *view,
                           environment={"OCL_ICD_VENDORS": "/nonexistent"})
        self.assertIn("played back", result.error)

    def test_bodies_in_a_different_order_are_matched_by_ids(self):
        """The second file contains the bodies in reverse order."""
        self.series([0, 1])
        straight = self.picture("f.png", "s_%d.csv", "--at", 0.5, *view)[2]
        rows = circle(1).splitlines()
        body = [f"{line},{i}" for i, line in enumerate(rows[2:])]
        self.put("s_01.csv", "\n".join([rows[0], rows[1] + ",id", *reversed(body)]) + "\n")
        self.assertEqual(self.picture("f.png", "s_%d.csv", "--at", 0.5, *view)[2], straight)

    def test_bodies_are_shown_from_their_first_or_until_their_last_snapshot(self):
        """The snapshots contain the bodies 0 to 29 and 10 to 39 of the circle, in other orders, with ids of 64 bits."""
        rows = [circle(time).splitlines() for time in (0, 0.5, 1)]

        def put(name, moment, bodies):
            body = [f"{rows[moment][2 + i]},{10**15 + i}" for i in bodies]
            self.put(name, "\n".join([rows[moment][0], rows[moment][1] + ",id", *body]) + "\n")

        put("s_00.csv", 0, range(30))
        put("s_01.csv", 2, reversed(range(10, 40)))
        result = self.done("render", "s_%d.csv", "-o", "f-%d.png", "--from", 0, "--until", 1, "--fps", 2,
                           "--time-per-second", 1, *view)
        self.assertEqual(result.error.count("10 of 30 bodies in s_01.csv are not found in s_00.csv"), 1, result.error)
        for moment, bodies in ((0, range(30)), (1, range(10, 30)), (2, range(10, 40))):
            put("one.csv", moment, bodies)
            expected = lit(self.picture("p.png", "one.csv", *view)[2])
            found = lit(command.read_png((self.folder / f"f-{moment}.png").read_bytes())[2])
            # Four pixels may differ, because rounding decides in which pixel a body at the border is drawn.
            self.assertLess(len(found ^ expected), 4, moment)

    def test_the_nearest_snapshot_is_drawn_with_a_notice_if_bodies_cannot_be_matched(self):
        """Files without ids identify bodies by rows, which is impossible if the numbers of bodies differ."""
        self.put("s_00.csv", circle(0))
        self.put("s_01.csv", circle(1, bodies=39))
        result = self.done("render", "s_%d.csv", "-o", "f-%d.png", "--from", 0.25, "--until", 0.75, "--fps", 4,
                           "--time-per-second", 1, *view)
        self.assertEqual(result.error.count("cannot be matched by id, so the nearest snapshot is shown"), 1, result.error)
        self.assertEqual(command.read_png((self.folder / "f-0.png").read_bytes())[2], self.single(0))
        self.put("one.csv", circle(1, bodies=39))
        # The brightness of the series is that of its first snapshot, which has one body more.
        self.assertEqual(lit(command.read_png((self.folder / "f-2.png").read_bytes())[2]),
                         lit(self.picture("p.png", "one.csv", *view)[2]))

    def test_files_without_times_are_ordered_by_number_with_a_notice(self):
        for i in range(3):
            self.put(f"s_{i}.tab", "1 1 0 0 0 1 0\n" * 20)
        result = self.done("render", "s_%d.tab", "-o", "f-%d.png", "--fps", 4, "--time-per-second", 1, *view)
        self.assertEqual(len(list(self.folder.glob("f-*.png"))), 9)
        self.assertEqual(result.error.count("the files contain no times"), 1, result.error)

    def test_a_missing_snapshot_is_reported(self):
        self.series([0, 1, 2, 3])
        (self.folder / "s_02.csv").unlink()
        result = self.done("render", "s_%02d.csv", "-o", "f.png", "--at", 2, *view)
        self.assertIn("s_02.csv is missing; the motion between s_01.csv and s_03.csv is interpolated", result.error)

    def test_series_of_hdf5_and_nemo_files_can_be_drawn(self):
        for extension in ("hdf5", "nemo"):
            self.done("simulate", scene, "--bodies", 300, "--until", 0.2, "--every", 0.1, "-o", "run." + extension)
            self.done("render", f"run-*.{extension}", "-o", "f.png", "--at", 0.15, "--size", "64x64", "--interop", "none")


class InvalidSeries(command.Test):
    def setUp(self):
        super().setUp()
        for i in range(3):
            self.put(f"s_{i}.csv", circle(i))

    def refuse(self, code, reason, *words):
        self.refused(code, reason, "render", *words, "-o", "f.png", "--size", "16x16", "--interop", "none")

    def test_a_pattern_without_matching_files_is_refused(self):
        self.refuse(1, "t_%d.csv: no file matches this pattern", "t_%d.csv")
        self.refuse(1, "nowhere", "nowhere/*.csv")

    def test_a_broken_snapshot_is_an_error(self):
        self.put("s_1.csv", circle(1)[:-9])
        result = self.run_program("render", "s_%d.csv", "-o", "f.mp4", "--fps", 1, *view)
        self.assertEqual(result.code, 1)
        self.assertIn("s_1.csv", result.error.splitlines()[-1])
        self.assertFalse((self.folder / "f.mp4").exists())

    def test_a_time_outside_the_series_is_refused(self):
        self.refuse(2, "the last snapshot has the time 2, which is before the requested time 2.5",
                    "s_%d.csv", "--at", 2.5)

    def test_simulate_refuses_a_series(self):
        self.refused(2, "name a single file", "simulate", "s_%d.csv", "--until", 5, "-o", "x.csv")

    def test_an_unquoted_pattern_is_refused_with_advice(self):
        self.refused(2, "needs quotes", "render", "s_0.csv", "s_1.csv", "s_2.csv", "-o", "f.png")


def lit(picture):
    return {i for i in range(0, len(picture), 4) if max(picture[i:i + 3]) > 40}


if __name__ == "__main__":
    command.main(opengl=True)
