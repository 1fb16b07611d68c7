"""Runs an example program for its test, in a temporary folder, on particles that the program milkomeda generates."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

skipped = 77  # exit status that ctest reports as skipped


class Test(unittest.TestCase):
    example = milkomeda = ""  # paths of both programs; set by main()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="milkomeda example ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def generate(self, scene, bodies, name):
        subprocess.run([self.milkomeda, "generate", scene, "--bodies", str(bodies), "-o", name], cwd=self.folder,
                       check=True)

    def run_example(self, *words, code=0):
        """Returns standard output and standard error as one text."""
        done = subprocess.run([self.example, *map(str, words)], cwd=self.folder, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode == skipped:
            self.skipTest(done.stdout)
        self.assertEqual(done.returncode, code, done.stdout)
        return done.stdout


def main():
    Test.example, Test.milkomeda = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
    result = unittest.main(argv=sys.argv[:1] + sys.argv[3:], exit=False).result
    for _, reason in result.skipped:
        print(reason)
    sys.exit(not result.wasSuccessful() or (skipped if result.skipped else 0))
