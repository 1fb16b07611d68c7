"""Until the first input, the camera keeps 90 % of the light of each galaxy in the area between the panels, through the
whole run, in windows of several sizes."""

import math

import driver

fast = ["--bodies", "1024", "--mode", "point", "--solver", "direct", "--dt", "0.1", "--softening", "0.15",
        "--time-per-second", "10", "--size", "1280x720"]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def unit(a):
    return [x / math.dist(a, (0, 0, 0)) for x in a]


def ahead_of(camera):
    return unit([b - a for a, b in zip(camera["position"], camera["target"])])


def outside(camera, screen, galaxy):
    """Returns how far the light of the galaxy extends beyond the free area, as a share of its size; below 0 inside."""
    ahead = ahead_of(camera)
    right = unit(cross(ahead, camera["up"]))
    up = cross(right, ahead)
    from_camera = [b - a for a, b in zip(camera["position"], galaxy["center"])]
    depth = dot(from_camera, ahead)
    half_height = math.tan(camera["fov"] / 2)
    half_width = half_height * screen["width"] / screen["height"]
    # The target appears in the center of the free area.
    share_x, share_y = screen["free"][2] / screen["width"], screen["free"][3] / screen["height"]
    x = (abs(dot(from_camera, right)) + galaxy["radius_90"]) / depth / (half_width * share_x)
    y = (abs(dot(from_camera, up)) + galaxy["radius_90"]) / depth / (half_height * share_y)
    return max(x, y) - 1


class Framing(driver.WindowTest):
    arguments = fast
    screen = (1920, 1080)

    def check_frames(self, events):
        """Checks all frames in which the galaxies have moved. Returns their number and the smallest distance of the
        camera."""
        now = {"camera": self.state("camera"), "screen": self.state("screen")}
        frames, least = 0, math.inf
        for event in events:
            now[event["event"]] = event
            if event["event"] != "light":  # In a frame, the event light follows camera and screen.
                continue
            frames += 1
            least = min(least, now["camera"]["distance"])
            for galaxy in now["light"]["galaxies"]:
                self.assertLess(outside(now["camera"], now["screen"], galaxy), 0,
                                (galaxy, now["camera"], now["screen"]["free"]))
        return frames, least

    def test_both_galaxies_stay_in_view_at_three_window_sizes(self):
        for size in ((640, 480), (1280, 720), (1920, 1080)):
            with self.subTest(size):
                self.hands.resize(*size)
                self.wait_for("screen", "the window has its new size", width=size[0], height=size[1])
                self.restart()
                self.wait(lambda: len(self.state("light")["galaxies"]) == 2, "both galaxies are found")
                before = len(self.program.events)
                self.program.wait(lambda: self.state("frame")["time"] >= 90, "the run ends", 180)
                frames, least = self.check_frames(self.program.events[before:])
                self.assertGreater(frames, 100)
                # The galaxies meet. A camera that stays far away would show them, but small.
                self.assertLess(least, 30)


class ChangedScene(driver.WindowTest):
    arguments = ["antennae", *fast, "--set", "galaxy.ngc-4038.inclination=90"]

    def test_a_changed_scene_is_seen_along_the_axis_of_its_orbit(self):
        # The orbit of the scene antennae lies in the plane of x and y.
        self.assertGreater(abs(ahead_of(self.state("camera"))[2]), 0.999)


if __name__ == "__main__":
    driver.main(Framing, ChangedScene)
