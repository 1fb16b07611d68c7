"""The command render writes videos, which ffprobe and ffmpeg check."""

import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile

import command
from command import scene, without_gas


class Videos(command.Test):
    def film(self, name, *words, **options):
        self.done("render", scene, "--bodies", 300, "-o", name, *words, **options)
        probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-show_format", "-of",
                                "json", "file:" + name], cwd=self.folder, capture_output=True, text=True, check=True)
        found = json.loads(probe.stdout)
        self.assertEqual(len(found["streams"]), 1)
        return found["streams"][0] | {"seconds": float(found["format"]["duration"])}

    def test_a_video_has_the_requested_size_length_and_frame_rate(self):
        for name, codec in (("f.mp4", "h264"), ("f.webm", "vp9")):
            with self.subTest(name):
                stream = self.film(name, "--size", "96x64", "--until", 1, "--fps", 25)
                self.assertEqual((stream["codec_name"], stream["width"], stream["height"]), (codec, 96, 64))
                self.assertEqual(stream["pix_fmt"], "yuv420p")  # All players support this pixel format.
                # The run lasts 1 time unit, and a frame advances the time by 1.2 / 25. The first frame shows the start.
                self.assertEqual(int(stream["nb_read_frames"]), 21)
                self.assertEqual(stream["avg_frame_rate"], "25/1")
                self.assertClose(stream["seconds"], 21 / 25, 0.01)

    def test_the_default_frame_rate_is_sixty(self):
        stream = self.film("f.mp4", "--size", "64x64", "--until", 0.1)
        self.assertEqual((stream["avg_frame_rate"], stream["nb_read_frames"]), ("60/1", "6"))

    def test_odd_picture_sizes_are_padded_to_even_sizes(self):
        for name in ("f.mp4", "f.webm"):
            stream = self.film(name, "--size", "33x21", "--until", 0.05)
            self.assertEqual((stream["width"], stream["height"]), (34, 22))
        stream = self.film("f.mp4", "--size", "1x1", "--until", 0)
        self.assertEqual((stream["width"], stream["height"], stream["nb_read_frames"]), (2, 2, "1"))

    def test_json_reports_each_finished_frame(self):
        result = self.run_program("render", scene, "--bodies", 60, "--size", "16x16", "--fps", 25, "--until", 0.2, "--json",
                                  "-o", "f.mp4")
        self.assertEqual(result.code, 0, result.error)
        lines = [json.loads(line) for line in result.out.splitlines()]
        self.assertEqual([line["frame"] for line in lines], [1, 2, 3, 4, 5])
        self.assertEqual({line["frames"] for line in lines}, {5})
        seconds = [line["seconds"] for line in lines]
        self.assertEqual(seconds, sorted(seconds))
        self.assertGreater(seconds[0], 0)
        # The option concerns only this command and is not part of the notes in the video.
        notes = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "format_tags=comment", "f.mp4"],
                               cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertIn("--until", notes)
        self.assertNotIn("--json", notes)

    def test_frame_rates_may_be_fractions(self):
        stream = self.film("f.mp4", "--size", "64x64", "--until", 0.1, "--fps", 12.5)
        self.assertEqual((stream["avg_frame_rate"], stream["nb_read_frames"]), ("25/2", "2"))

    def test_the_first_frame_of_a_video_resembles_the_picture_at_the_same_model_time(self):
        words = ["--size", "96x64", "--mode", "sprite"]
        _, _, picture = self.picture("p.png", scene, "--bodies", 300, *words, "--at", 2)
        expected = [sum(picture[i:i + 3]) / 3 for i in range(0, len(picture), 4)]
        self.film("f.mp4", *words, "--from", 2, "--until", 2)
        found = subprocess.run(["ffmpeg", "-v", "error", "-i", "f.mp4", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
                               cwd=self.folder, capture_output=True, check=True).stdout
        self.assertEqual(len(found), 96 * 64)
        upside_down = [value for row in reversed(range(64)) for value in expected[96 * row:96 * (row + 1)]]
        self.assertGreater(likeness(found, expected), 0.9)
        self.assertLess(likeness(found, upside_down), 0.7)

    def test_dark_gradients_show_no_compression_blocks(self):
        """In the faint light around galaxies the eye sees differences of 1/256, so the video must preserve the mean
        of every square of 8 x 8 pixels."""
        words = [*without_gas, "--size", "320x184", "--exposure", "+2", "--bloom", "0.5", "--camera", "0,0,9"]
        _, _, picture = self.picture("p.png", scene, "--bodies", 300, *words, "--at", 2)
        self.film("f.mp4", *words, "--from", 2, "--until", 2.2)
        found = subprocess.run(["ffmpeg", "-v", "error", "-i", "f.mp4", "-frames:v", "1", "-sws_flags",
                                "accurate_rnd+full_chroma_int+full_chroma_inp", "-f", "rawvideo", "-pix_fmt", "rgba",
                                "-"], cwd=self.folder, capture_output=True, check=True).stdout
        dark = [(a, b) for a, b in zip(blocks(picture, 320, 184), blocks(found, 320, 184)) if 1 < mean(a) < 40]
        self.assertGreater(len(dark), 50)
        error = sum(abs(mean(a) - mean(b)) for a, b in dark) / len(dark)
        self.assertLess(error, 0.2)  # With the default settings of x264, the error would be 0.35.

    def test_an_existing_video_is_replaced(self):
        self.put("f.mp4", "old")
        self.assertEqual(self.film("f.mp4", "--size", "64x64", "--until", 0)["nb_read_frames"], "1")

    def test_any_file_name_is_accepted_for_a_video(self):
        for name in ("-dash.mp4", "blank and ünïcode ✓.webm", "a:b.mp4", "http:--x.mp4", "100%d%%.mp4"):
            self.film(name, "--size", "16x16", "--until", 0)

    def test_without_ffmpeg_the_message_says_to_install_it(self):
        self.put("f.mp4", "old")
        (self.folder / "nothing").mkdir()
        self.refused(1, "install ffmpeg", "render", scene, "--bodies", 60, "-o", "f.mp4",
                     environment={"PATH": str(self.folder / "nothing")})

    def test_a_failing_ffmpeg_keeps_the_existing_file(self):
        self.put("f.mp4", "old")
        for script, reason in (("echo no encoder >&2; exit 3", "ffmpeg ended before the video was complete"),
                               ("head -c 5000 >/dev/null; echo disk >&2; exit 1", "ffmpeg ended before the video was complete"),
                               ("cat >/dev/null; echo no >&2; exit 1", "ffmpeg failed"),
                               ("cat >/dev/null; kill -9 $$", "ffmpeg failed")):
            folder = self.folder / "bin"
            folder.mkdir(exist_ok=True)
            half_a_film = 'for last; do :; done; echo half >"${last#file:}"; '
            (folder / "ffmpeg").write_text("#!/bin/sh\n" + half_a_film + script + "\n")
            (folder / "ffmpeg").chmod(0o755)
            path = {"PATH": f"{folder}:{command.os.environ['PATH']}"}
            result = self.run_program("render", scene, "--bodies", 60, "--size", "200x200", "--until", 0.5, "-o",
                                      "f.mp4", environment=path)
            self.assertEqual(result.code, 1, result.error)
            self.assertIn(reason, result.error.splitlines()[-1])
            self.assertEqual((self.folder / "f.mp4").read_text(), "old")
            self.assertEqual(self.leftovers(), [])

    def test_a_failing_ffmpeg_is_noticed_when_child_signals_are_ignored(self):
        path = self.ffmpeg('for last; do :; done; echo half >"${last#file:}"; cat >/dev/null; exit 1')
        result = self.run_program("render", scene, "--bodies", 60, "--size", "64x64", "--until", 0, "-o", "f.mp4",
                                  environment=path,
                                  preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual((result.code, result.error.splitlines()[-1]), (1, "milkomeda: ffmpeg failed"))
        self.assertFalse((self.folder / "f.mp4").exists())

    def test_an_ffmpeg_without_output_is_an_error(self):
        self.put("f.mp4", "old")
        (self.folder / "bin").mkdir()
        (self.folder / "bin/ffmpeg").write_text("#!/bin/sh\ncat >/dev/null\n")
        (self.folder / "bin/ffmpeg").chmod(0o755)
        path = {"PATH": f"{self.folder}/bin:{command.os.environ['PATH']}"}
        result = self.run_program("render", scene, "--bodies", 60, "--size", "64x64", "--until", 0, "-o", "f.mp4",
                                  environment=path)
        self.assertEqual(result.code, 1, result.error)
        self.assertEqual(result.error.splitlines()[-1], "milkomeda: ffmpeg reported success but produced no output")
        self.assertEqual((self.folder / "f.mp4").read_text(), "old")
        self.assertEqual(self.leftovers(), [])

    def test_the_finished_part_of_a_failed_video_is_kept_beside_its_target(self):
        """The finished part stays in the folder of its temporary file, which may be on a different disk than the
        target."""
        elsewhere = pathlib.Path(tempfile.mkdtemp(dir="/dev/shm"))
        self.addCleanup(shutil.rmtree, elsewhere)
        path = self.ffmpeg('case "$*" in *pipe:0*) %s "$@"; exit 1;; esac; exec %s "$@"' %
                           (shutil.which("ffmpeg"), shutil.which("ffmpeg")))
        (elsewhere / "film.mp4").write_text("old")
        (self.folder / "link.mp4").symlink_to(elsewhere / "film.mp4")
        os.mkfifo(self.folder / "pipe.mp4")
        self.put("old.mp4", "old")
        for name, left in (("link.mp4", elsewhere / "film-2.mp4"), ("pipe.mp4", elsewhere / "pipe.mp4"),
                           ("old.mp4", self.folder / "old-2.mp4")):
            result = self.run_program("render", scene, "--bodies", 60, "--size", "64x64", "--until", 0, "--fps", 25,
                                      "-o", name, environment=path | {"TMPDIR": str(elsewhere)},
                                      preexec_fn=lambda: os.umask(0o027))
            self.assertEqual(result.code, 1, result.error)
            said = left.name if name == "old.mp4" else left
            self.assertEqual(result.error.splitlines()[-1], "milkomeda: ffmpeg failed; the part that was written, "
                             f"1 frame (0.04 s), is in {said}")
            self.assertEqual(stat.S_IMODE(left.stat().st_mode), 0o640)
            self.assertEqual(self.leftovers() + list(elsewhere.glob(".*")), [])
        self.assertEqual((elsewhere / "film.mp4").read_text(), "old")

    def test_only_the_first_of_several_failures_is_reported(self):
        """The folder accepts no further files. After ffmpeg has failed, this causes a second failure."""
        path = self.ffmpeg('case "$*" in *pipe:0*) %s "$@"; chattr +i .; exit 1;; esac; exec %s "$@"' %
                           (shutil.which("ffmpeg"), shutil.which("ffmpeg")))
        (self.folder / "films").mkdir()
        self.addCleanup(subprocess.run, ["chattr", "-i", self.folder / "films"], stderr=subprocess.DEVNULL)
        if subprocess.run(["chattr", "+i", self.folder / "films"], stderr=subprocess.DEVNULL).returncode:
            self.skipTest("this file system cannot make a folder immutable")
        subprocess.run(["chattr", "-i", self.folder / "films"], check=True)
        result = self.run_program("render", scene, "--bodies", 60, "--size", "64x64", "--until", 0, "-o", "f.mp4",
                                  environment=path, cwd=self.folder / "films")
        self.assertEqual((result.code, result.error.splitlines()[-1]), (1, "milkomeda: ffmpeg failed"))

    def ffmpeg(self, script):
        """Returns an environment in which this script replaces ffmpeg."""
        folder = self.folder / "bin"
        folder.mkdir(exist_ok=True)
        (folder / "ffmpeg").write_text("#!/bin/sh\n" + script + "\n")
        (folder / "ffmpeg").chmod(0o755)
        return {"PATH": f"{folder}:{command.os.environ['PATH']}"}

    def test_a_reproduced_video_never_replaces_its_original(self):
        for name in ("f.apng", "f.mp4"):
            self.done("render", scene, "--bodies", 60, "--size", "16x16", "--until", 0, "-o", name)
            for other in (name, "./" + name):
                self.refused(2, "would replace the input file of --again", "render", "--again", name, "-o", other)
            self.done("render", "--again", name)

    def test_an_endless_video_is_refused(self):
        self.refused(2, "a video of 5e+10 frames would take too long", "render", scene, "--bodies", 60, "--until", "1e9",
                     "-o", "f.mp4")

    def test_a_refused_source_leaves_existing_videos_and_writes_no_video(self):
        self.put("few.tab", "1 2 3\n")
        self.put("old.mp4", "old")
        for name in ("old.mp4", "new.webm"):
            self.refused(1, "few.tab:1:1: the 3 columns have no names", "render", "few.tab", "-o", name)


def mean(numbers):
    return sum(numbers) / len(numbers)


def blocks(rgba, width, height):
    """Yields the green values of each square of 8 x 8 pixels, the blocks in which videos are coded."""
    for y in range(0, height, 8):
        for x in range(0, width, 8):
            yield [value for row in range(y, y + 8) for value in rgba[4 * (width * row + x) + 1:][:32:4]]


def likeness(a, b):
    """Returns the correlation coefficient of two pictures."""
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    product = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    return product / (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5


if __name__ == "__main__":
    for tool in ("ffmpeg", "ffprobe"):
        if shutil.which(tool) is None:
            sys.exit(print(f"skipped: {tool} is not installed") or command.skipped)
    command.main(opencl=True, opengl=True)
