"""render --again reproduces videos of interactive sessions with identical pictures."""

import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import driver


class Videos(driver.PanelTest):
    """Lossless videos, whose pictures can be compared bit for bit."""
    size = ["--bodies", "600", "--size", "640x400", "--mode", "point"]
    arguments = [*size, *driver.without_gas, *driver.still_camera, "--show", "scale,clock"]
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
        self.wait(lambda: self.program.count("film") and self.state("film")["state"] == state, f"the state of the video is {state}")
        return self.state("film")["file"]

    def frames(self, more=4):
        count = self.program.count("film_frame")
        self.wait(lambda: self.program.count("film_frame") >= count + more, f"{more} more frames are recorded")

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
        """Returns a checksum of each picture of the video."""
        lines = self.ffmpeg("ffmpeg", "-v", "error", "-i", file, "-pix_fmt", "rgb24", "-f", "framemd5", "-").splitlines()
        return [line.split(",")[-1].strip() for line in lines if not line.startswith("#")]

    def again(self, file, *words):
        run = subprocess.run([self.executable, "render", "--again", file, "-o", "again.mkv", "--no-settings", *words],
                             cwd=self.scratch, capture_output=True, text=True, timeout=driver.patience * 10)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("differs from the original", run.stderr)
        return "again.mkv"

    def assertReproduced(self, file):
        pictures = self.pictures(file)
        self.assertEqual(self.pictures(self.again(file)), pictures)
        self.assertGreater(len(set(pictures)), len(pictures) // 4, "the pictures differ")
        with open(os.path.join(self.scratch, file), "rb") as one, open(os.path.join(self.scratch, "again.mkv"), "rb") as other:
            return hashlib.md5(one.read()).digest() == hashlib.md5(other.read()).digest()

    def test_a_video_with_user_actions_is_reproduced(self):
        self.begin()
        x, y = self.picture()
        self.hands.drag((x, y), (x + 60, y + 20))
        self.frames()
        self.hands.key("d")  # The key d changes the draw mode.
        self.frames()
        self.hands.key("b")  # The key b changes the quantity that determines colors.
        self.frames()
        self.hands.key("n")
        self.frames()
        self.enter("Physics/Timestep", "0.01")
        self.frames()
        self.hands.key("o")
        self.frames()
        self.assertReproduced(self.end())

    def test_a_video_of_a_run_that_goes_back_and_jumps_is_reproduced(self):
        self.begin()
        self.hands.key("BackSpace")
        self.frames(8)
        self.hands.key("space")
        self.frames()
        self.enter("Physics/Timestep", "0.015")  # A changed timestep begins a new branch.
        self.frames(6)
        self.hands.key("Home")
        self.frames(3)
        self.hands.key("z")
        self.frames(3)
        self.hands.key("comma")
        self.frames(3)
        self.hands.key("space")
        self.frames(3)
        self.assertReproduced(self.end())

    def test_a_video_of_deleting_a_galaxy_is_reproduced(self):
        self.begin()
        self.open_section("Scene/Run", "Scene/Delete##andromeda")
        self.hands.click(self.place("Scene/Delete##andromeda"))
        self.wait(lambda: "andromeda" not in self.state("play")["galaxies"], "the galaxy is deleted")
        self.frames(5)
        file = self.end()
        self.assertTrue(os.path.exists(os.path.join(self.scratch, file.replace(".mkv", ".milkomeda"))))
        self.assertReproduced(file)
        self.hands.key("ctrl+z")
        self.wait(lambda: "andromeda" in self.state("play")["galaxies"], "the galaxy is restored")

    def test_a_video_with_a_change_of_the_number_of_bodies_is_reproduced(self):
        self.begin()
        self.enter("Scene/Bodies", "300")
        self.wait_for("scene", bodies=300)
        self.frames(6)
        self.assertReproduced(self.end())

    def test_the_notes_of_a_video_contain_program_command_and_settings(self):
        self.begin()
        self.frames()
        file = self.end()
        self.assertReproduced(file)
        comment = json.loads(self.ffmpeg("ffprobe", "-v", "error", "-show_entries", "format_tags", "-of", "json", file))
        made = json.loads(next(value for key, value in comment["format"]["tags"].items() if key.lower() == "comment"))
        for key in ("program", "command", "seed", "parameters", "solver", "device", "scene"):
            self.assertIn(key, made)

    def test_an_interrupt_completes_the_video(self):
        self.begin()
        self.frames(10)
        self.program.process.send_signal(signal.SIGINT)
        self.assertEqual(self.program.exit_code(), -signal.SIGINT)
        file = self.film("whole")
        self.assertEqual(len(self.pictures(file)), self.state("film")["frames"])
        self.assertReproduced(file)
        type(self).start()

    def test_killing_the_encoder_ends_only_the_video(self):
        self.begin()
        for process in self.children("ffmpeg"):
            os.kill(process, signal.SIGKILL)
        self.film("failed")
        self.assertNotice("no video is saved: ffmpeg ended before the video was complete")
        self.begin()
        self.assertGreater(len(self.pictures(self.end())), 4)

    def test_a_recording_started_during_a_video_does_not_delay_the_end_of_the_video(self):
        self.begin()
        self.hands.key("ctrl+e")
        self.wait(lambda: self.program.count("recording"), "a recording begins")
        self.assertGreater(len(self.pictures(self.end())), 4)
        self.hands.key("ctrl+e")
        self.wait_for("recording", state="whole")

    def children(self, name):
        """Returns the numbers of the program's child processes with this name."""
        children = []
        for file in pathlib.Path(f"/proc/{self.program.process.pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):  # a thread of the program has ended in the meantime
                children += file.read_text().split()
        return [int(child) for child in children if pathlib.Path(f"/proc/{child}/comm").read_text().strip() == name]

    def assertNotice(self, words):
        self.wait(lambda: any(line.startswith(words) for event in self.program.events if event["event"] == "notices"
                              for line in event["lines"]), words)


class VideosWithoutFfmpeg(Videos):
    @classmethod
    def setUpClass(cls):
        # The linker, which PoCL uses for kernels, is the only program in PATH.
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        os.symlink(shutil.which("ld"), f"{folder.name}/ld")
        cls.environment = {"PATH": folder.name}
        super().setUpClass()

    def test_without_ffmpeg_a_notice_says_what_is_missing(self):
        self.hands.key("F10")
        self.assertNotice("a video needs ffmpeg, which is not installed")
        self.assertEqual([file for file in os.listdir(self.scratch) if file.endswith(".mkv")], [])
        self.assertEqual(self.program.count("film"), 0)


class NumberedPictures(Videos):
    settings = {"film_format": ".png"}

    def test_numbered_pictures_and_their_notes_share_a_name(self):
        self.begin()
        file = self.end()
        self.assertRegex(file, r"^milkomeda-\d{8}-\d{6}-%05d\.png$")
        for name in (file % 0, file % (self.state("film")["frames"] - 1), file.replace("-%05d.png", ".json")):
            self.assertTrue(os.path.exists(os.path.join(self.scratch, name)), name)


class VideosWithAnnotations(Videos):
    """Videos of a run with gas and with annotations: trails that began before the video, marks of selected bodies, and
    the slice through the potential."""
    arguments = [*Videos.size, *driver.still_camera, "--show", "labels,trails"]

    def test_trails_that_began_before_the_video_are_reproduced(self):
        self.wait(lambda: self.state("annotations")["trail_points"] > 20, "trails grow")
        self.begin()
        self.frames(6)
        self.hands.key("Home")  # Returning to the start clears the trails.
        self.frames()
        self.play()
        self.frames(6)
        self.assertReproduced(self.end())

    def play(self, on=True):
        if self.state("transport")["playing"] != on:
            self.hands.key("space")
        self.wait_for("transport", playing=on)

    def test_the_mark_and_trail_of_a_selected_body_are_reproduced(self):
        self.play(False)
        label = self.state("annotations")["labels"][0]
        self.hands.hold("ctrl")
        self.hands.click((label["x"], label["y"]))
        self.hands.release_key("ctrl")
        self.wait(lambda: len(self.state("annotations")["bodies"]) == 1, "a body is selected")
        self.play()
        points = self.state("annotations")["trail_points"]
        self.wait(lambda: self.state("annotations")["trail_points"] > points + 6, "the trail of the body grows")
        self.begin()
        x, y, width, _ = self.state("screen")["free"]
        self.hands.hold("ctrl")
        # A click on an empty part of the picture deselects all bodies.
        self.hands.click((x + width - 6, y + 6))
        self.hands.release_key("ctrl")
        self.wait(lambda: not self.state("annotations")["bodies"], "the body is deselected")
        self.assertReproduced(self.end())

    def test_the_slice_through_the_potential_is_reproduced(self):
        self.hands.key("u")
        self.wait(lambda: self.state("slice")["on"] and self.state("slice")["map"], "a map is computed")
        self.begin()
        self.open_section("Slice", "Slice/Tilt")
        self.enter("Slice/Tilt", "50")
        self.frames()
        self.hands.click(self.place("Slice/Arrows", right=0.1))
        self.wait_for("slice", arrows=True)
        self.frames()
        self.hands.key("u")
        self.wait_for("slice", on=False)
        file = self.end()
        self.assertReproduced(file)


class RealTimeVideos(Videos):
    """render --again reproduces a real-time video with pictures at equal model times."""
    settings = {"film_format": ".mp4", "film_in_real_time": True}
    def test_a_real_time_video_lasts_as_long_as_its_recording(self):
        self.begin()
        begun = sum(self.program.frame_ms)
        self.wait(lambda: sum(self.program.frame_ms) > begun + 2000, "two seconds have passed")
        self.hands.key("F10")
        file = self.film("whole")
        lasted = sum(self.program.frame_ms) - begun
        frames = self.state("film")["frames"]
        self.assertEqual(len(self.pictures(file)), frames)
        self.assertGreater(frames, 0.03 * 2000 - 2)
        self.assertLess(frames, 0.03 * lasted + 30)
        self.assertEqual(len(self.pictures(self.again(file))), frames)


class VideosOfAMixedBox(Videos):
    """A video of the mixed box (small and large particles in a box) cannot be reproduced, because the user may throw
    particles."""
    arguments = ["--size", "320x240", "--set", "mixed.small.count=500"]
    source = ["mixed"]

    def test_a_video_of_the_mixed_box_is_refused_with_a_reason(self):
        self.begin()
        file = self.end()
        run = subprocess.run([self.executable, "render", "--again", file, "-o", "again.mkv", "--no-settings"],
                             cwd=self.scratch, capture_output=True, text=True, timeout=driver.patience)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn(f"{file} cannot be made again: videos of a box of mixed particles do not record edits",
                      run.stderr)


if __name__ == "__main__":
    for tool in ("ffmpeg", "ffprobe"):
        if shutil.which(tool) is None:
            sys.exit(print(f"skipped: {tool} is not installed") or driver.skipped)
    driver.main(Videos, VideosWithoutFfmpeg, NumberedPictures, VideosWithAnnotations, RealTimeVideos, VideosOfAMixedBox)
