"""Lists the runs of hostile_values.py. Keys and options come from messages of the program, so that new keys and
options are included."""

import itertools
import os
import random
import re

worst = ["-0.0", "5e-324", "1e-300", "3e-5", "3e38", "1e110", "1e300", "nan", "inf"]
numbers = [*worst, "0", "-1", "1e-310", "1e-30", "0.999999999", "1e6", "1e30", "1e39", "1.7976931348623157e308",
           "1e400", "-nan", "-inf", "4294967295", "4294967296", "9223372036854775807", "18446744073709551616",
           "9" * 400, "0x7f"]
texts = [b"", b" ", b"a" * 30000, b"a b " * 5000, b"one\ntwo", b"\x1b[31mred\x1b[0m\x07", b"\xff\xfe\x80",
         "\u202eleft\u2028".encode(), b'"', b"'''", b"%s%n%05d", b"%d" * 10000, b"-", b"--", b"[", b"{}", b"[1, 2",
         b"*a" * 20 + b"b", b"../../..", b"/dev/null", b"."]
toml = ["[0, 0, 0]", "[1e300, -1e300, 1e300]", "[3e38, 3e38, 3e38]", "[nan, 0, 0]", "[1e-300, 0, 0]", "[]", '[""]',
        '["a\\nb"]', '["\\u001b[31m"]', "1979-05-27", "true", '"king"', '"uniform"', '"hernquist"', '"nfw"', "{a = 1}"]
words = ["1e300x1e300", "2147483647x2147483647", "1x65536", "1e30,1e30,1e30", "1e-40,0,0", "3e38,3e38,3e38",
         "yaw=3e38,distance=3e38", "target=3e38:3e38:3e38", "distance=1e-45", "1e-6,1e9", "1/0", "1/2147483647", "-1e9",
         "1e10Gyr"]

closed_forms = """title = "Closed forms"
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
"""
sphere = """title = "A sphere"
[galaxy.first]
position = [0, 0, 0]
[galaxy.first.stars]
profile = "uniform"
mass = 1
"""
rows = "".join(f"1,{x},{y},0,{y},{-x},0,{galaxy},{part}\n" for x, y, galaxy, part in
               [(3, 0, "a", "disk"), (4, 1, "a", "disk"), (-3, 0, "b", "bulge"), (-4, 1, "b", "bulge")])
files = {"closed.toml": closed_forms, "sphere.toml": sphere, "rows.csv": "mass,x,y,z,vx,vy,vz,galaxy,component\n" + rows}

# For each scene file, the tables whose keys get hostile values.
tables = {"closed.toml": ["", "orbit.", "galaxy.first.", "galaxy.first.disk.", "galaxy.first.bulge.",
                          "galaxy.first.halo.", "galaxy.second.stars."],
          "sphere.toml": ["galaxy.first.", "galaxy.first.stars."],
          "milky-way-andromeda": ["galaxy.milky-way.", "galaxy.milky-way.disk.", "galaxy.milky-way.halo."]}
commands = {"generate": ["closed.toml", "--bodies", "64", "-o", "out.csv"],
            "simulate": ["rows.csv", "--until", "0.04", "-o", "out.csv", "--diagnostics", "diagnostics.csv"],
            "render": ["rows.csv", "--size", "64x48", "-o", "out.png"],
            "info": ["rows.csv"], "devices": [], "scenes": []}
# These options may cause long computations; for them, a run that exceeds the time limit is not a fault.
patient = {("simulate", "--until"), ("render", "--at"), ("render", "--until"), ("render", "--from"),
           ("generate", "--bodies")}


def encoded(word):
    return word if isinstance(word, bytes) else word.encode()


def keys_of(answer, scene, table, *source):
    """Returns the keys of a table, which the program lists in its message about an unknown key."""
    line = answer("generate", scene, "-o", "x.csv", *(source or ("--set", f"{table}none=1")))
    found = re.search(r"there are: (.*)", line)
    keys = re.sub(r", and tables .*|, like,.*", "", found[1]).split(", ") if found else []
    assert keys and all(key.startswith(table) for key in keys), f"the message lists no keys: {line}"
    return keys


def scene_runs(answer):
    """Returns pairs of a command line and additional files. Values that have found the most faults come first."""
    keys = [(scene, key) for scene, names in tables.items() for table in names
            for key in keys_of(answer, scene, table)]
    for value in [*worst, *numbers[len(worst):], *toml, *texts]:
        for scene, key in keys:
            yield ["generate", scene, "--bodies", "64", "-o", "out.csv", "--set",
                   encoded(key) + b"=" + encoded(value)], {}
    for text in texts:  # Keys and names of galaxies are replaced by these texts.
        for key in (text, b"galaxy." + text + b".disk.mass", b"galaxy.first." + text):
            yield ["generate", "closed.toml", "--bodies", "64", "-o", "out.csv", "--set", key + b"=1"], {}


def file_runs(answer, folder, seeds):
    """Returns runs with values that only files can contain: keys of key frames, and damaged files."""
    run = ["generate", "own.toml", "--bodies", "64", "-o", "out.csv"]
    (folder / "none.toml").write_text(closed_forms + "none = 1\n")
    for key in keys_of(answer, "none.toml", "camera.keyframe.", "--bodies", "9"):
        name = key.rsplit(".", 1)[1]
        for value in [*numbers, *toml]:
            start = closed_forms + "[[camera.keyframe]]\ntime = 1\nposition = [1, 2, 3]\n"
            kept = "\n".join(line for line in start.splitlines() if not line.startswith(name))
            yield run, {"own.toml": f"{kept}\n{name} = {value}\n"}
    for text in texts:
        yield run, {"own.toml": text}
        yield run, {"own.toml": closed_forms.encode() + b'[galaxy."' + text + b'"]\nbodies = 1\n'}
        yield run, {"own.toml": closed_forms.encode() + text + b" = 1\n"}
    for seed in range(seeds):
        yield run, {"own.toml": damaged(closed_forms.encode(), random.Random(seed))}


def damaged(content, chance):
    content = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(content)), chance.randint(1, 9)
        kind = chance.randrange(4)
        if kind == 0:
            content[at] = chance.randrange(256)
        elif kind == 1:
            del content[at:at + length]
        elif kind == 2:
            content[at:at] = content[at:at + length] * chance.randint(1, 50)
        else:
            content[at:at] = encoded(chance.choice(numbers + toml))
    return bytes(content)


def option_runs(options_of):
    """Returns runs with every option that the help of a command lists, and then runs with unexpected words."""
    options = [(command, option) for command in commands for option in options_of(command)]
    for value in [*worst, *texts, *numbers[len(worst):], *words]:
        for command, option in options:
            if (command, option) in patient and re.fullmatch(rb"[-+.\d]+(e\d+)?([GM]yr)?", encoded(value)):
                continue
            kept = list(commands[command])
            said = "-o" if option == "--output" else option
            if said in kept:
                del kept[kept.index(said):kept.index(said) + 2]
            yield [command, *kept, encoded(option) + b"=" + encoded(value)], {}
    for text, command in itertools.product(texts, commands):
        kept = commands[command]
        for line in ([text, *kept[1:]], [*kept, text], [*kept, b"--" + text + b"=1"]):
            yield [command, *line], {}


def shown(run):
    said = " ".join(ascii(os.fsdecode(word))[1:-1] for word in run[0])
    own = ascii(os.fsdecode(encoded(run[1]["own.toml"]))) if run[1] else ""
    return said[:400] + (" with " + own[-120:] if own else "")
