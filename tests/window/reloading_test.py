"""A run pauses at the end of its scene. A run continues while kernels and shaders are edited."""

import os
import shutil

import driver


class EndOfTheScene(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "320x240", "--mode", "point", "--set", "simulation.until=0.3"]

    def test_a_run_pauses_at_its_end_and_space_continues_it(self):
        self.wait(lambda: self.state("transport")["time"] >= 0.3 - 1e-6, "the run has reached its end")
        self.wait_for("transport", playing=False)
        time = self.state("transport")["time"]
        self.assertLess(time, 0.4)
        self.program.frames(5)
        self.assertEqual(self.state("transport")["time"], time)
        self.hands.key("space")
        self.wait(lambda: self.state("transport")["time"] > time + 0.2, "space continues the run")
        self.assertTrue(self.state("transport")["playing"], "the run pauses at the end only once")
        self.restart()
        self.wait(lambda: not self.state("transport")["playing"], "after a reset the run pauses at the end")
        self.assertLess(self.state("transport")["time"], 0.4)


class ReloadedAssets(driver.WindowTest):
    """With --assets, the program reloads kernels and shaders when their files change."""

    sources = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    # Scale bar and clock are off, so that only the bodies emit light.
    arguments = ["--bodies", "512", "--size", "320x240", "--assets", "assets folder", "--show", "none", "--integrator", "leapfrog"]
    # compiler message for the first line and column of the broken shader
    expected_trouble = "OpenGL error: 0:1(1)"

    @classmethod
    def start(cls, *more):
        cls.assets = os.path.join(cls.scratch, "assets folder")
        for part in ["kernels", "shaders"]:
            shutil.copytree(os.path.join(cls.sources, part), os.path.join(cls.assets, part))
        super().start(*more)

    def text(self, name):
        with open(os.path.join(self.sources, name)) as file:
            return file.read()

    def edit(self, name, text, notice):
        """Replaces the whole file at once, as editors do, and waits for the text `notice` on standard error."""
        already = self.program.stderr().count(notice)
        file = os.path.join(self.assets, name)
        with open(file + "~", "w") as new:
            new.write(text)
        os.replace(file + "~", file)
        self.wait(lambda: self.program.stderr().count(notice) > already, f"after an edit of {name}: {notice}")

    def assertRunContinues(self):
        time = self.state("transport")["time"]
        self.wait(lambda: self.state("transport")["time"] > time, "the run continues")

    def test_a_broken_shader_is_ignored_and_a_valid_shader_is_loaded(self):
        name = "shaders/particles/point.frag"
        good = self.text(name)
        while self.state("mode")["name"] != "point":
            self.hands.key("d")
        self.assertGreater(self.screenshot().light(0), 0)
        self.edit(name, "this is not GLSL", name)
        self.assertRunContinues()
        self.assertGreater(self.screenshot().light(0), 0)
        only_green = good.replace("light.rgb + light.a", "0.0, 1.0, 0.0")
        self.assertNotEqual(only_green, good)
        self.edit(name, only_green, "reloaded")
        picture = self.screenshot()
        self.assertEqual((picture.light(0), picture.light(2)), (0, 0))
        self.assertGreater(picture.light(1), 0)
        self.edit(name, good, "reloaded")
        self.assertGreater(self.screenshot().light(0), 0)

    def test_a_broken_slice_shader_is_ignored_while_the_slice_is_shown(self):
        name = "shaders/slice/slice.frag"
        good = self.text(name)
        self.hands.key("u")
        self.wait(lambda: self.state("slice").get("map"), "the slice is shown")
        self.program.frames(10)  # After ten frames the shader of the slice is loaded.
        self.edit(name, "this is not GLSL", name)
        self.assertRunContinues()
        self.edit(name, good, "reloaded")
        self.hands.key("u")
        self.wait(lambda: not self.state("slice")["on"], "the slice is not drawn")

    def test_a_broken_kernel_is_ignored_and_a_valid_kernel_is_loaded(self):
        name = "kernels/step/integrate.cl"
        good = self.text(name)
        self.edit(name, "this is not OpenCL C", f"{name} does not build")
        self.assertRunContinues()
        self.assertGreater(self.screenshot().light(0), 0)
        out_of_sight = good.replace("positions[i] = position;", "positions[i] = position + (float4)(1e6f, 0, 0, 0);")
        self.assertNotEqual(out_of_sight, good)
        self.edit(name, out_of_sight, "reloaded")
        self.assertRunContinues()
        self.wait(lambda: self.screenshot().light(0) == 0, "no body is drawn")
        self.edit(name, good, "reloaded")
        self.restart()
        self.assertRunContinues()
        self.assertGreater(self.screenshot().light(0), 0)


driver.main(EndOfTheScene, ReloadedAssets)
