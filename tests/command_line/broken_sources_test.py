"""Every command refuses a file that is not a particle file, with one line that names the file, the position in the
file and the reason."""

import gzip
import os
import subprocess

import command

row = "1 2 3 4 5 6 7\n"
packed = gzip.compress((row * 50).encode(), mtime=0)

# For each broken file: name, content, and the part of the message after the name.
broken = [
    ("empty.tab", "", ": is empty"),
    ("comments.tab", "# mass x y z vx vy vz\n\n", ": contains no bodies"),
    ("few.tab", row + "1 2 3\n", ":2:6: the row ends after 3 of 7 columns"),
    ("many.tab", row + row + "1 2 3 4 5 6 7 8\n", ":3:15: the row has more than 7 columns"),
    ("text.tab", "1 2 three 4 5 6 7\n", ":1:5: 'three' in column y is not a number"),
    ("nan.tab", row + "1 2 3 4 nan 6 7\n", ":2:9: 'nan' in column vx is not finite"),
    ("inf.tab", "1 2 3 -inf 5 6 7\n", ":1:7: '-inf' in column z is not finite"),
    ("huge.tab", "1 1e99 3 4 5 6 7\n", ":1:3: '1e99' in column x is too large"),
    ("negative.tab", row + "-1 2 3 4 5 6 7\n", ":2:1: the mass '-1' is negative"),
    ("massless.tab", "0 2 3 4 5 6 7\n0 1 1 1 1 1 1\n", ": all masses are 0"),
    ("commas.tab", row + "1,2,3,4,5,6,7\n", ":2:14: the row ends after 1 of 7 columns"),
    ("unnamed.tab", "1 2 3\n", ":1:1: the 3 columns have no names; the columns are 0 '1', 1 '2', 2 '3'; assign them"),
    ("cut.tab.gz", packed[:-6], ": cannot be read: unexpected end of file"),
    ("corrupt.tab.gz", packed[:-5] + b"\xff" + packed[-4:], ": cannot be read: "),
    ("garbage", bytes(range(256)) * 8, ": has an unknown format"),
    ("page.html", "<!DOCTYPE html>\n<p>404\n", ":1:1: the header lacks the column x; the columns are 0 '<!DOCTYPE'"),
]


class BrokenSources(command.Test):
    def refused_by_all(self, reason, source, code=1, **options):
        """Checks that every command that reads particle files refuses this file, for every kind of output."""
        for name in ("y.tab", "d.csv", "y.png"):
            self.put(name, "from before")
        for words in (["info"], ["info", "--json"], ["simulate", "--until", 1, "-o", "y.tab", "--diagnostics", "d.csv"],
                      ["render", "-o", "y.png"]):
            self.refused(code, reason, *words, source, **options)

    def test_files_with_broken_content_are_refused_with_position_and_reason(self):
        for name, content, reason in broken:
            with self.subTest(name):
                self.put(name, content)
                self.refused(1, name + reason, "info", name)
        for name, content, reason in broken[2::6]:
            self.refused_by_all(name + reason, name)

    def test_missing_files_and_unknown_names_are_refused(self):
        self.refused_by_all("missing.tab: there is no such file", "missing.tab")
        self.refused(1, "no/where.tab: there is no such file", "info", "no/where.tab")
        self.refused_by_all("no scene or file named 'missing'; scenes: milky-way-andromeda", "missing", code=2)
        self.refused(2, "no scene or file named ''", "info", "")

    def test_a_folder_as_source_is_refused(self):
        (self.folder / "folder.tab").mkdir()
        self.refused_by_all("folder.tab: is a folder", "folder.tab")
        self.refused(1, ".: is a folder", "info", ".")

    def test_unreadable_files_are_refused(self):
        path = self.folder / self.put("secret.tab", row)
        path.chmod(0)
        other_user = {}
        if os.geteuid() == 0:  # The user root may read every file, so the test runs as another user.
            self.folder.chmod(0o755)
            other_user = {"user": 65534, "group": 65534, "extra_groups": []}
            try:
                self.done("--version", **other_user)
            except (PermissionError, subprocess.SubprocessError):
                self.skipTest("the program cannot be run by a user other than root")
        self.refused(1, "secret.tab: cannot be opened: Permission denied", "info", "secret.tab", **other_user)

    def test_device_files_are_refused_as_source(self):
        self.refused(1, "/dev/null: is empty", "info", "/dev/null")
        self.refused(1, "/dev/zero: is a pipe or a device", "info", "/dev/zero")

    def test_requesting_more_bodies_than_the_file_contains_is_refused(self):
        self.put("two.tab", "1 0 0 0 0 0 0\n1 1 1 1 0 0 0\n")
        self.refused(2, "3 bodies are requested, but only 2 are available", "simulate", "two.tab", "--until", 1,
                     "--bodies", 3)

    def test_messages_name_the_file_as_on_the_command_line(self):
        self.put("few.tab", "1 2 3\n")
        for name in ("./few.tab", f"{self.folder}/few.tab"):
            result = self.refused(1, "", "info", name)
            self.assertTrue(result.error.startswith(f"milkomeda: {name}:1:1: "), result.error)


if __name__ == "__main__":
    command.main(opencl=True, opengl=True)
