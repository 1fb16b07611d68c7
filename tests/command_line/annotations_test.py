"""Pictures with annotations, density maps, and invalid options for them."""

import command
from command import scene

size = ["--size", "320x240"]


def lit(picture, left, top, right, bottom):
    """Returns the number of nearly white pixels in a part of the picture, given as fractions of width and height."""
    width, height, pixels = picture
    return sum(min(pixels[4 * (y * width + x):][:3]) > 150
               for y in range(int(top * height), int(bottom * height))
               for x in range(int(left * width), int(right * width)))


class Annotations(command.Test):
    def drawn(self, *words, name="p.png"):
        return self.picture(name, scene, "--bodies", 300, "--interop", "none", "--mode", "point", *size, *words)

    def test_a_picture_has_no_annotations_by_default(self):
        bare = self.drawn()
        self.assertEqual(self.drawn("--show", "none"), bare)
        self.assertEqual(self.drawn("--set", "view.show=[]"), bare)
        self.assertNotEqual(self.drawn("--show", "scale"), bare)

    def test_scale_bar_and_clock_and_labels_are_drawn_at_their_places(self):
        bare = self.drawn()
        for names, part in (("scale", (0, 0.85, 0.4, 1)), ("clock", (0, 0, 0.4, 0.12)), ("labels", (0.4, 0, 1, 1))):
            with self.subTest(names):
                self.assertGreater(lit(self.drawn("--show", names), *part), lit(bare, *part) + 20)
        for names in ("axes", "grid"):
            self.assertNotEqual(self.drawn("--show", names), bare, names)

    def test_annotations_can_be_set_by_the_scene_or_by_the_option_show(self):
        scale = self.drawn("--show", "scale,clock")
        self.assertEqual(self.drawn("--set", 'view.show=["clock", "scale"]'), scale)
        self.assertEqual(self.drawn("--set", 'view.show=["axes"]', "--show", "scale,clock"), scale)

    def test_annotations_can_be_drawn_at_any_picture_size(self):
        for width, height in ((1, 1), (40, 30), (700, 20), (20, 700), (2000, 1500)):
            with self.subTest(f"{width}x{height}"):
                picture = self.picture("p.png", scene, "--bodies", 60, "--interop", "none", "--show", "all",
                                       "--size", f"{width}x{height}")
                self.assertEqual(picture[:2], (width, height))

    def test_invalid_annotations_are_refused_with_a_message_of_one_line(self):
        for value, reason in (("clocks", "--show: 'clocks' is not one of scale,"), ("", "--show: ''"),
                              ("scale,,clock", "--show: ''"), ("none,clock", "--show: 'none'")):
            self.refused(2, reason, "render", scene, "-o", "p.png", "--show", value)
        self.refused(2, "view.show: 'x' is not one of scale,", "render", scene, "-o", "p.png", "--set", 'view.show=["x"]')
        self.refused(2, "view.show takes a list of strings", "render", scene, "-o", "p.png", "--set", "view.show=3")


class Density(command.Test):
    def drawn(self, *words):
        return self.picture("p.png", scene, "--bodies", 3000, "--interop", "none", "--size", "96x64", "--mode",
                            "density", *words)

    def test_density_limits_set_the_brightness_of_the_density_map(self):
        brightness = [sum(self.drawn("--density-limits", limits)[2]) for limits in ("0.1,100", "0.1,1e4", "1e7,1e8")]
        self.assertGreater(brightness[0], brightness[1])
        self.assertEqual(brightness[2], 96 * 64 * 255, "the picture is black and opaque")

    def test_invalid_density_limits_are_refused_with_a_message_of_one_line(self):
        for value in ("1", "1,2,3", "2,1", "1,1", "0,1", "-1,3", "a,b", "1,nan", "1,inf", "1,1e10", "1e-7,1"):
            self.refused(2, "--density-limits: '", "render", scene, "-o", "p.png", "--density-limits=" + value)


class Trails(command.Test):
    def test_a_trail_begins_at_the_start_of_the_run(self):
        """A single picture at a later time shows the trail from the start of the run, as a video does."""
        words = [scene, "--bodies", 200, *size, "--mode", "point", "--set", "camera.fills_picture=false", "--show", "trails",
                 "--dt", 0.05]
        bare = self.picture("bare.png", *words[:-4], "--dt", 0.05, "--at", 2)
        picture = self.picture("p.png", *words, "--at", 2)
        self.done("render", *words, "--from", 0, "--until", 2, "--fps", 12, "--time-per-second", 1.2, "-o", "f-%d.png")
        frame = command.read_png((self.folder / "f-20.png").read_bytes())
        changed = [sum(a != b for a, b in zip(one[2], bare[2])) for one in (picture, frame)]
        # Both galaxies move by about 3 units, which is 40 pixels of this small picture.
        self.assertGreater(changed[0], 60)
        self.assertClose(changed[0], changed[1], 0.15, what="pixels of the trails")


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
