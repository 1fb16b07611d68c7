"""While kernels are built in the middle of a run, the window stays responsive or has announced the build.

The fault layer (tests/cl_fault_layer) stops the kernel compiler for as long as a file requests."""

import collections
import tempfile

import driver
from faulty_device import FaultyDeviceTest


class BuildsTest(FaultyDeviceTest):
    # In a run with gas, the integrator reversible would need no kernels.
    arguments = ["milky-way-andromeda", "--bodies", "1200", "--size", "1000x700", "--mode", "point", "--solver", "direct",
                 "--kernel", "vector", "--integrator", "leapfrog", *driver.without_gas]

    def hold(self):
        self.break_device("clBuildProgram 1 0 held")

    def plays_on(self):
        steps = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] > steps + 10, "the run continues")


class KernelBuilds(BuildsTest):
    def test_steps_continue_while_the_force_error_kernel_is_built(self):
        self.hold()
        self.hands.click(self.place("Graphs/Force errors"))
        self.plays_on()
        self.assertIsNone(self.program.state.get("errors"))
        self.remove_fault()
        self.wait(lambda: self.program.state.get("errors"), "force errors are measured")

    def test_steps_continue_while_the_kernels_of_the_potential_slice_are_built(self):
        self.hold()
        self.hands.key("u")
        self.wait_for("slice", on=True)
        self.plays_on()
        self.assertIsNone(self.state("slice").get("map"))
        self.hands.key("u")  # The user can switch off the slice while its kernels are built.
        self.wait_for("slice", on=False)
        self.hands.key("u")
        self.wait_for("slice", on=True)
        self.remove_fault()
        self.wait(lambda: self.state("slice").get("map"), "a map is computed")
        self.hands.key("u")
        self.wait_for("slice", on=False)

    def test_a_notice_precedes_building_the_kernels_of_an_integrator(self):
        self.hands.click(self.place("Physics/Integrator", right=0.1))
        self.hands.move(self.place("Physics/Integrator/reversible", right=0.2))
        self.hold()
        self.hands.xdotool("click", 1)
        notice = "changing the integrator to reversible ..."
        self.wait(lambda: any(event["event"] == "announced" and event["line"] == notice
                              for event in self.program.events), "a notice announces the build")
        self.remove_fault()
        self.wait_for("parameters", integrator="reversible")
        self.plays_on()


class CanceledBuild(BuildsTest):
    """A kernel build that is no longer needed must not keep a lost device or the memory of the driver."""

    @classmethod
    def setUpClass(cls):
        cls.record = cls.enterClassContext(tempfile.NamedTemporaryFile())
        cls.environment = {"MILKOMEDA_FAULT_RECORD": cls.record.name}
        super().setUpClass()

    def holders_of_contexts(self):
        with open(self.record.name) as record:
            calls = collections.Counter(line.strip() for line in record if "Context" in line)
        return calls["clCreateContext"] + calls["clRetainContext"] - calls["clReleaseContext"]

    def test_a_lost_device_is_released_if_the_slice_was_switched_off_while_kernels_were_built(self):
        self.plays_on()
        before = self.holders_of_contexts()
        self.assertGreater(before, 0)
        self.hold()
        self.hands.key("u")
        self.wait_for("slice", on=True)
        self.wait(lambda: self.holders_of_contexts() > before, "the kernels of the slice are built")
        self.hands.key("u")
        self.wait_for("slice", on=False)
        self.remove_fault()
        self.plays_on()
        self.break_device("clFinish 1 -5 lost")
        self.wait_for("device", lost=True)
        self.remove_fault()
        self.reopen()
        self.plays_on()
        self.wait(lambda: self.holders_of_contexts() <= before, "the lost context is released")


if __name__ == "__main__":
    driver.main(KernelBuilds, CanceledBuild)
