#!/usr/bin/env python3
"""Every key of a scene and every option of every command, as the program itself lists them, with hostile values.

    hostile_values.py PROGRAM            a sample, in less than a minute (./check runs it)
    hostile_values.py PROGRAM --long     everything, and the window where there is an X server: some ten minutes
    hostile_values.py PROGRAM --only RE  the runs whose command line matches

Each run must end by itself within `patience`, with exit code 0, 1 or 2, and, unless that is 0, with one printable line
that says what is wrong. What is written with exit code 0 holds finite numbers only.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

patience = 20  # seconds for one run; the slowest that is right takes two on an idle machine
memory = 16 << 30  # bytes of address space: OpenCL's drivers reserve several, and no scene here needs more
skipped = 77

numbers = ["0", "-0.0", "-1", "5e-324", "1e-310", "1e-300", "1e-30", "3e-5", "0.999999999", "1e6", "1e30", "3e38",
           "1e39", "1e110", "1e300", "1.7976931348623157e308", "1e400", "nan", "-nan", "inf", "-inf"]
integers = ["4294967295", "4294967296", "9223372036854775807", "18446744073709551616", "9" * 400, "0x7f"]
texts = [b"", b" ", b"a" * 30000, b"one\ntwo", b"\x1b[31mred\x1b[0m\x07", b"\xff\xfe\x80", "\u202eleft\u2028".encode(),
         b'"', b"'''", b"%s%n%05d", b"-", b"--", b"[", b"{}", b"[1, 2", b"*a*a*a*a*a*a*b", b"../../.."]
shaped = ["[0, 0, 0]", "[1e300, -1e300, 1e300]", "[3e38, 3e38, 3e38]", "[nan, 0, 0]", "[1e-300, 0, 0]", "[]",
          "[\"\"]", "[\"a\\nb\"]", "1979-05-27", "true", "\"king\"", "\"uniform\"", "\"hernquist\"", "\"nfw\""]
pairs = ["1e300x1e300", "2147483647x2147483647", "65536x1", "1e30,1e30,1e30", "1e-40,0,0", "3e38,3e38,3e38",
         "yaw=3e38,distance=3e38", "target=3e38:3e38:3e38", "distance=1e-45", "1e-6,1e9", "1/0", "1/2147483647",
         "1e9Myr", "-1e9", "1e9"]

scene = """title = "Hostile values are tried on it"
[orbit]
eccentricity = 1
pericentre = 1
separation = 8
[galaxy.first.disk]
mass = 1
[galaxy.first.bulge]
profile = "hernquist"
mass = 1
radius = 0.3
[galaxy.first.halo]
profile = "nfw"
mass = 10
radius = 4
[galaxy.second.stars]
profile = "plummer"
mass = 1
[[camera.keyframe]]
time = 0
position = [0, 0, 9]
[[camera.keyframe]]
time = 9
position = [0, 9, 9]
"""
uniform = """title = "A sphere"
[galaxy.first]
position = [0, 0, 0]
[galaxy.first.stars]
profile = "uniform"
mass = 1
"""

chatter = re.compile(r"milkomeda: (warning: .*|.*, tier .*|units: .*|kernel .*|.*(knows types of|knows dark|says nothing of) "
                     r".*)|(simulating|rendering|generating|towards .*) .*")


class Hunt:
    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.failures, self.runs, self.fine = [], 0, 0
        beside = os.path.dirname(self.program)
        self.environment = {name: value for name, value in os.environ.items()
                            if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.environment |= {"POCL_CACHE_DIR": os.environ.get("POCL_CACHE_DIR", os.path.join(beside, "pocl-cache")),
                             "XDG_CACHE_HOME": os.path.join(beside, "test-cache")}

    def answer(self, folder, *words):
        return subprocess.run([self.program, *words], cwd=folder, capture_output=True, timeout=patience,
                              env=self.environment).stderr.decode()

    def try_on(self, words):
        """Runs the program with these words in a folder of its own, and judges what comes of it."""
        with tempfile.TemporaryDirectory(prefix="milkomeda hostile ") as folder:
            place = pathlib.Path(folder) / "work"
            place.mkdir()
            (place / "scene.toml").write_text(scene)
            (place / "uniform.toml").write_text(uniform)
            (place / "rows.tab").write_text("1 0 0 0 0 0 0\n1 1 0 0 0 1 0\n1 0 1 0 1 0 0\n")
            environment = self.environment | {"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "HOME": folder}
            process = subprocess.Popen([self.program, *words], cwd=place, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                                       preexec_fn=limited)
            try:
                out, error = process.communicate(timeout=patience)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                return f"does not end within {patience} s"
            return judged(process.returncode, error, place)

    def judge_all(self, command_lines, workers):
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            for words, fault in zip(command_lines, pool.map(self.try_on, command_lines)):
                self.runs += 1
                if fault:
                    self.failures.append((words, fault))
                    print(f"{shown(words)}\n    {fault}", flush=True)


def limited():
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))


def judged(code, error, place):
    """What is wrong with the end of a run; empty if nothing is."""
    if code < 0:
        return f"ended by {signal.Signals(-code).name}: {error[-300:]!r}"
    if code not in (0, 1, 2):
        return f"exit code {code}"
    try:
        lines = error.decode().splitlines()
    except UnicodeDecodeError:
        return f"an error that is no text: {error[-300:]!r}"
    complaints = [line for line in error.decode().split("\n") if line and not chatter.fullmatch(line)]
    if code and len(complaints) != 1:
        return f"{len(complaints)} lines of error: {complaints!r}"
    if code and not complaints[0].startswith("milkomeda: "):
        return f"not the program's own words: {complaints[0]!r}"
    for line in lines:
        if not line.isprintable():
            return f"not printable: {line!r}"
        if len(line) > 2000:
            return f"a line of {len(line)} characters: {line[:100]!r} ..."
        for raw in ("filesystem error", "std::", "bad_", "vector", "basic_string", "_M_"):
            if raw in line:
                return f"raw: {line!r}"
    left = [str(path) for path in place.rglob("*.part*")]
    if left:
        return f"left behind: {left}"
    if code == 0:
        for path in place.rglob("*.csv"):
            numbers = re.search(rb"(?i)(^|[\s,])[-+]?(nan|inf)", path.read_bytes())
            if numbers:
                return f"{path.name} holds numbers that are not finite"
    return ""


def shown(words):
    words = [word if isinstance(word, str) else os.fsdecode(word) for word in words]
    return " ".join(ascii(word if len(word) < 200 else word[:100] + "..." + word[-20:]) for word in words)


def keys_of(hunt, folder):
    """All keys, by what the program says when it is asked for one that it does not have."""
    keys = {}
    for name, tables in {"scene.toml": ["", "orbit.", "galaxy.first.", "galaxy.first.disk.", "galaxy.first.halo.",
                                        "galaxy.first.bulge.", "galaxy.second.stars."],
                         "uniform.toml": ["galaxy.first.stars.", "galaxy.first."],
                         "milky-way-andromeda": ["galaxy.milky-way.", "galaxy.milky-way.disk.", "galaxy.milky-way.halo.",
                                                 "galaxy.milky-way.bulge."]}.items():
        for table in tables:
            line = hunt.answer(folder, "generate", name, "-o", "x.csv", "--set", f"{table}none=1")
            found = re.search(r"there are: (.*)", line)
            if not found:
                sys.exit(f"no list of keys in: {line}")
            listed = re.sub(r",? and tables .*|, like.*", "", found[1]).split(", ")
            keys[name, table] = [key for key in listed if key.startswith(table)]
            if not keys[name, table]:
                sys.exit(f"no keys in: {line}")
    return keys


def options_of(hunt, folder, command):
    """The options of a command that take a value, from its help."""
    said = subprocess.run([hunt.program, *command, "--help"], cwd=folder, capture_output=True, text=True,
                          env=hunt.environment, timeout=patience).stdout
    return re.findall(r"^  (?:-\w,)?(--[\w-]+) TEXT", said, re.M)


def scene_runs(hunt, folder, long):
    for (name, table), keys in keys_of(hunt, folder).items():
        for key in keys:
            for value in [*numbers, *integers, *shaped] + ([t.decode("latin1") for t in texts] if long else []):
                if "\0" in value:
                    continue
                setting = f"{key}={value}".encode("latin1" if long else "utf-8", "replace")
                yield ["generate", name, "--bodies", "64", "-o", "out.csv", "--set", setting]
    if not long:
        for text in texts:
            yield ["generate", "scene.toml", "--bodies", "64", "-o", "out.csv", "--set", b"title=" + text]
    for text in texts:  # as keys
        yield ["generate", "scene.toml", "--bodies", "64", "-o", "out.csv", "--set", text + b"=1"]
        yield ["generate", "scene.toml", "--bodies", "64", "-o", "out.csv", "--set", b"galaxy." + text + b".disk.mass=1"]


commands = {
    ("generate",): ["scene.toml", "--bodies", "64", "-o", "out.csv"],
    ("simulate",): ["rows.tab", "--until", "0.04", "-o", "out.csv", "--diagnostics", "diagnostics.csv"],
    ("render",): ["rows.tab", "--size", "64x48", "-o", "out.png"],
    ("info",): ["rows.tab"],
    ("devices",): [],
    ("scenes",): [],
}


def option_runs(hunt, folder, long):
    for command, words in commands.items():
        for option in options_of(hunt, folder, command):
            if command != ("render",) or long or option in ("--camera", "--size", "--at", "--follow"):
                values = [*numbers, *integers, *pairs, *texts]
            else:
                values = ["nan", "1e300", *texts[3:6]]
            for value in values:
                said = [option.encode() + b"=" + (value.encode() if isinstance(value, str) else value)]
                if option in words:  # said twice, the second counts or is refused
                    place = words.index(option)
                    yield [*command, *words[:place], *words[place + 2:], *said]
                elif option == "--output":
                    yield [*command, *words[:words.index("-o")], *words[words.index("-o") + 2:], *said]
                else:
                    yield [*command, *words, *said]
    for command, words in commands.items():
        for text in texts:
            yield [*command, text, *words[1:]]
            yield [*command, *words, text]
            yield [*command, *words, b"--" + text + b"=1"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--which", choices=["scenes", "options", "all"], default="all")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    wanted = parser.parse_args()
    hunt = Hunt(wanted.program)
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "scene.toml").write_text(scene)
        (pathlib.Path(folder) / "uniform.toml").write_text(uniform)
        (pathlib.Path(folder) / "rows.tab").write_text("1 0 0 0 0 0 0\n")
        runs = []
        if wanted.which != "options":
            runs += scene_runs(hunt, folder, wanted.long)
        if wanted.which != "scenes":
            runs += option_runs(hunt, folder, wanted.long)
    runs = [run for run in runs if re.search(wanted.only, shown(run))]
    print(f"{len(runs)} runs", flush=True)
    hunt.judge_all(runs, wanted.workers)
    print(f"{hunt.runs} runs, {len(hunt.failures)} failed")
    sys.exit(bool(hunt.failures))


if __name__ == "__main__":
    main()
