"""The command render with cameras: projections, the view of the sky, following, stereo and camera paths."""

import math

import command
from command import scene

size = ["--size", "96x64"]

one_star = """title = "One"
[galaxy.milky-way.disk]
mass = 1
[camera]
position = [0, 0, 20]
fills_picture = false
"""


def light(picture, left=0.0, right=1.0):
    """Returns the sums of red, green and blue between two fractions of the picture's width."""
    width, height, pixels = picture
    columns = range(round(left * width), round(right * width))
    return [sum(pixels[4 * (y * width + x) + c] for y in range(height) for x in columns) for c in range(3)]


def brightest(picture):
    width, height, pixels = picture
    at = max(range(width * height), key=lambda i: sum(pixels[4 * i:4 * i + 3]))
    return at % width, at // width


class Cameras(command.Test):
    def drawn(self, *words, name="p.png", source=scene, bodies=600):
        return self.picture(name, source, "--bodies", bodies, "--interop", "none", *size, *words)

    def test_each_projection_gives_a_different_picture(self):
        words = ["perspective", "orthographic", "hammer", "dome"]
        pictures = [self.drawn("--projection", word)[2] for word in words]
        self.assertEqual(len(set(pictures)), 4)
        self.assertEqual(self.drawn()[2], pictures[0])

    def test_an_orthographic_projection_has_one_scale_at_all_depths(self):
        """Two bodies, one before and one behind the target, equally far to the right, appear in one pixel column."""
        for projection, same in (("orthographic", True), ("perspective", False)):
            columns = []
            for z in (8, -8):
                source = self.put("one.tab", f"1 5 0 {z} 0 0 0\n1e-9 0 0 0 0 0 0\n")
                columns.append(brightest(self.picture("p.png", source, *size, "--mode", "point", "--projection",
                                                      projection, "--camera",
                                                      "yaw=0,pitch=0,distance=20,target=0:0:0"))[0])
            self.assertEqual(abs(columns[0] - columns[1]) <= 1, same, (projection, columns))

    def test_a_followed_body_is_in_the_center_of_the_picture(self):
        source = self.put("two.tab", "1 6 4 0 0 0 0\n1 -6 -4 0 0 0 0\n")
        for body in (0, 1):
            picture = self.picture("p.png", source, *size, "--mode", "point", "--follow", body, "--camera",
                                   "yaw=0,pitch=0,distance=40")
            width, height, pixels = picture
            x, y = brightest(picture)
            middle = [sum(pixels[4 * (y * width + x):][:3]) for y in (31, 32) for x in (47, 48)]
            self.assertGreater(max(middle), 0.5 * sum(pixels[4 * (y * width + x):][:3]), body)

    def test_each_galaxy_can_be_followed(self):
        still = self.drawn("--follow", "andromeda")
        other = self.drawn("--follow", "milky-way")
        self.assertNotEqual(still, other)
        for name in ("Milky Way", "milky way", "MILKY-WAY"):
            self.assertEqual(self.drawn("--follow", name), other, name)
        self.assertNotEqual(still, self.drawn())

    def test_the_sky_map_is_an_ellipse_with_the_milky_way_along_its_middle(self):
        sky = self.drawn("--sky", "--projection", "hammer", "--mode", "point", bodies=6000)
        width, height, pixels = sky
        # These pixels are outside the ellipse.
        for x, y in ((0, 0), (95, 0), (0, 63), (95, 63), (0, 5), (0, 60)):
            self.assertEqual(sum(pixels[4 * (y * width + x):][:3]), 0, (x, y))
        rows = [sum(pixels[4 * (y * width + x) + c] for x in range(width) for c in range(3)) for y in range(height)]
        large = self.drawn("--sky", "--projection", "hammer", "--mode", "sprite", bodies=6000)[2]
        for y in range(height):
            for x in range(width):
                # The limit of 1.03 leaves out pixels at the edge of the ellipse.
                if math.hypot((x - 47.5) / 48, (y - 31.5) / 24) > 1.03:
                    self.assertEqual(sum(large[4 * (y * width + x):][:3]), 0, (x, y))
        # The Milky Way's band is in these rows, in the middle of the map.
        self.assertGreater(sum(rows[28:36]), 4 * sum(rows[:24]))
        self.assertGreater(sum(rows[28:36]), 4 * sum(rows[40:]))
        self.assertNotEqual(self.drawn("--sky", "--camera", "yaw=1.5"), self.drawn("--sky"))

    def test_the_initial_view_of_the_sky_shows_andromeda(self):
        words = ["--sky", "--mode", "point", "--set", 'view.hidden=["halo", "milky-way disk", "milky-way bulge", "milky-way gas"]']
        for projection in ("perspective", "dome"):
            seen = self.drawn(*words, "--projection", projection, bodies=3000)
            self.assertGreater(sum(light(seen, 0.1, 0.5)), 0.8 * sum(light(seen)), projection)
            self.assertGreater(sum(light(seen)), 0, projection)
        towards_the_centre = self.drawn(*words, "--camera", "yaw=0,pitch=0", bodies=3000)
        self.assertLess(sum(light(towards_the_centre)), 0.1 * sum(light(self.drawn(*words, bodies=3000))))
        # In the all-sky map the center of the Milky Way is in the middle and Andromeda on the left.
        whole = self.drawn(*words, "--projection", "hammer", bodies=3000)
        self.assertGreater(sum(light(whole, 0.05, 0.35)), 0.8 * sum(light(whole)))

    def test_the_camera_turns_around_its_target_by_an_angle_during_a_video(self):
        place = ["--camera", "yaw=0,pitch=0,distance=40,target=0:0:0"]
        source = self.put("one.tab", "1 6 0 0 0 0 0\n1e-9 6 0 0 0 0 0\n")
        words = ["render", source, *size, "--mode", "point", "--gravity", 0, "--time-per-second", 1, "--fps", 4,
                 "--until", 1, *place]
        columns = {}
        for degrees in (0, 180, 360):
            self.done(*words, "--turn", degrees, "-o", f"turn{degrees}-%d.png")
            pictures = [command.read_png((self.folder / f"turn{degrees}-{i}.png").read_bytes()) for i in range(5)]
            columns[degrees] = [brightest(picture)[0] for picture in pictures]
        self.assertEqual(len(set(columns[0])), 1)
        right = columns[0][0]
        self.assertGreater(right, 50)
        # After half a turn the body at the right is at the left; after a quarter it is before or behind the target.
        self.assertLessEqual(abs(columns[180][4] + right - 95), 1, columns)
        self.assertLessEqual(abs(columns[180][2] - 47.5), 1, columns)
        self.assertLessEqual(abs(columns[360][4] - right), 1, columns)
        self.assertLessEqual(abs(columns[360][2] + right - 95), 1, columns)

    def test_a_turning_camera_keeps_the_galaxies_in_view(self):
        """Two galaxies are beside each other at first, and behind each other after a quarter of the turn."""
        self.put("two.toml", command.two_galaxies)
        self.done("render", "two.toml", "--bodies", 300, *size, "--mode", "sprite", "--gravity", 0, "--time-per-second",
                  1, "--fps", 4, "--until", 1, "--turn", 180, "-o", "t-%d.png")
        for number in range(5):
            width, height, pixels = command.read_png((self.folder / f"t-{number}.png").read_bytes())
            rim = sum(pixels[4 * (y * width + x)] for y in range(height) for x in (0, 1, width - 2, width - 1))
            self.assertLess(rim, 0.02 * light((width, height, pixels))[0], number)

    def test_the_option_turn_is_refused_where_it_has_no_effect(self):
        for words, reason in ((["--sky"], "--turn and --sky exclude"), (["--path"], "--turn and --path exclude"),
                              (["--turn", "1e9"], "--turn")):
            self.refused(2, reason, "render", scene, *(["--turn", 90] if "--turn" not in words else []), *words,
                         "--until", 1, "-o", "x-%d.png")
        self.refused(2, "--turn is for videos", "render", scene, "--bodies", 60, "--turn", 90, "-o", "x.png")

    def test_videos_of_the_sky_are_reproducible(self):
        words = ["render", scene, "--bodies", 300, "--sky", "--projection", "dome", *size, "--until", 0.08, "--fps", 30]
        self.done(*words, "-o", "a-%d.png")
        self.done(*words, "-o", "b-%d.png")
        for number in range(3):
            self.assertEqual((self.folder / f"a-{number}.png").read_bytes(),
                             (self.folder / f"b-{number}.png").read_bytes())

    def test_side_by_side_stereo_has_two_different_pictures(self):
        width, height, pixels = self.drawn("--stereo", "side-by-side", "--mode", "sprite",
                                           "--set", "camera.fills_picture=false")
        rows = [pixels[4 * width * y:4 * width * (y + 1)] for y in range(height)]
        left = [row[:2 * width] for row in rows]
        right = [row[2 * width:] for row in rows]
        self.assertNotEqual(left, right)
        one, two = light((width, height, pixels), 0, 0.5), light((width, height, pixels), 0.5, 1)
        # The positions of both eyes are nearly equal, so both eyes get nearly equal light.
        self.assertClose(sum(one), sum(two), 0.1)
        self.assertGreater(sum(one), 0)

    def test_an_anaglyph_uses_red_for_the_left_eye(self):
        """A blue sprite appears in red for the left eye, at a different position than for the right eye."""
        source = self.put("one.tab", "1 0 0 8 0 0 0\n1e-9 0 0 0 0 0 0\n")
        words = ["--mode", "color-sprite", "--camera", "yaw=0,pitch=0,distance=20,target=0:0:0"]
        source = self.put("one.tab", "1 0 0 10 0 0 1\n1e-9 0 0 -10 0 0 1\n")
        width, height, pixels = self.picture("p.png", source, *size, *words, "--stereo", "anaglyph")
        columns = [[sum(pixels[4 * (y * width + x) + c] for y in range(height)) for x in range(width)]
                   for c in range(3)]
        middle = [sum(x * value for x, value in enumerate(column)) / max(1, sum(column)) for column in columns]
        self.assertGreater(sum(columns[0]), 0)  # The left eye sees the sprite in red, although the sprite is blue.
        self.assertGreater(sum(columns[2]), 0)
        # The sprite is nearer than the target, so the right eye sees it farther left than the left eye does.
        self.assertGreater(middle[0], middle[2] + 0.5)

    def test_the_camera_follows_the_path_of_the_scene(self):
        path = one_star + """[[camera.keyframe]]
time = 0
position = [0, 0, 20]
[[camera.keyframe]]
time = 1
position = [20, 0, 0]
"""
        own = self.put("own.toml", path)
        self.assertEqual(self.drawn("--path", source=own), self.drawn(source=own))
        self.assertEqual(self.drawn("--path", source=self.put("late.toml", path.replace("time = 0", "time = -2")
                                                              .replace("time = 1", "time = -1"))),
                         self.drawn("--camera", "20,0,0", source=own))
        self.assertNotEqual(self.drawn("--path"), self.drawn())

    def test_invalid_key_frames_are_refused_with_their_line_number(self):
        for keys, line, reason in (("time = 0", 7, "camera.keyframe.position is missing"),
                                   ("time = 0\nposition = [0, 0]", 9, "camera.keyframe.position takes three"),
                                   ("position = [0, 0, 1]", 7, "camera.keyframe.time is missing"),
                                   ("time = 0\nposition = [0, 0, 1]\nroll = 3", 10, "no key 'camera.keyframe.roll'")):
            own = self.put("own.toml", one_star + "[[camera.keyframe]]\n" + keys)
            self.refused(2, f"own.toml:{line}: ", "render", own, "--path", "-o", "p.png")
            self.refused(2, reason, "render", own, "-o", "p.png")


if __name__ == "__main__":
    command.main(opengl=True)
