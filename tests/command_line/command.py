"""Runs the program on the command line for tests, in a temporary folder, and checks all its output and files.

These functions let a test fail if a command violates one of these general rules: standard output contains only
requested output, a failure is one line on standard error, no partial files remain, and existing files are
untouched."""

import json
import os
import pathlib
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

patience = int(os.environ.get("TEST_PATIENCE", 60))  # time limit in seconds, long enough for a busy machine
skipped = 77  # exit status that ctest reports as skipped
scene = "milky-way-andromeda"
without_gas = ["--set", "with_gas=false"]
two_galaxies = """title = "Mine"
[simulation]
timestep = 0.1
softening = 0.3
[galaxy.a.stars]
profile = "plummer"
mass = 1
[galaxy.b]
like = "a"
position = [9, 0, 0]
"""


class Result:
    def __init__(self, code, out, error):
        self.code, self.out, self.error = code, out or "", error or ""


class Test(unittest.TestCase):
    program = ""  # path of the program and root of the project, set by main()
    root = ""

    def setUp(self):
        # The name of the folder contains blanks, because names of users' folders may contain blanks.
        folder = tempfile.TemporaryDirectory(prefix="milkomeda command line ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *words, environment={}, **options):
        words = [self.program, *map(str, words)]
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": self.folder} | options
        return subprocess.Popen(words, env=surroundings(self.folder) | environment, **options)

    def run_program(self, *words, **options):
        process = self.start(*words, **options)
        try:
            out, error = process.communicate(timeout=patience)
            return Result(process.returncode, out, error)
        except subprocess.TimeoutExpired:
            process.kill()
            self.fail(f"{words} does not end")

    def done(self, *words, **options):
        """Runs a command that must succeed and returns its result."""
        result = self.run_program(*words, **options)
        self.assertEqual(result.code, 0, f"{words}\n{result.error}")
        if words[0] in ("render", "simulate", "generate") and not {"--help", "--version"} & set(words):
            self.assertEqual(result.out, "", f"{words} writes to standard output")
        self.assertEqual(self.leftovers(), [], words)
        return result

    def refused(self, code, reason, *words, **options):
        """Checks that a command fails with this code and one line with the reason, without changing files."""
        before = self.files()
        result = self.run_program(*words, **options)
        self.assertEqual(result.code, code, f"{words}\n{result.error}")
        self.assertIn(reason, result.error, words)
        self.assertEqual(len(result.error.splitlines()), 1, f"{words}\n{result.error}")
        self.assertTrue(result.error.startswith("milkomeda: "), result.error)
        self.assertEqual(result.out, "", words)
        self.assertEqual(self.files(), before, f"{words} changed files")
        return result

    def files(self):
        return {str(path.relative_to(self.folder)): path.read_bytes() if path.is_file() and os.access(path, os.R_OK)
                else None for path in self.folder.rglob("*")}

    def leftovers(self):
        return [str(path) for path in self.folder.rglob("*.part*")]

    def put(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    def rows(self, name):
        return [[float(number) for number in line.split()] for line in (self.folder / name).read_text().splitlines()]

    def info(self, name, **options):
        return json.loads(self.done("info", "--json", name, **options).out)

    def generate(self, name, bodies, *words):
        """Writes the default scene without gas: its six components have names in tables, and runs can go back."""
        self.done("generate", scene, *without_gas, "--bodies", bodies, "-o", name, *words)
        return name

    def picture(self, name, *words):
        """Renders a picture and returns it as (width, height, RGBA bytes)."""
        self.done("render", *words, "-o", name)
        return read_png((self.folder / name).read_bytes())

    def assertClose(self, a, b, relative=1e-5, absolute=0, what=None):
        self.assertLessEqual(abs(a - b), max(relative * max(abs(a), abs(b)), absolute), f"{what}: {a} and {b}")


def surroundings(folder):
    """Returns the environment variables of a user without a display, data and settings."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    # Drivers cache compiled kernels and shaders in a folder beside the program, for later tests. Without a cache
    # every command would take a second longer.
    beside = os.path.dirname(Test.program)
    own = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder),
           "XDG_CACHE_HOME": os.path.join(beside, "test-cache")}
    return {"POCL_CACHE_DIR": os.path.join(beside, "pocl-cache")} | kept | own


def disk_of(size):
    """Returns a function for subprocess that limits the size of files to `size` bytes, so that writing fails as on a
    full disk."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def read_png(content):
    """Returns width, height and RGBA bytes of a picture with 8 bits per channel, read by the PNG specification."""
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(content):
        size, kind = struct.unpack(">I4s", content[at:at + 8])
        chunks[kind] = chunks.get(kind, b"") + content[at + 8:at + 8 + size]
        at += 12 + size
    width, height, depth, color = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, color) == (8, 6), (depth, color)
    packed, rows, above = zlib.decompress(chunks[b"IDAT"]), [], bytearray(4 * width)
    for y in range(height):
        start = y * (4 * width + 1)
        method, row = packed[start], bytearray(packed[start + 1:start + 1 + 4 * width])
        for x in range(len(row)):
            left, up, corner = (row[x - 4], above[x], above[x - 4]) if x >= 4 else (0, above[x], 0)
            row[x] = (row[x] + predicted(method, left, up, corner)) & 255
        rows.append(row)
        above = row
    return width, height, b"".join(rows)


def predicted(method, left, up, corner):
    if method < 3:
        return (0, left, up)[method]
    if method == 3:
        return (left + up) // 2
    distances = [(abs(up - corner), left), (abs(left - corner), up), (abs(left + up - 2 * corner), corner)]
    return min(distances, key=lambda entry: entry[0])[1]


def needs(**wanted):
    """Skips all tests of the file, with a message, if this machine lacks a required capability."""
    answer = subprocess.run([Test.program, "devices", "--json"], text=True, stdout=subprocess.PIPE,
                            env=surroundings("/nonexistent"), timeout=patience)
    if answer.returncode:
        # If devices exist but cannot be listed, the tests must run and report this failure.
        return
    found = json.loads(answer.stdout)
    if wanted.get("opencl") and not found["devices"]:
        sys.exit(print("skipped: no OpenCL device") or skipped)
    if wanted.get("opengl") and found["gl"] is None:
        sys.exit(print("skipped: no OpenGL without a display") or skipped)


def main(**wanted):
    """Runs the tests of a file, or skips them if the machine lacks the capabilities `wanted`. Arguments: PROGRAM ROOT
    [words of unittest]."""
    Test.program, Test.root = map(os.path.abspath, sys.argv[1:3])
    needs(**wanted)
    # Background jobs of a shell ignore these signals; the default handling is restored.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    unittest.main(module="__main__", argv=sys.argv[:1] + sys.argv[3:])
