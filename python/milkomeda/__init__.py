"""Simulates and draws colliding galaxies, and computes the gravity of any bodies on OpenCL devices.

    import milkomeda as mk
    accelerations, potentials = mk.forces(positions, masses, softening=0.05)
    run = mk.Run("antennae", bodies=16384)
    run.go_to(8)
    picture = mk.render(run)

Units are those of the program unless a function says otherwise: lengths in 4 kpc, velocities in 220 km/s, masses in
4.5e10 solar masses, times in 17.78 million years, with G = 1.

Keyword arguments that a function passes on are options of the command line: `gas_temperature=2e4` is
`--gas-temperature 2e4`, `set={"with_gas": False}` is `--set with_gas=false`. `milkomeda COMMAND --help` describes them.
Functions raise UsageError (also a ValueError) for invalid arguments and Error (a RuntimeError) for failures, with the
messages of the program. Ctrl-C interrupts runs, forces(), profile(), render() and render_file(). Other threads of Python
continue during all calls.
"""
import json as _json
import math as _math
import operator as _operator
import os as _os

import numpy as _np

from . import _core
from ._core import Error, Snapshot, UsageError
from ._notebook import Page, Picture, progress_function as _progress_function

__all__ = ["Error", "Page", "Picture", "Profile", "Run", "Scene", "Snapshot", "Table", "UsageError", "devices", "forces",
           "generate", "profile", "read", "render", "render_file", "scenes", "write"]
__version__ = _core.__version__

KPC_PER_LENGTH = 4.0
KM_S_PER_VELOCITY = 220.0
MYR_PER_TIME = 17.78
SOLAR_MASSES_PER_MASS = 4.5e10

_DEVICE_OPTIONS = ("device", "solver", "kernel", "interop", "retune")
# Options of the commands that write files or begin elsewhere; the module has functions for them.
_COMMAND_OPTIONS = {"help", "version", "resume", "until", "output", "o", "format", "every", "record", "no_velocities",
                    "diagnostics", "diagnostics_every", "json", "at", "from", "again", "spam"}


def _text(value):
    """Returns a value as text for the command line."""
    if isinstance(value, (bool, _np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, _np.floating)):
        return repr(float(value))
    if isinstance(value, (list, tuple, _np.ndarray)):
        return ",".join(_text(each) for each in value)
    return str(value)


def _words(command, options, refused=frozenset(_COMMAND_OPTIONS), source=None):
    """Returns the words of a command line with these options."""
    words = [command] + ([] if source is None else [source])
    for name, value in options.items():
        if name in refused:
            raise UsageError(f"{name}: this function has no such option")
        option = "--" + name.replace("_", "-")
        if isinstance(value, dict):
            words += [f"{option}={key}={_text(each)}" for key, each in value.items()]
        elif value is True:
            words.append(option)
        elif value is not None and value is not False:
            words.append(f"{option}={_text(value)}")
    return words


def _path(value, name, wanted="the path of a file"):
    """Returns a path as text. Raises UsageError for other values, which messages call `name`."""
    try:
        path = _os.fsdecode(value)
    except TypeError:
        raise UsageError(f"{name}: {wanted} is required, not {type(value).__name__}") from None
    if path.startswith("-"):
        raise UsageError(f"{name}: '{path}' looks like an option; for a file of this name, write './{path}'")
    return path


def _source(source, wanted="the name of a scene, path of a file, or Snapshot"):
    """Returns the word of the command line for a source, or None for a Snapshot."""
    return None if isinstance(source, Snapshot) else _path(source, "source", wanted)


def _whole(value, name):
    """Returns a whole number. Raises UsageError for other values."""
    try:
        whole = _operator.index(value)
    except TypeError:
        raise UsageError(f"{name}: a whole number is required, not {value!r}") from None
    if abs(whole) >= 2 ** 63:
        raise UsageError(f"{name}: {whole} is out of range; a number below 2**63 is required")
    return whole


def forces(positions, masses, softening, accuracy="default", device=None, *, gravity=1.0, out=None):
    """Computes the accelerations and potentials of bodies that attract each other.

    The acceleration of body i is the sum over j of G m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^(3/2), and the
    potential the sum over j != i of -G m_j / sqrt(|x_j - x_i|^2 + softening^2). The units are those of the arguments.

    positions: array of shape (N, 3), float32 or float64; may be read-only or a view with any strides
    masses: array of shape (N,), float32 or float64, or one number for all bodies; not negative
    softening: Plummer softening length, at least 0
    accuracy: relative error of the acceleration that 99 % of the bodies do not exceed: "draft" (1e-2), "default" (1e-3),
        "fine" (1e-4), or "exact" (direct sum in single precision). The errors of 4,096 bodies are measured, and the sum is
        repeated more accurately if they are too large. Up to 4096 bodies use the direct sum.
    device: index, part of a name, or "all"; None: the first GPU, else the CPU. devices() lists them.
    gravity: G in the units of the arguments
    out: array of shape (N, 4) with the dtype of the positions, into which the results are written

    Returns (accelerations, potentials) of shapes (N, 3) and (N,), with the dtype of the positions. Both are views of one
    array of shape (N, 4).

    The newest solver stays in device memory, so that the next call with as many bodies begins at once. If the bodies have
    hardly moved since the previous call, as in a simulation, the first calls adjust the tolerance to the accuracy, and
    later only every 32nd call measures errors. Equal sequences of calls give equal results, bit for bit.
    """
    positions = _core.array_of(positions, "positions")
    masses = _core.array_of(masses, "masses")
    if masses.ndim == 0 and positions.ndim == 2:
        masses = _np.broadcast_to(masses, len(positions))
    rows = _core.forces(positions, masses, _core.number_of(softening, "softening"), str(accuracy),
                        "" if device is None else str(device), _core.number_of(gravity, "gravity"), out)
    return rows[:, :3], rows[:, 3]


class Table(dict):
    """Columns of equal length: a dictionary from names to arrays. Missing numbers are NaN."""

    @classmethod
    def of_rows(cls, rows):
        """Returns the table of a list of dictionaries. Missing values become NaN."""
        table = cls()
        for name in dict.fromkeys(name for row in rows for name in row):
            values = [row.get(name) for row in rows]
            is_text = any(isinstance(value, str) for value in values)
            table[name] = _np.array([_np.nan if value is None and not is_text else value for value in values])
        return table

    def __len__(self):
        """The number of rows."""
        return len(next(iter(self.values()))) if self.keys() else 0

    def where(self, **values):
        """Returns the rows in which each named column has this value: table.where(component="disk")."""
        chosen = _np.ones(len(self), dtype=bool)
        for name, value in values.items():
            chosen &= self[name] == value
        return Table({name: column[chosen] for name, column in self.items()})

    def frame(self):
        """Returns the table as a pandas.DataFrame. Raises Error if pandas is not installed."""
        try:
            import pandas
        except ImportError:
            raise Error("frame() needs pandas; install python3-pandas") from None
        return pandas.DataFrame(dict(self))


class Profile:
    """Result of profile(): three tables with the columns of `milkomeda profile` (docs/measure.md).

    bins: a row for each galaxy, component and ring
    components: a row for each galaxy and component, with shapes
    galaxies: a row for each galaxy, with center and spin axis
    """

    def __init__(self, text):
        tables = _json.loads(text)
        self.bins = Table.of_rows(tables["bins"])
        self.components = Table.of_rows(tables["components"])
        self.galaxies = Table.of_rows(tables["galaxies"])


class Scene:
    """The start of a run: a scene, a particle file, or a Snapshot, with parameters.

    source: name of a scene (see scenes()), path of a file, or Snapshot
    options: options of `milkomeda simulate`, such as bodies, seed, set, dt (timestep), softening, integrator, gas, accuracy

    Attributes: source, title, notes (list of str), until (end of the story), picture_time (the famous moment, or 0),
    milestones (list of (time, title)), dt, softening, snapshot (the bodies at the start; rows are shuffled within
    components, ids tell their numbers).
    """

    def __init__(self, source="milky-way-andromeda", **options):
        word = _source(source)
        self._core = _core.Scene(_words("simulate", options, source=word) + ["--until=0"],
                                 source if word is None else None)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._core, name)

    def __repr__(self):
        return f"<milkomeda.Scene {self.source!r}: {len(self.snapshot)} bodies>"

    def _repr_png_(self):
        return render(self)._repr_png_()


class Run:
    """A simulation on an OpenCL device.

    source: Scene, name of a scene, path of a file, or Snapshot
    options: options of `milkomeda simulate`, such as bodies, seed, set, dt (timestep), softening, integrator, accuracy,
        device, solver; for a Scene only device, solver, kernel, interop and retune

    Arrays belong to the present time, and are read-only. They stay valid and unchanged when the run continues, because
    each step makes new arrays. Row i of all arrays belongs to the body with the number ids[i].

    Several runs can compute at once in several threads; calls for one run wait for each other.
    """

    def __init__(self, source="milky-way-andromeda", **options):
        device = {name: options.pop(name) for name in _DEVICE_OPTIONS if name in options}
        if isinstance(source, Scene) and options:
            raise UsageError(f"{next(iter(options))}: pass this option to the Scene")
        self.scene = source if isinstance(source, Scene) else Scene(source, **options)
        self._core = _core.Run(self.scene._core, _words("simulate", device) + ["--until=0"])

    @property
    def time(self):
        """The model time, in units of 17.78 million years."""
        return self._core.status()["time"]

    @property
    def steps(self):
        """The number of steps since the start; smaller after steps back."""
        return self._core.status()["steps"]

    @property
    def device(self):
        """The name of the device."""
        return self._core.status()["device"]

    @property
    def solver(self):
        """The name and settings of the solver."""
        return self._core.status()["solver"]

    def step(self, steps=1, progress=None):
        """Computes steps forward. `progress` is as in go_to(). Returns the run."""
        self._core.step(_whole(steps, "steps"), _progress_function(progress))
        return self

    def go_to(self, time, progress=None, every=None):
        """Computes the run to the model time `time`, forward or back; the last step forward is shortened to end there.

        progress: True for a progress bar (in a notebook, or else on a terminal), or a function that is called with the
            finished share, from 0 to 1
        every: interval in model time at which diagnostics() are measured on the way, including the present time and the
            end; forward only

        Returns the run or, with `every`, a Table with the columns of diagnostics(). Raises UsageError if the run cannot
        go back (see back()).
        """
        show = _progress_function(progress)
        time = _core.number_of(time, "time")
        if every is None:
            self._core.go_to(time, show)
            return self
        begin = self.time
        every = _core.number_of(every, "every")
        if not every > 0 or not begin <= time < _math.inf:
            raise UsageError("every: a time later than the present and an interval of more than 0 are required")
        rows = [self.diagnostics()]
        count = int(_np.ceil((time - begin) / every - 1e-9))
        for i in range(count):
            part = (lambda share, i=i: show((i + share) / count)) if show else None
            self._core.go_to(min(begin + (i + 1) * every, time), part)
            rows.append(self.diagnostics())
        return Table.of_rows(rows)

    def back(self, time, progress=None):
        """Undoes steps, bit for bit, until the model time is not later than `time`. Returns the run.

        Needs integrator="reversible", gas="off" or a scene without gas, and damping=1; otherwise raises UsageError.
        """
        time = _core.number_of(time, "time")
        if time > self.time:
            raise UsageError(f"back: {time:g} lies after the present time {self.time:g}; use go_to()")
        return self.go_to(time, progress)

    @property
    def snapshot(self):
        """The bodies at the present time, as a Snapshot."""
        return self._core.snapshot()

    @property
    def positions(self):
        """Positions in units of 4 kpc: read-only float32 view of shape (N, 3)."""
        return self.snapshot.positions

    @property
    def velocities(self):
        """Velocities in units of 220 km/s: read-only float32 view of shape (N, 3)."""
        return self.snapshot.velocities

    @property
    def masses(self):
        """Masses in units of 4.5e10 solar masses: read-only float32 view of shape (N,)."""
        return self.snapshot.masses

    @property
    def ids(self):
        """Numbers of the bodies: read-only uint32 array of shape (N,)."""
        return self.snapshot.ids

    def diagnostics(self):
        """Measures the present state: a dictionary with the columns of `simulate --diagnostics` (docs/diagnostics.md)."""
        return dict(zip(self._core.diagnostics_columns(), self._core.diagnostics()))

    def profile(self, **options):
        """As profile() of the present snapshot."""
        return profile(self, **options)

    def __repr__(self):
        return f"<milkomeda.Run {self.scene.source!r}: t = {self.time:g}, {len(self.scene.snapshot)} bodies>"

    def _repr_png_(self):
        return render(self)._repr_png_()


def _snapshot_of(state):
    if isinstance(state, (Run, Scene)):
        return state.snapshot
    if isinstance(state, Snapshot):
        return state
    raise UsageError(f"a Run, Scene or Snapshot is required, not {type(state).__name__}")


def generate(scene="milky-way-andromeda", **options):
    """Makes the bodies of a scene. Options are those of `milkomeda generate`, such as bodies, seed and set.

    Returns a Snapshot. Its rows are shuffled within components; ids tell their numbers.
    """
    known = [each["name"] for each in scenes()]
    if scene not in known:
        raise UsageError(f"generate takes a scene, but '{scene}' is not a scene; scenes: {', '.join(known)}")
    return Scene(scene, **options).snapshot


def read(file, **options):
    """Reads a particle file, or a snapshot in several files. Options are those of `milkomeda info`, such as units.

    Returns a Snapshot with the bodies of the file, grouped by component.
    """
    return _core.read(_words("info", options, source=_path(file, "file")))


def write(file, state, format=None):
    """Writes the bodies of a Snapshot, Run or Scene in the order of their ids.

    The extension of the file, or `format`, chooses the format (docs/formats.md). An existing file is replaced.
    """
    _core.write(_path(file, "file"), _snapshot_of(state), format or "")


def profile(state, **options):
    """Measures rotation curves, densities, dispersions and shapes of galaxies (docs/measure.md).

    state: Run, Scene or Snapshot
    options: options of `milkomeda profile`, such as galaxy, component, quantity, bins, radius, incline, aperture

    Returns a Profile. Lengths are in kpc, velocities in km/s.
    """
    return Profile(_core.profile(_words("profile", options) + ["--output=profile.json"], _snapshot_of(state)))


def _size(size):
    """Returns the words of the command line for the size of a picture: (width, height), text or None."""
    if size is None:
        return []
    if not isinstance(size, str):
        try:
            width, height = size
        except (TypeError, ValueError):
            raise UsageError(f"size: (width, height) in pixels is required, not {size!r}") from None
        size = f"{_whole(width, 'size')}x{_whole(height, 'size')}"
    return [f"--size={size}"]


def render(state, size=None, **options):
    """Draws a picture as `milkomeda render` draws it, with OpenGL and without a display.

    state: Run, Scene or Snapshot
    size: (width, height) in pixels; default: (1280, 720)
    options: options of `milkomeda render`, such as camera, projection, follow, preset, mode, exposure, show

    Returns a Picture: an array of numpy with the shape (height, width, 3) and the dtype uint8, which a notebook shows.
    """
    words = _words("render", options) + _size(size) + ["--output=picture.png"]
    pixels = _core.draw(words, _snapshot_of(state))
    return pixels.view(Picture)


def render_file(source, file, size=None, **options):
    """Computes a run and writes it as a web page (.html), video (.mp4, .webm, ...) or picture (.png).

    source: name of a scene, path of a file, or Snapshot
    size: (width, height) in pixels
    options: options of `milkomeda render`, such as bodies, from_ and until (model times), moments, preset

    Returns a Page, which a notebook shows as a player, if the file is a web page; otherwise returns None.
    """
    if "from_" in options:
        options["from"] = options.pop("from_")
    word = _source(source, "the name of a scene, path of a file, or Snapshot (such as run.snapshot)")
    path = _path(file, "file")
    words = _words("render", options, refused=("help", "version", "output", "o", "json"), source=word) + _size(size)
    _core.render_file(words + [f"--output={path}"], source if word is None else None)
    return Page(path) if path.endswith(".html") else None


def scenes():
    """Returns a list of dictionaries with the name, title and story of each scene."""
    return _json.loads(_core.scenes())


def devices():
    """Returns a list of dictionaries with the index, name, type and platform of each OpenCL device."""
    return _json.loads(_core.devices())
