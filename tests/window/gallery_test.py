"""The scene gallery with its pictures, the milestones of a run, and the guided tour."""

import os
import shutil
import unittest

import driver

# A small scene whose milestones are soon reached.
mine = """title = "Mine"
watch = "two clusters"
picture_time = 0.5
[simulation]
until = 50
timestep = 0.1
softening = 0.3
[orbit]
pericentre = 1
separation = 4
[galaxy.a.stars]
profile = "plummer"
mass = 1
[galaxy.b]
like = "a"
[[milestone]]
time = 2
title = "soon"
[[milestone]]
time = 30
title = "much later"
"""


class Gallery(driver.PanelTest):
    arguments = ["mine.toml", "--bodies", "300", "--size", "1000x600", "--mode", "point"]
    environment = {"XDG_DATA_HOME": "/nonexistent"}  # This data folder contains no downloaded table.
    saves_settings = True  # The gallery stores its pictures only if the window saves settings.

    @classmethod
    def start(cls):
        with open(os.path.join(cls.scratch, "mine.toml"), "w") as file:
            file.write(mine)
        super().start()

    def open(self):
        self.hands.key("g")
        self.wait_for("gallery", open=True)

    def card(self, source):
        return next(card for card in self.state("gallery")["cards"] if card["source"] == source)

    def test_the_run_pauses_while_the_gallery_draws_the_picture_of_a_scene(self):
        self.open()
        self.assertEqual(self.state("gallery")["chosen"], "mine.toml")
        time = self.state("transport")["time"]
        self.program.wait(lambda: self.card("mine.toml")["has_picture"], "the selected scene has a picture", 120)
        self.assertEqual(self.state("transport")["time"], time)
        kept = os.listdir(os.path.join(self.scratch, "milkomeda", "thumbnails"))
        self.assertTrue(any(name.startswith("mine-") and name.endswith(".png") for name in kept), kept)
        self.hands.key("g")
        self.wait_for("gallery", open=False)
        self.wait(lambda: self.state("transport")["time"] > time, "the run continues")

    def test_a_scene_with_a_missing_table_is_marked_and_not_loaded(self):
        self.open()
        self.assertIn("data/get-dubinski downloads it", self.card("dubinski")["trouble"])
        self.assertEqual([card["source"] for card in self.state("gallery")["cards"] if card["trouble"]], ["dubinski"])
        for source in ["mixed-3d", "mixed", "dubinski"]:
            self.hands.press_key("Left")
            self.wait_for("gallery", chosen=source)
        self.hands.press_key("Return")
        self.hands.click(self.place("Gallery/dubinski", down=0.3))
        self.program.frames(3)
        self.assertTrue(self.state("gallery")["open"])
        self.assertEqual(self.state("scene")["source"], "mine.toml")
        self.hands.key("Escape")
        self.wait_for("gallery", open=False)

    def test_arrow_keys_and_enter_load_a_scene(self):
        self.open()
        cards = [card["source"] for card in self.state("gallery")["cards"]]
        for source in cards[-2:-6:-1]:
            self.hands.press_key("Left")
            self.wait_for("gallery", chosen=source)
        self.hands.press_key("Return")
        self.wait_for("scene", source=cards[-5])
        self.wait_for("gallery", open=False)

    def test_a_click_loads_a_user_defined_scene(self):
        for label in ["File", "Gallery"]:
            self.hands.click(self.place(f"Menu/{label}"))
        self.wait_for("gallery", open=True)
        for _ in range(4):
            self.hands.wheel(self.picture(), -10)
        self.hands.click(self.place("Gallery/mine.toml"))
        self.wait_for("scene", source="mine.toml", title="Mine")
        self.wait_for("gallery", open=False)
        # Loading may take longer than a frame, so the window shows a notice in the frame before.
        happened = [event["event"] if event["event"] != "notices" else event["lines"][:1]
                    for event in self.program.events if event["event"] in ("notices", "announced", "reset")]
        at = len(happened) - happened[::-1].index("reset")
        self.assertEqual(happened[at - 3:at], [["loading mine.toml ..."], "announced", "reset"])

    def test_a_click_on_a_milestone_seeks_its_time(self):
        self.wait_for("milestones", count=2)
        resets = self.program.count("reset")
        self.hands.click(self.place("Scene/milestone 30"))
        self.wait_for("milestones", present="much later", heading_for=None)
        self.assertEqual(self.program.count("reset"), resets, "the run reaches the milestone without a reset")
        self.wait(lambda: "533 Myr: much later" in self.state("notices")["lines"], "the notice appears")
        self.wait_for("transport", "the run pauses at the milestone", playing=False, time=30)
        self.hands.click(self.place("Scene/milestone 2"))
        self.wait_for("milestones", present="soon", heading_for=None)
        self.wait_for("transport", playing=False, time=2)

    def test_edits_dropped_by_loading_a_scene_are_reported(self):
        self.open_section("Scene/Orbit", "Scene/Pericenter")
        self.assertFalse(self.state("draft")["waits_for_load"])
        self.enter("Scene/Pericenter", "2")
        self.wait_for("draft", waits_for_load=True)
        self.choose("Scene/Scene", "The Mice")
        self.wait_for("scene", source="mice")
        self.wait(lambda: any("the edited scene was not loaded; this command loads the edited scene: milkomeda mine.toml "
                                  "--set orbit.pericentre=2" in line
                              for line in self.state("notices")["lines"]), "a notice reports the dropped edits")

    @unittest.skipUnless(shutil.which("ffmpeg"), "there is no ffmpeg")
    def test_a_video_pauses_while_the_gallery_is_open_and_can_be_ended_meanwhile(self):
        # The last frame before the gallery opens may or may not belong to the video, so the test makes several
        # attempts.
        for _ in range(4):
            films = self.program.count("film")
            self.hands.key("F10")
            self.wait(lambda: self.program.count("film") > films, "a video begins")
            filmed = self.program.count("film_frame")
            self.wait(lambda: self.program.count("film_frame") > filmed + 2, "frames of the video are recorded")
            self.open()
            filmed = self.program.count("film_frame")
            self.program.frames(6)
            self.assertEqual(self.program.count("film_frame"), filmed)
            self.hands.key("F10")
            self.program.frames(4)
            self.hands.key("Escape")
            self.wait_for("gallery", open=False)
            self.wait(lambda: self.program.count("film") > films + 1, "the video ends")
            self.assertEqual(self.state("film")["state"], "whole")

    def test_a_click_on_a_real_pair_plays_its_model(self):
        self.open()
        scenes = [card["source"] for card in self.state("gallery")["cards"]]
        self.hands.click(self.place("Gallery/pairs"))
        self.wait_for("gallery", pairs=True)
        cards = self.state("gallery")["cards"]
        self.assertEqual(len(cards), 62)
        self.assertEqual(cards[0]["title"], "Arp 142, the Penguin and the Egg")
        self.assertEqual(self.state("gallery")["chosen"], cards[0]["source"])
        self.program.wait(lambda: self.card(cards[0]["source"])["has_picture"], "the first pair has a picture", 120)
        self.hands.press_key("Left")
        self.wait_for("gallery", pairs=False, chosen=scenes[-1])
        self.hands.press_key("Right")
        self.wait_for("gallery", pairs=True, chosen=cards[0]["source"])
        self.assertEqual(self.state("widgets")["cut_off"], [])
        self.hands.click(self.place(f"Gallery/{cards[1]['source']}"))
        self.wait_for("scene", source=cards[1]["source"])
        self.wait_for("gallery", open=False)
        self.wait(lambda: self.program.state.get("playback", {}).get("playing"), "the encounter plays")
        self.open()
        self.wait_for("gallery", pairs=True, chosen=cards[1]["source"])
        self.hands.click(self.place("Gallery/scenes"))
        self.wait_for("gallery", pairs=False, chosen=scenes[0])
        self.assertEqual([card["source"] for card in self.state("gallery")["cards"]], scenes)


class Tour(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "1000x600", "--mode", "point", *driver.still_camera]

    def test_the_tour_shows_four_controls_and_restores_everything(self):
        # Visible panels would change the first camera view.
        self.hands.key("F1")
        self.wait_for("screen", panels=False)
        before = {name: self.state(name) for name in ["camera", "mode", "parameters", "look", "screen"]}
        began = len(self.program.events)
        self.hands.key("F3")
        self.wait_for("tour", runs=True, control="")
        self.wait_for("screen", panels=True)
        for control in ["Look/Mode", "Physics/Timestep", "Physics/Approximation fraction"]:
            self.wait_for("tour", control=control)
            self.wait(lambda: control in self.state("widgets")["places"], f"{control} is shown")
        self.wait_for("tour", runs=False)
        self.program.frames()
        for name, state in before.items():
            self.assertEqual(self.state(name), state)
        seen = {name: [event for event in self.program.events[began:] if event["event"] == name] for name in before}
        yaws = [event["yaw"] for event in seen["camera"]]
        self.assertGreater(max(yaws) - min(yaws), 0.5)
        self.assertEqual(len({event["name"] for event in seen["mode"]}), 4)
        self.assertLess(min(event["dt"] for event in seen["parameters"]), 0.013)
        self.assertEqual(min(event["fraction"] for event in seen["parameters"]), 0.25)
        self.hands.key("F1")

    def test_any_key_ends_the_tour_without_other_effects(self):
        before = self.state("camera")
        for label in ["Help", "Tour"]:
            self.hands.click(self.place(f"Menu/{label}"))
        self.wait(lambda: self.state("camera") != before, "the camera turns")
        self.hands.key("space")
        self.wait_for("tour", runs=False)
        self.program.frames()
        self.assertEqual(self.state("camera"), before)
        self.assertTrue(self.state("transport")["playing"])


driver.main(Gallery, Tour)
