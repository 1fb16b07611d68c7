"""The command render writes pictures: sizes, cameras, draw modes, times and numbered series."""

import math
import pathlib

import command
from command import scene

size = ["--size", "96x64"]


def brightness(picture):
    """Returns the sum of red, green and blue of each pixel, row by row."""
    width, height, pixels = picture
    return [[sum(pixels[4 * (y * width + x):][:3]) for x in range(width)] for y in range(height)]


def spread(picture):
    """Returns the mean distance of the light from the center, in pixels."""
    rows = brightness(picture)
    middle = (len(rows[0]) - 1) / 2, (len(rows) - 1) / 2
    light = [(value, math.dist(middle, (x, y))) for y, row in enumerate(rows) for x, value in enumerate(row)]
    return sum(value * distance for value, distance in light) / sum(value for value, _ in light)


class Pictures(command.Test):
    def drawn(self, *words, name="p.png", bodies=300):
        """Draws the initial state without OpenCL and returns the picture."""
        return self.picture(name, scene, "--bodies", bodies, "--interop", "none", *words)

    def drawn_at(self, time, *words, name="p.png"):
        return self.picture(name, scene, "--bodies", 300, *size, "--at", time, *words)

    def test_a_picture_is_opaque_with_bright_bodies_on_a_dark_sky(self):
        width, height, pixels = self.drawn(*size, "--background", 0, bodies=2000)
        self.assertEqual((width, height), (96, 64))
        self.assertEqual(set(pixels[3::4]), {255})
        values = [value for row in brightness((width, height, pixels)) for value in row]
        self.assertGreater(max(values), 100)
        self.assertLess(sum(values) / len(values), 200)
        self.assertGreater(values.count(0), len(values) / 10)  # The sky is black.

    def test_a_picture_has_the_requested_or_default_size(self):
        for width, height in ((1, 1), (33, 21), (400, 3), (7, 300)):
            self.assertEqual(self.drawn("--size", f"{width}x{height}")[:2], (width, height))
        self.done("render", scene, "--bodies", 60, "-o", "p.png")
        header = (self.folder / "p.png").read_bytes()[16:24]
        self.assertEqual((int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")), (1280, 720))

    def test_a_picture_of_a_saved_run_equals_the_picture_of_the_run(self):
        # At this time, tides have moved the disks, so that colors and dust differ from those of disks at their start.
        # The camera is given, because the distance of a camera that frames the galaxies has rounding errors, which depend
        # on the camera before.
        run = ["antennae", "--bodies", 600, "--dt", 0.1, "--integrator", "leapfrog", "--accuracy", "default"]
        camera = [*size, "--camera", "distance=15"]
        expected = self.picture("run.png", *run, *camera, "--at", 13)
        self.done("simulate", *run, "--until", 13, "-o", "run.milkomeda")
        self.assertEqual(self.picture("saved.png", "run.milkomeda", *camera), expected)

    def test_a_body_appears_where_the_camera_projects_it(self):
        # This body is to the right of the origin and above it.
        source = self.put("one.tab", "1 6 4 0 0 0 0\n")
        for camera, right, up in (("yaw=0,pitch=0", True, True), (f"yaw={math.pi},pitch=0", False, True),
                                  ("yaw=0,pitch=0,target=12:8:0", False, False)):
            target = "" if "target" in camera else ",target=0:0:0"
            rows = brightness(self.picture("p.png", source, *size, "--camera", f"{camera},distance=40{target}"))
            y, x = max(((y, x) for y in range(64) for x in range(96)), key=lambda at: rows[at[0]][at[1]])
            self.assertEqual((x > 48, y < 32), (right, up), camera)

    def test_a_camera_given_by_position_equals_the_camera_given_by_angles(self):
        position = self.drawn(*size, "--camera", "0,0,50")
        self.assertEqual(self.drawn(*size, "--camera", "yaw=0,pitch=0,distance=50,target=0:0:0"), position)
        self.assertEqual(self.drawn(*size, "--camera", "distance=50,pitch=0,yaw=0"), position)
        self.assertNotEqual(self.drawn(*size, "--camera", "yaw=1,pitch=0,distance=50"), position)
        self.assertNotEqual(self.drawn(*size, "--camera", "yaw=0,pitch=0,distance=50,target=5:0:0"), position)

    def test_three_times_the_distance_gives_a_third_of_the_size(self):
        # Bloom and background are switched off, because they would light the whole picture.
        near, far = [spread(self.drawn(*size, "--bloom", 0, "--background", 0, "--camera", f"distance={d}")) for d in (60, 180)]
        self.assertClose(near, 3 * far, 0.35)

    def test_each_draw_mode_gives_a_different_picture(self):
        pictures = [self.drawn(*size, "--mode", mode)[2] for mode in ("point", "color-sprite", "sprite", "density", "stars")]
        self.assertEqual(len(set(pictures)), 5)

    def test_the_former_preset_name_x_ray_is_accepted_with_a_notice(self):
        own = pathlib.Path(self.root, "data/scenes/plummer.toml").read_text()
        self.put("xray.toml", own.replace("[view]", '[view]\npreset = "x-ray"'))
        wanted = self.picture("p.png", "plummer", "--bodies", 200, *size, "--interop", "none", "--preset", "density")
        for words in (["plummer", "--preset", "x-ray"], ["xray.toml"]):
            result = self.done("render", *words, "--bodies", 200, *size, "--interop", "none", "-o", "p.png")
            self.assertIn("the preset x-ray is called density now, because it shows the density of mass, not X-rays",
                          result.error)
            self.assertEqual(command.read_png((self.folder / "p.png").read_bytes()), wanted)

    def test_each_color_quantity_gives_different_reproducible_colors(self):
        names = ["component", "galaxy", "speed", "direction", "temperature", "density", "radius", "acceleration", "mass"]
        for time in (0, 0.1):
            pictures = [self.drawn_at(time, "--color-by", name)[2] for name in names]
            self.assertEqual(len(set(pictures)), len(names))
            self.assertEqual(self.drawn_at(time)[2], pictures[0])
            # Several threads compute these quantities; nevertheless, the pictures must be identical.
            for name in ("density", "acceleration"):
                self.assertEqual(self.drawn_at(time, "--color-by", name)[2], pictures[names.index(name)])

    def test_color_maps_change_the_colors_only_of_numeric_quantities(self):
        def maps(by):
            return {self.drawn(*size, "--color-by", by, "--color-map", name)[2]
                    for name in ("milkomeda", "viridis", "inferno", "cividis")}
        self.assertEqual(len(maps("speed")), 4)
        self.assertEqual(len(maps("component")), 1)

    def test_bodies_colored_by_acceleration_are_gray_without_a_device(self):
        red, green, blue = (sum(self.drawn(*size, "--color-by", "acceleration")[2][i::4])
                            for i in range(3))
        self.assertClose(red, green, 0.02)  # Apart from rounding, the colors are gray.
        self.assertClose(green, blue, 0.02)

    def gas_pictures(self, by, *run):
        """Returns a picture colored by `by`, and the pixels of its legend as triples of red, green and blue."""
        plain, annotated = (self.picture("p.png", *run, "--size", "480x270", "--background", 0, "--color-by", by,
                                         "--show", shown)[2] for shown in ("none", "legend"))
        legend = [tuple(annotated[i:i + 3]) for i in range(0, len(plain), 4) if plain[i:i + 3] != annotated[i:i + 3]]
        return plain, legend

    def colorful(self, pixels):
        """Returns the number of pixels that are clearly not gray."""
        return sum(max(pixel) - min(pixel) > 60 for pixel in pixels)

    def test_quantities_of_gas_color_the_gas_and_have_a_legend_with_values(self):
        run = ["gas-rich-merger", "--bodies", 3000, "--gas", "adiabatic", "--gas-stars", "off", "--at", 0.2]
        pictures = []
        for by in ("gas-temperature", "compression", "density"):
            picture, legend = self.gas_pictures(by, *run)
            pictures.append(picture)
            self.assertGreater(self.colorful(legend), 500, by)  # The legend contains a color bar.
        self.assertEqual(len(set(pictures)), 3)

    def test_quantities_of_gas_leave_a_run_without_gas_gray(self):
        for by in ("gas-temperature", "compression"):
            picture, legend = self.gas_pictures(by, "plummer", "--bodies", 300, "--interop", "none", "--mode", "stars")
            self.assertGreater(len(legend), 100)
            self.assertEqual(self.colorful(legend), 0)
            self.assertEqual(self.colorful([tuple(picture[i:i + 3]) for i in range(0, len(picture), 4)]), 0)
            said = self.done("render", "plummer", "--bodies", 300, "--interop", "none", "--mode", "stars", *size,
                             "--color-by", by, "-o", "p.png")
            self.assertIn(f"color by {by}: this quantity needs gas, and this run has no gas", said.error)

    def test_times_can_be_given_in_several_units(self):
        start, later = self.drawn_at(0), self.drawn_at(3)
        self.assertEqual(self.drawn(*size), start)
        self.assertNotEqual(later, start)
        for time in (f"{3 * 17.78}Myr", f"{3 * 0.01778} Gyr", f"{3 * 17.78}myr", " 3 "):
            self.assertEqual(self.drawn_at(time), later, time)

    def test_equal_commands_write_identical_pictures(self):
        a, b, c = [self.drawn_at(0.5, "--seed", seed, name=f"{name}.png") for name, seed in zip("abc", (5, 5, 6))]
        self.assertEqual((self.folder / "a.png").read_bytes(), (self.folder / "b.png").read_bytes())
        self.assertNotEqual(a, c)

    def test_a_picture_of_a_scene_shows_the_famous_moment_unless_a_time_is_given(self):
        self.put("mine.toml", "picture_time = 0.3\n" + command.two_galaxies)
        words = ["mine.toml", "--bodies", 60, *size]
        moment, start = [self.picture("q.png", *words, "--at", time) for time in (0.3, 0)]
        self.assertNotEqual(moment, start)
        result = self.done("render", *words, "-o", "p.png")
        self.assertIn("drawing the scene's famous moment, t = 0.30 (5 Myr); --at chooses another time\n", result.error)
        self.assertEqual(command.read_png((self.folder / "p.png").read_bytes()), moment)
        again = self.done("render", "--again", "p.png", "-o", "q.png")
        self.assertNotIn("famous", again.error)
        self.assertEqual(command.read_png((self.folder / "q.png").read_bytes()), moment)
        self.assertNotIn("famous", self.done("render", *words, "--at", 0, "-o", "q.png").error)

    def test_a_picture_of_changed_galaxies_or_of_a_file_shows_the_start(self):
        self.put("mine.toml", "picture_time = 0.3\n" + command.two_galaxies)
        self.done("generate", "mine.toml", "--bodies", 60, "-o", "file.tab")
        for words in (["mine.toml", "--bodies", 60, "--set", "galaxy.b.mass_scale=2"], ["file.tab"]):
            self.assertEqual(self.picture("p.png", *words, *size), self.picture("q.png", *words, *size, "--at", 0))

    def test_without_opencl_only_the_initial_state_can_be_drawn(self):
        self.assertEqual(self.drawn(*size), self.drawn_at(0, "--interop", "copied"))
        self.refused(1, "only the start of the run can be drawn", "render", scene, "--bodies", 60, "--interop", "none", "--at", 1,
                     "-o", "q.png")
        nothing = {"OCL_ICD_VENDORS": str(self.folder)}
        self.done("render", scene, "--bodies", 60, *size, "-o", "q.png", environment=nothing)
        self.refused(1, "install", "render", scene, "--bodies", 60, "--at", 1, "-o", "q.png", environment=nothing)

    def test_buffers_are_shared_on_request_or_the_error_names_the_reason(self):
        result = self.run_program("render", scene, "--bodies", 60, *size, "--interop", "shared", "-o", "p.png")
        self.assertIn(result.code, (0, 1))
        self.assertEqual((self.folder / "p.png").exists(), result.code == 0)
        if result.code:
            self.assertRegex(result.error, r"^milkomeda: --interop shared: .+\n$")

    def test_halos_are_hidden_by_default(self):
        all_of_it = self.drawn(*size)
        self.assertEqual(self.drawn(*size, "--set", 'view.hidden=["halo"]'), all_of_it)
        self.assertNotEqual(self.drawn(*size, "--set", "view.hidden=[]"), all_of_it)

    def test_any_file_name_is_accepted_for_a_picture(self):
        for name in ("-dash.png", "blank and ünïcode ✓.png", "100%.png", "a:b.png"):
            self.drawn("--size", "4x4", name=name, bodies=60)


class Series(command.Test):
    # By default, the camera moves smoothly in a series, but a single picture is framed anew.
    still_run = [scene, "--bodies", 300, "--set", "camera.fills_picture=false"]

    def series(self, *words):
        self.done("render", *self.still_run, *size, "-o", "f-%05d.png", *words)
        return sorted(path.name for path in self.folder.glob("f-*"))

    def test_series_frames_are_numbered_from_zero_at_the_requested_pace(self):
        # At the pace of 1.2 time units per second and 30 frames per second, a frame is drawn every 0.04 time units.
        self.assertEqual(self.series("--until", 0.13, "--fps", 30), [f"f-{n:05d}.png" for n in range(4)])
        for number, time in ((0, 0), (3, 0.12)):
            expected = self.picture("p.png", *self.still_run, *size, "--at", time)
            found = command.read_png((self.folder / f"f-{number:05d}.png").read_bytes())
            self.assertEqual(found, expected, time)

    def test_a_series_can_start_after_the_start_of_the_run_and_have_any_pace(self):
        words = ["--from", "20Myr", "--until", "22Myr", "--fps", 4, "--time-per-second", "2Myr"]
        self.assertEqual(len(self.series(*words)), 5)
        expected = self.picture("p.png", *self.still_run, *size, "--at", "20Myr")
        self.assertEqual(command.read_png((self.folder / "f-00000.png").read_bytes()), expected)

    def test_steps_per_frame_override_the_pace(self):
        self.assertEqual(len(self.series("--until", 0.5, "--steps-per-frame", 5)), 6)
        expected = self.picture("p.png", *self.still_run, *size, "--at", 0.5)
        self.assertEqual(command.read_png((self.folder / "f-00005.png").read_bytes()), expected)

    def test_a_series_ends_at_the_end_time_of_its_scene(self):
        self.assertEqual(len(self.series("--set", "simulation.until=0.05", "--fps", 60)), 3)

    def test_a_series_may_have_a_single_frame(self):
        self.assertEqual(self.series("--until", 0), ["f-00000.png"])


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
