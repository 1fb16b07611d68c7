#!/usr/bin/env python3
"""Installs the component `python` into an empty folder, and uses the installed module without the build folder."""
import glob
import os
import subprocess
import sys
import tempfile

cmake, build = sys.argv[1:]
with tempfile.TemporaryDirectory() as prefix:
    subprocess.run([cmake, "--install", build, "--prefix", prefix, "--component", "python"], check=True,
                   stdout=subprocess.DEVNULL)
    folder, = glob.glob(f"{prefix}/**/milkomeda", recursive=True)
    names = set(os.listdir(folder))
    assert {"__init__.py", "__init__.pyi", "py.typed", "_notebook.py"} < names, names
    assert "__pycache__" not in names
    code = ("import milkomeda as mk; assert mk.__file__.startswith(%r); assert len(mk.scenes()) > 10; "
            "assert len(mk.generate('plummer', bodies=64)) == 64; "
            "print(mk.forces([[0, 0, 0], [1, 0, 0]], 1, 0)[0].tolist())" % prefix)
    result = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True, cwd=prefix,
                            env={**os.environ, "PYTHONPATH": os.path.dirname(folder)})
    assert result.stdout == "[[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]\n", result.stdout
