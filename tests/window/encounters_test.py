"""The window plays a restricted encounter of two galaxies (--spam) like a series of snapshots."""

import driver


class Encounter(driver.WindowTest):
    """An encounter from its start at t = -19.4 to t = 9.7, without OpenCL, which it does not need."""

    arguments = ["--spam", "HST_Arp148", "--bodies", "400", "--size", "960x600", "--mode", "point",
                 "--time-per-second", "4", "--show", "none"]
    environment = {"OCL_ICD_VENDORS": "/nonexistent"}

    def setUp(self):
        self.restart()

    def test_the_encounter_plays_from_its_start_and_pauses_at_its_end(self):
        self.assertEqual(self.state("scene")["bodies"], 400)
        self.wait(lambda: -19 < self.state("playback")["time"] < 9, "the encounter plays")
        self.wait_for("playback", "the encounter pauses at its end", playing=False)
        self.assertAlmostEqual(self.state("playback")["time"], 9.7, 1)

    def test_steps_go_from_moment_to_moment(self):
        self.hands.key("space")
        self.wait_for("playback", playing=False)
        self.hands.key("period")
        self.wait_for("playback", playing=False, interpolated=False)
        before = self.state("playback")
        self.hands.key("period")
        self.wait(lambda: self.state("playback")["index"] == before["index"] + 1, "the next moment is shown")
        self.assertAlmostEqual(self.state("playback")["time"] - before["time"], 0.195, 2)  # two steps of 0.02


driver.main(Encounter)
