#!/usr/bin/env python3
"""Executes a notebook, and checks that each of its pictures and results exists. Exits with 77 (skipped) if a package is
not installed. MILKOMEDA_QUICK=1 tells the notebook to use fewer bodies."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

for package in ("nbconvert", "ipykernel", "matplotlib", "numpy"):
    if importlib.util.find_spec(package) is None:
        print(f"skipped: the Python package {package} is not installed")
        sys.exit(77)

notebook = pathlib.Path(sys.argv[1]).resolve()
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", folder,
                    "--ExecutePreprocessor.timeout=600", str(notebook)], check=True, cwd=folder,
                   env={**os.environ, "MILKOMEDA_QUICK": "1", "MPLCONFIGDIR": folder,
                        "IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder})
    executed = json.loads((pathlib.Path(folder) / notebook.name).read_text())
outputs = [output for cell in executed["cells"] for output in cell.get("outputs", [])]
errors = [output for output in outputs if output["output_type"] == "error"]
pictures = [output for output in outputs if "image/png" in output.get("data", {})]
if errors or not pictures:
    print(f"{notebook.name}: {len(errors)} errors, {len(pictures)} pictures")
    sys.exit(1)
