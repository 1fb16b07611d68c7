"""The option render --again: all ways to name the video or picture, and notes from unknown sources with arbitrary
content."""

import json
import os
import resource

import command

picture = ["plummer", "--bodies", 64, "--size", "32x32"]
law = {"from": 0, "time": 0, "forces": "direct"}
visible_memory = 1 << 20  # memory limit for reading a file, in KiB
camera = ["perspective", False, 0, 0, 10, 0, 0, 0, 1, [1, 0, 0, 0, 1, 0, 0, 0, 1]]


class Test(command.Test):
    def scripted(self, name, *frames, **changed):
        """Writes the notes of a video with these frames, based on p.json, the notes of numbered pictures."""
        self.done("render", *picture, "--until", 0, "-o", "p-%05d.png")
        note = json.loads((self.folder / "p.json").read_text())
        usual = note["parameters"] | {"fraction": 1}
        first = {"n": 0, "t": 0, "laws": {"kept": 0, "then": [law | {"parameters": usual}]}, "camera": camera,
                 "show": "none", "shown": "1"}
        self.put(name, json.dumps(note | {"frames": [first | frame for frame in frames]} | changed))


class WaysToNameFiles(Test):
    def test_every_spelling_of_again_and_output_reproduces_the_picture(self):
        """The first picture is drawn with options, so that a default picture would differ from it."""
        _, _, first = self.picture("f.png", *picture)
        for words in (["render", "--again=f.png"], ["--no-settings", "render", "--again", "f.png"],
                      ["render", "--no-settings", "--again", "f.png"], ["--again=f.png", "render"]):
            for output in (["-o", "g.png"], ["-og.png"], ["--output=g.png"]):
                self.done(*words, *output)
                self.assertEqual(command.read_png((self.folder / "g.png").read_bytes()), (32, 32, first), words)
                (self.folder / "g.png").unlink()

    def test_options_before_the_command_and_options_without_value_are_reproduced(self):
        _, _, first = self.picture("f.png", *picture)
        for words in (["--no-settings", "render", *picture], ["render", "--no-settings", *picture],
                      ["--seed", 1, "render", *picture], ["--trace", "render", *picture]):
            self.done(*words, "-o", "f.png")
            for flags in ([], ["--no-settings"]):
                self.done("render", "--again", "f.png", *flags, "-o", "g.png")
                self.assertEqual(command.read_png((self.folder / "g.png").read_bytes()), (32, 32, first), words)

    def test_options_on_the_command_line_override_the_options_stored_in_a_picture(self):
        self.done("render", *picture, "-o", "f.png")
        for size in (["--size=16x8"], ["--size", "16x8"]):
            self.done("render", "--again", "f.png", *size, "-o", "g.png")
            self.assertEqual(command.read_png((self.folder / "g.png").read_bytes())[:2], (16, 8))

    def test_the_json_file_of_numbered_pictures_reproduces_the_pictures(self):
        self.done("render", *picture, "--until", 0, "-o", "f-%05d.png")
        for copy in ("f-2", "f-3"):
            self.done("render", "--again", "f.json")
            self.assertEqual((self.folder / f"{copy}-00000.png").read_bytes(),
                             (self.folder / "f-00000.png").read_bytes())
            self.assertTrue((self.folder / f"{copy}.json").is_file())

    def test_options_cannot_override_values_that_are_stored_for_each_video_frame(self):
        self.scripted("q.json", {"t": 0.02})
        for words in (["--at", 1], ["--from", 0], ["--until=2"], ["--camera", "yaw=1"], ["--follow", 1], ["--path"],
                      ["--show", "clock"], ["--mode", "point"], ["--preset", "points"], ["--softening", 1],
                      ["--integrator", "leapfrog"]):
            name = str(words[0]).split("=")[0]
            self.refused(2, f"{name} cannot be changed: q.json stores each frame", "render", "--again", "q.json", *words, "-o",
                         "g-%05d.png")
        for words in (["--size", "16x8"], ["--fps", 30], ["--device", 0], ["--solver", "direct"], ["--detail", "1/2"],
                      ["--verbose"], ["--interop", "copied"]):
            self.done("render", "--again", "q.json", *words, "-o", "g-%05d.png")
            size = (16, 8) if words[0] == "--size" else (32, 32)
            self.assertEqual(command.read_png((self.folder / "g-00000.png").read_bytes())[:2], size, words)

    def test_render_again_requires_exactly_one_file(self):
        self.done("render", *picture, "-o", "f.png")
        self.refused(2, "--again needs a FILE", "render", "-o", "g.png", "--again")
        self.refused(2, "--again", "render", "--again", "f.png", "--again=f.png", "-o", "g.png")


class UntrustedFiles(Test):
    def refusal(self, name):
        """Checks that the program refuses the file quickly with one line, without computing the run that the file
        describes."""
        process = self.start("render", "--again", name, "-o", "g-%05d.png")
        self.addCleanup(process.kill)
        out, error = process.communicate(timeout=command.patience)
        self.assertEqual((process.returncode, out, len(error.splitlines())), (1, "", 1), f"{name}\n{error}")
        self.assertEqual(list(self.folder.glob("g-*")), [], name)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, visible_memory, name)
        return error

    def test_a_stored_video_script_with_invalid_frames_is_refused(self):
        self.done("render", *picture, "--until", 0, "-o", "p-%05d.png")
        note = json.loads((self.folder / "p.json").read_text())
        usual = note["parameters"] | {"fraction": 1}
        laws = lambda **changed: {"kept": 0, "then": [law | {"parameters": usual | changed}]}
        for frame, reason in (({"n": 1, "laws": laws(fraction=0)}, "fraction is 1/0; it must be"),
                              ({"n": 1, "laws": laws(fraction=1e300)}, "fraction"),
                              ({"n": 1, "laws": laws(dt=0)}, "timestep is 0; it must lie between"),
                              ({"n": 1, "laws": laws(dt=1e300)}, "timestep is 1e+300; it must lie between"),
                              ({"n": 9 * 10**18, "laws": laws()}, "a run of 9e+18 steps is too long"),
                              ({"n": -2**63, "laws": laws()}, "steps is too long"),
                              ({"n": 1, "t": 1e300, "laws": laws()}, "the time 1e+300 is too large"),
                              ({"n": 1, "ahead": 1e300, "laws": laws()}, "the time 1e+300 is too large"),
                              ({"n": 9, "laws": {"kept": 0, "then": 2 * laws()["then"]}}, "are not in the order of their steps")):
            self.put("q.json", json.dumps(note | {"frames": [{"t": 0.02} | frame]}))
            error = self.refusal("q.json")
            self.assertIn("q.json: its metadata is invalid: ", error)
            self.assertIn(reason, error)

    def test_step_configurations_are_stored_once_and_not_for_each_video_frame(self):
        self.done("render", *picture, "--until", 0, "-o", "p-%05d.png")
        note = json.loads((self.folder / "p.json").read_text())
        usual = note["parameters"] | {"fraction": 1}
        laws = [law | {"from": i, "parameters": usual} for i in range(3000)]
        frames = [{"n": 0, "t": 0, "laws": {"kept": 0, "then": laws}}] + 9000 * [{"n": 0, "t": 0}]
        self.put("q.json", json.dumps(note | {"frames": frames + [{"n": 0, "t": 1e300}]}))
        self.assertIn("the time 1e+300 is too large", self.refusal("q.json"))
        # Here, every frame adds one step configuration. The last frame has the invalid time.
        frames = [{"n": 0, "t": 0, "laws": {"kept": i, "then": [laws[i]]}} for i in range(3000)]
        self.put("q.json", json.dumps(note | {"frames": frames + [{"n": 0, "t": 1e300}]}))
        self.assertIn("the time 1e+300 is too large", self.refusal("q.json"))
        frames = frames + 3000 * [{"n": 0, "t": 0, "laws": {"kept": 2999, "then": [laws[2999]]}}]
        self.put("q.json", json.dumps(note | {"frames": frames}))
        self.assertIn("the branches have too many changes of parameters", self.refusal("q.json"))

    def test_a_stored_video_script_with_an_invalid_camera_is_refused(self):
        for place, value in ((2, 1e300), (3, -1e30), (4, 0), (4, -1), (5, 1e30), (8, 0), (8, 4), (8, 1e300),
                             (9, 9 * [0]), (9, [1, 0, 0, 1, 0, 0, 0, 0, 1]), (9, 3 * [1e20, 0, 0]), (9, [1])):
            self.scripted("q.json", {"camera": camera[:place] + [value] + camera[place + 1:]})
            self.assertIn("q.json: its metadata is invalid: its script is invalid: ",
                          self.refusal("q.json"))

    def test_picture_notes_with_missing_entries_or_wrong_data_types_are_refused(self):
        self.done("render", *picture, "--until", 0, "-o", "p-%05d.png")
        note = json.loads((self.folder / "p.json").read_text())
        for key in ("program", "command", "start", "start_hash", "solver", "kernel", "device"):
            self.put("q.json", json.dumps({name: note[name] for name in note if name != key}))
            self.assertIn(f"q.json: its metadata is invalid: key '{key}' not found", self.refusal("q.json"))
        for key in ("program", "command", "start", "start_hash", "without", "why_never"):
            self.put("q.json", json.dumps(note | {key: 3}))
            self.assertIn("q.json: its metadata is invalid: ", self.refusal("q.json"))

    def test_a_stored_video_script_with_a_missing_entry_is_refused(self):
        self.scripted("q.json", {"n": None})
        note = json.loads((self.folder / "q.json").read_text())
        del note["frames"][0]["n"]
        self.put("q.json", json.dumps(note))
        self.assertIn("its script is invalid: key 'n' not found", self.refusal("q.json"))

    def test_picture_notes_cannot_choose_assets_or_the_output_file(self):
        evil = ["--assets", "evil", "-oevil.png"]
        self.done("render", *picture, "--until", 0, "-o", "p-%05d.png")
        note = json.loads((self.folder / "p.json").read_text())
        self.put("q.json", json.dumps(note | {"command": note["command"] + evil}))
        for words in (["-o", "g-%05d.png"], []):
            error = self.done("render", "--again", "q.json", *words).error
            self.assertEqual(error.count("--assets evil"), 1, error)
        self.assertTrue((self.folder / "q-2-00000.png").is_file())
        self.assertEqual(list(self.folder.glob("evil*")), [])
        error = self.run_program("render", "--again", "q.json", "--assets", "mine", "-o", "g-%05d.png").error
        self.assertNotIn("evil", error)
        self.assertIn("mine", error)

    def test_pictures_that_state_a_wrong_size_are_refused_without_allocating_that_size(self):
        png, gif = b"\x89PNG\r\n\x1a\n", b"GIF89a" + bytes(7)
        # PNG header of a picture with one RGBA pixel
        header = b"\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\6\0\0\0\x1f\x15\xc4\x89"
        kept = b"Comment\0\0\0\0\0"
        for name, content, size, reason in (
                ("holes.png", png, 500 << 30, "does not say how it was made"),
                ("holes.gif", gif, 40 << 30, "does not say how it was made"),
                ("blocks.gif", gif + b"\x21\xfe\xff", 40 << 30, "does not say how it was made"),
                ("long.png", png + header + b"\x7f\xff\xff\xffiTXt" + kept, 0, "its comment is longer than 67108864 bytes"),
                ("other.png", png + b"\xff\xff\xff\xffiTXtAnother\0\0\0\0\0", 0, "does not say how it was made"),
                ("long.json", b"{", 1 << 30, "its comment is longer than 67108864 bytes")):
            path = self.folder / self.put(name, content)
            if size:
                os.truncate(path, size)
            self.assertIn(reason, self.refusal(name), name)
            path.unlink()

    def test_numbered_pictures_do_not_overwrite_a_json_file_without_notes(self):
        os.mkfifo(self.folder / "pipe.json")
        os.truncate(self.folder / self.put("long.json", "{"), 200 << 30)
        for name in ("pipe", "long"):
            result = self.run_program("render", *picture, "--until", 0, "-o", name + "-%05d.png")
            self.assertEqual(result.code, 1, result.error)
            self.assertIn(f"{name}.json: cannot be written: the file exists and does not describe numbered pictures", result.error)
            self.assertEqual(list(self.folder.glob(name + "-*")), [])


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
