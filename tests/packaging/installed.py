"""Installs the program into a temporary folder for the tests of this folder, as a package builder does."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

skipped = 77  # exit status that ctest reports as skipped


class Test(unittest.TestCase):
    cmake = build = ""  # paths of cmake and of the build folder, set by main()
    words = []  # further command-line arguments of the test

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="milkomeda installed ")
        cls.addClassCleanup(folder.cleanup)
        subprocess.run([cls.cmake, "--install", cls.build, "--prefix", "/usr"], check=True,
                       stdout=subprocess.DEVNULL, env=os.environ | {"DESTDIR": folder.name})
        cls.usr = pathlib.Path(folder.name, "usr")
        cls.share = cls.usr / "share"

    def run_quietly(self, *words):
        """Runs a tool that must succeed without printing to standard error, and returns its output."""
        done = subprocess.run(list(map(str, words)), text=True, capture_output=True, timeout=60,
                              env=os.environ | {"XDG_DATA_DIRS": str(self.share)})
        self.assertEqual((done.returncode, done.stderr), (0, ""), f"{words}\n{done.stdout}")
        return done.stdout

    def program(self, *words):
        return self.run_quietly(self.usr / "bin" / "milkomeda", *words)


def needs(*tools):
    for tool in tools:
        if not shutil.which(tool):
            sys.exit(print(f"skipped: {tool} is not installed") or skipped)


def main(*tools):
    """Runs the tests of a file, which need the programs `tools`. Arguments: FILE CMAKE BUILD [WORDS...]."""
    Test.cmake, Test.build, *Test.words = sys.argv[1:]
    needs(*tools, *Test.words)
    unittest.main(module="__main__", argv=sys.argv[:1])
