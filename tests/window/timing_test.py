"""The drawer Frame times: columns that add up to the frame times, held frames, the slowest frames, and exported files."""

import csv
import glob
import json
import os

import driver

# Fraction of the frame time that the parts of the main thread's column must cover. The missing time lies between the
# parts.
complete = 0.95


class Recorded(driver.PanelTest):
    """Opens the drawer Frame times, and inspects the frames recorded since the drawer was opened."""

    def open(self):
        self.program.frames(1)
        self.place("Timing")
        self.wait_for("timing", recording=True)
        self.program.frames(30)
        self.wait(lambda: self.state("timing")["frames"] >= 20, "frames are recorded")

    def told(self):
        """Returns the recorded frames by frame number."""
        return {event["frame"]: event for event in list(self.program.events)
                if event["event"] == "timing" and event["recording"] and event["frames"]}

    def check_sums(self, rests=False):
        frames = self.told()
        shares = []
        for frame in frames.values():
            host = sum(frame["lanes"]["host"].values())
            # Tolerance: rounding.
            self.assertLessEqual(host, frame["frame_ms"] + 0.01, "no time is counted twice")
            shares.append(host / frame["frame_ms"])
        whole = sum(sum(frame["lanes"]["host"].values()) for frame in frames.values())
        self.assertGreaterEqual(whole / sum(frame["frame_ms"] for frame in frames.values()), complete)
        self.assertGreaterEqual(sorted(shares)[len(shares) // 2], complete)
        if rests:
            return
        # The comparison uses the frame times of the program's main loop. Each frame reports the time of the previous
        # frame, except after an idle period.
        clock = [self.program.frame_ms[number] for number in frames if number < len(self.program.frame_ms)]
        recorded = [frame["frame_ms"] for number, frame in frames.items() if number < len(self.program.frame_ms)]
        self.assertAlmostEqual(sum(recorded) / sum(clock), 1, delta=0.01)

    def parts(self, lane):
        return {part for frame in self.told().values() for part in frame["lanes"][lane]}


class Timing(Recorded):
    arguments = ["--bodies", "11000", "--size", "1280x720", "--mode", "point", "--solver", "direct"]

    def test_no_frames_are_recorded_before_the_timing_drawer_is_opened(self):
        self.program.frames(10)
        self.assertEqual((self.state("timing")["recording"], self.state("timing")["frames"]), (False, 0))

    def test_the_parts_of_a_frame_add_up_to_the_frame_time(self):
        self.open()
        self.program.frames(100)
        self.check_sums()
        self.assertLessEqual({"simulation", "enqueue", "wait for OpenCL", "draw", "panels", "swap", "sleep", "input"},
                             self.parts("host"))
        self.assertLessEqual({"force", "kick and drift", "checks"}, self.parts("OpenCL"))
        if self.state("draw")["clock"] != "none":
            self.assertIn("particles", self.parts("OpenGL"))
            self.assertIn("particles", self.parts("host"))
        if self.state("tier")["tier"] == "shared":
            self.assertLessEqual({"acquire", "release"}, self.parts("OpenCL") & self.parts("host"))
        else:
            self.assertLessEqual({"read back"}, self.parts("OpenCL") & self.parts("host"))
            self.assertIn("upload", self.parts("host"))

    def test_the_panel_names_the_part_that_limits_the_frame(self):
        self.open()
        timing = self.state("timing")
        self.assertIn(timing["bound"], timing["parts"])
        if timing["shown"]["ms"] > 1.05 * timing["interval_ms"]:
            self.assertEqual(timing["bound"], max(timing["parts"], key=timing["parts"].get))

    def test_a_frame_can_be_held_and_released(self):
        self.open()
        self.hands.click(self.place("Timing/history", right=0.98))
        self.wait(lambda: self.state("timing")["shown"]["held"], "a frame is held")
        held = self.state("timing")["shown"]["frame"]
        self.program.frames(10)
        self.assertEqual(self.state("timing")["shown"]["frame"], held)
        self.hands.click(self.place("Timing/hold"))
        self.wait(lambda: not self.state("timing")["shown"]["held"], "the frame is released")
        self.assertGreater(self.state("timing")["shown"]["frame"], held)

    def test_the_slowest_frames_are_listed(self):
        self.open()
        worst = self.state("timing")["worst"]
        self.assertEqual([frame["ms"] for frame in worst], sorted((frame["ms"] for frame in worst), reverse=True))
        self.assertGreaterEqual(worst[0]["ms"], max(frame["frame_ms"] for frame in self.told().values()
                                                    if frame["worst"] == worst) - 1e-3)
        self.open_section("Timing/Slowest frames", f"Timing/Frame {worst[0]['frame']}")
        # The test makes several attempts, because a slower frame may appear at this position of the list during the
        # click.
        for _ in range(10):
            worst = self.state("timing")["worst"]
            self.hands.click(self.place(f"Timing/Frame {worst[0]['frame']}"))
            if self.state("timing")["shown"]["held"]:
                break
        self.wait(lambda: self.state("timing")["shown"]["held"], "a frame is held")
        shown = self.state("timing")["shown"]
        listed = {frame["frame"]: frame["ms"] for told in self.told().values() for frame in told["worst"]}
        self.assertAlmostEqual(shown["ms"], listed[shown["frame"]])
        self.hands.click(self.place("Timing/hold"))

    def file(self, button, ending):
        self.hands.click(self.place(f"Timing/{button}"))
        pattern = os.path.join(self.program.folder, f"*-timing{ending}")
        self.wait(lambda: glob.glob(pattern), ending)
        self.assertEqual(len(glob.glob(os.path.join(self.program.folder, "*-timing*"))), len(glob.glob(pattern)),
                         "no other files are written")
        with open(glob.glob(pattern)[0]) as file:
            text = file.read()
        for name in glob.glob(pattern):
            os.remove(name)
        return text

    def test_the_times_in_the_csv_file_add_up_to_the_frame_times(self):
        self.open()
        frames = {}
        for row in csv.DictReader(self.file("CSV", ".csv").splitlines()):
            frame = frames.setdefault(row["frame"], {"ms": float(row["frame_ms"]), "host": 0})
            if row["lane"] == "host":
                frame["host"] += float(row["ms"])
        self.assertGreaterEqual(len(frames), 20)
        self.assertGreaterEqual(sum(frame["host"] for frame in frames.values()),
                                complete * sum(frame["ms"] for frame in frames.values()))

    def test_the_chrome_trace_contains_the_frames_and_their_parts(self):
        self.open()
        trace = json.loads(self.file("Chrome trace", ".json"))
        threads = {event["tid"]: event["args"]["name"] for event in trace["traceEvents"] if event["ph"] == "M"}
        self.assertEqual(set(threads.values()), {"frames", "host", "OpenCL", "OpenGL"})
        frames = [(event["ts"], event["ts"] + event["dur"]) for event in trace["traceEvents"]
                  if event["ph"] == "X" and threads[event["tid"]] == "frames"]
        self.assertGreaterEqual(len(frames), 20)
        self.assertEqual(frames, sorted(frames))
        for event in trace["traceEvents"]:
            if event["ph"] == "X" and threads[event["tid"]] == "host":  # Each part must lie inside a frame.
                begin, end = event["ts"], event["ts"] + event["dur"]
                self.assertTrue(any(a - 1 <= begin and end <= b + 1 for a, b in frames), event)

    def test_no_frames_are_recorded_during_a_pause(self):
        self.open()
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.wait_for("timing", still=True)
        self.program.frames(10)
        newest = self.state("timing")["lanes"]
        self.assertEqual(newest["OpenCL"], {})
        self.check_sums(rests=True)
        self.hands.key("space")
        self.wait_for("timing", still=False)

    def test_opening_a_different_panel_ends_the_recording_of_frames(self):
        self.open()
        self.place("Look/Mode")
        self.wait_for("timing", recording=False)
        frames = self.state("timing")["frames"]
        self.program.frames(10)
        self.assertEqual(self.state("timing")["frames"], frames)


class TimingOfTheMultipoleMethod(Recorded):
    """Forces of the fast multipole method in a stereo window, with and without a video."""

    arguments = ["--bodies", "11000", "--size", "1280x640", "--mode", "point", "--solver", "fmm", "--stereo", "side-by-side"]

    def test_fast_multipole_forces_are_one_part_of_the_frame(self):
        self.open()
        self.check_sums()
        self.assertLessEqual({"force", "kick and drift"}, self.parts("OpenCL"))

    def test_frame_times_add_up_while_a_video_is_recorded(self):
        self.open()
        self.hands.key("F9")
        self.program.frames(10)
        self.hands.key("F9")
        self.program.frames(10)
        self.check_sums()


class TimingWithoutDevice(Recorded):
    tier = None
    arguments = ["--bodies", "2000", "--size", "960x600", "--mode", "point"]
    environment = {"OCL_ICD_VENDORS": "/nonexistent"}

    def test_drawing_is_timed_without_a_device(self):
        self.open()
        x, y = self.picture()
        self.hands.drag((x, y), (x + 50, y))
        self.check_sums(rests=True)
        self.assertEqual(self.parts("OpenCL"), set())


class TimingOfPlayback(Recorded):
    """Playback of snapshots computes nothing, and uploads the rows of snapshots to the GPU."""

    tier = None
    arguments = ["run/s_%d.csv", "--size", "960x600", "--time-per-second", "0.1"]
    environment = {"OCL_ICD_VENDORS": "/nonexistent"}

    @classmethod
    def start(cls, *more):
        os.mkdir(os.path.join(cls.scratch, "run"))
        for i in range(3):
            with open(os.path.join(cls.scratch, "run", f"s_{i}.csv"), "w") as file:
                file.write(f"# time {i}\nmass,x,y,z,vx,vy,vz\n")
                for row in range(500):
                    file.write(f"1,{i + row % 25 * 0.1:.6f},{row // 25 * 0.1:.6f},0,1,0,0\n")
        super().start(*more)

    def test_playback_measures_the_upload_of_snapshots(self):
        self.open()
        self.check_sums()
        self.assertIn("upload", self.parts("host"))
        self.assertEqual(self.parts("OpenCL"), set())


driver.main(Timing, TimingOfTheMultipoleMethod, TimingWithoutDevice, TimingOfPlayback)
