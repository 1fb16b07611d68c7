"""The window without an OpenCL device, and with a driver that wrongly claims to share buffers."""

import driver


class WithoutDevice(driver.WindowTest):
    arguments = ["--bodies", "1024", "--size", "960x600"]
    environment = {"OCL_ICD_VENDORS": "/nonexistent"}

    def test_the_window_opens_without_a_device_and_says_why_it_cannot_play(self):
        tier = self.state("tier")
        self.assertEqual((tier["tier"], tier["device"]), ("none", ""))
        self.assertIn("install", tier["reason"])
        self.assertIn("no OpenCL device", self.program.stderr())
        self.assertEqual(self.state("scene")["bodies"], 1024)

    def test_the_initial_state_can_be_viewed_without_a_device(self):
        camera = self.state("camera")
        x, y = self.picture()
        self.hands.drag((x, y), (x + 50, y))
        self.assertNotEqual(self.state("camera")["yaw"], camera["yaw"])
        self.hands.key("d")
        self.wait_for("mode", name="point")
        self.assertGreater(self.screenshot().share_lit(), 0.0005)

    def test_play_and_step_without_a_device_are_refused_with_a_reason(self):
        self.assertFalse(self.state("transport")["playing"])
        for key, refusal in [("space", "cannot play"), ("period", "cannot step")]:
            self.hands.key(key)
            self.wait(lambda: refusal in self.program.stderr(), refusal)
        self.hands.click(self.place("Transport/step"))
        self.hands.click(self.place("Transport/play"))
        self.assertFalse(self.state("transport")["playing"])
        self.restart()
        self.assertFalse(self.state("transport")["playing"])
        self.hands.click(self.place("Transport/restart"))
        self.program.frames(5)
        for label in ["Physics/Timestep", "Physics/Gravity"]:
            place = self.place(label, right=0.1)
            self.hands.drag(place, (place[0] + 30, place[1]))
        transport = self.state("transport")
        self.assertEqual((transport["playing"], transport["time"], transport["steps"]), (False, 0, 0))

    def test_scenes_can_be_loaded_without_a_device(self):
        self.hands.hold("ctrl")
        self.hands.click(self.place("Scene/Bodies", right=0.1))
        self.hands.release_key("ctrl")
        self.hands.type("700")
        self.hands.press_key("Return")
        self.wait_for("scene", bodies=700)
        self.assertFalse(self.state("transport")["playing"])


class FalseSharingClaim(driver.WindowTest):
    """A driver that wrongly claims to share buffers, simulated by the sharing layer (MILKOMEDA_LAYER_LIE=1)."""

    arguments = ["--bodies", "1024", "--size", "640x360", "--mode", "point", "--interop", "auto"]

    def test_buffers_are_copied_and_the_reason_is_shown_if_a_driver_wrongly_claims_to_share_buffers(self):
        tier = self.state("tier")
        self.assertEqual(tier["tier"], "copied")
        self.assertIn("did not reach OpenGL", tier["reason"])
        self.assertIn("did not reach OpenGL", self.program.stderr())
        self.wait(lambda: self.state("transport")["steps"] > 3, "the run plays")
        self.assertGreater(self.screenshot().share_lit(), 0.001)


driver.main(WithoutDevice, FalseSharingClaim)
