"""If the system starts no further threads, the main thread of the window does the work of background threads."""

import driver


class WithoutThreads(driver.PanelTest):
    arguments = ["--bodies", "1024", "--size", "1000x600", "--mode", "point"]

    def setUp(self):
        self.wait(lambda: "thread_fault_layer: " in self.program.stderr(), "the program has tried to start a thread")

    def said(self, words):
        self.wait(lambda: any(words in line for event in self.program.events if event["event"] == "notices"
                              for line in event["lines"]), words)

    def test_diagnostics_are_measured_if_no_further_thread_can_start(self):
        rows = self.state("diagnostics")["rows"]
        self.wait(lambda: self.state("diagnostics")["rows"] > rows + 2, "the energy is measured")

    def test_files_are_saved_if_no_further_thread_can_start(self):
        self.hands.key("ctrl+s")
        self.wait(lambda: self.program.count("saved"), "a file is written")

    def test_videos_are_recorded_if_no_further_thread_can_start(self):
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film_frame") > 4, "frames of the video are recorded")
        self.hands.key("F10")
        self.wait_for("film", state="whole")

    def test_a_recording_is_refused_with_a_notice_if_no_further_thread_can_start(self):
        self.hands.key("ctrl+e")
        self.said("no further thread can be started")
        self.assertEqual(self.program.count("recording"), 0)

    def test_draw_modes_that_need_neighbors_work_if_no_further_thread_can_start(self):
        for _ in range(4):
            self.hands.key("m")
            self.program.frames(5)


driver.main(WithoutThreads)
