"""Cameras in the window: inertia, flight, the view from a star, following, viewpoints, camera paths and stereo."""

import json
import math
import os

import driver


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    return [x / math.dist(a, (0, 0, 0)) for x in a]


class Cameras(driver.PanelTest):
    # The draw mode `point` takes the least drawing time.
    arguments = ["--bodies", "1024", "--size", "1000x700", "--mode", "point", *driver.still_camera]

    def setUp(self):
        self.restart()
        self.home = self.state("camera")
        self.middle = self.picture()

    def camera(self):
        return self.state("camera")

    def flick(self, right, steps=4):
        """Drags with the mouse and releases the button while the pointer is moving."""
        x, y = self.middle
        self.hands.move(self.middle)
        self.hands.press(1)
        moves = []
        for step in range(1, steps + 1):
            moves += ["mousemove", "--window", self.hands.window, round(x + right * step / steps), round(y), ]
        self.hands.xdotool(*moves, "mouseup", 1)
        self.program.frames()

    def rests(self):
        """Waits until the camera no longer moves and returns the camera."""
        last = None
        while last != self.camera():
            last = self.camera()
            self.program.frames(20)
        return last

    def assert_stays(self, position):
        """Checks that the camera does not move, apart from rounding. One frame of flight would move the camera by
        0.07."""
        self.assertLess(math.dist(self.camera()["position"], position), 1e-4)

    def settles(self):
        self.program.frames(3)
        return self.rests()

    def pause(self):
        if self.state("transport")["playing"]:
            self.hands.key("space")
        self.wait_for("transport", playing=False)

    def test_the_camera_keeps_turning_after_a_flick_and_then_stops(self):
        self.flick(60)
        after = self.camera()["yaw"]
        end = self.settles()["yaw"]
        dragged = -math.pi * 60 / 700
        turned = math.remainder(end - self.home["yaw"], math.tau)
        # Both angles are negative: the camera has rotated at least 30 % farther than by the drag itself.
        self.assertLess(turned, 1.3 * dragged)
        self.assertNotEqual(after, end)

    def test_the_camera_stops_after_a_drag_that_ends_at_rest(self):
        self.hands.drag(self.middle, (self.middle[0] + 70, self.middle[1]))
        before = self.camera()
        self.program.frames(20)
        self.assertEqual(self.camera(), before)
        self.assertAlmostEqual(before["yaw"], self.home["yaw"] - math.pi * 70 / 700, 5)

    def test_a_click_stops_the_rotation_that_follows_a_drag_and_a_setting_switches_off_this_rotation(self):
        self.flick(90)
        self.hands.click(self.middle)
        stopped = self.camera()
        self.program.frames(15)
        self.assertEqual(self.camera(), stopped)
        self.open_section("Camera", "Camera/Inertia")
        self.hands.click(self.place("Camera/Inertia", right=0.1))
        self.wait_for("camera", inertia=False)
        before = self.camera()["yaw"]
        self.flick(70)
        self.program.frames(10)
        self.assertAlmostEqual(self.camera()["yaw"], before - math.pi * 70 / 700, 5)
        self.reset_control("Camera/Inertia")
        self.wait_for("camera", inertia=True)

    def test_the_key_t_turns_the_camera_automatically(self):
        self.hands.key("t")
        self.wait_for("camera", turns=True)
        self.wait(lambda: abs(math.remainder(self.camera()["yaw"] - self.home["yaw"], math.tau)) > 0.05, "the camera turns")
        self.hands.key("t")
        self.wait_for("camera", turns=False)
        self.assertEqual(self.camera()["distance"], self.home["distance"])

    def test_the_key_o_switches_to_an_orthographic_projection(self):
        self.hands.key("o")
        self.wait_for("camera", projection="orthographic")
        self.hands.key("o")
        self.wait_for("camera", projection="perspective")

    def test_held_keys_fly_the_camera_in_its_view_direction(self):
        self.hands.key("c")
        self.wait_for("camera", mode="fly", position=self.home["position"])
        mode = self.state("mode")
        for key, right, up, ahead in (("w", 0, 0, 1), ("s", 0, 0, -1), ("d", 1, 0, 0), ("a", -1, 0, 0),
                                      ("e", 0, 1, 0), ("q", 0, -1, 0), ("Up", 0, 0, 1), ("Right", 1, 0, 0)):
            before = self.camera()
            self.hands.hold(key)
            self.wait(lambda: math.dist(self.camera()["position"], before["position"]) > 0.2, f"the key {key} moves the camera")
            self.hands.release_key(key)
            after = self.rests()
            way = [b - a for a, b in zip(before["position"], after["position"])]
            look = [b - a for a, b in zip(before["position"], before["target"])]
            length = math.hypot(*way)
            along = sum(a * b for a, b in zip(way, look)) / length / math.hypot(*look)
            # sideways component: along the cross product of the view direction and the camera's up direction
            vertical = before["up"]
            right_hand = [look[1] * vertical[2] - look[2] * vertical[1], look[2] * vertical[0] - look[0] * vertical[2],
                          look[0] * vertical[1] - look[1] * vertical[0]]
            aside = sum(a * b for a, b in zip(way, right_hand)) / length / math.hypot(*right_hand)
            if up:
                self.assertAlmostEqual(sum(a * b for a, b in zip(way, vertical)) / length, up, 3, key)
            else:
                self.assertAlmostEqual(along, ahead, 3, key)
                self.assertAlmostEqual(aside, right, 3, key)
            self.assertAlmostEqual(after["yaw"], before["yaw"], 5)
        # In flight mode the key d moves the camera and keeps the draw mode.
        self.assertEqual(self.state("mode"), mode)
        self.hands.key("m")
        self.wait(lambda: self.state("mode") != mode, "the key m changes the draw mode")
        for _ in range(4):
            self.hands.key("m")

    def point_under(self, place, camera):
        """Returns the point of the scene that appears at this position of the window, at the distance of the camera's
        target."""
        out = [a - b for a, b in zip(camera["position"], camera["target"])]
        out = [a / camera["distance"] for a in out]
        right = unit(cross(camera["up"], out))
        up = cross(out, right)
        height = 2 * camera["distance"] * math.tan(camera["fov"] / 2)
        # The target of the camera appears at the center of this area.
        left, top, wide, high = self.state("screen")["free"]
        x, y = (place[0] - left - wide / 2) / 700 * height, (place[1] - top - high / 2) / 700 * height
        return [t + x * r - y * u for t, r, u in zip(camera["target"], right, up)]

    def test_the_wheel_zooms_toward_the_point_under_the_pointer(self):
        place = (self.middle[0] + 90, self.middle[1] - 60)
        before = self.rests()
        self.hands.wheel(place, 4)
        after = self.settles()
        self.assertAlmostEqual(after["distance"], before["distance"] / 1.1 ** 4, 3)
        gap = math.dist(self.point_under(place, before), self.point_under(place, after))
        self.assertLess(gap, 1e-3 * before["distance"])  # Tolerance: single precision over some frames.
        self.assertGreater(math.dist(before["target"], after["target"]), 0.01 * before["distance"])

    def test_a_double_click_centers_the_bodies_under_the_pointer(self):
        self.pause()
        before = self.rests()
        place = (self.middle[0] + 80, self.middle[1] + 30)
        point = self.point_under(place, before)
        self.hands.move(place)
        for _ in range(2):
            self.hands.xdotool("click", 1)
        self.wait(lambda: math.dist(self.camera()["target"], before["target"]) > 1,
                  "the camera moves to the clicked point")
        after = self.settles()
        # Bodies near the pointer may be nearer or farther than the target, so only the sideways distance is checked.
        out = [a - b for a, b in zip(before["position"], before["target"])]
        aside = cross([a - b for a, b in zip(after["target"], point)], unit(out))
        self.assertLess(math.dist(aside, (0, 0, 0)), 0.15 * before["distance"])
        self.hands.key("r")
        self.wait(lambda: math.dist(self.camera()["target"], before["target"]) < 0.1,
                  "the camera returns to the initial target")

    def test_mouse_drag_and_wheel_control_the_flight(self):
        self.hands.key("c")
        self.wait_for("camera", mode="fly")
        self.hands.drag(self.middle, (self.middle[0] + 100, self.middle[1]))
        looked = self.camera()
        self.assertAlmostEqual(looked["yaw"], self.home["yaw"] + looked["fov"] * 100 / 700, 5)
        self.assertLess(math.dist(looked["position"], self.home["position"]), 1e-3)
        self.hands.wheel(self.middle, 2)
        self.wait_for("camera", fly_speed=self.home["fly_speed"] * 1.2 ** 2)
        self.hands.wheel(self.middle, -2)
        before = self.camera()["position"]
        self.hands.key("space")  # Keys that do not control the flight have their usual effect.
        self.wait_for("transport", playing=False)
        self.assert_stays(before)

    def test_keys_typed_into_a_panel_do_not_move_the_camera(self):
        self.hands.key("c")
        self.wait_for("camera", mode="fly")
        self.enter("Physics/Softening", "0.2")
        before = self.camera()["position"]
        self.open_section("Camera", "Camera/Body")
        self.hands.click(self.place("Camera/Body", right=0.1))
        self.hands.type("wwww")
        self.program.frames(5)
        self.assert_stays(before)
        self.hands.press_key("Escape")  # Escape ends the input in the text field.

    def test_the_key_c_cycles_camera_modes_including_the_view_from_a_star(self):
        self.pause()
        self.hands.key("c")
        self.wait_for("camera", mode="fly")
        self.hands.key("c")
        self.wait_for("camera", mode="sky")
        seat = self.settles()
        self.assertLess(abs(self.beside_andromeda(seat)), 35)
        # The picture must also show the bright side of the Milky Way's band, which is opposite to Andromeda.
        self.assertGreater(abs(self.beside_andromeda(seat)), 10)
        self.hands.drag(self.middle, (self.middle[0] + 140, self.middle[1] + 70))
        looked = self.camera()
        self.assertLess(math.dist(looked["position"], seat["position"]), 1e-4)
        self.assertAlmostEqual(math.remainder(looked["yaw"] - seat["yaw"], math.tau), seat["fov"] * 140 / 700, 4)
        self.hands.wheel(self.middle, 3)
        self.wait_for("camera", fov=seat["fov"] / 1.1 ** 3)
        for projection in ("hammer", "dome", "perspective"):
            self.hands.key("o")
            self.wait_for("camera", projection=projection)
        self.hands.key("period")
        # A step of 0.02 moves the star by more than 0.02, because star and galaxy move in one direction with
        # a total speed of nearly 2.
        self.wait(lambda: math.dist(self.camera()["position"], seat["position"]) > 0.02,
                  "the camera moves with its star")
        # The camera keeps the direction to which the user has rotated the view.
        self.assertAlmostEqual(self.camera()["yaw"], looked["yaw"], 5)
        self.hands.key("c")
        self.wait_for("camera", mode="orbit")
        self.assertLess(math.dist(self.settles()["position"], self.home["position"]), 1e-3)

    def beside_andromeda(self, camera):
        """Returns the angle between the center of the picture and Andromeda's initial position, in degrees."""
        andromeda = [x / 3.0950413 for x in (-2.57885, 28.12572, -10.04035)]
        way = unit([b - a for a, b in zip(camera["position"], andromeda)])
        look = unit([b - a for a, b in zip(camera["position"], camera["target"])])
        return math.degrees(math.acos(sum(a * b for a, b in zip(way, look))))

    def test_the_camera_follows_a_galaxy(self):
        self.open_section("Camera", "Camera/Follow")
        self.choose("Camera/Follow", "andromeda")
        self.wait_for("camera", follow="andromeda")
        self.pause()
        there = self.settles()
        # The target is near Andromeda's initial position; Andromeda has moved a little since the start.
        self.assertLess(math.dist(there["target"], (-0.83, 9.09, -3.24)), 3)
        self.hands.key("space")
        self.wait(lambda: math.dist(self.camera()["target"], there["target"]) > 0.5, "the camera moves with the galaxy")
        moved = [b - a for a, b in zip(there["target"], self.camera()["target"])]
        eye = [b - a for a, b in zip(there["position"], self.camera()["position"])]
        self.assertLess(math.dist(moved, eye), 1e-3)
        self.choose("Camera/Follow", "nothing")
        self.wait_for("camera", follow="")

    def test_the_camera_follows_a_body_given_by_its_number(self):
        self.open_section("Camera", "Camera/Body")
        self.replace_text("Camera/Body", "7")
        self.hands.press_key("Return")
        self.wait_for("camera", follow="7")
        self.replace_text("Camera/Body", "99999")
        self.hands.press_key("Return")
        self.wait(lambda: "no galaxy and no body '99999'" in self.program.stderr(), "a message gives the reason")
        self.assertEqual(self.camera()["follow"], "7")

    def test_a_stored_viewpoint_can_be_recalled(self):
        self.hands.key("4")  # Viewpoint 4 was never stored, so the key has no effect.
        self.program.frames(3)
        self.assertEqual(self.camera(), self.home)
        self.hands.drag(self.middle, (self.middle[0] + 100, self.middle[1]))
        self.hands.key("ctrl+4")
        self.wait_for("camera", viewpoints=[4])
        kept = self.camera()
        self.restart()
        self.assertNotEqual(self.camera()["yaw"], kept["yaw"])
        self.hands.key("4")
        self.assertAlmostEqual(self.settles()["yaw"], kept["yaw"], 5)

    def test_a_camera_path_is_made_played_and_saved(self):
        self.open_section("Camera", "Camera/Add key frame")
        before = self.camera()["key_frames"]
        self.pause()
        self.hands.click(self.place("Camera/Add key frame"))
        self.wait_for("camera", key_frames=before + 1)
        self.hands.drag(self.middle, (self.middle[0] + 150, self.middle[1]))
        self.hands.key("space")
        self.wait(lambda: self.state("frame")["time"] > 3, "a later time is displayed")
        self.pause()
        self.hands.click(self.place("Camera/Add key frame"))
        self.wait_for("camera", key_frames=before + 2)
        saved = self.program.count("path_saved")
        self.replace_text("Camera/File##path", "mine.toml")
        self.hands.press_key("Return")
        self.wait(lambda: self.program.count("path_saved") == saved + 1, "the file is written")
        self.assertEqual(self.state("path_saved")["file"], "mine.toml")
        text = open(os.path.join(self.program.folder, "mine.toml")).read()
        self.assertEqual(text.count("[[camera.keyframe]]"), before + 2)
        self.hands.click(self.place("Camera/Save path"))
        self.wait(lambda: self.program.count("path_saved") == saved + 2, "a second file is written")
        self.assertEqual(self.state("path_saved")["file"], "mine-2.toml")
        self.hands.click(self.place("Camera/Play path", right=0.1))
        self.wait_for("camera", path=True)
        self.hands.drag(self.middle, (self.middle[0] + 50, self.middle[1]))
        self.wait_for("camera", "the user takes the camera over", path=False)

    def test_the_key_f2_cycles_stereo_modes(self):
        self.pause()
        for stereo in ("side-by-side", "anaglyph", "off"):
            self.hands.key("F2")
            self.wait_for("camera", stereo=stereo)


class FramedCamera(Cameras):
    arguments = ["--bodies", "1024", "--size", "1000x700", "--mode", "point"]

    def test_the_wheel_ends_the_framing_and_key_button_or_switch_restart_the_framing(self):
        self.pause()
        self.assertTrue(self.camera()["keeps_framed"])
        self.assertNotIn("Picture/Frame galaxies", self.places())

        def leave():
            self.hands.wheel(self.middle, 15)
            self.wait_for("camera", "the wheel ends the framing", keeps_framed=False)
            self.rests()

        leave()
        self.hands.key("f")
        framed = self.settles()
        self.assertTrue(framed["keeps_framed"])
        # The galaxies are 30 length units apart, so a camera at this distance shows both galaxies.
        self.assertTrue(25 < framed["distance"] < 60, framed)
        self.assertAlmostEqual(framed["yaw"], self.home["yaw"], 4)
        leave()
        self.hands.click(self.place("Picture/Frame galaxies"))
        self.assertAlmostEqual(self.settles()["distance"], framed["distance"], 3)
        self.assertNotIn("Picture/Frame galaxies", self.places())
        self.open_section("Camera", "Camera/Keep framed")
        leave()
        self.hands.click(self.place("Camera/Keep framed", right=0.1))
        # The open drawer leaves a narrower part of the picture to the galaxies.
        self.wait(lambda: 1 < self.camera()["distance"] / framed["distance"] < 2, "the camera shows both galaxies again")
        self.assertTrue(self.camera()["keeps_framed"])


class FromTheCommandLine(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "640x400", "--mode", "point", "--sky", "--projection", "hammer",
                 "--stereo", "anaglyph"]

    def test_the_command_line_sets_camera_mode_projection_and_stereo(self):
        self.wait_for("camera", mode="sky", projection="hammer", stereo="anaglyph")
        first = next(event for event in self.program.events if event["event"] == "camera")
        # Initial position of the galaxy relative to the center of mass of the scene.
        centre = [-x * 2.0950413 / 3.0950413 for x in (-2.57885, 28.12572, -10.04035)]
        way = [b - a for a, b in zip(first["position"], centre)]
        look = [b - a for a, b in zip(first["position"], first["target"])]
        # Tolerance: the center of the galaxy is the mean position of about 30 bodies of the bulge. The camera is at the
        # star most similar to the Sun, chosen from about 70 stars.
        self.assertAlmostEqual(math.hypot(*way), 2.05, delta=0.2)
        self.assertGreater(sum(a * b for a, b in zip(way, look)) / math.hypot(*way) / math.hypot(*look), 0.98)
        self.hands.key("c")
        self.wait_for("camera", mode="orbit")
        self.restart()
        self.wait_for("camera", mode="sky", projection="hammer")


class PathOfTheScene(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "640x400", "--mode", "point", "--path"]

    def test_the_camera_path_of_the_scene_is_played(self):
        self.wait_for("camera", path=True)
        first = self.state("camera")["position"]
        self.wait(lambda: math.dist(self.state("camera")["position"], first) > 0.3, "the camera moves along the path")
        self.hands.wheel(self.picture(), 1)
        self.wait_for("camera", path=False)
        self.restart()
        self.wait_for("camera", path=True)


class RememberedViewpoints(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "640x400", "--mode", "point"]
    saves_settings = True

    def again(self, *more):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start(*more)

    def test_viewpoints_are_stored_for_each_scene(self):
        middle = self.picture()
        self.hands.drag(middle, (middle[0] + 40, middle[1]))
        kept = self.state("camera")["yaw"]
        self.hands.key("ctrl+2")
        self.wait_for("camera", viewpoints=[2])
        self.again("plummer")
        self.wait_for("camera", viewpoints=[])
        self.hands.key("c")
        self.hands.key("c")
        self.wait(lambda: "has a disk with a star to look from" in self.program.stderr(), "there is no sky without a disk")
        self.wait_for("camera", mode="orbit")
        self.again()
        self.wait_for("camera", viewpoints=[2])
        self.hands.key("2")
        self.wait(lambda: abs(self.state("camera")["yaw"] - kept) < 1e-5, "the camera reaches the viewpoint")

    def test_invalid_viewpoints_in_the_settings_are_ignored(self):
        self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        file = os.path.join(self.scratch, "milkomeda", "settings.json")
        good = {"mode": "orbit", "projection": "perspective", "yaw": 1, "pitch": 0, "distance": 9,
                "target": [0, 0, 0], "fov": 1}
        scene = "milky-way-andromeda"
        for viewpoints, kept in (({scene: {"1": good, "0": good, "x": good}}, [1]), ({scene: {"1": {}}}, []),
                                 ({scene: {"1": good | {"mode": "swim"}}}, []), (7, []), ({scene: 3}, []),
                                 ({scene: {"3": good | {"target": [1]}}}, []),
                                 ({scene: {"3": good | {"distance": -1}}}, [3])):
            with self.subTest(viewpoints):
                with open(file, "w") as stream:
                    json.dump({"viewpoints": viewpoints}, stream)
                type(self).start()
                self.wait_for("camera", viewpoints=kept)
                self.hands.xdotool("key", "ctrl+q")
                self.assertEqual(self.program.exit_code(), 0)


driver.main(Cameras, FramedCamera, FromTheCommandLine, PathOfTheScene, RememberedViewpoints)


class FirstPicture(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "1280x640", "--mode", "point"]

    def test_the_first_picture_fills_the_area_free_of_panels(self):
        self.program.frames(6)
        camera = self.state("camera")
        # The window has rolled the camera, so that both galaxies lie along the width or the diagonal of the picture.
        self.assertGreater(math.dist(camera["up"], (0, 1, 0)), 0.3)
        self.assertLess(camera["distance"], 40)  # In the scene file the distance is 45.
        yaw = camera["yaw"]
        self.hands.key("F1")
        self.hands.key("r")
        self.wait(lambda: self.state("camera")["distance"] < camera["distance"] - 1,
                  "the camera is nearer without panels")
        self.assertAlmostEqual(self.state("camera")["yaw"], yaw, 5)


class CameraFromTheCommandLine(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "1280x640", "--mode", "point", "--camera", "distance=45"]

    def test_a_camera_from_the_command_line_is_not_reframed(self):
        self.program.frames(6)
        self.assertEqual(self.state("camera")["up"], [0, 1, 0])
        self.assertAlmostEqual(self.state("camera")["distance"], 45, 4)
