"""A window that has too little memory for a second copy of the bodies."""

import resource

import driver


class TooLittleMemory(driver.WindowTest):
    arguments = ["plummer", "--bodies", "2000000", "--size", "320x240", "--mode", "point"]
    environment = {"OCL_ICD_VENDORS": "/nonexistent"}

    def test_saving_is_refused_with_one_message_if_memory_is_too_small(self):
        self.program.frames(10)  # The limit is set after the first pictures, because they allocate memory.
        with open(f"/proc/{self.program.process.pid}/statm") as file:
            there = int(file.read().split()[0]) * resource.getpagesize()
        most = there + (32 << 20)
        resource.prlimit(self.program.process.pid, resource.RLIMIT_AS, (most, most))
        self.hands.key("ctrl+s")
        line = "no file is saved: this machine's memory is too small for a copy"
        self.wait(lambda: line in self.program.stderr(), "a message appears")
        self.program.frames(5)
        self.assertEqual(self.program.stderr().count(line), 1)


driver.main(TooLittleMemory)
