"""The command profile measures galaxies. This file computes every column again from the bodies of an HDF5 file, with numpy
and by the definitions of docs/measure.md."""

import csv
import json
import math
import sys

import command

try:
    import h5py
    import numpy
except ImportError:
    sys.exit(print("skipped: python3-h5py is not installed") or command.skipped)

kpc, km_s, solar_masses, myr = 4.0, 220.0, 4.5e10, 17.78
softening, bins, kelvin, incline = 0.08, 12, 1e4, 40
two = ["milky-way", "andromeda"]
# Isothermal speed of sound of ionized gas, from Boltzmann's constant and 0.6 hydrogen masses, in units of 220 km/s.
sound_speed = math.sqrt(1.380649e-23 * kelvin / (0.6 * 1.67353e-27)) / (1e3 * km_s)
numpy.seterr(all="ignore")


class Bodies:
    """Bodies with masses m, positions x and velocities v."""

    def __init__(self, m, x, v):
        self.m, self.x, self.v = m, x, v

    def __getitem__(self, rows):
        return Bodies(self.m[rows], self.x[rows], self.v[rows])

    def __add__(self, other):
        return Bodies(*(numpy.concatenate(pair) for pair in zip(self.columns(), other.columns())))

    def columns(self):
        return self.m, self.x, self.v

    def moved(self, center, velocity, axes):
        return Bodies(self.m, (self.x - center) @ axes.T, (self.v - velocity) @ axes.T)


def read(path):
    """Returns the components of each galaxy of an HDF5 file: {galaxy: {component: Bodies}}."""
    galaxies = {}
    with h5py.File(path) as file:
        for part in (file[name] for name in file if name.startswith("PartType")):
            columns = [part[name][:].astype("f8") for name in ("Masses", "Coordinates", "Velocities")]
            first = 0
            for text in part.attrs["Components"].decode().split(";"):
                count, name = text.split(" ")
                galaxy, component = name.split("/")
                rows = slice(first, first := first + int(count))
                galaxies.setdefault(galaxy, {})[component] = Bodies(*(column[rows] for column in columns))
    return galaxies


def nearest_half(x, center):
    return numpy.argsort(((x - center) ** 2).sum(axis=1))[:(len(x) + 1) // 2]


def frame(components):
    """Returns center, velocity and axes (rows x, y, z) of a galaxy with bulge and disk."""
    core, disk = components["bulge"], components["disk"]
    center = numpy.sort(core.x, axis=0)[len(core.x) // 2]
    for _ in range(15):
        center = core.x[nearest_half(core.x, center)].mean(axis=0)
    velocity = core.v[nearest_half(core.x, center)].mean(axis=0)
    spin = (disk.m[:, None] * numpy.cross(disk.x - center, disk.v - disk.v.mean(axis=0))).sum(axis=0)
    z = spin / numpy.linalg.norm(spin)
    other = numpy.array([1.0, 0, 0] if abs(z[0]) < 0.9 else [0, 1.0, 0])
    x = other - other @ z * z
    x /= numpy.linalg.norm(x)
    return center, velocity, numpy.array([x, numpy.cross(z, x), z])


def squares(bodies, radii):
    """Returns R times the mean inward acceleration at 32 points of each ring."""
    phi = 2 * math.pi * numpy.arange(32) / 32
    outward = numpy.stack([numpy.cos(phi), numpy.sin(phi), 0 * phi], axis=1)
    found = []
    for R in radii:
        d = R * outward[:, None] - bodies.x[None]
        pull = bodies.m * (d * outward[:, None]).sum(axis=2) / ((d ** 2).sum(axis=2) + softening ** 2) ** 1.5
        found.append(R * pull.sum(axis=1).mean())
    return numpy.array(found)


def root(square):
    return km_s * numpy.sign(square) * numpy.sqrt(abs(square))


def epicycles(square, radii):
    frequencies = []
    for i, R in enumerate(radii):
        after, inner = min(i + 1, len(radii) - 1), (0, 0) if i == 0 else (radii[i - 1], square[i - 1])
        slope = (square[after] - inner[1]) / (radii[after] - inner[0])
        frequencies.append(numpy.sqrt(2 * square[i] / R ** 2 + slope / R))
    return numpy.array(frequencies)


def median(heights, masses):
    order = numpy.argsort(heights)
    return heights[order][numpy.searchsorted(numpy.cumsum(masses[order]), masses.sum() / 2)]


def degrees(number):
    return math.degrees(math.atan2(number.imag, number.real) / 2) % 180


def sky(bodies):
    """Returns the places x and y on the sky, and the velocities away from an observer at the inclination `incline`."""
    s, c = math.sin(math.radians(incline)), math.cos(math.radians(incline))
    return bodies.x[:, 0], bodies.x @ [0, c, s], bodies.v @ [0, s, -c]


def sky_ring(bodies, rows, area):
    x, _, v = (column[rows] for column in sky(bodies))
    m = bodies.m[rows]
    sigma = math.sqrt(max((m * v ** 2).sum() / m.sum() - ((m * v).sum() / m.sum()) ** 2, 0)) if len(m) > 1 else math.nan
    return {"projected_density_msun_pc2": m.sum() / area * solar_masses / (1e3 * kpc) ** 2,
            "line_of_sight_velocity_km_s": km_s * (m * v * numpy.where(x < 0, -1, 1)).sum() / m.sum(),
            "line_of_sight_dispersion_km_s": km_s * sigma}


def spin(bodies, radius):
    """Returns lambda_R and V / sigma of square cells within a radius on the sky."""
    x, y, v = sky(bodies)
    rows = numpy.hypot(x, y) < radius
    x, y, v, m = x[rows], y[rows], v[rows], bodies.m[rows]
    across = min(max(int(math.sqrt(4 * len(m) / (100 * math.pi))), 4), 50)
    edges = numpy.linspace(-radius, radius, across + 1)
    sums = [numpy.histogram2d(x, y, edges, weights=m * v ** power)[0] for power in range(3)]
    mass = sums[0]
    with numpy.errstate(all="ignore"):
        mean = numpy.where(mass > 0, sums[1] / mass, 0)
        variance = numpy.where(mass > 0, sums[2] / mass - mean ** 2, 0).clip(0)
    middle = (edges[1:] + edges[:-1]) / 2
    weight = mass * numpy.hypot(*numpy.meshgrid(middle, middle, indexing="ij"))
    return ((weight * abs(mean)).sum() / (weight * numpy.sqrt(mean ** 2 + variance)).sum(),
            math.sqrt((mass * mean ** 2).sum() / (mass * variance).sum()))


def sersic(bodies, edges):
    """Returns index, effective radius, density there, and the range of radii of the fit."""
    x, y, _ = sky(bodies)
    counts = numpy.histogram(numpy.hypot(x, y), edges)[0]
    masses = numpy.histogram(numpy.hypot(x, y), edges, weights=bodies.m)[0]
    use = counts >= 10
    if use.sum() < 4:
        return (math.nan,) * 5
    inner, outer = edges[:-1][use], edges[1:][use]
    R, density = (inner + outer) / 2, masses[use] / (math.pi * (outer ** 2 - inner ** 2))

    def line(n):
        fit, rest, *_ = numpy.polyfit(R ** (1 / n), numpy.log(density), 1, w=numpy.sqrt(counts[use]), full=True)
        return rest[0], fit
    low, high = 0.5, 10
    for _ in range(12):
        tried = numpy.linspace(low, high, 60)
        best = min(range(60), key=lambda i: line(tried[i])[0])
        low, high = tried[max(best - 1, 0)], tried[min(best + 1, 59)]
    n = (low + high) / 2
    slope, start = line(n)[1]
    b = 2 * n - 1 / 3 + 4 / (405 * n) + 46 / (25515 * n ** 2)
    return (n, kpc * (-b / slope) ** n, math.exp(start - b) * solar_masses / (1e3 * kpc) ** 2, kpc * inner[0],
            kpc * outer[-1])


def rings(component, bodies, edges, kappa):
    """Yields the values of each bin that depend only on the bodies of the component."""
    R, r = numpy.hypot(bodies.x[:, 0], bodies.x[:, 1]), numpy.linalg.norm(bodies.x, axis=1)
    e = bodies.x[:, :2] / R[:, None]
    v = numpy.stack([(bodies.v[:, :2] * e).sum(axis=1), bodies.v[:, 1] * e[:, 0] - bodies.v[:, 0] * e[:, 1],
                     bodies.v[:, 2]], axis=1)
    twice = (e[:, 0] + 1j * e[:, 1]) ** 2
    projected = numpy.hypot(*sky(bodies)[:2])
    for bin, (inner, outer) in enumerate(zip(edges, edges[1:])):
        rows = (R >= inner) & (R < outer)
        m, count = bodies.m[rows], rows.sum()
        mean = (m[:, None] * v[rows]).sum(axis=0) / m.sum()
        sigma = numpy.sqrt((m[:, None] * (v[rows] - mean) ** 2).sum(axis=0) / m.sum()) if count > 1 else [math.nan] * 3
        density = m.sum() / (math.pi * (outer ** 2 - inner ** 2))
        speed = {"disk": sigma[0] / 3.36, "gas": sound_speed / math.pi}
        q = speed.get(component, math.nan) * kappa[bin] / density
        height = abs(bodies.x[rows, 2])
        quadrupole = (m * twice[rows]).sum()
        yield {"bodies": count, "mean_azimuthal_velocity_km_s": km_s * mean[1],
               "surface_density_msun_pc2": density * solar_masses / (1e3 * kpc) ** 2,
               "radial_dispersion_km_s": km_s * sigma[0], "azimuthal_dispersion_km_s": km_s * sigma[1],
               "vertical_dispersion_km_s": km_s * sigma[2], "toomre_q": q if math.isfinite(q) else math.nan,
               "rms_height_kpc": kpc * math.sqrt((m * height ** 2).sum() / m.sum()) if count else math.nan,
               "median_height_kpc": kpc * median(height, m) if count else math.nan,
               "enclosed_mass_msun": solar_masses * bodies.m[r < outer].sum(),
               "bar_strength": abs(quadrupole) / m.sum(), "bar_phase_deg": degrees(quadrupole) if count else math.nan,
               **sky_ring(bodies, (projected >= inner) & (projected < outer), math.pi * (outer ** 2 - inner ** 2)),
               "quadrupole": quadrupole, "mass": m.sum()}


def shape(bodies, radius):
    axes, ratios = numpy.eye(3), numpy.ones(3)
    for iteration in range(1, 101):
        square = ((bodies.x @ axes / (radius * ratios)) ** 2).sum(axis=1)
        inside = (square < 1) & (square > 0)
        x, weight = bodies.x[inside], bodies.m[inside] / square[inside]
        values, vectors = numpy.linalg.eigh(numpy.einsum("n,ni,nj", weight, x, x))
        axes, before, ratios = vectors[:, ::-1], ratios, numpy.sqrt(values[::-1] / values[2])
        if abs(ratios - before).max() < 1e-4:
            break
    return ratios[1], ratios[2], axes[:, 0], axes[:, 2], iteration


def bar(bodies, found, edges):
    """Returns inner and outer radius, pattern speed and standard error of the bar."""
    quadrupoles = numpy.array([ring["quadrupole"] for ring in found])
    peak = abs(quadrupoles).argmax()

    def belongs(bin):
        turn = abs(numpy.angle(quadrupoles[bin] / quadrupoles[peak])) / 2
        return found[bin]["bar_strength"] >= found[peak]["bar_strength"] / 2 and turn < math.radians(10)
    first = last = peak
    while first > 0 and belongs(first - 1):
        first -= 1
    while last + 1 < len(found) and belongs(last + 1):
        last += 1
    inner, outer = edges[first], edges[last + 1]
    R = numpy.hypot(bodies.x[:, 0], bodies.x[:, 1])
    e = (bodies.x[:, 0] + 1j * bodies.x[:, 1]) / R
    v = (bodies.v[:, 0] + 1j * bodies.v[:, 1]) * e.conj()
    offset, slope = ((2 * R ** 2 - inner ** 2 - outer ** 2) / (outer ** 2 - inner ** 2), 4 * R / (outer ** 2 - inner ** 2)) \
        if inner > 0 else ((R / outer) ** 2, 2 * R / outer ** 2)
    q = numpy.minimum(abs(offset), 1)
    window, derivative = (1 - q) ** 2 * (1 + 2 * q), -6 * q * (1 - q) * slope * numpy.sign(offset)
    values = bodies.m * e ** 2 * window
    rates = bodies.m * e ** 2 * (derivative * v.real + 2j * window * v.imag / R)
    ratio = rates.sum() / values.sum()
    influence = ((rates - ratio * values) / values.sum()).imag / 2
    unit = km_s / kpc
    return kpc * inner, kpc * outer, unit * ratio.imag / 2, unit * math.sqrt((influence ** 2).sum())


class Profile(command.Test):
    def table(self, name):
        with open(self.folder / name) as file:
            return list(csv.DictReader(file))

    def profile(self, source, name, *words, count=bins):
        self.done("profile", source, "--bins", count, "--softening", softening, *words, "-o", name)
        return self.table(name)

    def check(self, row, name, expected):
        found = math.nan if row[name] == "" else float(row[name])
        what = f"{row['galaxy']} {row['component']} {row.get('radius_kpc')} {name}: {found}, expected {expected}"
        if math.isnan(expected):
            self.assertTrue(math.isnan(found), what)
        else:
            self.assertLessEqual(abs(found - expected), max(1e-4 * abs(expected), 1e-7), what)

    def check_bins(self, rows, galaxy, galaxies, radius):
        center, velocity, axes = frame(galaxies[galaxy])
        moved = {g: {name: bodies.moved(center, velocity, axes) for name, bodies in components.items()}
                 for g, components in galaxies.items()}
        own = moved[galaxy]
        edges = numpy.linspace(0, radius / kpc, bins + 1)
        middles = (edges[1:] + edges[:-1]) / 2
        parts = {name: squares(bodies, middles) for name, bodies in own.items()}
        parts["all"], parts["stars"] = sum(parts.values()), parts["disk"] + parts["bulge"]
        others = [squares(bodies, middles) for g in moved if g != galaxy for bodies in moved[g].values()]
        total = parts["all"] + sum(others)
        kappa = epicycles(total, middles)
        whole = sum(list(own.values())[1:], list(own.values())[0])
        for name, bodies in {**own, "stars": own["disk"] + own["bulge"], "all": whole}.items():
            chosen = [row for row in rows if (row["galaxy"], row["component"]) == (galaxy, name)]
            self.assertEqual(len(chosen), bins, name)
            found = list(rings(name, bodies, edges, kappa))
            for bin, row in enumerate(chosen):
                self.assertEqual(int(row["bodies"]), found[bin]["bodies"])
                expected = {"inner_radius_kpc": kpc * edges[bin], "radius_kpc": kpc * middles[bin],
                            "outer_radius_kpc": kpc * edges[bin + 1],
                            "total_circular_velocity_km_s": root(total[bin]),
                            "circular_velocity_km_s": root(parts[name][bin]),
                            "epicyclic_frequency_km_s_kpc": km_s / kpc * kappa[bin], **found[bin]}
                self.assertEqual(set(row) - {"galaxy", "component"}, set(expected) - {"quadrupole", "mass"})
                for column in set(row) - {"galaxy", "component", "bodies"}:
                    self.check(row, column, expected[column])
            yield name, bodies, found, edges, axes

    def test_every_column_agrees_with_an_independent_computation_from_the_file(self):
        self.done("generate", command.scene, "--bodies", 6000, "-o", "x.hdf5")
        galaxies = read(self.folder / "x.hdf5")
        rows = self.profile("x.hdf5", "x.csv", "--radius", 12, "--incline", incline)
        shapes = {(row["galaxy"], row["component"]): row for row in self.table("x-shape.csv")}
        self.assertEqual([row["galaxy"] for row in rows[::bins * 6]], two)
        for galaxy in two:
            for name, bodies, found, edges, axes in self.check_bins(rows, galaxy, galaxies, 12):
                row = shapes[galaxy, name]
                self.assertEqual(int(row["bodies"]), len(bodies.m))
                self.check(row, "mass_msun", solar_masses * bodies.m.sum())
                b, c, major, minor, iterations = shape(bodies, edges[-1])
                self.assertEqual((int(row["shape_iterations"]), row["shape_converged"]), (iterations, "true"))
                self.check(row, "b_over_a", b)
                self.check(row, "c_over_a", c)
                for axis, direction in (("major_axis", major), ("minor_axis", minor)):
                    direction = (direction if direction[2] > 0 else -direction) @ axes
                    for i, letter in enumerate("xyz"):
                        self.assertClose(float(row[f"{axis}_{letter}"]), direction[i], 1e-4, 1e-4)
                quadrupole, mass = (sum(ring[key] for ring in found) for key in ("quadrupole", "mass"))
                for column, value in zip(("bar_strength", "bar_phase_deg", "bar_inner_radius_kpc", "bar_outer_radius_kpc",
                                          "pattern_speed_km_s_kpc", "pattern_speed_error_km_s_kpc"),
                                         (abs(quadrupole) / mass, degrees(quadrupole), *bar(bodies, found, edges))):
                    self.check(row, column, value)
                x, y, _ = sky(bodies)
                half = median(numpy.hypot(x, y), bodies.m)
                for column, value in zip(("half_mass_radius_kpc", "lambda_r", "v_over_sigma", "sersic_index",
                                          "sersic_radius_kpc", "sersic_density_msun_pc2", "sersic_inner_radius_kpc",
                                          "sersic_outer_radius_kpc"),
                                         (kpc * half, *spin(bodies, half), *sersic(bodies, edges))):
                    self.check(row, column, value)

    def test_an_aperture_selects_bodies_but_keeps_the_attraction_of_all_bodies(self):
        self.done("generate", command.scene, "--bodies", 6000, "-o", "x.hdf5")
        galaxies = read(self.folder / "x.hdf5")
        center, velocity, axes = frame(galaxies["andromeda"])
        middle, radius = center + [0.5, 0.2, -0.3], 1.5
        sphere = ",".join(str(number) for number in (*middle, radius))
        words = ["--galaxy", "andromeda", "--radius", 12]
        whole, rows = self.profile("x.hdf5", "all.csv", *words), self.profile("x.hdf5", "x.csv", *words, "--aperture", sphere)
        for name in ("disk", "halo"):
            bodies = galaxies["andromeda"][name]
            inside = ((bodies.x - middle) ** 2).sum(axis=1) < radius ** 2
            R = kpc * numpy.hypot(*bodies[inside].moved(center, velocity, axes).x[:, :2].T)
            counts = numpy.histogram(R, numpy.linspace(0, 12, bins + 1))[0]
            self.assertEqual([int(row["bodies"]) for row in rows if row["component"] == name], list(counts))
            self.assertGreater(counts.sum(), 20)
        self.assertEqual([row["circular_velocity_km_s"] for row in rows], [row["circular_velocity_km_s"] for row in whole])

    def test_the_profile_of_a_scene_at_a_time_equals_the_profile_of_the_simulated_file(self):
        words = [command.scene, "--bodies", 800, "--softening", softening, "--solver", "direct"]
        self.done("simulate", *words, "--until", "30Myr", "-o", "later.hdf5")
        start, later = self.profile(command.scene, "start.csv", "--bodies", 800), self.profile("later.hdf5", "file.csv")
        scene = self.profile(command.scene, "scene.csv", "--bodies", 800, "--solver", "direct", "--at", "30Myr")
        self.assertNotEqual(start, scene)
        self.assertEqual(len(scene), len(later))
        order = [(row["galaxy"], row["component"], row["radius_kpc"]) for row in scene]
        of_file = {(row["galaxy"], row["component"], row["radius_kpc"]): row for row in later}
        self.assertEqual(set(order), set(of_file))
        for key, row in zip(order, scene):
            self.assertEqual(row["bodies"], of_file[key]["bodies"])
            for column in set(row) - {"galaxy", "component", "bodies"}:
                self.check(of_file[key], column, float(row[column] or "nan"))

    def test_options_choose_galaxies_components_quantities_and_bins(self):
        self.done("generate", command.scene, "--bodies", 1000, "-o", "x.hdf5")
        rows = self.profile("x.hdf5", "x.csv", "--galaxy", "Andromeda", "--component", "gas,all", "--quantity",
                            "surface-density,thickness", count=3)
        self.assertEqual([(row["galaxy"], row["component"]) for row in rows],
                         [("andromeda", name) for name in ["gas"] * 3 + ["all"] * 3])
        self.assertEqual(list(rows[0]), ["galaxy", "component", "inner_radius_kpc", "radius_kpc", "outer_radius_kpc",
                                         "bodies", "surface_density_msun_pc2", "rms_height_kpc", "median_height_kpc"])
        self.assertFalse((self.folder / "x-shape.csv").exists())
        # By default, 95 % of the disk lie within the outer radius, which has two significant digits.
        center, velocity, axes = frame(read(self.folder / "x.hdf5")["andromeda"])
        disk = read(self.folder / "x.hdf5")["andromeda"]["disk"].moved(center, velocity, axes)
        R = numpy.sort(kpc * numpy.hypot(disk.x[:, 0], disk.x[:, 1]))
        self.assertClose(float(rows[-1]["outer_radius_kpc"]), math.ceil(R[math.ceil(0.95 * len(R)) - 1]), 1e-9)

    def test_json_contains_the_tables_and_the_frames_of_the_galaxies(self):
        self.done("generate", command.scene, "--bodies", 1000, "-o", "x.hdf5")
        rows = self.profile("x.hdf5", "x.csv")
        said = json.loads(self.done("profile", "x.hdf5", "--bins", bins, "--softening", softening, "-o", "x.json",
                                    "--json").out)
        page = json.loads((self.folder / "x.json").read_text())
        as_text = [{name: "" if cell is None else cell for name, cell in row.items()} for row in page["bins"]]
        self.assertEqual([{name: type(cell)(row[name]) for name, cell in line.items()}
                          for row, line in zip(rows, as_text)], as_text)
        self.assertEqual(len(page["components"]), len(self.table("x-shape.csv")))
        self.assertEqual(said["file"], "x.json")
        self.assertEqual({name: page[name] for name in said if name != "file"},
                         {name: said[name] for name in said if name != "file"})
        self.assertEqual(said["bodies"], 1000)
        for row, galaxy in zip(said["galaxies"], two):
            center, velocity, axes = frame(read(self.folder / "x.hdf5")[galaxy])
            self.assertEqual(row["galaxy"], galaxy)
            for i, letter in enumerate("xyz"):
                self.assertClose(row[f"center_{letter}_kpc"], kpc * center[i], 1e-4, 1e-5)
                self.assertClose(row[f"velocity_{letter}_km_s"], km_s * velocity[i], 1e-4, 1e-5)
                self.assertClose(row[f"spin_axis_{letter}"], axes[2][i], 1e-4, 1e-6)

    def test_a_picture_has_a_chart_for_each_quantity(self):
        command.needs(opengl=True)
        heights = []
        for quantities in ("surface-density", "surface-density,enclosed-mass"):
            self.done("profile", "milky-way", "--bodies", 2000, "--quantity", quantities, "-o", "x.png")
            width, height, pixels = command.read_png((self.folder / "x.png").read_bytes())
            self.assertGreater(len(set(zip(pixels[::4], pixels[1::4], pixels[2::4]))), 20)
            heights.append(height)
        self.assertClose(heights[1], 2 * heights[0], 0.02)

    def test_invalid_options_are_refused_with_one_line(self):
        self.done("generate", command.scene, *command.without_gas, "--bodies", 500, "-o", "x.hdf5")
        for code, reason, words in (
                (2, "no galaxy 'm31' at this time; the galaxies are: milky-way, andromeda", ["--galaxy", "m31"]),
                (2, "no component 'gas' with bodies in the measured galaxies; the components are: disk, bulge, halo, stars, all",
                 ["--component", "gas"]),
                (2, "'speed'", ["--quantity", "speed"]),
                (2, "--bins: '0' does not lie between 1 and 1000", ["--bins", "0"]),
                (2, "--radius: '0' is not greater than 0", ["--radius", "0"]),
                (2, "--incline: 'flat' is not a number", ["--incline", "flat"]),
                (2, "--incline: '181' does not lie between 0 and 180", ["--incline", "181"]),
                (2, "--aperture: '1,2,3' is not 4 numbers with ',' between them", ["--aperture", "1,2,3"]),
                (2, "--aperture: the radius '0' is not greater than 0", ["--aperture", "1,2,3,0"]),
                (2, "--aperture: no body of the measured galaxies is inside the sphere", ["--aperture", "100,100,100,1"]),
                (2, "--radius: '-3' is not greater than 0", ["--radius=-3"]),
                (2, "before the start", ["--at", "-1"])):
            self.refused(code, reason, "profile", "x.hdf5", *words, "-o", "m.csv")
        self.put("one.tab", "1 0 0 0 0 0 0\n")
        self.refused(2, "which gives no outer radius; choose one with --radius KPC", "profile", "one.tab", "-o", "m.csv")
        self.refused(2, "must end in .csv, .json or .png", "profile", "x.hdf5", "-o", "m.txt")
        self.refused(2, "--output is required", "profile", "x.hdf5")
        self.refused(1, "no-such-folder", "profile", "x.hdf5", "-o", "no-such-folder/m.csv")
        self.refused(2, "mixed has no galaxies to measure, because it is a mixed box", "profile", "mixed", "-o", "m.csv")
        self.refused(2, "profile takes one file", "profile", "*.hdf5", "-o", "m.csv")
        self.refused(1, "nowhere.tab", "profile", "nowhere.tab", "-o", "m.csv")
        self.refused(1, "interop none", "profile", "x.hdf5", "--at", "1", "--interop", "none", "-o", "m.csv")


command.main(opencl=True)
