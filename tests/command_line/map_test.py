"""The command map observes bodies on the sky. This file computes maps again from the bodies of an HDF5 file with numpy, by the
definitions of docs/measure.md, and opens the FITS files with astropy."""

import json
import math
import sys
import warnings

import command

try:
    import h5py
    import numpy
    from astropy.io import fits
    from astropy.wcs import WCS
except ImportError:
    sys.exit(print("skipped: python3-h5py or python3-astropy is not installed") or command.skipped)

kpc, km_s, solar_masses, myr = 4.0, 220.0, 4.5e10, 17.78
density_unit = solar_masses / (1e6 * kpc ** 2)
incline, angle = 55.0, 35.0
pixels, extent = (40, 30), (8.0, 6.0)
usual = ("--pixels", "40x30", "--extent", "8,6")
tilted = ("--galaxy", "milky-way", "--incline", incline, "--position-angle", angle)


def half_nearest(x, center):
    return numpy.argsort(((x - center) ** 2).sum(axis=1))[:(len(x) + 1) // 2]


class Bodies:
    """The components of the only galaxy of a file: masses, positions, velocities and smoothing lengths."""

    def __init__(self, path):
        self.parts = {}
        with h5py.File(path) as file:
            for part in (file[name] for name in file if name.startswith("PartType")):
                count, name = part.attrs["Components"].decode().split(" ")
                columns = [part[key][:].astype("f8") for key in ("Masses", "Coordinates", "Velocities")]
                columns.append(part["SmoothingLength"][:].astype("f8") if "SmoothingLength" in part else None)
                self.parts[name.split("/")[1]] = columns

    def joined(self, names):
        return [numpy.concatenate([self.parts[name][i] for name in names]) for i in range(3)]

    def frame(self):
        """Returns center, velocity, and directions right, up and toward the observer."""
        _, x, v, _ = self.parts["bulge"]
        center = numpy.median(x, axis=0)
        for _ in range(15):
            center = x[half_nearest(x, center)].mean(axis=0)
        velocity = v[half_nearest(x, center)].mean(axis=0)
        m, disk, speeds, _ = self.parts["disk"]
        mean = (m[:, None] * speeds).sum(axis=0) / m.sum()
        spin = (m[:, None] * numpy.cross(disk - center, speeds - mean)).sum(axis=0)
        spin /= math.sqrt((spin ** 2).sum())
        node = numpy.array([1.0, 0, 0]) - spin[0] * spin
        node /= math.sqrt((node ** 2).sum())
        other = numpy.cross(spin, node)
        i, p = math.radians(incline), math.radians(angle)
        on_sky = numpy.array([[-math.sin(p), math.cos(p), 0],  # the node, whose half recedes
                              [-math.cos(i) * math.cos(p), -math.cos(i) * math.sin(p), -math.sin(i)],
                              [-math.sin(i) * math.cos(p), -math.sin(i) * math.sin(p), math.cos(i)]])
        return center, velocity, on_sky.T @ numpy.array([node, other, spin])


def histogram(x, y, weights):
    return numpy.histogram2d(y, x, bins=pixels[::-1], weights=weights,
                             range=[[-extent[1] / 2, extent[1] / 2], [-extent[0] / 2, extent[0] / 2]])[0]


class Maps(command.Test):
    def setUp(self):
        super().setUp()
        self.file = str(self.folder / "start.hdf5")
        self.done("simulate", "milky-way", "--bodies", 20000, "--set", "with_gas=true", "--gas-stars", "off",
                  "--until", 0.05, "-o", self.file, "--set", "galaxy.milky-way.gas.clouds=0")
        self.bodies = Bodies(self.file)
        self.visible = [name for name in self.bodies.parts if name != "halo"]  # pictures do not show halos

    def image(self, *words, output="map.fits"):
        path = self.folder / output
        self.summary = json.loads(self.done("map", self.file, *words, "--json", "-o", path).out)
        if output.endswith(".npy"):
            return numpy.load(path)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with fits.open(path) as file:
                file.verify("exception")
                self.header = file[0].header
                return file[0].data.astype("f8")

    def observed(self, names):
        m, x, v = self.bodies.joined(names)
        center, velocity, axes = self.bodies.frame()
        return m, (x - center) @ axes.T, -(v - velocity) @ axes[2]

    def assert_equal_maps(self, found, expected, tolerance):
        self.assertEqual(found.shape, expected.shape)
        self.assertTrue((numpy.isnan(found) == numpy.isnan(expected)).all())
        difference = numpy.nan_to_num(abs(found - expected)).max()
        self.assertLess(difference, tolerance * numpy.nanmax(abs(expected)))

    def test_maps_of_an_inclined_galaxy_equal_histograms_of_numpy(self):
        m, place, speed = self.observed(self.visible)
        mass = histogram(place[:, 0], place[:, 1], m)
        found = self.image(*usual, *tilted, "--quantity", "surface-density")
        self.assert_equal_maps(found, mass * density_unit / (0.2 * 0.2), 1e-4)
        inside = (abs(place[:, 0]) < extent[0] / 2) & (abs(place[:, 1]) < extent[1] / 2)
        self.assertEqual(self.summary["bodies_in_map"], inside.sum())
        with numpy.errstate(all="ignore"):
            mean = histogram(place[:, 0], place[:, 1], m * speed) / mass
            square = histogram(place[:, 0], place[:, 1], m * speed ** 2) / mass
        self.assert_equal_maps(self.image(*usual, *tilted, "--quantity", "velocity"), mean * km_s, 1e-4)
        spread = numpy.sqrt(numpy.maximum(0, square - mean ** 2))
        self.assert_equal_maps(self.image(*usual, *tilted, "--quantity", "dispersion"), spread * km_s, 1e-4)

    def test_a_named_component_is_seen_alone_and_recedes_at_its_position_angle(self):
        m, place, speed = self.observed(["disk"])
        found = self.image(*usual, *tilted, "--quantity", "velocity", "--component", "disk")
        with numpy.errstate(all="ignore"):
            mean = histogram(place[:, 0], place[:, 1], m * speed) / histogram(place[:, 0], place[:, 1], m)
        self.assert_equal_maps(found, mean * km_s, 1e-4)
        y, x = numpy.indices(found.shape)
        along = (y - 14.5) * math.cos(math.radians(angle)) - (x - 19.5) * math.sin(math.radians(angle))
        near = abs((y - 14.5) * math.sin(math.radians(angle)) + (x - 19.5) * math.cos(math.radians(angle))) < 2
        self.assertGreater(numpy.nanmean(found[near & (along > 5)]), 120)
        self.assertLess(numpy.nanmean(found[near & (along < -5)]), -120)

    def test_gas_and_star_formation_equal_numpy(self):
        m, x, v, length = self.bodies.parts["gas"]
        center, _, axes = self.bodies.frame()
        place = (x - center) @ axes.T
        gas = self.image(*usual, *tilted, "--quantity", "gas")
        self.assert_equal_maps(gas, histogram(place[:, 0], place[:, 1], m) * density_unit / 0.04, 1e-4)
        self.assertEqual(self.header["BUNIT"], "solMass pc-2")
        # docs/gas.md: the larger of two estimates of the surface density, then Schmidt's law with a threshold
        density = (64 + 0.0) * m / (4 * math.pi / 3 * length ** 3)
        sound = math.sqrt(1.380649e-23 * 1e4 / (0.6 * 1.67353e-27)) / (1e3 * km_s)
        surface = numpy.maximum(density * length / 1.5, sound * numpy.sqrt(0.4 * density / math.pi)) * density_unit
        rate = numpy.where(surface > 3, surface ** 0.4 / 4e9, 0) * m * solar_masses
        expected = histogram(place[:, 0], place[:, 1], rate) / (0.2 * kpc) ** 2
        found = self.image(*usual, *tilted, "--quantity", "sfr")
        self.assertClose(found.sum(), expected.sum(), 0.02, what="sum of the star formation rates")
        self.assert_equal_maps(found, expected, 0.02)

    def test_the_brightness_is_the_light_of_the_components_in_magnitudes(self):
        light = numpy.zeros(pixels[::-1])
        for name, per_mass in ("disk", 0.67), ("bulge", 0.4):
            m, place, _ = self.observed([name])
            light += histogram(place[:, 0], place[:, 1], m * per_mass)
        # V magnitude of the sun 4.81 at 10 pc (docs/light.md)
        with numpy.errstate(all="ignore"):
            expected = 4.81 + 5 * math.log10(20626.5) - 2.5 * numpy.log10(light * density_unit / 0.04)
        expected[light == 0] = math.nan
        words = (*usual, *tilted, "--quantity", "brightness")
        self.assert_equal_maps(self.image(*words, "--component", "disk,bulge"), expected, 1e-5)
        with_gas = self.image(*words)
        self.assertEqual(self.header["BUNIT"], "mag arcsec-2")
        self.assertGreater(numpy.nanmean(expected - with_gas), 0.05)  # the gas is bright

    def test_the_channels_of_a_cube_add_up_to_the_surface_density(self):
        m, place, speed = self.observed(self.visible)
        words = (*usual, *tilted, "--quantity", "cube", "--channels", 12, "--velocities=-600,600")
        cube = self.image(*words)
        self.assertEqual(cube.shape, (12, 30, 40))
        for channel in range(12):
            inside = numpy.floor((speed * km_s + 600) / 100) == channel
            expected = histogram(place[inside, 0], place[inside, 1], m[inside]) * density_unit / 0.04
            self.assertLess(abs(cube[channel] - expected).max(), 1e-4 * cube.max())
        self.assertEqual((self.header["CTYPE3"], self.header["CRVAL3"], self.header["CDELT3"]), ("VELO", -550, 100))
        wide = self.image(*usual, *tilted, "--quantity", "cube", "--channels", 5, output="cube.npy")
        whole = self.image(*usual, *tilted, output="map.npy")
        self.assertLess(abs(wide.sum(axis=0) - whole).max(), 1e-4 * whole.max())

    def test_blurring_keeps_the_light_and_has_the_width_of_the_point_spread_function(self):
        point = self.folder / "point.csv"
        point.write_text("m,x,y,z,vx,vy,vz\n1,0.011,0.013,0,0,0,0\n")
        words = ("map", point, "--pixels", "101x101", "--extent", "4,4", "--distance", 8)
        self.done(*words, "--psf", 20, "-o", self.folder / "blurred.npy")
        blurred = numpy.load(self.folder / "blurred.npy").astype("f8")
        self.assertClose(blurred.sum() * (4 / 101) ** 2, density_unit, 1e-5, what="mass in the map")
        y, x = numpy.indices(blurred.shape)
        width = math.sqrt(((x - 50) ** 2 * blurred).sum() / blurred.sum()) * 4 / 101 * kpc  # in kpc
        wanted = 20 / 3600 * math.pi / 180 * 8e3 / math.sqrt(8 * math.log(2))
        self.assertClose(width, math.hypot(wanted, 4 / 101 * kpc / math.sqrt(12)), 0.01, what="width")
        found = self.image(*usual, *tilted, "--psf", 4)
        sharp = self.image(*usual, *tilted)
        self.assertClose(found.sum(), sharp.sum(), 5e-3, what="light of a galaxy in the map")

    def test_the_world_coordinates_lead_to_the_sky_and_back(self):
        self.image(*usual, *tilted, "--distance", 20)
        world = WCS(self.header)
        corners = numpy.array([[1, 1], [40, 1], [40, 30], [20.5, 15.5]])
        sky = world.wcs_pix2world(corners, 1)
        self.assertLess(abs(world.wcs_world2pix(sky, 1) - corners).max(), 0.01)
        self.assertLess(abs(sky[3]).max(), 1e-9)
        scale = 0.2 * kpc / 20e3 * 180 / math.pi  # degrees for each pixel
        self.assertClose(-self.header["CDELT1"], scale, 1e-9)
        self.assertClose(sky[2, 1], 14.5 * scale, 1e-4)  # north is up
        self.assertTrue(0 < (sky[0, 0] + 180) % 360 - 180 < 0.1)  # east is left

    def test_invalid_requests_get_one_clear_line(self):
        self.done("generate", "milky-way", "--bodies", 500, "--set", "with_gas=false", "-o", "stars.hdf5")
        for words, why in [(("--quantity", "sfr"), "stars.hdf5 contains no gas, so it has no map of sfr"),
                           (("--pixels", "0x10"), "'0x10': each number must be 1 to 8192"),
                           (("--pixels", "10"), "'10' is not 2 numbers"),
                           (("--extent", "0,1"), "must be greater than 0"),
                           (("--galaxy", "nobody"), "no galaxy 'nobody' at this time; the galaxies are: milky-way"),
                           (("--incline", "steep"), "'steep'"),
                           (("--psf", 1e6), "the point spread function is wider than the map"),
                           (("--component", "tail"), "there is no component 'tail'; there are: disk"),
                           (("--quantity", "color"), "'color' is not one of surface-density, velocity")]:
            self.refused(2, why, "map", "stars.hdf5", *words, "-o", "map.fits")
        self.refused(2, "must end in .fits, .npy or .png", "map", self.file, "-o", "map.jpg")
        self.refused(2, "a cube of 4000 x 4000 pixels and 64 channels is too large", "map", "stars.hdf5", "--quantity",
                     "cube", "--pixels", "4000x4000", "-o", "cube.npy")
        self.refused(2, "a cube is no picture", "map", self.file, "--quantity", "cube", "-o", "cube.png")


command.main(opencl=True)
