"""The command map observes bodies on the sky. This file computes maps again from the bodies of an HDF5 file with numpy, by the
definitions of docs/measure.md, and opens the FITS files with astropy."""

import json
import math
import re
import shutil
import subprocess
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


def table_of_colors():
    """Returns the colors of the table in docs/measure.md: {population or age in Myr: (u - V, g - V, ...)}."""
    colors = {}
    with open(command.Test.root + "/docs/measure.md") as page:
        for line in page:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == 7 and re.fullmatch(r"-?\d\.\d\d", cells[2]):
                colors[cells[0]] = tuple(map(float, cells[2:]))
    return colors


def normal_below(x):
    return 0.5 * (1 + numpy.vectorize(math.erf)(x / math.sqrt(2)))


def shares_along(center, sigma, count):
    """Shares of a Gaussian in pixels; the outermost pixels within 4 standard deviations get the light beyond."""
    least, most = math.floor(center - 4 * sigma), math.floor(center + 4 * sigma)
    edges = numpy.arange(count + 1)
    below = normal_below((edges - center) / sigma)
    below[edges <= least] = 0
    below[edges > most] = 1
    return numpy.diff(below)


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

    def test_the_moments_of_the_velocity_equal_numpy(self):
        m, place, speed = self.observed(self.visible)
        powers = [histogram(place[:, 0], place[:, 1], m * speed ** k) for k in range(5)]
        counts = histogram(place[:, 0], place[:, 1], numpy.ones_like(m))
        with numpy.errstate(all="ignore"):
            mean, square, cube, fourth = [power / powers[0] for power in powers[1:]]
            variance = square - mean ** 2
            skewness = (cube - 3 * mean * square + 2 * mean ** 3) / variance ** 1.5
            kurtosis = (fourth - 4 * mean * cube + 6 * mean ** 2 * square - 3 * mean ** 4) / variance ** 2
        # Velocities of few bodies may be nearly equal, so that rounding errors of single precision matter.
        enough = counts >= 5
        for quantity, expected in ("h3", skewness / (4 * math.sqrt(3))), ("h4", (kurtosis - 3) / (8 * math.sqrt(6))):
            found = self.image(*usual, *tilted, "--quantity", quantity)
            self.assertTrue(numpy.isnan(found[counts < 2]).all())
            self.assertLess(abs(found - expected)[enough].max(), 1e-4 * abs(expected[enough]).max())
        self.assertEqual(self.header["GHMETHOD"], "moments")

    def test_ages_are_means_weighted_by_mass_or_light(self):
        ages = {"disk": 5000, "bulge": 10000}
        for words, weights in ((), {"disk": 1, "bulge": 1}), (("--band", "V"), {"disk": 0.67, "bulge": 0.4}):
            sums = numpy.zeros((2, *pixels[::-1]))
            for name, age in ages.items():
                m, place, _ = self.observed([name])
                sums += [histogram(place[:, 0], place[:, 1], m * weights[name] * factor) for factor in (1, age)]
            with numpy.errstate(all="ignore"):
                self.assert_equal_maps(self.image(*usual, *tilted, "--quantity", "age", *words), sums[1] / sums[0], 1e-4)
        self.assertEqual(self.header["BUNIT"], "Myr")

    def test_the_brightness_in_each_band_follows_from_the_colors_of_the_populations(self):
        colors = table_of_colors()
        for i, band in enumerate("ugriz"):
            light = numpy.zeros(pixels[::-1])
            for name, per_mass in ("disk", 0.67), ("bulge", 0.4):
                m, place, _ = self.observed([name])
                light += histogram(place[:, 0], place[:, 1], m * per_mass * 10 ** (-0.4 * colors[name][i]))
            with numpy.errstate(all="ignore"):
                expected = 4.81 + 5 * math.log10(20626.5) - 2.5 * numpy.log10(light * density_unit / 0.04)
            expected[light == 0] = math.nan
            words = (*usual, *tilted, "--quantity", "brightness", "--component", "disk,bulge", "--band", band)
            self.assert_equal_maps(self.image(*words), expected, 1e-5)
            self.assertEqual(self.header["BAND"], band)
        # The light of all pixels is the light of all bodies: no light is lost in a map that contains all bodies.
        found = self.image("--pixels", "64x64", "--extent", "400,400", *tilted, "--quantity", "brightness", "--component",
                           "disk,bulge", "--band", "r")
        light = sum(self.bodies.parts[name][0].sum() * per_mass * 10 ** (-0.4 * colors[name][2])
                    for name, per_mass in (("disk", 0.67), ("bulge", 0.4)))
        found_light = numpy.nansum(10 ** (0.4 * (4.81 + 5 * math.log10(20626.5) - found))) * (400 / 64) ** 2
        self.assertClose(found_light, light * density_unit, 1e-4)

    def test_velocities_can_be_weighted_by_light(self):
        m, place, speed = self.observed(["disk", "bulge"])
        light = numpy.where(numpy.arange(len(m)) < len(self.bodies.parts["disk"][0]), 0.67, 0.4) * m
        with numpy.errstate(all="ignore"):
            mean = histogram(place[:, 0], place[:, 1], light * speed) / histogram(place[:, 0], place[:, 1], light)
        found = self.image(*usual, *tilted, "--quantity", "velocity", "--band", "V", "--component", "disk,bulge")
        self.assert_equal_maps(found, mean * km_s, 1e-4)

    def test_smoothed_bodies_are_gaussians_of_half_the_distance_to_their_neighbor(self):
        random = numpy.random.default_rng(5)
        rows = numpy.column_stack([random.uniform(0.5, 2, 300), random.normal(0, 1, (300, 3)), random.normal(0, 1, (300, 3))])
        rows[:, 1:4] -= numpy.average(rows[:, 1:4], axis=0, weights=rows[:, 0])
        rows[:, 4:] -= numpy.average(rows[:, 4:], axis=0, weights=rows[:, 0])
        rows = rows.astype("f4").astype("f8")
        path = self.folder / "cloud.csv"
        path.write_text("m,x,y,z,vx,vy,vz\n" + "\n".join(",".join(map(repr, map(float, row))) for row in rows) + "\n")
        distances = numpy.sqrt(((rows[:, None, 1:3] - rows[None, :, 1:3]) ** 2).sum(axis=2))
        sigma = numpy.sort(distances, axis=1)[:, 8] / 2 * 8  # 8 pixels for each unit of length
        sums = numpy.zeros((2, 48, 64))
        for row, width in zip(rows, sigma):
            share = numpy.outer(shares_along(row[2] * 8 + 24, width, 48), shares_along(row[1] * 8 + 32, width, 64))
            sums += row[0] * share, -row[0] * row[6] * share
        words = ("--pixels", "64x48", "--extent", "8,6", "--smooth", 8)
        self.done("map", path, *words, "-o", self.folder / "smooth.npy")
        smooth = numpy.load(self.folder / "smooth.npy").astype("f8")
        self.assert_equal_maps(smooth, sums[0] * density_unit * 64, 1e-4)
        self.done("map", path, "--pixels", "99x99", "--extent", "33,33", "--smooth", 8, "-o", self.folder / "wide.npy")
        wide = numpy.load(self.folder / "wide.npy").astype("f8")
        self.assertClose(wide.sum() / 9, rows[:, 0].sum() * density_unit, 1e-4, what="mass in a map of all bodies")
        self.done("map", path, *words, "--quantity", "velocity", "-o", self.folder / "velocity.npy")
        with numpy.errstate(all="ignore"):
            self.assert_equal_maps(numpy.load(self.folder / "velocity.npy").astype("f8"), sums[1] / sums[0] * km_s, 1e-4)

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

    def point(self, *words):
        """Returns the map of a single body of mass 1 at the middle, 4 x 4 units and 81 x 81 pixels, as counts of mass."""
        path = self.folder / "point.csv"
        path.write_text("m,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n")
        self.done("map", path, "--pixels", "81x81", "--extent", "4,4", "--distance", 8, *words, "-o", "point.npy")
        return numpy.load(self.folder / "point.npy").astype("f8") * (4 / 81) ** 2 / density_unit

    def test_a_moffat_function_has_its_width_its_wings_and_all_light(self):
        arcseconds = 4 / 81 * kpc / 8e3 * 180 / math.pi * 3600  # for each pixel
        for width, beta in (12, 2.5), (8, 4):
            found = self.point("--psf", width, "--psf-shape", "moffat", "--psf-beta", beta)
            radius = width / 2 / math.sqrt(2 ** (1 / beta) - 1)
            fine = (numpy.arange(81 * 48) + 0.5) / 48 - 40.5
            square = (fine[:, None] ** 2 + fine[None, :] ** 2) * arcseconds ** 2
            share = (beta - 1) / (math.pi * radius ** 2) * (1 + square / radius ** 2) ** -beta * (arcseconds / 48) ** 2
            expected = share.reshape(81, 48, 81, 48).sum(axis=(1, 3))
            self.assertLess(abs(found - expected).max(), 1e-4 * expected.max())
            # In a far wing, the function follows a power law.
            self.assertClose(found[40, 40 + 36] / expected[40, 40 + 36], 1, 1e-3)
            inside = 1 - (1 + (40.5 * arcseconds / radius) ** 2) ** (1 - beta)  # light in the largest circle in the map
            self.assertTrue(inside - 1e-4 < found.sum() < 1 + 1e-6, (inside, found.sum()))
        narrow = self.point("--psf", 2 * arcseconds / 3, "--psf-shape", "moffat", "--psf-beta", 3)
        self.assertClose(narrow.sum(), 1, 5e-3, what="light of a function that is narrower than a pixel")

    def test_the_noise_of_an_exposure_is_that_of_photons(self):
        words = (*usual, *tilted, "--quantity", "counts", "--band", "r", "--exposure", 100, "--sky", 21, "--zero-point", 25,
                 "--distance", 20)
        colors = table_of_colors()
        arcseconds = 0.2 * kpc / 20e3 * 180 / math.pi * 3600
        light = numpy.zeros(pixels[::-1])
        for name, per_mass in ("disk", 0.67), ("bulge", 0.4):
            m, place, _ = self.observed([name])
            light += histogram(place[:, 0], place[:, 1], m * per_mass * 10 ** (-0.4 * colors[name][2]))
        surface = light * density_unit / 0.04 * 10 ** (-0.4 * (4.81 + 5 * math.log10(20626.5) - 25))
        photons, sky = surface * arcseconds ** 2 * 100, 10 ** (-0.4 * (21 - 25)) * arcseconds ** 2 * 100
        found = self.image(*words, "--component", "disk,bulge")
        self.assertEqual((self.header["EXPTIME"], self.header["SKYMAG"], self.header["ZEROPT"]), (100, 21, 25))
        deviations = (found - photons) / numpy.sqrt(photons + sky)
        # Standard errors of the mean and the variance of 1200 pixels: 0.029 and 0.041; the limits are four of them.
        self.assertLess(abs(deviations.mean()), 0.12)
        self.assertLess(abs(deviations.var() - 1), 0.17)
        self.assertEqual(((found + sky).round(6) % 1).round(6).max() % 1, 0)  # whole photons
        again = self.image(*words, "--component", "disk,bulge")
        self.assertTrue((again == found).all())
        other = self.image(*words, "--component", "disk,bulge", "--seed", 2)
        self.assertGreater((other != found).mean(), 0.9)
        magnitudes = self.image(*words[:10], *words[12:], "--component", "disk,bulge", "--quantity", "brightness")
        with numpy.errstate(all="ignore"):
            expected = 25 - 2.5 * numpy.log10(found / 100 / arcseconds ** 2)
        self.assert_equal_maps(magnitudes, expected, 1e-5)
        # Few photons have a Poisson distribution, too: the sky of 2.5 photons in a pixel.
        path = self.folder / "faint.csv"
        path.write_text("m,x,y,z,vx,vy,vz\n1e-15,0,0,0,0,0,0\n")
        self.done("map", path, "--pixels", "100x100", "--extent", "1,1", "--distance", 20, "--quantity", "counts",
                  "--exposure", 1, "--sky", 20, "--zero-point", 20 + 2.5 * math.log10(2.5 / (arcseconds / 20) ** 2),
                  "-o", "faint.npy")
        faint = numpy.load(self.folder / "faint.npy").astype("f8") + 2.5
        # Standard errors of 10000 pixels: 0.016 of the mean, 0.039 of the variance
        self.assertClose(faint.mean(), 2.5, absolute=0.064, relative=0)
        self.assertClose(faint.var(), 2.5, absolute=0.16, relative=0)
        self.assertClose((faint < 0.5).mean(), math.exp(-2.5), absolute=0.011, relative=0)

    def test_an_instrument_sets_pixels_and_point_spread_and_options_override_them(self):
        self.image(*tilted, "--extent", "8,6", "--quantity", "brightness", "--instrument", "sdss", "--distance", 20,
                   "--exposure", 54)
        self.assertClose(-self.header["CDELT1"] * 3600, 0.396, 1e-9)
        self.assertEqual(self.header["NAXIS1"], math.ceil(8 * kpc / 20e3 * 180 / math.pi * 3600 / 0.396))
        found = [self.header[key] for key in ("INSTRUME", "BAND", "PSFSHAPE", "PSFBETA", "SKYMAG", "ZEROPT", "EXPTIME")]
        self.assertEqual(found, ["sdss", "r", "moffat", 2.5, 20.9, 25.6, 54])
        self.assertClose(self.header["PSFFWHM"], 1.3, 1e-9)
        self.image(*tilted, "--pixels", "30x20", "--quantity", "brightness", "--instrument", "hst-acs", "--psf", 0.2,
                   "--psf-shape", "moffat", "--band", "g")
        self.assertEqual((self.header["NAXIS1"], self.header["NAXIS2"], self.header["BAND"]), (30, 20, "g"))
        self.assertClose(self.header["CDELT2"] * 3600, 0.05, 1e-9)
        self.assertClose(self.header["PSFFWHM"], 0.2, 1e-9)
        words = (*tilted, "--extent", "8,6", "--instrument", "manga", "--distance", 40)
        cube = self.image(*words, "--quantity", "cube")
        self.assertClose(self.header["CDELT3"], 69, 1e-9)
        self.assertClose(self.header["LINESIG"], 72, 1e-9)
        self.assertClose(-self.header["CRVAL3"], self.header["CRVAL3"] + 69 * (len(cube) - 1), 1e-9)  # symmetric
        # Beyond 4 standard deviations of the fastest body, a Gaussian has 3e-5 of its light.
        whole = self.image(*words)
        self.assertLess(abs(cube.sum(axis=0) - whole).max(), 1e-4 * whole.max())

    def test_the_spectral_resolution_blurs_the_channels(self):
        path = self.folder / "line.csv"
        path.write_text("m,x,y,z,vx,vy,vz\n1,0,0,0,0,0,0\n")
        self.done("map", path, "--pixels", "1x1", "--extent", "4,4", "--quantity", "cube", "--channels", 101,
                  "--velocities=-505,505", "--resolution", 60, "-o", "line.npy")
        line = numpy.load(self.folder / "line.npy").astype("f8")[:, 0, 0]
        velocities = numpy.arange(101) * 10 - 500
        self.assertClose(line.sum() * 16, density_unit, 1e-4, what="mass in the cube")
        # Integration over channels adds the variance 10²/12.
        self.assertClose(math.sqrt((line * velocities ** 2).sum() / line.sum()), math.hypot(60, 10 / math.sqrt(12)), 1e-3)

    def test_the_table_lists_the_bodies_in_the_map(self):
        m, place, speed = self.observed(self.visible)
        inside = (abs(place[:, 0]) < extent[0] / 2) & (abs(place[:, 1]) < extent[1] / 2)
        self.image(*usual, *tilted, "--distance", 20, "--table", self.folder / "bodies.fits")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with fits.open(self.folder / "bodies.fits") as file:
                file.verify("exception")
                rows, units = file["BODIES"].data, {column.name: column.unit for column in file["BODIES"].columns}
        self.assertEqual(len(rows), inside.sum())
        arcseconds = kpc / 20e3 * 180 / math.pi * 3600
        for name, expected in (("x", place[inside, 0] * arcseconds), ("y", place[inside, 1] * arcseconds),
                               ("velocity", speed[inside] * km_s), ("mass", m[inside] * solar_masses)):
            difference = abs(numpy.sort(rows[name]) - numpy.sort(expected)).max()
            self.assertLess(difference, 1e-4 * abs(expected).max(), name)
        self.assertEqual({name: set(rows["age"][rows["component"] == name]) for name in ("disk", "bulge")},
                         {"disk": {5000}, "bulge": {10000}})
        self.assertTrue(numpy.isnan(rows["age"][rows["component"] == "gas"]).all())
        self.assertEqual(len(set(rows["id"])), len(rows))
        self.assertEqual((units["x"], units["velocity"], units["age"]), ("arcsec", "km s-1", "Myr"))
        if shutil.which("fitsverify"):
            for name in "map.fits", "bodies.fits":
                answer = subprocess.run(["fitsverify", "-q", name], cwd=self.folder, text=True, stdout=subprocess.PIPE)
                self.assertIn("verification OK", answer.stdout)

    def test_a_picture_has_red_and_blue_sides_and_a_neutral_background(self):
        words = (*tilted, "--pixels", "50x50", "--extent", "12,12", "--quantity", "velocity", "-o", "picture.png")
        self.done("map", self.file, *words)
        width, height, rgba = command.read_png((self.folder / "picture.png").read_bytes())
        picture = numpy.frombuffer(rgba, "u1").reshape(height, width, 4)[:, :, :3].astype(int)
        left, top, edge = 90, 68, 700  # of the map
        def color(right, up):  # at a place of the map in units of 4 kpc
            return picture[top + round((6 - up) / 12 * edge), left + round((6 + right) / 12 * edge)]
        along = numpy.array([-math.sin(math.radians(angle)), math.cos(math.radians(angle))])
        receding, approaching = color(*(2 * along)), color(*(-2 * along))
        self.assertGreater(receding[0], receding[2] + 50)
        self.assertGreater(approaching[2], approaching[0] + 50)
        neutral = color(-5.8, 5.8)
        self.assertEqual(len(set(neutral)), 1)
        self.assertTrue(100 < neutral[0] < 200, neutral)
        bar = picture[top:top + edge, left + edge + 24 + 11]
        self.assertGreater(bar[10][0], bar[10][2])  # red at the top
        self.assertGreater(bar[-10][2], bar[-10][0])
        self.assertLess((picture[top:top + edge, left + edge + 60:].min(axis=2) < 100).mean(), 0.2)
        self.assertTrue((picture[top:top + edge, left + edge + 60:].min(axis=2) < 100).any(), "numbers at the color bar")

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

    def test_a_narrow_moffat_function_is_a_point_and_leaves_its_wings(self):
        arcseconds = 4 / 81 * kpc / 8e3 * 180 / math.pi * 3600
        for width, beta in (1e-3, 2.5), (1e-4, 1.1):
            found = self.point("--psf", width, "--psf-shape", "moffat", "--psf-beta", beta)
            radius = width / 2 / math.sqrt(2 ** (1 / beta) - 1)
            # Far from the center, a pixel has the value of the function at its middle, times the area of the pixel.
            far = (beta - 1) / (math.pi * radius ** 2) * (30 * arcseconds / radius) ** (-2 * beta) * arcseconds ** 2
            # 2e-3: the mean over a pixel differs from the middle by (2 beta / 30)² / 24. Fourier transforms have errors of 1e-15.
            self.assertClose(found[40, 70], far, absolute=max(2e-3 * far, 1e-14), relative=0)
            # The disk of half a pixel lies in the central pixel, and the pixel in the disk around its corners.
            inside, outside = (1 - (1 + (r * arcseconds / radius) ** 2) ** (1 - beta) for r in (0.5, math.sqrt(0.5)))
            self.assertTrue(inside - 1e-6 < found[40, 40] < outside + 1e-6, (inside, found[40, 40], outside))

    def test_blurred_moments_are_bounded_or_nan(self):
        for quantity in "h3", "h4":
            found = self.image("--quantity", quantity, "--psf", 1, "--psf-shape", "moffat", "--psf-beta", 5)
            self.assertFalse(numpy.isinf(found).any())
            self.assertLessEqual(numpy.nanmax(abs(found)), 10)
            self.assertTrue(numpy.isfinite(found[246:266, 246:266]).all())

    def test_a_galaxy_without_a_name_can_be_inclined_and_names_are_found_as_typed(self):
        path = self.folder / "plain.tab"
        random = numpy.random.default_rng(3)
        path.write_text("\n".join(" ".join(map(str, row)) for row in random.normal(0, 1, (200, 7)) ** 2) + "\n")
        for words in (), ("--galaxy", "all"):
            self.done("map", path, *words, "--incline", 30, "--pixels", "8x8", "-o", f"tilted{len(words)}.npy")
        alone, named = (numpy.load(self.folder / f"tilted{n}.npy") for n in (0, 2))
        self.assertTrue((alone == named).all())
        self.image(*usual, "--galaxy", "Milky_Way", "--incline", 30)
        self.refused(2, "--galaxy: no galaxy 'm31' at this time; the galaxies are: all", "map", path, "--galaxy", "m31",
                     "-o", "m.npy")

    def test_absurd_numbers_get_one_clear_line(self):
        self.done("generate", "milky-way", "--bodies", 500, "--set", "with_gas=false", "-o", "stars.hdf5")
        cube, counts = ("--quantity", "cube"), ("--quantity", "counts", "--exposure", 1)
        for words, why in [((*cube, "--instrument", "muse", "--velocities=-1e300,1e300"),
                            "--velocities: '-1e300' does not lie between -300000 and 300000"),
                           ((*cube, "--instrument", "vla-hi", "--velocities=-3e5,3e5"),
                            "--instrument vla-hi: the cube would have 1.15e+05 channels, more than 4096"),
                           ((*cube, "--velocities=0,1e-20"), "'0,1e-20': the second number must be larger by at least 0.001"),
                           ((*cube, "--resolution", 1e9), "--resolution: '1000000000.0' does not lie between 0.001 and 300000"),
                           ((*cube, "--resolution", 1e5, "--velocities=-1,1"),
                            "--resolution: the line spread of 100000 km/s is wider than the channels from -1 to 1 km/s"),
                           ((*cube, "--instrument", "manga", "--velocities=-1,1"), "--instrument manga: the line spread of 72"),
                           ((*counts, "--sky", 200, "--zero-point", 25), "--sky: '200' does not lie between -10 and 60"),
                           ((*counts, "--sky", 20, "--zero-point", 180), "--zero-point: '180' does not lie between"),
                           ((*counts, "--sky", 60, "--zero-point", 60), "--exposure: the brightest pixel would have"),
                           (("--channels", 5), "--channels needs --quantity cube"),
                           (("--velocities=-5,5",), "--velocities needs --quantity cube"),
                           (("--instrument", "vla-hi", "--extent", "0.0001,0.0001", "--pixels", "8x8"),
                            "--instrument vla-hi: the point spread function of 6 arcseconds is wider"),
                           (("--distance", 1e-300), "--distance: '1e-300' does not lie between 1e-06 and 1000000"),
                           (("--extent", "1e7,1"), "--extent: '1e7' does not lie between 1e-06 and 1000000"),
                           (("--psf", 1e-30), "--psf: '1e-30' does not lie between 1e-06 and 1000000000"),
                           (("--incline", 181), "--incline: '181' does not lie between 0 and 180")]:
            self.refused(2, why, "map", "stars.hdf5", *words, "-o", "map.npy")
        for words in (), ("--galaxy", "milky-way"):  # at the start, no stars have formed
            self.refused(2, "no body with a mass is in the map", "map", "milky-way", "--bodies", 2000, "--component",
                         "young-stars", *words, "-o", "map.npy")

    def test_invalid_requests_get_one_clear_line(self):
        self.done("generate", "milky-way", "--bodies", 500, "--set", "with_gas=false", "-o", "stars.hdf5")
        for words, why in [(("--quantity", "sfr"), "stars.hdf5 contains no gas, so it has no map of sfr"),
                           (("--pixels", "0x10"), "'0x10': each number must be 1 to 8192"),
                           (("--pixels", "10"), "'10' is not 2 numbers"),
                           (("--extent", "0,1"), "'0' does not lie between 1e-06 and 1000000"),
                           (("--galaxy", "nobody"), "no galaxy 'nobody' at this time; the galaxies are: milky-way"),
                           (("--incline", "steep"), "'steep'"),
                           (("--psf", 1e6), "the point spread function of 1000000 arcseconds is wider than the map"),
                           (("--component", "tail"), "there is no component 'tail'; there are: disk"),
                           (("--quantity", "color"), "'color' is not one of surface-density, velocity")]:
            self.refused(2, why, "map", "stars.hdf5", *words, "-o", "map.fits")
        for words, why in [(("--quantity", "brightness", "--band", "x"), "'x' is not one of u, g, r, i, z, V"),
                           (("--band", "r"), "a map of surface-density has no light"),
                           (("--smooth", 0), "'0' does not lie between 1 and 1000"),
                           (("--smooth", 900), "bodies have a weight; --smooth 900 needs at least 901"),
                           (("--exposure", -5), "'-5' is not greater than 0"),
                           (("--exposure", 5), "a map of surface-density has no photons"),
                           (("--quantity", "counts"), "--quantity counts needs --exposure"),
                           (("--quantity", "counts", "--exposure", 5, "--sky", 20), "needs --sky and --zero-point"),
                           (("--quantity", "counts", "--exposure", 5, "--instrument", "sdss", "--band", "g"),
                            "--exposure in the band g needs --sky and --zero-point"),
                           (("--sky", 20), "--sky and --zero-point need --exposure"),
                           (("--quantity", "counts", "--exposure", 5, "--sky=-10", "--zero-point", 60),
                            "more than 1e+15"),
                           (("--quantity", "counts", "--exposure", 5, "--sky", "nan"), "'nan'"),
                           (("--resolution", 5), "--resolution needs --quantity cube"),
                           (("--psf-shape", "moffat"), "need --psf"),
                           (("--psf-shape", "airy", "--psf", 1), "'airy' is not one of gaussian, moffat"),
                           (("--psf-beta", 3, "--psf", 1), "--psf-beta needs --psf-shape moffat"),
                           (("--psf-beta", 1, "--psf", 1), "'1' does not lie between 1 and 100"),
                           (("--psf-shape", "moffat", "--psf", 1, "--pixels", "8000x8000"), "is too large"),
                           (("--instrument", "kepler"), "'kepler' is not one of sdss, hst-acs"),
                           (("--instrument", "hst-acs", "--distance", 0.1), "more than 8192"),
                           (("--table", "bodies.csv"), "the name of a table must end in .fits")]:
            self.refused(2, why, "map", "stars.hdf5", *words, "-o", "map.fits")
        self.refused(2, "are the same file", "map", "stars.hdf5", "--table", "map.fits", "-o", "map.fits")
        self.refused(2, "must end in .fits, .npy or .png", "map", self.file, "-o", "map.jpg")
        self.refused(2, "a cube of 4000 x 4000 pixels and 64 channels is too large", "map", "stars.hdf5", "--quantity",
                     "cube", "--pixels", "4000x4000", "-o", "cube.npy")
        self.refused(2, "a cube is no picture", "map", self.file, "--quantity", "cube", "-o", "cube.png")


command.main(opencl=True)
