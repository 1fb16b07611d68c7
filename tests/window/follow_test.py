"""The command follow shows a run in the window while another program writes its snapshots."""

import os
import threading
import time

import driver

parameters = """% written by the test
OutputDir         ./output
SnapshotFileBase  snapshot
TimeMax           4
UnitLength_in_cm  1.2342710325965469e22
UnitMass_in_g     8.9505593062452802e43
UnitVelocity_in_cm_per_s  2.2e7
"""


class Follow(driver.WindowTest):
    arguments = ["follow", "run", "--size", "960x600", "--mode", "point"]
    environment = {"OCL_ICD_VENDORS": "/nonexistent"}  # following needs no device
    rows = 300

    @classmethod
    def path(cls, index):
        return os.path.join(cls.scratch, "run", "output", f"snapshot_{index:03}.csv")

    @classmethod
    def lines(cls, moment):
        yield f"# time {moment}\nmass,x,y,z,vx,vy,vz\n"
        for row in range(cls.rows):
            yield f"1,{moment + row % 20 * 0.1:.6f},{row // 20 * 0.1:.6f},0,1,0,0\n"

    @classmethod
    def write(cls, index, moment):
        with open(cls.path(index), "w") as file:
            file.writelines(cls.lines(moment))

    @classmethod
    def start(cls, *more):
        """Starts the program before the run has written a snapshot."""
        os.makedirs(os.path.join(cls.scratch, "run", "output"))
        with open(os.path.join(cls.scratch, "run", "param.txt"), "w") as file:
            file.write(parameters)
        writer = threading.Timer(1, cls.write, (0, 0))
        writer.start()
        super().start(*more)
        writer.join()

    def follows(self):
        return self.state("playback")["follows"]

    def wait_for_snapshots(self, count):
        self.wait(lambda: self.follows()["snapshots"] == count, f"{count} snapshots have arrived")

    def test_1_the_window_opens_with_the_first_snapshot_and_knows_the_end(self):
        self.wait_for_snapshots(1)
        self.assertEqual(self.state("scene")["bodies"], self.rows)
        self.assertEqual(self.follows(), {"snapshots": 1, "newest": 0, "share": 0})
        self.assertTrue(self.state("playback")["playing"], "playback waits for the next snapshot")

    def test_2_a_new_snapshot_extends_the_time_bar_and_is_played(self):
        self.write(1, 1)
        self.wait_for_snapshots(2)
        self.assertEqual(self.state("transport")["last"], 1)
        self.assertEqual(self.follows()["share"], 0.25)
        self.wait(lambda: self.state("playback")["time"] == 1, "playback goes on to the new snapshot")
        self.assertTrue(self.state("playback")["playing"])
        self.wait(lambda: "25 %" in self.state("status")["line"], "the status line says the share")

    def test_3_a_snapshot_is_not_shown_while_it_is_being_written(self):
        lines = list(self.lines(2))
        begun = len(self.program.events)
        with open(self.path(2), "w") as file:
            for part in range(10):  # 5 seconds, while a file counts as complete after 2 seconds without a change
                file.writelines(lines[part * len(lines) // 10:(part + 1) * len(lines) // 10])
                file.flush()
                time.sleep(0.5)
        early = [event for event in self.program.events[begun:]
                 if event["event"] == "playback" and event["follows"]["snapshots"] > 2]
        self.assertEqual(early, [], "no unfinished snapshot is shown")
        self.wait_for_snapshots(3)
        self.wait(lambda: self.state("playback")["time"] == 2, "playback goes on to the new snapshot")
        self.assertEqual(self.state("playback")["note"], "")

    def test_4_the_end_of_the_run_ends_playback(self):
        self.write(3, 4)
        self.wait_for_snapshots(4)
        self.wait(lambda: self.state("playback")["time"] == 4 and not self.state("playback")["playing"],
                  "playback pauses at the end of the run")
        self.assertEqual(self.follows()["share"], 1)
        self.wait(lambda: "run complete" in self.state("status")["line"], "the status line says that the run is done")


driver.main(Follow)
