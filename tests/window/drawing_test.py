"""Drawing times in the Device drawer and in the trace, and the number of drawn bodies."""

import driver


class Drawing(driver.PanelTest):
    arguments = ["--bodies", "20000", "--size", "1000x640", "--mode", "point"]
    listens = True  # because a request selects a draw mode more quickly than the mouse

    def setUp(self):
        self.restart()
        self.open_section("Device/Drawing", "Device/Detail")

    def passes(self):
        return self.state("draw")["passes"]

    def test_each_render_pass_of_a_draw_mode_is_measured(self):
        if self.state("draw")["clock"] == "none":
            self.skipTest("this OpenGL has no timer queries")
        for mode, expected in [("point", {"particles", "panels"}), ("sprite", {"particles", "haze", "panels"}),
                               ("stars", {"particles", "clusters", "dust", "background", "bloom", "develop", "panels"})]:
            with self.subTest(mode):
                self.ask(set={"mode": mode})
                self.wait(lambda: expected <= set(self.passes()), f"passes of {mode}: {expected}")
                self.wait(lambda: set(self.passes()) <= expected | {"upload", "annotations", "streaks", "resolved"},
                          "no other passes are measured")
                self.assertTrue(all(time >= 0 for time in self.passes().values()))
        self.ask(set={"mode": "point"})

    def test_a_notice_precedes_compiling_the_shaders_of_a_draw_mode(self):
        if self.state("draw")["clock"] != "host":
            self.skipTest("a GPU's driver compiles the shaders too quickly for this test")
        self.wait_for("notices", "the initial notices are over", lines=[])
        self.ask(set={"mode": "color-sprite"})
        self.wait(lambda: any(event["line"] == "compiling shaders ..." for event in self.program.events
                              if event["event"] == "announced"), "the notice appears")
        self.ask(set={"mode": "point"})

    def test_the_detail_can_be_set_and_made_automatic_again(self):
        drawn = self.state("draw")
        self.pull("Device/Detail", 3000)
        self.wait_for("draw", detail=1 / 64)
        self.assertLess(self.state("draw")["bodies_drawn"], drawn["bodies_drawn"] / 32)
        self.enter("Device/Detail", "2")
        self.wait_for("draw", detail=1 / 2)
        self.enter("Device/Detail", "1")
        self.wait_for("draw", detail=1)
        self.reset_control("Device/Detail")
        self.wait(lambda: self.state("draw")["detail"] >= 0.4,
                  "at least 8,192 bodies are drawn, on the slowest machine")

    def test_hidden_components_are_not_drawn(self):
        self.enter("Device/Detail", "1")
        self.wait_for("draw", detail=1)
        before = self.state("draw")["bodies_drawn"]
        self.hands.click(self.place("Look/milky-way disk", right=0.1))
        self.wait(lambda: self.state("draw")["bodies_drawn"] < before, "fewer bodies are drawn")
        self.hands.click(self.place("Look/milky-way disk", right=0.1))
        self.wait(lambda: self.state("draw")["bodies_drawn"] == before, "all bodies are drawn")
        self.reset_control("Device/Detail")


class DetailFromTheCommandLine(driver.WindowTest):
    arguments = ["--bodies", "20000", "--size", "640x360", "--mode", "point", "--detail", "1/8"]

    def test_the_command_line_sets_the_detail(self):
        self.wait_for("draw", detail=1 / 8)
        self.program.frames(20)
        self.wait_for("draw", detail=1 / 8)


def stars_in(picture):
    """Returns the number of pixels that are clearly brighter in green than their eight neighbors."""
    greens, count = [row[1::picture.channels] for row in picture.rows], 0
    for y in range(1, picture.height - 1):
        above, here, below = greens[y - 1:y + 2]
        for x in range(1, picture.width - 1):
            rest = max(here[x - 1], here[x + 1], max(above[x - 1:x + 2]), max(below[x - 1:x + 2]))
            count += here[x] > rest + 8
    return count


class ScreenshotInFullQuality(driver.WindowTest):
    arguments = ["milky-way", "--bodies", "8192", "--size", "640x360", "--camera", "distance=8,pitch=1",
                 "--background", "0", "--show", "none"]

    def test_a_screenshot_shows_all_stars_during_motion_and_at_rest(self):
        # The window shows no stars until it knows the smoothing lengths, and then adapts its quality to its frame rate.
        # Waits until the number of stars stays the same.
        before, moving = 0, 0
        for _ in range(20):
            self.program.frames(60)
            before, moving = moving, stars_in(self.screenshot())
            if 1000 < moving < 1.1 * before:
                break
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.program.frames(40)
        resting = stars_in(self.screenshot())
        self.assertGreater(moving, 1000)
        self.assertGreater(resting, 0.7 * moving)
        self.assertLess(resting, 1.4 * moving)


driver.main(Drawing, DetailFromTheCommandLine, ScreenshotInFullQuality)
