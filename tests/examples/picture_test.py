"""The example picture draws a particle file as a PNG picture."""

import pathlib
import sys

import example

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "command_line"))
from command import read_png  # noqa: E402


class Picture(example.Test):
    def test_the_galaxies_shine_on_a_dark_sky(self):
        self.generate("milky-way-andromeda", 4000, "galaxies.hdf5")
        self.run_example("galaxies.hdf5", "galaxies.png")
        width, height, rgba = read_png((self.folder / "galaxies.png").read_bytes())
        self.assertEqual((width, height), (1280, 720))
        light = [sum(rgba[i:i + 3]) / 3 for i in range(0, len(rgba), 4)]
        self.assertGreater(sum(value > 100 for value in light), 0.002 * width * height)
        self.assertGreater(sum(value < 20 for value in light), 0.5 * width * height)

    def test_a_message_names_a_missing_file(self):
        self.assertIn("nowhere.tab", self.run_example("nowhere.tab", "picture.png", code=1))


if __name__ == "__main__":
    example.main()
