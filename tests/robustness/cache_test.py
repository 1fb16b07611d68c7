"""If the cache folder of PoCL cannot store compiled kernels, the program reports this and stores the kernels in a
private temporary folder if such a folder is usable."""

import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "command_line"))
import command  # noqa: E402


class Cache(command.Test):
    words = ["simulate", "plummer", "--bodies", 64, "--until", 0.01, "--no-settings", "-o"]

    def environment(self, cache):
        temporary = self.folder / "temporary"
        temporary.mkdir(exist_ok=True)
        return {"OCL_ICD_VENDORS": "pocl.icd", "POCL_CACHE_DIR": str(cache), "TMPDIR": str(temporary)}

    def test_an_unusable_cache_folder_is_replaced_by_a_usable_folder_and_a_notice_names_both(self):
        self.put("file", "")
        sound = self.done(*self.words, "a.tab")
        self.assertNotIn("cache", sound.error)
        for number, cache in enumerate(["/proc/nothing", "/dev/null", self.folder / "file" / "below"]):
            result = self.done(*self.words, f"{number}.tab", environment=self.environment(cache))
            told = [line for line in result.error.splitlines() if "cache" in line]
            self.assertEqual(len(told), 1, result.error)
            kept = self.folder / "temporary" / f"milkomeda-pocl-{os.geteuid()}"
            self.assertIn(f"PoCL's cache folder {cache} is not usable (", told[0])
            self.assertTrue(told[0].endswith(f"; kernels are stored in {kept}"), told[0])
            self.assertEqual(kept.stat().st_mode & 0o777, 0o700)
            self.assertEqual(self.rows(f"{number}.tab"), self.rows("a.tab"))

    def test_a_cache_folder_writable_by_others_is_not_used(self):
        environment = self.environment("/proc/nothing")
        (self.folder / "temporary" / f"milkomeda-pocl-{os.geteuid()}").mkdir(mode=0o777)
        (self.folder / "temporary" / f"milkomeda-pocl-{os.geteuid()}").chmod(0o777)
        result = self.done(*self.words, "x.tab", environment=environment)
        self.assertNotIn(str(self.folder / "temporary"), result.error)

    def test_a_cache_folder_on_a_full_disk_is_replaced(self):
        if os.geteuid() != 0:
            self.skipTest("only root can make a small disk")
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True)
        if mounted.returncode:
            self.skipTest("this process may not mount a disk")
        self.addCleanup(subprocess.run, ["umount", disk])
        result = self.done(*self.words, "x.tab", environment=self.environment(disk / "cache"))
        self.assertIn("is not usable (only 64 KiB are free); kernels are stored in", result.error)


if __name__ == "__main__":
    command.main(opencl=True)
