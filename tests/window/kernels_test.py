"""The search for the fastest kernel of the direct sum during a run, the stored result, and the choice by the user."""

import json
import os
import signal
import time

import driver


class Kernels(driver.WindowTest):
    # The mode `point` takes the least drawing time, and a slow pace leaves time for a kernel search on any machine.
    arguments = ["--bodies", "1024", "--mode", "point", "--solver", "direct", "--time-per-second", "0.05"]
    saves_settings = True

    def again(self, *more):
        """Quits the program and restarts it with additional command-line words."""
        if self.program.process.poll() is None:
            self.hands.xdotool("key", "ctrl+q")
        self.assertEqual(self.program.exit_code(), 0)
        type(self).start(*more)
        # The first step adds a line to the panel, which moves all controls below this line.
        self.wait(lambda: self.state("transport")["steps"] > 0, "the first step is taken")

    @property
    def kept(self):
        return os.path.join(self.scratch, "milkomeda", "kernels.json")

    def wait_for_search(self):
        self.program.wait(lambda: not self.state("kernel")["searching"], "the search ends", seconds=300)

    def click(self, label):
        """Clicks a control after the panel has grown to its final size."""
        self.program.frames(10)
        self.hands.click(self.place(label))

    def open_list(self):
        if "Device/tiled" not in self.state("widgets")["places"]:
            self.click("Device/Kernels")

    def test_a_kernel_search_finds_a_fast_kernel_that_the_next_start_uses(self):
        self.assertEqual(self.state("kernel")["origin"], "default")
        self.assertTrue(self.state("kernel")["searching"])
        before = self.state("transport")["time"]
        self.wait_for_search()
        self.wait_for("kernel", origin="search")
        self.assertGreater(self.state("transport")["time"], before, "the run continues during the search")
        found = self.state("kernel")
        rates = found["gpairs_per_s"]
        self.assertIn("tiled", rates)
        self.assertGreater(len(rates), 5)
        # The search times the best kernels twice, and the reported rate is that of the second timing. Rates vary, so
        # the fastest kernel may not have the highest reported rate.
        self.assertGreater(rates[found["name"]], 0.5 * max(rates.values()))
        with open(self.kept) as file:
            device, = json.load(file).values()
        entry, = device["bodies"].values()
        self.assertEqual(entry["best"], found["kernel"])

        self.again()
        self.wait_for("kernel", kernel=found["kernel"], origin="remembered", searching=False)
        self.assertEqual(self.state("kernel")["gpairs_per_s"].keys(), rates.keys())

    def test_a_new_number_of_bodies_starts_a_kernel_search_that_can_be_skipped(self):
        case = type(self)
        usual = case.arguments, case.environment
        case.arguments = ["--bodies", "4096", *usual[0][2:]]
        # With an empty cache, building kernels takes a measurable time.
        case.environment = usual[1] | {"POCL_CACHE_DIR": os.path.join(self.scratch, "empty")}
        self.again()
        case.arguments, case.environment = usual
        self.wait_for("kernel", origin="default", searching=True)
        self.click("Device/Skip")
        self.wait_for("kernel", origin="default", searching=False)
        with open(self.kept) as file:
            device, = json.load(file).values()
        self.assertEqual(len(device["bodies"]), 1, "the skipped search is not stored")

    def test_a_click_on_a_kernel_switches_to_it_during_the_run(self):
        self.again()
        self.open_list()
        for name in ["tiled", "register-tiled", "naive"]:
            time = self.state("transport")["time"]
            self.click(f"Device/{name}")
            self.wait_for("kernel", name=name, origin="hand")
            self.assertGreaterEqual(self.state("transport")["time"], time, "the run is not restarted")
            said = [event["lines"][0] for event in self.program.events if event["event"] == "notices" and event["lines"]]
            self.assertIn(f"building {name} ...", said)
            steps = self.state("transport")["steps"]
            self.wait(lambda: self.state("transport")["steps"] > steps, f"the run continues with the kernel {name}")
        self.assertEqual(self.program.count("reset"), 1)

    def test_only_a_requested_kernel_search_continues_during_a_pause(self):
        os.remove(self.kept)
        self.again()
        self.hands.key("space")
        self.wait_for("kernel", searching=True, waits=True)
        self.open_list()
        self.click("Device/Find fastest kernel")
        self.wait_for("kernel", waits=False)
        self.hands.key("space")
        self.wait_for_search()

    def start_search(self):
        """Starts a search, and waits until it has begun. A short search may already have ended. After a search, the
        panel shows the name of the fastest kernel as soon as that kernel is built. The name can move the button
        during a click, so a click without effect is repeated."""
        begin = len(self.program.events)

        def begun():
            return any(event["event"] == "kernel" and event["searching"] for event in self.program.events[begin:])
        for _ in range(3):
            self.click("Device/Find fastest kernel")
            self.program.frames(10)
            if begun():
                return
        self.fail("the search does not begin")

    def test_the_user_can_start_a_kernel_search(self):
        self.open_list()
        self.start_search()
        self.wait_for_search()
        self.wait_for("kernel", origin="search")

    def test_a_kernel_that_the_user_chooses_during_a_search_is_kept(self):
        self.start_search()
        self.click("Device/cached")
        self.wait_for("kernel", name="cached", origin="hand")
        self.wait_for_search()
        self.program.frames(60)  # Sixty frames are enough to build a kernel and to switch to it.
        self.wait_for("kernel", name="cached", origin="hand")

    def test_the_command_line_can_force_a_kernel_or_a_search(self):
        self.again("--kernel", "cached:wg=32")
        self.wait_for("kernel", kernel="cached:wg=32", origin="command line", searching=False)
        self.again("--retune")
        self.wait_for("kernel", searching=True, origin="default")
        self.again("--no-settings")
        self.wait_for("kernel", searching=False, origin="default")

    def test_a_broken_file_of_remembered_kernels_is_ignored(self):
        for text in ["{", "[]", '{"a": 1}', "7"]:
            with open(self.kept, "w") as file:
                file.write(text)
            self.again()
            self.wait_for("kernel", searching=True, origin="default")

    def builders(self):
        """Returns the child processes that build kernels for the window, at most one. Linkers and processes that have
        just started do not count."""
        window = self.program.process.pid
        with open(f"/proc/{window}/task/{window}/children") as file:
            children = [int(child) for child in file.read().split()]
        return [child for child in children if self.words(child)[1:3] == ["bench", "build"]]

    def words(self, process):
        try:
            with open(f"/proc/{process}/cmdline") as file:
                return file.read().split("\0")
        except (FileNotFoundError, ProcessLookupError):
            return []  # The process ended after it was listed.

    def has_ended(self, process):
        try:
            with open(f"/proc/{process}/stat") as file:
                return file.read().rpartition(")")[2].split()[0] == "Z"  # Z is the state of a process that has ended.
        except FileNotFoundError:
            return True

    def test_the_child_process_that_builds_kernels_ends_with_the_window(self):
        """The child process ends even if it is stopped when the window is killed."""
        type(self).environment = {"POCL_CACHE_DIR": os.path.join(self.scratch, "no kernels")}
        try:
            self.again("--retune")
        finally:
            type(self).environment = {}
        self.wait(self.builders, "a child process builds kernels")
        builder, = self.builders()
        os.kill(builder, signal.SIGSTOP)
        self.program.process.kill()
        self.program.process.wait()
        for _ in range(driver.patience):
            if self.has_ended(builder):
                break
            time.sleep(1)
        else:
            os.kill(builder, signal.SIGKILL)
            self.fail("the child process exists")
        type(self).start()


driver.main(Kernels)
