"""The Look drawer counts, shows and hides the stars that form from gas."""

import driver


class YoungStars(driver.PanelTest):
    arguments = ["gas-rich-merger", "--bodies", "2048", "--size", "1000x640", "--mode", "point", "--solver", "direct",
                 "--gas-substeps", "4", *driver.still_camera]
    galaxies = ["north", "south"]

    def setUp(self):
        self.restart()
        self.wait_for("transport", playing=True)
        self.hands.key("space")
        self.wait_for("transport", playing=False)
        self.place("Look/north young-stars")

    def counts(self):
        """Returns the numbers of gas particles and of young stars in each galaxy, all of the same moment."""
        bodies = self.state("bodies")
        return [[bodies.get(f"{galaxy} {part}", -1) for galaxy in self.galaxies] for part in ("gas", "young-stars")]

    def counted_at(self, time, is_expected, what):
        self.go_to(time)
        counted = []

        def is_counted():
            counted[:] = self.counts()
            return is_expected(counted[1])

        self.wait(is_counted, what)
        return counted

    def light(self):
        """Returns the light of the picture without panels."""
        return self.screenshot().light(0)

    def toggle(self, part):
        shown = self.state("look")["shown"]
        self.hands.click(self.place(f"Look/{part}", right=0.1))
        self.wait(lambda: self.state("look")["shown"] == shown | {part: not shown[part]}, f"only {part} is toggled")
        self.program.frames(3)

    def test_the_numbers_of_young_stars_follow_the_run_also_back_in_time(self):
        # The numbers may be those of an earlier moment. At t = 0.2, a galaxy has at most one young star.
        gas, stars = self.counted_at(4, lambda counts: min(counts) > 1, "stars have formed in both galaxies")
        self.assertTrue(all(count > 0 for count in gas))
        early_gas, early_stars = self.counted_at(
            0.2, lambda counts: all(0 <= now < later for now, later in zip(counts, stars)), "fewer stars")
        for i in range(2):
            self.assertEqual(gas[i] + stars[i], early_gas[i] + early_stars[i], "each star was gas before")

    def test_young_stars_are_shown_and_hidden_without_their_gas(self):
        self.counted_at(4, lambda counts: min(counts) > 0, "stars have formed in both galaxies")
        everything = self.light()
        self.toggle("north young-stars")
        without_stars = self.light()
        self.assertLess(without_stars, everything)
        self.toggle("north gas")
        without_both = self.light()
        self.assertLess(without_both, without_stars)
        self.toggle("north young-stars")
        self.assertGreater(self.light(), without_both)
        self.toggle("north gas")
        self.assertEqual(self.light(), everything)
        self.toggle("south young-stars")
        self.assertLess(self.light(), everything)
        self.hands.key("ctrl+z")
        self.wait(lambda: self.state("look")["shown"]["south young-stars"], "undo shows the stars again")


driver.main(YoungStars)
