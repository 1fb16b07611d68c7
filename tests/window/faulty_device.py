"""Tests with a window whose OpenCL calls fail. A file names the failing calls for the fault layer
(tests/cl_fault_layer)."""

import os

import driver


class FaultyDeviceTest(driver.PanelTest):
    @classmethod
    def setUpClass(cls):
        cls.fault = cls.enterClassContext(driver.tempfile.TemporaryDirectory()) + "/fault"
        cls.environment = cls.environment | {"MILKOMEDA_FAULT_FILE": cls.fault}
        super().setUpClass()

    def tearDown(self):
        self.remove_fault()
        super().tearDown()

    def reopen(self):
        self.hands.click(self.place("Device lost/Reopen"))
        self.wait_for("device", lost=False)

    def break_device(self, fault):
        with open(self.fault + ".new", "w") as file:
            file.write(fault)
        os.replace(self.fault + ".new", self.fault)

    def remove_fault(self):
        if os.path.exists(self.fault):
            os.remove(self.fault)
