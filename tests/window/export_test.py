"""The card Export writes pictures and videos of the present view in the background, by the command `render`."""

import glob
import json
import os
import shlex
import shutil
import subprocess
import tempfile

import driver
from picture import Picture


class Exports(driver.PanelTest):
    arguments = ["milky-way-andromeda", "--bodies", "600", "--size", "1000x800", "--mode", "sprite"]

    def setUp(self):
        if not self.state("export")["open"]:
            self.hands.key("F8")
            self.wait_for("export", open=True)
        self.wait_for("transport", playing=False)

    def export(self):
        return self.state("export")

    def path(self, name):
        return os.path.join(self.program.folder, name)

    def choose_video(self, name, **choices):
        """Chooses a short video of small size."""
        self.choose("Export/Kind", "Video")
        self.choose("Export/Size", "1080 x 1080")
        self.replace_text("Export/File name", name)
        for label, value in {"Until": self.state("transport")["time"] + 0.5, "Length": 1, "Frames per second": 4,
                             **choices}.items():
            self.enter(f"Export/{label}", str(value))

    def choose_picture(self, name, size="1280 x 720"):
        self.choose("Export/Kind", "Picture")
        self.choose("Export/Size", size)
        self.replace_text("Export/File name", name)

    def start_export(self):
        """Starts the export and returns the arguments of the command."""
        before = self.program.count("export_started")
        self.wait_for("export", fault="")
        self.hands.click(self.place("Export/Start"))
        self.wait(lambda: self.program.count("export_started") > before, "the export has started")
        return shlex.split(self.state("export_started")["command"])

    def wait_for_end(self, before):
        self.wait(lambda: self.program.count("export_ended") > before, "the export has ended")
        self.wait_for("export", progress=None)
        return self.state("export_ended")

    def done(self, state="complete"):
        """Exports and returns the event of the end."""
        before = self.program.count("export_ended")
        self.start_export()
        end = self.wait_for_end(before)
        self.assertEqual(end["state"], state, end)
        return end

    def frames_in(self, file):
        probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries",
                                "stream=width,height,nb_read_frames", "-of", "csv=p=0", file], cwd=self.program.folder,
                               capture_output=True, text=True, check=True)
        return [int(number) for number in probe.stdout.strip().split(",")]

    def test_a_preview_and_the_expected_duration_appear(self):
        self.choose_video("preview")
        self.wait(lambda: self.export()["preview"] and not self.export()["note"], "the preview is drawn")
        self.wait(lambda: self.export()["expected_seconds"], "the duration is estimated")
        self.assertGreater(self.export()["expected_seconds"], 0.1)
        self.assertLess(self.export()["expected_seconds"], 600)
        # Other settings need a new estimate.
        self.choose("Export/Size", "Dome 1024 x 1024")
        self.wait(lambda: not self.export()["expected_seconds"], "the estimate is outdated")
        self.wait(lambda: self.export()["expected_seconds"], "the duration is estimated again")

    def test_a_picture_has_its_size_and_shows_the_present_moment(self):
        self.choose_picture("still")
        end = self.done()
        self.assertEqual(end["file"], "still.png")
        picture = Picture(self.path("still.png"))
        self.assertEqual((picture.width, picture.height), (1280, 720))
        # The notes of the picture name the state file, which contains the present moment.
        info = json.loads(subprocess.run([self.executable, "info", "--json", "still.milkomeda"], check=True, text=True,
                                         cwd=self.program.folder, capture_output=True).stdout)
        self.assertEqual(info["bodies"], 600)
        # A second export with the same name does not replace the first.
        self.assertEqual(self.done()["file"], "still-2.png")

    def test_the_command_line_of_the_card_writes_an_identical_file(self):
        self.choose_picture("first")
        self.done()
        # While nothing changes, the card shows the command of the finished export, whose state file exists.
        words = shlex.split(self.export()["command"])
        self.assertEqual(words[:3], ["milkomeda", "render", "first.milkomeda"])
        words = [word.replace("first.png", "first-2.png") for word in words[1:]]
        subprocess.run([self.executable, *words], cwd=self.program.folder, check=True, capture_output=True)
        self.assertEqual(Picture(self.path("first-2.png")).rows, Picture(self.path("first.png")).rows)

    def test_a_dome_is_a_circle(self):
        self.choose_picture("dome", "Dome 1024 x 1024")
        self.done()
        picture = Picture(self.path("dome.png"))
        self.assertEqual((picture.width, picture.height), (1024, 1024))
        corner = [value for row in picture.rows[:100] for value in row[-100 * picture.channels:]]
        self.assertEqual({value for i, value in enumerate(corner) if i % picture.channels < 3}, {0})
        middle = max(max(row[256 * picture.channels:768 * picture.channels:picture.channels]) for row in picture.rows[256:768])
        self.assertGreater(middle, 40)

    def test_a_video_circles_the_target_and_keeps_the_window_usable(self):
        self.choose_video("circle")
        self.choose("Export/Camera", "Circle once")
        before = self.program.count("export_ended")
        words = self.start_export()
        self.assertEqual(words[words.index("--turn") + 1], "360")
        yaw, (x, y) = self.state("camera")["yaw"], self.picture(0.5, 0.1)
        self.hands.drag((x, y), (x + 40, y))
        self.assertNotEqual(self.state("camera")["yaw"], yaw)
        self.assertEqual(self.wait_for_end(before)["frames"], 5)
        self.assertEqual(self.frames_in("circle.mp4"), [1080, 1080, 5])

    def test_a_video_follows_a_path_that_the_user_has_made(self):
        self.hands.key("Escape")
        self.wait_for("export", open=False)
        self.open_section("Camera", "Camera/Add key frame")
        self.hands.click(self.place("Camera/Add key frame"))
        self.hands.key("F8")
        self.wait_for("export", open=True)
        self.wait(lambda: self.export()["preview"] and not self.export()["note"], "the preview is drawn")
        self.choose_video("path")
        self.choose("Export/Camera", "Follow the path")
        words = self.done() and shlex.split(self.state("export_started")["command"])
        self.assertIn("--path", words)
        self.assertEqual(self.frames_in("path.mp4")[2], 5)

    def test_a_canceled_video_keeps_its_finished_frames(self):
        self.choose_video("long", Until=self.state("transport")["time"] + 30, Length=600)
        before = self.program.count("export_ended")
        self.start_export()
        self.wait(lambda: self.export()["progress"] and self.export()["progress"]["done"] > 1, "frames are finished")
        self.hands.click(self.place("Export/Cancel"))
        end = self.wait_for_end(before)
        self.assertEqual(end["state"], "canceled")
        self.assertIn("long.mp4 contains", end["result"])
        self.assertEqual(self.frames_in("long.mp4")[2], end["frames"])
        self.assertLess(end["frames"], 2401)

    def test_an_export_that_keeps_no_state_file_writes_only_the_picture(self):
        self.choose_picture("alone")
        self.hands.click(self.place("Export/Keep the run's state", right=0.05))
        self.done()
        self.hands.click(self.place("Export/Keep the run's state", right=0.05))
        self.assertEqual([os.path.basename(name) for name in glob.glob(self.path("alone*"))], ["alone.png"])

    def test_invalid_settings_are_reported_and_prevent_the_export(self):
        self.choose_video("fault", Until=self.state("transport")["time"])
        self.wait(lambda: "after the present time" in self.export()["fault"], "the fault is named")
        self.choose("Export/Kind", "Picture")
        self.wait_for("export", fault="")
        self.replace_text("Export/File name", "no-such-folder/x")
        self.wait(lambda: "no-such-folder/x.png" in self.export()["command"], "the name is used")
        self.hands.click(self.place("Export/Start"))
        self.wait(lambda: "no-such-folder" in self.export()["result"], "the failure is named")

    def test_escape_closes_the_card_and_deletes_the_files_of_the_preview(self):
        self.choose_video("closed")
        self.wait(lambda: self.export()["preview"], "the preview is drawn")
        folders = os.path.join(tempfile.gettempdir(), "milkomeda-export-*")
        own = [name for name in glob.glob(folders) if os.access(name, os.W_OK)]
        self.assertGreater(len(own), 0)
        self.hands.key("Escape")
        self.wait_for("export", open=False)
        self.assertLess(len(glob.glob(folders)), len(own) + 1)
        self.assertFalse(all(os.path.exists(name) for name in own))


class ExportsOfPages(Exports):
    arguments = ["milky-way-andromeda", "--bodies", "600", "--size", "1000x800"]

    def test_a_web_page_contains_the_run_until_the_chosen_time(self):
        self.choose("Export/Kind", "Web page")
        self.choose("Export/Size", "1280 x 720")
        self.replace_text("Export/File name", "page")
        self.enter("Export/Until", str(self.state("transport")["time"] + 0.5))
        before = self.program.count("export_ended")
        self.assertNotIn("--fps", self.start_export())
        end = self.wait_for_end(before)
        self.assertEqual((end["state"], end["frames"]), ("complete", 300), end["result"])
        with open(self.path("page.html")) as file:
            self.assertTrue(file.read().startswith("<!DOCTYPE html>"))


class ExportsWithoutFfmpeg(driver.PanelTest):
    arguments = ["milky-way-andromeda", "--bodies", "300", "--size", "1000x800", "--mode", "point"]

    @classmethod
    def start(cls, *more):
        """Starts the program with a PATH that has no ffmpeg."""
        folder = os.path.join(cls.scratch, "bin")
        os.makedirs(folder, exist_ok=True)
        for tool in ("setpriv", "nice", "sh"):
            os.symlink(shutil.which(tool), os.path.join(folder, tool))
        cls.environment = {"PATH": folder}
        super().start(*more)

    def test_a_missing_ffmpeg_is_reported_in_one_line(self):
        self.hands.key("F8")
        self.wait_for("export", open=True)
        self.choose("Export/Kind", "Video")
        self.hands.click(self.place("Export/Start"))
        self.wait(lambda: "install ffmpeg" in self.state("export")["result"], "the card names the missing program")
        self.assertNotIn("\n", self.state("export")["result"])
        self.assertEqual(glob.glob(os.path.join(self.program.folder, "*.mp4")), [])
        self.assertEqual(glob.glob(os.path.join(self.program.folder, "*.milkomeda")), [])


class ExportsOfSeries(driver.PanelTest):
    """A series of snapshots has no state file, so that the command line names the series and the time."""
    arguments = ["--size", "1000x800", "--mode", "point"]

    @classmethod
    def start(cls, *more):
        subprocess.run([cls.executable, "simulate", "plummer", "--bodies", "100", "--until", "0.4", "--every", "0.2", "-o",
                        "s.csv"], cwd=cls.scratch, check=True, capture_output=True)
        super().start("s-*.csv", *more)

    def test_a_video_of_a_series_starts_at_the_present_time(self):
        self.hands.key("Home")
        self.hands.key("period")
        self.wait(lambda: abs(self.state("playback")["time"] - 0.2) < 1e-6, "the second snapshot is shown")
        self.hands.key("F8")
        self.wait_for("export", open=True)
        self.choose("Export/Kind", "Video")
        self.choose("Export/Size", "1080 x 1080")
        self.replace_text("Export/File name", "series")
        for label, value in {"Length": 1, "Frames per second": 2}.items():
            self.enter(f"Export/{label}", str(value))
        self.hands.click(self.place("Export/Start"))
        self.wait(lambda: self.program.count("export_ended"), "the export has ended")
        self.assertEqual(self.state("export_ended")["state"], "complete", self.state("export_ended"))
        words = shlex.split(self.state("export_started")["command"])
        self.assertIn("s-*.csv", words)
        self.assertAlmostEqual(float(words[words.index("--from") + 1]), 0.2, 6)
        self.assertEqual(self.state("export_ended")["frames"], 3)


if __name__ == "__main__":
    for tool in ("ffmpeg", "ffprobe"):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not installed")
            raise SystemExit(driver.skipped)
    driver.main(Exports, ExportsOfPages, ExportsWithoutFfmpeg, ExportsOfSeries)
