"""A window where the system starts no further thread: what runs beside it elsewhere is waited for."""

import driver


class NoThread(driver.PanelTest):
    arguments = ["--bodies", "1024", "--size", "1000x600", "--mode", "point"]

    def setUp(self):
        self.wait(lambda: "thread_fault_layer: " in self.program.stderr(), "a thread is wanted")

    def said(self, words):
        self.wait(lambda: any(words in line for event in self.program.events if event["event"] == "notices"
                              for line in event["lines"]), words)

    def test_it_measures_and_goes_on(self):
        rows = self.state("diagnostics")["rows"]
        self.wait(lambda: self.state("diagnostics")["rows"] > rows + 2, "the energy is measured")

    def test_it_saves(self):
        self.hands.key("ctrl+s")
        self.wait(lambda: self.program.count("saved"), "a file")

    def test_it_films(self):
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film_frame") > 4, "frames")
        self.hands.key("F10")
        self.wait_for("film", state="whole")

    def test_what_cannot_be_waited_for_is_said(self):
        self.hands.key("ctrl+e")
        self.said("no further thread can be started")
        self.assertEqual(self.program.count("recording"), 0)

    def test_modes_that_need_neighbors_are_drawn(self):
        for _ in range(4):
            self.hands.key("m")
            self.program.frames(5)


driver.main(NoThread)
