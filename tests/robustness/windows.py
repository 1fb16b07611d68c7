"""Kills windows while they write settings, screenshots and saved bodies."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import writings
from writings import command

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "window"))
import driver  # noqa: E402

can_be_opened = all(map(shutil.which, ("Xvfb", "xdotool")))
# SIGQUIT is omitted, because PoCL's compiler itself handles the first SIGQUIT and the program continues.
signals = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
settings = {"width": 640, "height": 400}


def is_complete(path):
    if path.name == "settings.json":
        return "width" in json.loads(path.read_text())
    if path.name == "kernels.json":
        return isinstance(json.loads(path.read_text()), dict)
    if path.suffix == ".png":
        return bool(command.read_png(path.read_bytes()))
    if path.suffix in (".hdf5", ".milkomeda"):
        return subprocess.run([command.Test.program, "info", path], capture_output=True).returncode == 0
    return False  # A window writes no further kinds of files.


def wrong_files(folder, killed):
    faults = []
    for path in filter(pathlib.Path.is_file, folder.rglob("*")):
        if writings.temporary.fullmatch(path.name):
            faults += [] if killed else [f"a temporary file is left: {path.name}"]
            continue
        try:
            whole = is_complete(path)
        except Exception as error:  # A partial file may cause any kind of error in its reader.
            whole = print(error)
        if not whole:
            faults.append(f"{path.name} is not complete")
    return faults


def kill_once(program, chance):
    """Kills a window while it writes files. Returns the faults of the files, and the number of kills, which is 0
    without an X server."""
    if not can_be_opened:
        return [], 0
    number = chance.choice(signals)
    with tempfile.TemporaryDirectory(prefix="milkomeda window ") as name:
        folder = pathlib.Path(name)
        (folder / "milkomeda").mkdir()
        (folder / "milkomeda/settings.json").write_text(json.dumps(settings))
        display = driver.Display()
        window = driver.Program([os.path.abspath(program), "--trace", "--bodies", "2000"], display, name,
                                {"MESA_SHADER_CACHE_DISABLE": "true"})
        try:
            window.wait(lambda: len(window.frame_ms) >= 3, "the first frames are drawn")
            hands = driver.Hands(display, window)
            keys = [chance.choice(["F12", "ctrl+s", "d"]) for _ in range(chance.randrange(1, 5))]
            if chance.random() < 0.6:
                keys.append("ctrl+q")
            hands.xdotool("key", "--delay", 0, *keys)
            time.sleep(chance.choice([0.01, 0.1, 1]) * chance.random())
            window.process.send_signal(number)
            try:
                code = window.process.wait(command.patience)
            except subprocess.TimeoutExpired:
                code = "none"
            faults = [] if code in (0, -number) else [f"exit code {code}: {window.stderr()[-300:]}"]
            faults += wrong_files(folder, number == signal.SIGKILL)
        finally:
            window.close()
            display.close()
    return [f"{number.name} after {' '.join(keys)}: {fault}" for fault in faults], 1
