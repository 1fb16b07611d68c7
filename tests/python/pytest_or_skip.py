#!/usr/bin/env python3
"""Runs pytest on the given file. Exits with 77 (skipped) if pytest or numpy is not installed."""
import importlib.util
import os
import sys

for package in ("pytest", "numpy"):
    if importlib.util.find_spec(package) is None:
        print(f"skipped: python3-{package} is not installed")
        sys.exit(77)
# Other plugins of pytest are neither needed nor known to work.
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", *sys.argv[1:]])
