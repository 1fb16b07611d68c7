"""The picture to match: opens a picture of two galaxies, marks galaxies and stars with the mouse, shows the picture in
all ways, writes and reads the description of the pair, and searches for models."""

import json
import math
import os
import struct
import subprocess
import tempfile
import zlib

import driver


def write_galaxies(file, width=320, height=240):
    """Writes a gray PNG file of two Gaussian galaxies, the brighter galaxy at (120, 140), the other at (210, 90)."""
    def gray(x, y):
        light = sum(peak * math.exp(-((x - left) ** 2 + (y - top) ** 2) / (2 * sigma ** 2))
                    for left, top, peak, sigma in [(120, 140, 0.95, 22), (210, 90, 0.7, 16)])
        return round(255 * min(light, 1))

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + bytes(gray(x + 0.5, y + 0.5) for x in range(width)) for y in range(height))
    with open(file, "wb") as picture:
        picture.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
                      chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def write_fits(file, width=200, height=160):
    """Writes a FITS image of 32-bit floats with two Gaussian galaxies and pixels of 0.4 arcseconds. The first row of a
    FITS image is the bottom row, so the brighter galaxy is at (70, 60) from the top-left corner."""
    cards = [("SIMPLE", "T"), ("BITPIX", -32), ("NAXIS", 2), ("NAXIS1", width), ("NAXIS2", height),
             ("CTYPE1", "'RA---TAN'"), ("CTYPE2", "'DEC--TAN'"), ("CRPIX1", 1), ("CRPIX2", 1), ("CRVAL1", 150.0),
             ("CRVAL2", 2.0), ("CDELT1", -0.4 / 3600), ("CDELT2", 0.4 / 3600)]
    header = "".join(f"{name:8}= {value:>20}".ljust(80) for name, value in cards) + "END".ljust(80)
    values = [1000 * math.exp(-((x - 70) ** 2 + (y - 100) ** 2) / 300) + 500 * math.exp(-((x - 130) ** 2 + (y - 60) ** 2) / 200)
              + (x * 7 + y * 13) % 11 for y in range(height) for x in range(width)]
    data = struct.pack(f">{len(values)}f", *values)
    with open(file, "wb") as image:
        image.write(header.encode().ljust(2880) + data + bytes(-len(data) % 2880))


def temporary_folders():
    """Returns the temporary folders of confirmations."""
    return [name for name in os.listdir(tempfile.gettempdir()) if name.startswith("milkomeda-confirm-")]


class Match(driver.PanelTest):
    arguments = ["milky-way-andromeda", "--bodies", "3000", "--size", "1280x720", "--mode", "point", "--show", "none",
                 *driver.without_gas]

    @classmethod
    def start(cls):
        cls.file = os.path.join(cls.scratch, "galaxies.png")
        write_galaxies(cls.file)
        super().start("--picture", cls.file)

    def setUp(self):
        self.wait(lambda: self.match()["picture"] and self.match()["prepared"], "the picture is prepared")
        self.hands.key("space") if self.state("transport")["playing"] else None
        self.program.frames(4)

    def match(self):
        return self.state("match")

    def scale(self):
        """Returns the number of screen coordinates per pixel of the picture."""
        def distance(a, b):
            return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5
        a, b = (galaxy["nucleus"] for galaxy in self.match()["galaxies"])
        handles = self.match()["handles"]
        return distance(handles["nucleus 1"], handles["nucleus 2"]) / distance(a, b)

    def screen_place(self, pixel):
        """Returns the place of a pixel of the picture in the sky view, whose rotation is 0."""
        nucleus, handle = self.match()["galaxies"][0]["nucleus"], self.match()["handles"]["nucleus 1"]
        return [h + self.scale() * (p - n) for h, p, n in zip(handle, pixel, nucleus)]

    def assert_near(self, found, wanted, tolerance):
        for a, b in zip(found, wanted):
            self.assertAlmostEqual(a, b, delta=tolerance)

    def test_a_picture_of_the_command_line_fills_the_view_with_guessed_nuclei(self):
        self.assertEqual((self.match()["picture"], self.match()["tool"], self.match()["pair_file"]),
                         ([320, 240], True, ""))
        self.assertAlmostEqual(self.match()["rotation"], 0)
        for galaxy, place in zip(self.match()["galaxies"], [(120, 140), (210, 90)]):
            self.assert_near(galaxy["nucleus"], place, 5)  # a cell of the guess has 5 pixels
        self.wait_for("camera", projection="orthographic", yaw=0, pitch=0)
        # The free area of the window is 0.87 of its height; the picture is 1.04 times smaller.
        self.assertGreater(240 * self.scale(), 500)
        self.assertLess(240 * self.scale(), 720)
        self.assertEqual(self.match()["fault"], "")

    def test_a_drag_moves_a_nucleus_and_undo_returns_it(self):
        before = self.match()["galaxies"][1]["nucleus"]
        handle, scale = self.match()["handles"]["nucleus 2"], self.scale()
        self.hands.drag(handle, (handle[0] + 40, handle[1] - 30))
        wanted = [before[0] + 40 / scale, before[1] - 30 / scale]
        self.assert_near(self.match()["galaxies"][1]["nucleus"], wanted, 1 / scale)
        self.hands.key("ctrl+z")
        self.wait(lambda: self.match()["galaxies"][1]["nucleus"] == before, "the nucleus returns")
        self.hands.key("ctrl+y")
        self.wait(lambda: self.match()["galaxies"][1]["nucleus"] != before, "the change is repeated")

    def test_a_drag_of_the_major_axis_turns_the_ellipse(self):
        nucleus, scale = self.match()["handles"]["nucleus 1"], self.scale()
        self.hands.drag(self.match()["handles"]["major 1"], (nucleus[0] - 90, nucleus[1]))
        self.assertAlmostEqual(self.match()["galaxies"][0]["position_angle"], 90, delta=1)
        self.assertAlmostEqual(self.match()["galaxies"][0]["axes"][0], 90 / scale, delta=1 / scale)

    def test_a_click_adds_a_mask_circle_and_a_second_click_removes_it(self):
        self.choose("Match/Mouse", "mask")
        self.wait_for("match", mouse="mask")
        count = len(self.match()["circles"])
        place = self.screen_place([285, 25])
        self.hands.click(place)
        self.wait(lambda: len(self.match()["circles"]) == count + 1, "a circle is added")
        self.assert_near(self.match()["circles"][-1], [285, 25, 12], 1 / self.scale())
        self.hands.click(place)
        self.wait(lambda: len(self.match()["circles"]) == count, "the circle is removed")
        self.hands.drag(place, (place[0] + 30, place[1]))
        self.wait(lambda: len(self.match()["circles"]) == count + 1, "a circle is added")
        self.assertAlmostEqual(self.match()["circles"][-1][2], 30 / self.scale(), delta=1 / self.scale())
        self.hands.key("ctrl+z")
        self.wait(lambda: len(self.match()["circles"]) == count, "the circle is removed")
        self.choose("Match/Mouse", "galaxies")

    def test_opacity_and_difference_change_the_picture(self):
        self.enter("Match/Opacity", "0")
        self.wait_for("match", opacity=0)
        model = self.screenshot().share_lit()
        self.enter("Match/Opacity", "1")
        self.wait_for("match", opacity=1)
        picture = self.screenshot().share_lit()
        self.assertGreater(picture, 2 * model)
        self.choose("Match/Picture", "difference")
        self.wait_for("match", blend="difference")
        difference = self.screenshot().share_lit()
        self.assertGreater(difference, 2 * model)
        self.assertNotEqual(difference, picture)
        self.choose("Match/Picture", "over")
        self.enter("Match/Opacity", "0.5")

    def test_blinking_shows_picture_and_model_in_turn(self):
        self.hands.click(self.place("Match/Blink"))
        self.wait_for("match", blinks=True, shows_picture=False)
        self.assertEqual(self.match()["handles"], {})
        self.wait_for("match", blinks=True, shows_picture=True)
        self.wait_for("match", blinks=True, shows_picture=False)
        self.hands.click(self.place("Match/Blink"))
        self.wait_for("match", blinks=False, shows_picture=True)
        self.hands.hold("a")
        self.wait_for("match", alone=True)
        self.hands.release_key("a")
        self.wait_for("match", alone=False)

    def test_contours_of_picture_and_model_appear(self):
        self.hands.click(self.place("Match/Contours of the picture"))
        self.hands.click(self.place("Match/Contours of the model"))
        self.wait(lambda: any(self.match()["contours"]["model"]), "the contours of the model are computed")
        self.assertTrue(any(self.match()["contours"]["picture"]))

    def test_a_saved_pair_can_be_read_again(self):
        self.hands.click(self.place("Match/Scale and sky"))
        self.enter("Match/Pixel", "0.5")
        self.enter("Match/Distance##match", "100")
        self.wait(lambda: abs(self.match()["kpc_per_pixel"] - 0.5 * 100e3 / 206264.8) < 1e-5, "the scale follows")
        saved = self.match()
        self.hands.click(self.place("Match/Save pair..."))
        self.wait_for("files", purpose="Save pair", typed="galaxies.pair")
        self.place("Save pair/Save pair")
        self.hands.press_key("Return")
        self.wait_for("match", pair_file=os.path.join(self.scratch, "galaxies.pair"))
        handle = self.match()["handles"]["nucleus 1"]
        self.hands.drag(handle, (handle[0] + 30, handle[1]))
        self.wait(lambda: self.match()["galaxies"] != saved["galaxies"], "the nucleus moves")
        self.hands.click(self.place("Match/Pair..."))
        self.place("Open pair/Open pair")
        self.hands.type("galaxies.pair")
        self.hands.press_key("Return")
        self.wait(lambda: self.match()["galaxies"] == saved["galaxies"], "the nuclei are those of the file")
        for field in ["circles", "separation", "kpc_per_pixel", "distance", "mirrored"]:
            self.assertEqual(self.match()[field], saved[field], field)

    def start_search(self, rigid_galaxies):
        self.choose("Match/Rigid galaxies", rigid_galaxies)
        self.hands.click(self.place("Match/Start search"))
        self.wait(lambda: [model["rigid_galaxies"] for model in self.models()[:1]] == [rigid_galaxies] or
                  self.match()["search"]["fault"], "a batch is scored")

    def test_a_search_with_milky_ways_loads_a_model_with_milky_ways(self):
        self.hands.click(self.place("Match/Search"))
        self.start_search("milky-way")
        self.hands.click(self.place("Match/Stop search"))
        self.wait(lambda: not self.match()["search"]["runs"], "the search stops")
        self.choose_model(0)
        best = self.models()[0]["spam"]
        self.hands.click(self.place("Match/Show"))
        self.wait(lambda: self.state("scene")["source"] == "spam:milky-way:" + best, "the encounter of the model is loaded")

    def test_a_search_shows_its_best_models_and_loads_one(self):
        """The section Search is open since the test before."""
        self.start_search("spam")
        models = self.match()["search"]["models"]
        self.assertTrue(all(model["has_image"] for model in models))
        scores = [model["score"] for model in models]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.hands.click(self.place("Match/Stop search"))
        self.wait(lambda: not self.match()["search"]["runs"], "the search stops")
        self.hands.click(self.place("Match/models", right=0.1, down=0.1))
        self.wait_for("match", chosen=0)
        best = self.match()["search"]["models"][0]["spam"]
        self.hands.click(self.place("Match/Show"))
        self.wait(lambda: self.state("scene")["source"] == "spam:" + best, "the encounter of the model is loaded")
        self.wait(lambda: abs(self.program.state.get("playback", {"time": 1})["time"]) < 1e-6, "the present is shown")
        self.assertEqual(self.match()["picture"], [320, 240])

    def models(self):
        return self.match()["search"]["models"]

    def choose_model(self, number):
        """Chooses a model of the list, which has four columns."""
        count = len(self.models())
        rows = (count + 3) // 4
        self.hands.click(self.place("Match/models", right=(number % 4 + 0.5) / 4, down=(number // 4 + 0.4) / rows))
        self.wait_for("match", chosen=number)

    def save(self, button, purpose, name):
        self.hands.click(self.place(f"Match/{button}"))
        self.wait_for("files", purpose=purpose)
        self.place(f"{purpose}/{purpose}")
        self.hands.key("ctrl+a")
        self.hands.type(name)
        self.hands.press_key("Return")
        self.wait(lambda: "purpose" not in self.state("files") or not self.state("files")["purpose"], "the dialog closes")

    def test_kept_models_stay_and_rejected_models_go_also_after_saving_and_opening(self):
        """The test continues with the models of the test before."""
        self.choose_model(0)
        self.hands.click(self.place("Match/Keep"))
        kept = self.models()[0]["spam"]
        self.wait(lambda: self.models()[0]["kept"], "the model is kept")
        self.choose_model(1)
        rejected = self.models()[1]["spam"]
        self.hands.click(self.place("Match/Reject"))
        self.wait(lambda: rejected not in [model["spam"] for model in self.models()], "the model is removed")
        self.choose_model(1)
        self.hands.click(self.place("Match/Prefer"))
        before = self.match()["search"]["encounters"]
        self.hands.click(self.place("Match/Continue"))
        self.wait(lambda: self.match()["search"]["encounters"] > before, "the search continues")
        self.hands.click(self.place("Match/Stop search"))
        self.wait(lambda: not self.match()["search"]["runs"], "the search stops")
        self.assertTrue(self.models()[0]["kept"])
        self.assertEqual(self.models()[0]["spam"], kept)

        self.save("Save result...", "Save result", "saved.toml")
        self.wait(lambda: os.path.exists(os.path.join(self.scratch, "saved.toml")), "the result is written")
        saved, encounters = self.models(), self.match()["search"]["encounters"]
        marks = self.match()["galaxies"]
        self.hands.click(self.place("Match/Remove picture"))
        self.wait_for("match", picture=None)
        self.hands.drop(os.path.join(self.scratch, "saved.toml"))
        self.wait(lambda: self.match()["picture"] == [320, 240] and self.match()["search"]["encounters"] == encounters,
                  "the result is open")
        self.assertEqual([model["spam"] for model in self.models()], [model["spam"] for model in saved])
        self.assertEqual([model["kept"] for model in self.models()], [model["kept"] for model in saved])
        for galaxy, mark in zip(self.match()["galaxies"], marks):
            self.assert_near(galaxy["nucleus"], mark["nucleus"], 1e-9)
        self.wait(lambda: not self.match()["search"]["runs"], "the images are computed")
        self.hands.click(self.place("Match/Continue"))
        self.wait(lambda: self.match()["search"]["encounters"] > encounters, "the search continues")
        self.hands.click(self.place("Match/Stop search"))
        self.wait(lambda: not self.match()["search"]["runs"], "the search stops")
        self.assertTrue(self.models()[0]["kept"])

    def test_the_command_match_continues_a_saved_search(self):
        done = subprocess.run([self.executable, "match", "galaxies.png", "--pair", "saved.pair", "--resume", "saved.search",
                               "--encounters", "1", "-o", "more.toml", "--json", "--no-settings"], cwd=self.scratch,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(self.scratch, "saved.toml")) as file:
            encounters = next(int(line.split("=")[1]) for line in file if line.startswith("encounters"))
        self.assertGreater(json.loads(done.stdout)["encounters"], encounters)

    def test_a_result_of_other_marks_gets_a_notice(self):
        with open(os.path.join(self.scratch, "saved.pair")) as file:
            lines = file.read().splitlines()
        with open(os.path.join(self.scratch, "moved.pair"), "w") as file:
            file.write("\n".join("primaryX=130" if line.startswith("primaryX=") else line for line in lines))
        for name in ("toml", "search"):
            with open(os.path.join(self.scratch, f"saved.{name}")) as file:
                text = file.read().replace("saved.pair", "moved.pair")
            with open(os.path.join(self.scratch, f"moved.{name}"), "w") as file:
                file.write(text)
        self.hands.drop(os.path.join(self.scratch, "moved.toml"))
        self.notice("the search was saved for another")
        os.remove(os.path.join(self.scratch, "moved.search"))
        self.hands.drop(os.path.join(self.scratch, "moved.toml"))
        self.notice("moved.search: the file does not exist")
        self.hands.drop(os.path.join(self.scratch, "saved.toml"))
        self.wait(lambda: self.models(), "the models are shown")
        self.wait(lambda: not self.match()["search"]["runs"], "the images are computed")

    def notice(self, words):
        self.wait(lambda: any(words in line for line in self.state("notices")["lines"]), f"a notice contains {words}")

    def confirm(self):
        return self.match()["confirm"]

    def start_confirmation(self, name):
        self.save("Confirm with live galaxies...", "Save confirmed scene", name)
        self.wait(lambda: self.confirm()["runs"], "the command runs")

    def test_a_canceled_confirmation_leaves_no_file(self):
        self.choose_model(0)
        self.hands.click(self.place("Match/Confirm"))
        self.enter("Match/Bodies##confirm", "20000")
        self.enter("Match/Corrections", "1")
        self.wait(lambda: (self.confirm()["bodies"], self.confirm()["corrections"]) == (20000, 1), "settings")
        self.start_confirmation("canceled.toml")
        self.wait(lambda: "%" in self.confirm()["progress"], "there is progress")
        self.assertEqual(len(temporary_folders()), 1)
        self.hands.click(self.place("Match/Cancel"))
        self.wait(lambda: not self.confirm()["runs"], "the command has ended")
        self.notice("the confirmation was canceled: no file was written")
        self.assertEqual((self.confirm()["fault"], self.confirm()["result"]), ("", None))
        self.assertEqual(temporary_folders(), [])
        self.assertFalse([name for name in os.listdir(self.scratch) if "canceled" in name])

    def test_a_confirmation_writes_a_scene_and_a_report_and_the_scene_opens(self):
        self.enter("Match/Bodies##confirm", "1024")
        self.start_confirmation("live.toml")
        self.wait(lambda: not self.confirm()["runs"], "the command has ended")
        self.assertEqual(self.confirm()["fault"], "")
        result = self.confirm()["result"]
        self.assertEqual((result["scene"], result["report"]),
                         tuple(os.path.join(self.scratch, f"live.{kind}") for kind in ("toml", "html")))
        self.assertTrue(result["scored"])
        self.assertLessEqual(result["corrections"], 1)
        self.notice("wrote the scene")
        self.assertEqual(temporary_folders(), [])
        with open(result["report"]) as file:
            self.assertIn("galaxies family 1", file.read())
        self.hands.click(self.place("Match/Open scene"))
        self.wait(lambda: self.state("scene")["source"] == result["scene"], "the scene is loaded")
        self.wait_for("scene", bodies=1024)
        with open(result["scene"]) as file:
            present = next(float(line.split("=")[1]) for line in file if line.startswith("picture_time"))
        self.wait(lambda: abs(self.state("transport")["time"] - present) < 1e-3, "the present is computed")

    def test_a_confirmation_that_fails_shows_its_error(self):
        # The command reads the picture again.
        os.rename(self.file, self.file + ".moved")
        self.start_confirmation("failed.toml")
        self.wait(lambda: not self.confirm()["runs"], "the command has ended")
        os.rename(self.file + ".moved", self.file)
        self.assertRegex(self.confirm()["fault"], "^the confirmation failed: .*galaxies.png.*$")
        self.notice("the confirmation failed")
        self.assertFalse([name for name in os.listdir(self.scratch) if "failed" in name])
        self.save("Confirm with live galaxies...", "Save confirmed scene", "/proc/x.toml")
        self.notice("/proc/x.toml")
        self.hands.click(self.place("Match/Confirm"))
        self.hands.click(self.place("Match/Search"))

    def test_dropped_pictures_replace_the_picture(self):
        fits = os.path.join(self.scratch, "sky.fits")
        write_fits(fits)
        self.hands.drop(fits)
        self.wait(lambda: self.match()["picture"] == [200, 160], "the FITS image is open")
        self.wait(lambda: self.match()["prepared"], "the picture is prepared")
        self.assertAlmostEqual(self.match()["arcseconds_per_pixel"], 0.4)
        for galaxy, place in zip(self.match()["galaxies"], [(70, 60), (130, 100)]):
            self.assert_near(galaxy["nucleus"], place, 4)  # a cell of the guess has 3 pixels
        self.assertEqual(self.match()["search"]["models"], [])
        self.hands.drop(self.file)
        self.wait(lambda: self.match()["picture"] == [320, 240], "the picture is open")

    def test_a_broken_pair_and_a_broken_picture_get_a_notice_and_change_nothing(self):
        with open(os.path.join(self.scratch, "broken.pair"), "w") as file:
            file.write("primaryX\n")
        with open(os.path.join(self.scratch, "broken.png"), "w") as file:
            file.write("no picture")
        before = self.match()["galaxies"]
        for button, kind, name, words in [("Match/Pair...", "pair", "broken.pair", "'primaryX' is not a value"),
                                          ("Match/Picture...", "picture", "broken.png", "is not a readable picture")]:
            self.hands.click(self.place(button))
            self.place(f"Open {kind}/Open {kind}")
            self.hands.type(name)
            self.hands.press_key("Return")
            self.notice(words)
        self.assertEqual(self.match()["galaxies"], before)

    def test_escape_puts_the_tool_away_and_the_picture_can_be_removed(self):
        self.hands.press_key("Escape")
        self.wait_for("match", tool=False, handles={})
        self.assertEqual(self.match()["picture"], [320, 240])
        self.hands.click(self.place("Left/Match"))
        self.wait_for("match", tool=True)
        self.hands.click(self.place("Match/Remove picture"))
        self.wait_for("match", picture=None)
        self.hands.click(self.place("Match/Open picture..."))
        self.place("Open picture/Open picture")
        self.wait(lambda: "galaxies.png" in self.state("files")["names"], "pictures are listed")
        self.hands.type("galaxies.png")
        self.hands.press_key("Return")
        self.wait(lambda: self.match()["picture"] == [320, 240], "the picture is open")


class Ends(driver.PanelTest):
    """The end of the program, and its next start."""
    arguments = Match.arguments
    saves_settings = True

    @classmethod
    def start(cls, *more):
        cls.file = os.path.join(cls.scratch, "galaxies.png")
        write_galaxies(cls.file)
        super().start("--picture", cls.file, *more)

    match, models, save, choose_model = Match.match, Match.models, Match.save, Match.choose_model

    def quit(self):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)

    def test_the_next_start_shows_the_picture_with_the_settings_of_the_last_start(self):
        self.choose("Match/Picture", "under")
        self.enter("Match/Opacity", "0.25")
        for label in ["Without stars", "Contours of the picture", "Blink"]:
            self.hands.click(self.place(f"Match/{label}"))
        self.wait_for("match", blend="under", opacity=0.25, cleaned=True, blinks=True)
        self.quit()
        type(self).start()
        self.wait_for("match", blend="under", opacity=0.25, cleaned=True, blinks=False)
        self.wait(lambda: any(self.match()["contours"]["picture"]), "the contours are shown")
        self.assertFalse(any(self.match()["contours"]["model"]))
        self.reset_control("Match/Opacity")
        self.wait_for("match", opacity=0.5)

    def test_the_end_of_the_program_ends_a_confirmation_and_removes_its_files(self):
        self.hands.click(self.place("Match/Save pair..."))
        self.place("Save pair/Save pair")
        self.hands.press_key("Return")
        pair = os.path.join(self.scratch, "galaxies.pair")
        self.wait(lambda: os.path.exists(pair), "the pair is written")
        done = subprocess.run([self.executable, "match", self.file, "--pair", pair, "--encounters", "64", "--no-settings",
                               "-o", os.path.join(self.scratch, "found.toml")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.hands.drop(os.path.join(self.scratch, "found.toml"))
        self.wait(lambda: self.models(), "the models of the command are shown")
        self.hands.click(self.place("Match/Search"))
        self.choose_model(0)
        self.hands.click(self.place("Match/Confirm"))
        self.enter("Match/Bodies##confirm", "20000")
        self.save("Confirm with live galaxies...", "Save confirmed scene", "ended.toml")
        self.wait(lambda: "%" in self.match()["confirm"]["progress"], "there is progress")
        command = f"/proc/{self.program.process.pid}/task/{self.program.process.pid}/children"
        with open(command) as file:
            children = file.read().split()
        self.assertTrue(children)
        self.quit()
        self.assertFalse([child for child in children if os.path.exists(f"/proc/{child}")])
        self.assertEqual(temporary_folders(), [])
        self.assertFalse([name for name in os.listdir(self.scratch) if "ended" in name])
        type(self).start()


class Errors(driver.WindowTest):
    arguments = ["plummer", "--bodies", "500", "--size", "640x400"]

    def test_a_missing_picture_of_the_command_line_ends_the_program_with_one_line(self):
        for words, message in [(["--picture", "none.png"], "none.png"), (["--pair", "x.pair"], "--pair needs --picture")]:
            done = subprocess.run([self.executable, *self.arguments, *words, "--no-settings"], text=True,
                                  capture_output=True, timeout=driver.patience,
                                  env=os.environ | {"DISPLAY": self.display.name})
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(message, done.stderr.splitlines()[-1])  # the first line may name the device
            self.hands.focus()  # the other window has taken the focus


driver.main(Match, Ends, Errors)
