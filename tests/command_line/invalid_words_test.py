"""An invalid command line ends with exit code 2 and one line that names the invalid word, before any file is
touched."""

import command
from command import scene

# For each option: invalid values, each with a part of its error message.
wrong_everywhere = {
    "--bodies": {"0": "--bodies must be at least 1", "abc": "--bodies: 'abc' is not a whole number",
                 "-5": "--bodies: '-5' is not a whole number from 0", "1e3": "--bodies", "12x": "--bodies",
                 "": "--bodies", "9" * 30: "out of range", "5": "5 bodies are too few: milky-way has 4 components"},
    "--components": {"stars": "no component 'stars'; there are: milky-way disk, ", "": "component",
                     "disk,,halo": "no component ''"},
    "--position-scale": {"0": "position scale must be a positive number"},
    "--velocity-scale": {"-1": "velocity"},
    "--mass-scale": {"nan": "--mass-scale: 'nan' is not finite", "inf": "--mass-scale"},
    "--seed": {"-1": "--seed", "x": "--seed", "1.5": "--seed"},
    "--set": {"nonsense": "--set: 'nonsense' is not KEY=VALUE", "no.such=1": "no key 'no.such'",
              "simulation.timestep=0": "simulation.timestep takes a positive number",
              "simulation.timestep=fast": "simulation.timestep takes a positive number",
              "galaxy.m33.mass_scale=1": "no galaxy 'm33' yet; the galaxies defined so far are: milky-way, andromeda"},
}
more_wrong_everywhere = [
    (["--nonsense"], "--nonsense"),
    (["--no-such=1"], "--no-such"),
    (["one", "two"], "not expected"),
    (["--bodies"], "--bodies"),
    (["--set"], "--set"),
    (["--assets"], "--assets"),
]
wrong_physics = {
    "--device": {"77": "no OpenCL device '77'", "abacus": "no OpenCL device 'abacus'; known devices: 0",
                 "-1": "no OpenCL device '-1'", "0,0": "--device: '0,0' names device 0 (",
                 "0,99": "no OpenCL device '99'; known devices: 0", "0,": "'0,' has a comma without a device",
                 "all,0": "no OpenCL device 'all'"},
    "--interop": {"maybe": "--interop: 'maybe' is not one of auto, shared"},
    "--solver": {"magic": "--solver: there is no solver 'magic'; the solvers are auto"},
    "--kernel": {"magic": "no kernel 'magic' for ", "": "--kernel: '' names no kernel",
                 "tiled:wg=0": "kernel setting wg='0' is not a positive whole number",
                 "tiled:wg=x": "kernel setting wg='x'", "tiled:wg": "kernel setting wg=''",
                 "tiled:size=64": "kernel tiled has no setting 'size'; it has: wg",
                 "tiled:split=4": "kernel tiled has no setting 'split'",
                 "tiled:wg=1000000": "kernel tiled: wg=1000000 is more than"},
    "--integrator": {"rk4": "--integrator: 'rk4' is not one of"},
    "--fraction": {"1/3": "fraction is 1/3; it must be 1, 1/2, 1/4, 1/8 or 1/16", "0": "--fraction", "2": "--fraction",
                   "0.3": "--fraction", "1/": "--fraction", "-1/2": "--fraction", "nan": "--fraction"},
    "--fraction-mode": {"fair": "--fraction-mode: 'fair' is not one of"},
    "--dt": {"0": "timestep is 0; it must lie between", "-0.1": "timestep", "2": "timestep",
             "nan": "--dt: 'nan' is not a time", "inf": "--dt", "1ly": "--dt", "0,1": "--dt", "Myr": "--dt"},
    "--softening": {"-1": "softening is -1", "nan": "--softening"},
    "--damping": {"1.1": "damping", "-0.1": "damping"},
    "--gravity": {"inf": "--gravity", "-1": "gravity is -1"},
    "--steps-per-frame": {"0": "steps-per-frame is 0", "1.5": "--steps-per-frame", "all": "--steps-per-frame"},
    "--time-per-second": {"0": "time-per-second is 0", "-1Myr": "time-per-second", "nan": "--time-per-second"},
}
wrong_pictures = {
    "--size": {"0x5": "--size: '0x5' is smaller than a pixel", "-3x5": "--size", "5": "--size", "5x": "--size",
               "5x5x5": "--size", "axb": "--size", "1.5x2": "--size", "99999999999x5": "--size"},
    "--camera": {"1,2": "--camera: '1,2' is not three numbers", "1,2,x": "--camera",
                 "nan,1,2": "--camera: 'nan' is not finite", "yaw=inf": "--camera", "yaw": "--camera",
                 "yaw=": "--camera", "roll=1": "'roll=1' is not one of", "distance=0": "--camera",
                 "distance=-3": "--camera", "pitch=2": "--camera",
                 "0,0,0": "--camera: the camera is at the point that it looks at", "": "--camera"},
    "--projection": {"fisheye": "--projection: 'fisheye' is not one of perspective, orthographic, hammer, dome",
                     "": "--projection: '' is not one of"},
    "--stereo": {"red": "--stereo: 'red' is not one of off, side-by-side, anaglyph", "on": "--stereo"},
    "--follow": {"m33": "--follow: there is no galaxy and no body 'm33'; galaxies: milky-way, andromeda",
                 "99999": "--follow: there is no galaxy and no body '99999'", "-1": "--follow", "1.5": "--follow",
                 "": "--follow: '' names no galaxy and no body"},
    "--mode": {"lines": "--mode: 'lines' is not one of point, color-sprite, sprite, density, stars"},
    "--preset": {"2009": "--preset: '2009' is not one of photograph, telescope", "": "--preset"},
    "--tone": {"log": "--tone: 'log' is not one of asinh, aces, exponential", "": "--tone"},
    "--exposure": {"+-1": "--exposure: '+-1' is not auto, +STOPS", "+13": "--exposure", "41": "--exposure", "nan": "--exposure",
                   "": "--exposure"},
    "--color-by": {"age": "--color-by: 'age' is not one of component, galaxy, speed", "": "--color-by: '' is not one of",
                   "Speed": "--color-by: 'Speed' is not one of"},
    "--color-map": {"jet": "--color-map: 'jet' is not one of milkomeda, viridis, inferno, cividis"},
    "--at": {"-1": "--at lies before the start", "soon": "--at: 'soon' is not a time", "1e10": "--at"},
    "--until": {"5": "a picture takes --at"},
    "--from": {"5": "a picture takes --at"},
}
more_wrong_pictures = [
    (["--sky", "--follow", "andromeda"], "--sky and --follow exclude each other"),
    (["--sky", "--path"], "--sky and --path exclude each other"),
    (["--path", "--follow", "andromeda"], "--path and --follow exclude each other"),
    (["--path", "--camera", "yaw=1"], "--path and --camera exclude each other"),
    (["--sky", "--camera", "1,2,3"], "--camera: with --sky, only yaw and pitch can be chosen, because the camera is at a star"),
    (["--sky", "--projection", "orthographic"], "--sky has no orthographic projection"),
    (["plummer", "--sky"], "--sky: no galaxy of plummer has a disk with a star to look from"),
    (["plummer", "--path"], "--path: plummer has no key frames, [[camera.keyframe]]"),
    (["--follow"], "--follow"),
]
wrong_films = {
    "--fps": {"0": "--fps must lie between", "-1": "--fps", "nan": "--fps", "1e9": "--fps", "1e-9": "--fps",
              "fast": "--fps"},
    "--until": {"-1": "--until is before the video's start", "nan": "--until", "inf": "--until"},
    "--from": {"-1": "--from lies before the start"},
    "--at": {"1": "a video takes --from and --until"},
}
more_wrong_films = [
    (["--from", "5", "--until", "4"], "--until is before"),
]
wrong_runs = {
    "--until": {"-1": "--until lies before the start", "nan": "--until: 'nan' is not a time", "inf": "--until",
                "1e300": "--until", "": "--until"},
}
more_wrong_runs = [
    (["--until", "1", "--every", "0", "-o", "y.tab"], "--every must be more than 0"),
    (["--until", "1", "--every", "-1", "-o", "y.tab"], "--every"),
    (["--until", "1", "--every", "nan"], "--every"),
    (["--until", "1", "--every", "1"], "--every needs -o FILE"),
    (["--until", "1", "--diagnostics", "d.csv", "--diagnostics-every", "0"], "--diagnostics-every must be more than 0"),
    (["--until", "1", "--diagnostics", "d.csv", "--diagnostics-every", "inf"], "--diagnostics-every"),
    (["--until", "1", "--at", "1"], "--at"),
    (["--until", "1", "-o", ""], "--output: no file is named"),
    (["--until", "1", "--diagnostics", ""], "--diagnostics: no file is named"),
    (["--until", "1", "--record", ""], "--record: no file is named"),
    ([], "--until is required"),
    (["--until"], "--until"),
]


class InvalidWords(command.Test):
    def setUp(self):
        super().setUp()
        for name in ("y.tab", "d.csv", "p.png", "f.mp4"):
            self.put(name, "from before")

    def all_refused(self, values, more, *words):
        for option, cases in values.items():
            more = more + [([option, value], reason) for value, reason in cases.items()]
        for wrong, reason in more:
            with self.subTest(wrong):
                self.refused(2, reason, *words, *wrong)

    def test_invalid_sources_and_selections_are_refused(self):
        self.all_refused(wrong_everywhere, more_wrong_everywhere, "generate", scene, "-o", "y.tab")

    def test_invalid_simulation_parameters_are_refused(self):
        self.all_refused(wrong_physics, [], "simulate", "--until", 1, "-o", "y.tab", "--diagnostics", "d.csv")

    def test_invalid_picture_options_are_refused(self):
        self.all_refused(wrong_pictures, more_wrong_pictures, "render", "-o", "p.png", "--bodies", 60)

    def test_invalid_video_options_are_refused(self):
        self.all_refused(wrong_films, more_wrong_films, "render", "-o", "f.mp4", "--bodies", 60)

    def test_invalid_run_options_are_refused(self):
        self.all_refused(wrong_runs, more_wrong_runs, "simulate", "--bodies", 60)

    def test_all_commands_refuse_an_invalid_argument_with_the_same_message(self):
        for words in (["generate", "-o", "y.tab"], ["simulate", "--until", 1], ["render", "-o", "p.png"], []):
            self.refused(2, "--bodies: 'abc' is not a whole number", *words, "--bodies", "abc")
            self.refused(2, "no scene or file named 'nowhere'" if words[:1] != ["generate"] else "'nowhere' is not a scene",
                         *words, "nowhere")

    def test_a_message_suggests_the_scene_command_or_option_that_was_mistyped(self):
        for hint, words in (("antennae", ["antenae"]), ("antennae", ["generate", "Antennae", "-o", "y.tab"]),
                            ("antennae", ["render", "antenane", "-o", "p.png"]), ("render", ["rendr"]),
                            ("render", ["rendr", scene, "-o", "p.png"]), ("scenes", ["scnes"]),
                            ("--softening", ["--sofetning=1"]), ("--softening", ["simulate", "--until", 1, "--sofening", 1]),
                            ("--output", ["render", "--outptu", "p.png"])):
            self.refused(2, f"; did you mean {hint}?\n", *words)
        for words in (["nowhere"], ["--nonsense"], ["generate", "nowhere", "-o", "y.tab"], ["render", "-o", "p.png", "-x"]):
            self.assertNotIn("did you mean", self.refused(2, "", *words).error)

    def test_a_message_names_missing_required_options(self):
        self.refused(2, "--output is required", "render")
        self.refused(2, "--output is required", "generate")
        self.refused(2, "--until is required", "simulate")
        self.refused(2, "source is required", "info")

    def test_outputs_that_a_command_cannot_write_are_refused(self):
        self.refused(2, "bench build takes no --csv, --plot", "bench", "build", "--csv", "b.csv")
        self.refused(2, "bench build takes no --csv, --plot", "bench", "build", "--plot", "b.png")
        self.refused(2, "--csv: no file is named", "bench", "--csv", "")
        self.refused(2, "--record does not support particles of mixed sizes; use -o and --every", "simulate", "mixed", "--bodies", 60, "--until",
                     1, "--record", "m.recording")

    def test_options_of_other_commands_are_refused(self):
        for words in (["info", "--bodies", 5, "x.tab"], ["scenes", "--camera", "1,2,3"], ["devices", "milky-way"],
                      ["generate", "--until", 1, "-o", "y.tab"], ["simulate", "--until", 1, "--size", "5x5"],
                      ["generate", "x.tab", "-o", "y.tab"]):
            self.refused(2, "", *words)

    def test_more_bodies_than_the_device_memory_holds_are_refused(self):
        for words in (["generate", "-o", "y.tab"], ["simulate", "--until", 1], ["render", "-o", "p.png"]):
            result = self.refused(1, "at most ", *words, "--bodies", 10**12)
            self.assertRegex(result.error,
                             r"milkomeda: 1000000000000 bodies do not fit into .+; set --bodies to at most \d+")

    def test_a_picture_larger_than_the_opengl_limit_is_refused(self):
        self.refused(1, "is too large: this OpenGL draws up to", "render", "-o", "p.png", "--size", "1000000x1000000")


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
