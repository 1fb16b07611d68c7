"""Films of what a person does: made again by render --again with the same pictures, whatever was done."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys

import driver


class Films(driver.PanelTest):
    """Lossless, so that pictures can be compared."""
    arguments = ["--bodies", "600", "--size", "640x400", "--mode", "point", "--show", "scale,clock"]
    source = ["milky-way-andromeda"]
    saves_settings = True
    settings = {"film_format": ".mkv"}

    @classmethod
    def start(cls, *more):
        os.makedirs(os.path.join(cls.scratch, "milkomeda"), exist_ok=True)
        with open(os.path.join(cls.scratch, "milkomeda", "settings.json"), "w") as file:
            json.dump(cls.settings, file)
        super().start(*(more or cls.source))

    def film(self, state):
        self.wait(lambda: self.program.count("film") and self.state("film")["state"] == state, f"a film: {state}")
        return self.state("film")["file"]

    def frames(self, more=4):
        count = self.program.count("film_frame")
        self.wait(lambda: self.program.count("film_frame") >= count + more, f"{more} frames")

    def begin(self):
        self.hands.key("F10")
        self.film("recording")
        self.frames()

    def end(self):
        self.frames()
        self.hands.key("F10")
        return self.film("whole")

    def ffmpeg(self, *words):
        return subprocess.run(words, cwd=self.scratch, capture_output=True, text=True, check=True).stdout

    def pictures(self, file):
        """A short name of each."""
        lines = self.ffmpeg("ffmpeg", "-v", "error", "-i", file, "-pix_fmt", "rgb24", "-f", "framemd5", "-").splitlines()
        return [line.split(",")[-1].strip() for line in lines if not line.startswith("#")]

    def again(self, file, *words):
        run = subprocess.run([self.executable, "render", "--again", file, "-o", "again.mkv", "--no-settings", *words],
                             cwd=self.scratch, capture_output=True, text=True, timeout=driver.patience * 10)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("not made again bit for bit", run.stderr)
        return "again.mkv"

    def assertMadeAgain(self, file):
        pictures = self.pictures(file)
        self.assertEqual(self.pictures(self.again(file)), pictures)
        self.assertGreater(len(set(pictures)), len(pictures) // 4, "something moves")
        with open(os.path.join(self.scratch, file), "rb") as one, open(os.path.join(self.scratch, "again.mkv"), "rb") as other:
            return hashlib.md5(one.read()).digest() == hashlib.md5(other.read()).digest()

    def test_1_what_is_done_while_it_runs(self):
        self.begin()
        x, y = self.picture()
        self.hands.drag((x, y), (x + 60, y + 20))
        self.frames()
        self.hands.key("d")  # another mode
        self.frames()
        self.hands.key("b")  # colours by something else
        self.frames()
        self.hands.key("n")
        self.frames()
        self.enter("Simulation/Timestep", "0.01")
        self.frames()
        self.hands.key("o")
        self.frames()
        self.assertMadeAgain(self.end())

    def test_2_time_goes_back_and_jumps(self):
        self.begin()
        self.hands.key("BackSpace")
        self.frames(8)
        self.hands.key("space")
        self.frames()
        self.enter("Simulation/Timestep", "0.015")  # another future
        self.frames(6)
        self.hands.key("Home")
        self.frames(3)
        self.hands.key("z")
        self.frames(3)
        self.hands.key("comma")
        self.frames(3)
        self.hands.key("space")
        self.frames(3)
        self.assertMadeAgain(self.end())

    def test_3_a_galaxy_that_is_deleted_is_another_run(self):
        self.begin()
        self.open_section("Scene/Run", "Scene/Delete##andromeda")
        self.hands.click(self.place("Scene/Delete##andromeda"))
        self.wait(lambda: "andromeda" not in self.state("play")["galaxies"], "it is deleted")
        self.frames(5)
        file = self.end()
        self.assertTrue(os.path.exists(os.path.join(self.scratch, file.replace(".mkv", ".milkomeda"))))
        self.assertMadeAgain(file)
        self.hands.key("ctrl+z")
        self.wait(lambda: "andromeda" in self.state("play")["galaxies"], "it is back")

    def test_4_other_bodies_while_it_is_filmed(self):
        self.begin()
        self.enter("Scene/Bodies", "300")
        self.wait_for("scene", bodies=300)
        self.frames(6)
        self.assertMadeAgain(self.end())

    def test_5_a_film_of_a_run_that_was_edited_begins_with_a_state(self):
        self.begin()
        self.frames()
        file = self.end()
        self.assertMadeAgain(file)
        comment = json.loads(self.ffmpeg("ffprobe", "-v", "error", "-show_entries", "format_tags", "-of", "json", file))
        made = json.loads(next(value for key, value in comment["format"]["tags"].items() if key.lower() == "comment"))
        for key in ("program", "command", "seed", "parameters", "solver", "device", "scene"):
            self.assertIn(key, made)

    def test_6_the_signal_of_control_c_leaves_a_film(self):
        self.begin()
        self.frames(10)
        self.program.process.send_signal(signal.SIGINT)
        self.assertEqual(self.program.exit_code(), -signal.SIGINT)
        file = self.film("whole")
        self.assertEqual(len(self.pictures(file)), self.state("film")["frames"])
        self.assertMadeAgain(file)
        type(self).start()

    def test_7_an_encoder_that_is_killed_ends_the_film_and_nothing_else(self):
        self.begin()
        for process in self.children("ffmpeg"):
            os.kill(process, signal.SIGKILL)
        self.film("failed")
        self.assertSaid("no film: ffmpeg ended before the film did")
        self.begin()
        self.assertGreater(len(self.pictures(self.end())), 4)

    def test_8_a_recording_that_begins_meanwhile_keeps_no_film_from_its_end(self):
        self.begin()
        self.hands.key("ctrl+e")
        self.wait(lambda: self.program.count("recording"), "a recording")
        self.assertGreater(len(self.pictures(self.end())), 4)
        self.hands.key("ctrl+e")
        self.wait_for("recording", state="whole")

    def children(self, name):
        threads = f"/proc/{self.program.process.pid}/task"
        for thread in os.listdir(threads):
            with open(f"{threads}/{thread}/children") as children:
                for process in children.read().split():
                    with open(f"/proc/{process}/comm") as comm:
                        if comm.read().strip() == name:
                            yield int(process)

    def assertSaid(self, words):
        self.wait(lambda: any(line.startswith(words) for event in self.program.events if event["event"] == "notices"
                              for line in event["lines"]), words)


class NoEncoder(Films):
    environment = {"PATH": "/nowhere"}

    def test_it_is_said_what_is_missing(self):
        self.hands.key("F10")
        self.assertSaid("a film needs ffmpeg, which is not installed")
        self.assertEqual([file for file in os.listdir(self.scratch) if file.endswith(".mkv")], [])
        self.assertEqual(self.program.count("film"), 0)


class Numbered(Films):
    settings = {"film_format": ".png"}

    def test_pictures_and_their_notes_are_named_alike(self):
        self.begin()
        file = self.end()
        self.assertRegex(file, r"^milkomeda-\d{8}-\d{6}-%05d\.png$")
        for name in (file % 0, file % (self.state("film")["frames"] - 1), file.replace("-%05d.png", ".json")):
            self.assertTrue(os.path.exists(os.path.join(self.scratch, name)), name)


class OverIt(Films):
    """What is drawn over the bodies: trails, which may have begun before the film, chosen bodies, the slice."""
    arguments = [*Films.arguments[:-1], "labels,trails"]

    def test_1_trails_that_began_before_the_film(self):
        self.wait(lambda: self.state("annotations")["trail_points"] > 20, "trails grow")
        self.begin()
        self.frames(6)
        self.hands.key("Home")  # where they begin again
        self.frames()
        self.play()
        self.frames(6)
        self.assertMadeAgain(self.end())

    def play(self, on=True):
        if self.state("transport")["playing"] != on:
            self.hands.key("space")
        self.wait_for("transport", playing=on)

    def test_2_a_chosen_body_has_its_mark_and_its_trail(self):
        self.play(False)
        label = self.state("annotations")["labels"][0]
        self.hands.hold("ctrl")
        self.hands.click((label["x"], label["y"]))
        self.hands.let_go("ctrl")
        self.wait(lambda: len(self.state("annotations")["bodies"]) == 1, "a body")
        self.play()
        points = self.state("annotations")["trail_points"]
        self.wait(lambda: self.state("annotations")["trail_points"] > points + 6, "its trail grows")
        self.begin()
        x, y, width, _ = self.state("screen")["free"]
        self.hands.hold("ctrl")
        self.hands.click((x + width - 6, y + 6))  # where nothing is
        self.hands.let_go("ctrl")
        self.wait(lambda: not self.state("annotations")["bodies"], "it is let go")
        self.assertMadeAgain(self.end())

    def test_3_the_slice_through_the_potential(self):
        self.hands.key("u")
        self.wait(lambda: self.state("slice")["on"] and self.state("slice")["map"], "a map")
        self.begin()
        self.open_section("View/Potential", "View/Tilt")
        self.enter("View/Tilt", "50")
        self.frames()
        self.hands.click(self.place("View/Arrows", right=0.1))
        self.wait_for("slice", arrows=True)
        self.frames()
        self.hands.key("u")
        self.wait_for("slice", on=False)
        file = self.end()
        self.assertMadeAgain(file)


class RealTime(Films):
    """As the clock has it: made again with the same moments."""
    settings = {"film_format": ".mp4", "film_in_real_time": True}
    def test_it_lasts_as_long_as_it_took(self):
        self.begin()
        begun = sum(self.program.frame_ms)
        self.wait(lambda: sum(self.program.frame_ms) > begun + 2000, "two seconds")
        self.hands.key("F10")
        file = self.film("whole")
        lasted = sum(self.program.frame_ms) - begun
        frames = self.state("film")["frames"]
        self.assertEqual(len(self.pictures(file)), frames)
        self.assertGreater(frames, 0.03 * 2000 - 2)
        self.assertLess(frames, 0.03 * lasted + 30)
        self.assertEqual(len(self.pictures(self.again(file))), frames)


class Box(Films):
    """Somebody throws its particles about."""
    arguments = ["--size", "320x240", "--set", "mixed.small.count=500"]
    source = ["mixed"]

    def test_it_is_said_why_a_film_is_not_made_again(self):
        self.begin()
        file = self.end()
        run = subprocess.run([self.executable, "render", "--again", file, "-o", "again.mkv", "--no-settings"],
                             cwd=self.scratch, capture_output=True, text=True, timeout=driver.patience)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn(f"{file} cannot be made again: what was done to particles in a box", run.stderr)


if __name__ == "__main__":
    for tool in ("ffmpeg", "ffprobe"):
        if shutil.which(tool) is None:
            sys.exit(print(f"skipped: {tool} is not installed") or driver.skipped)
    driver.main(Films, NoEncoder, Numbered, OverIt, RealTime, Box)
