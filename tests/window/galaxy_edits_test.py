"""Galaxy edits: galaxies are added, thrown and deleted, an external mass pulls bodies, and every edit can be
undone."""

import math
import os

import driver


class GalaxyEdits(driver.PanelTest):
    # From this distance, no galaxy is behind the button "Frame galaxies".
    arguments = ["milky-way-andromeda", "--bodies", "1200", "--size", "1000x700", "--mode", "point", "--show", "labels",
                 "--camera", "distance=60"]

    def setUp(self):
        self.pause()
        self.galaxies = self.state("play")["galaxies"]

    def pause(self):
        if self.state("transport")["playing"]:
            self.hands.key("space")
            self.wait_for("transport", playing=False)

    def play_until_measured(self):
        self.hands.key("space")
        self.wait(lambda: self.state("diagnostics")["newest"], "the run is measured")
        self.pause()

    def save(self, name):
        """Saves the bodies and returns a line for each body, in the order of their ids."""
        saved = self.program.count("saved")
        self.replace_text("Scene/File##save", os.path.join(self.program.folder, name))
        self.hands.press_key("Return")
        return self.saved(saved)

    def saved(self, before):
        self.wait(lambda: self.program.count("saved") > before, "the bodies are saved")
        with open(self.state("saved")["file"]) as file:
            return [line for line in file.read().splitlines() if line.endswith(tuple(self.state("play")["galaxies"]))]

    def select_tool(self, key, tool):
        self.hands.key(key)
        self.wait_for("play", tool=tool)

    def put_away(self):
        self.hands.key("Escape")
        self.wait_for("play", tool="none")

    def label(self, name):
        """Returns the position of a galaxy's center in the window."""
        def found():
            return [label for label in self.state("annotations")["labels"] if label["text"] == name]
        self.wait(found, f"the label of {name} is shown")
        return found()[0]["x"], found()[0]["y"]

    def add(self, start, end):
        self.hands.move(start)
        self.hands.press()
        self.hands.move(end)
        self.wait(lambda: self.state("play")["aim"] and self.state("play")["aim"]["path"], "a path is predicted")

    def announcements(self):
        return [event["line"] for event in self.program.events if event["event"] == "announced"]

    def test_a_change_of_accuracy_is_announced_before_kernels_are_built(self):
        self.choose("Physics/Accuracy", "fine")
        self.wait(lambda: "changing the accuracy to fine ..." in self.announcements(), "the picture shows the mass")
        self.choose("Physics/Accuracy", "default")

    def test_adding_a_galaxy_changes_no_present_galaxy_and_can_be_undone(self):
        before = self.save("before.csv")
        self.select_tool("i", "add")
        self.wait_for("play", ready=True)
        camera = self.state("camera")
        self.add(self.picture(0.5, 0.62), self.picture(0.56, 0.62))
        mass = self.state("play")["aim"]["mass"]
        self.hands.xdotool("click", 5)
        self.wait(lambda: self.state("play")["aim"]["mass"] < 0.95 * mass, "the wheel reduces the mass")
        aim = self.state("play")["aim"]
        self.assertIn(aim["path"]["about"], ["Milky Way", "Andromeda"])
        self.assertGreater(math.hypot(*aim["velocity"]), 0.1)
        self.hands.release()
        self.wait_for("play", galaxies=self.galaxies + ["milky-way-2"], undo="add Milky Way", aim=None)
        # A notice precedes the edit, because building kernels for a new number of bodies may take a second.
        self.assertIn("add Milky Way ...", self.announcements())
        self.put_away()
        # The drag must set the velocity of the galaxy and not rotate the camera.
        self.assertEqual(self.state("camera"), camera | {"event": "camera"})

        after = self.save("after.csv")
        self.assertEqual(after[:len(before)], before)
        self.assertEqual(self.state("scene")["bodies"], len(after))
        added = [line.split(",") for line in after[len(before):]]
        self.assertEqual({line[-1] for line in added}, {"milky-way-2"})
        masses = [float(line[0]) for line in added]
        self.assertAlmostEqual(sum(masses) / aim["mass"], 1, 4)
        for axis in range(3):
            for column, wanted in (1 + axis, aim["place"]), (4 + axis, aim["velocity"]):
                mean = sum(m * float(line[column]) for m, line in zip(masses, added)) / sum(masses)
                self.assertAlmostEqual(mean, wanted[axis], 2)

        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies, redo="add Milky Way")
        self.assertEqual(self.save("undone.csv"), before)
        self.hands.key("ctrl+shift+z")
        self.wait_for("play", galaxies=self.galaxies + ["milky-way-2"])
        self.assertEqual(self.save("again.csv"), after)
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)

    def test_a_playing_run_pauses_while_a_new_galaxy_is_aimed_and_then_continues(self):
        def time():
            return self.state("transport")["time"]

        def assert_paused():
            self.wait(lambda: self.state("status")["line"].endswith("paused"), "the status line says that the run pauses")
            before = time()
            self.program.frames(8)
            self.assertEqual(time(), before)
            return before

        self.select_tool("i", "add")
        self.wait_for("play", ready=True)
        self.hands.key("space")
        self.wait(lambda: "fps" in self.state("status")["line"], "the run plays")
        x, y = self.picture(0.5, 0.62)
        self.add((x, y), (x + 60, y))
        before = assert_paused()
        self.hands.key("Escape")
        self.hands.release()
        self.wait(lambda: time() > before, "the run continues after a canceled aim")
        self.hands.click((x, y))
        self.wait(lambda: self.state("play")["aim"] and self.state("play")["aim"]["stands"], "the new galaxy is placed")
        before = assert_paused()
        self.hands.click((x, y))
        self.wait_for("play", galaxies=self.galaxies + ["milky-way-2"], aim=None)
        self.wait(lambda: time() > before, "the run continues after the galaxy is added")
        self.assertTrue(self.state("transport")["playing"])
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)
        self.put_away()

    def test_escape_cancels_first_the_new_galaxy_and_then_the_tool(self):
        self.select_tool("i", "add")
        self.add(self.picture(0.5, 0.62), self.picture(0.56, 0.7))
        self.hands.key("Escape")
        self.wait_for("play", aim=None)
        self.hands.release()
        self.assertEqual(self.state("play")["galaxies"], self.galaxies)
        self.assertEqual(self.state("play")["tool"], "add")
        self.put_away()

    def test_throwing_moves_a_galaxy_as_a_whole_and_can_be_undone(self):
        before = self.save("unthrown.csv")
        self.select_tool("k", "throw")
        x, y = self.label("Andromeda")
        self.hands.move((x, y))
        self.hands.press()
        self.wait(lambda: self.state("play")["aim"], "the galaxy is dragged")
        self.assertEqual(self.state("play")["aim"]["galaxy"], "andromeda")
        self.hands.move((x - 50, y))
        self.hands.release()
        self.wait_for("play", undo="throw Andromeda")
        self.put_away()
        self.assertAlmostEqual(self.label("Andromeda")[0], x - 50, delta=8)
        ways = []
        for one, other in zip(before, self.save("thrown.csv")):
            if not one.endswith("andromeda"):
                self.assertEqual(one, other)
                continue
            a, b = one.split(","), other.split(",")
            self.assertEqual((a[0], a[7:]), (b[0], b[7:]))
            ways.append([float(b[i]) - float(a[i]) for i in range(1, 7)])
        for way in zip(*ways):
            self.assertLess(max(way) - min(way), 1e-4)
        self.assertGreater(math.hypot(*ways[0][:3]), 1)
        self.hands.key("ctrl+z")
        self.wait_for("play", redo="throw Andromeda")
        self.assertEqual(self.save("caught.csv"), before)

    def hold(self, name):
        """Drags the galaxy `name` without releasing the mouse button."""
        self.select_tool("k", "throw")
        x, y = self.label(name)
        self.hands.move((x, y))
        self.hands.press()
        self.wait(lambda: self.state("play")["aim"], "the galaxy is dragged")
        self.hands.move((x - 50, y))

    def choose_body(self, galaxy):
        self.hands.hold("ctrl")
        self.hands.click(self.label(galaxy))
        self.hands.release_key("ctrl")
        self.wait(lambda: self.state("annotations")["bodies"], "a body is selected")

    def test_a_dragged_galaxy_returns_to_its_place_when_galaxies_are_added_or_deleted(self):
        before = self.save("unheld.csv")
        self.choose_body("Milky Way")
        self.hold("Andromeda")
        self.hands.key("Delete")
        self.wait_for("play", galaxies=["andromeda"], undo="delete Milky Way")
        self.hands.release()
        self.put_away()
        self.assertEqual(self.state("play")["undo"], "delete Milky Way")
        self.assertEqual(self.save("left.csv"), [line for line in before if line.endswith("andromeda")])
        self.hold("Andromeda")
        self.hands.key("r")
        self.wait_for("play", galaxies=self.galaxies, undo="reset")
        self.hands.release()
        self.put_away()
        self.assertEqual(self.state("play")["undo"], "reset")
        self.pause()

    def test_a_dragged_galaxy_returns_to_its_place_when_time_jumps(self):
        self.hands.key("Home")
        self.wait_for("transport", steps=0)
        before = self.save("start.csv")
        for _ in range(2):
            steps = self.state("transport")["steps"]
            self.hands.key("period")
            self.wait_for("transport", steps=steps + 1)
        undo = self.state("play")["undo"]
        for key, steps in [("comma", 1), ("Home", 0)]:
            self.hold("Andromeda")
            self.hands.key(key)
            self.wait_for("transport", steps=steps, playing=False)
            self.hands.release()
            self.put_away()
            self.assertEqual(self.state("play")["undo"], undo)
        self.assertEqual(self.save("held.csv"), before)

    def test_a_saved_file_ignores_the_displacement_of_a_dragged_galaxy(self):
        before = self.save("not_moved.csv")
        self.hold("Andromeda")
        saved = self.program.count("saved")
        self.hands.key("ctrl+s")
        self.assertTrue(self.saved(saved) == before)
        self.hands.release()
        self.put_away()

    def test_time_stops_in_a_video_while_a_galaxy_is_dragged(self):
        self.hands.key("F10")
        self.wait(lambda: self.program.count("film_frame") > 2, "a video begins")
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        self.hold("Andromeda")
        self.program.frames(4)
        steps, frames = self.state("transport")["steps"], self.program.count("film_frame")
        self.wait(lambda: self.program.count("film_frame") > frames + 4, "frames of the video are recorded")
        self.assertEqual(self.state("transport")["steps"], steps)
        self.hands.key("Escape")
        self.hands.release()
        self.wait(lambda: self.state("transport")["steps"] > steps, "the run continues")
        self.put_away()
        self.hands.key("F10")
        self.wait(lambda: self.state("film")["state"] == "whole", "the video ends")

    def test_the_delete_key_deletes_the_galaxy_of_the_selected_body(self):
        before = self.save("whole.csv")
        self.hands.key("Delete")
        self.wait(lambda: any("no galaxy is selected" in line for line in self.state("notices")["lines"]),
                  "a question appears")
        self.choose_body("Milky Way")
        self.hands.key("Delete")
        self.wait_for("play", galaxies=["andromeda"], undo="delete Milky Way")
        self.assertEqual(self.save("rest.csv"), [line for line in before if line.endswith("andromeda")])
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)
        self.assertEqual(self.save("both.csv"), before)
        self.hands.key("ctrl+y")
        self.wait_for("play", galaxies=["andromeda"])
        self.restart()  # A reset restores the loaded scene with all its galaxies.
        self.assertEqual(self.state("play")["galaxies"], self.galaxies)
        self.assertEqual(self.state("play")["undo"], "reset")
        self.wait_for("transport", playing=True)

    def test_undo_and_redo_return_to_runs_with_their_whole_time_line_and_diagnostics(self):
        def line():
            return self.state("transport")["time_line"]

        def columns():
            return list(self.state("diagnostics")["newest"]["radii"])
        self.play_until_measured()
        begin = math.ceil(self.state("transport")["time"]) + 1
        self.go_to(begin + 0.6)
        end, names, whole = self.save("end.csv"), columns(), line()
        self.go_to(begin + 0.4)
        self.open_section("Scene/Run", "Scene/Delete##andromeda")
        self.hands.click(self.place("Scene/Delete##andromeda"))
        self.wait_for("play", galaxies=["milky-way"])
        self.go_to(begin + 0.5)
        edited = line()
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)
        self.wait_for("transport", "the time of the edit is shown", time=begin + 0.4, playing=False)
        self.assertEqual((line()["start"], line()["end"]), (whole["start"], whole["end"]))
        self.assertEqual(columns(), names)
        self.assertNotIn("galaxies changed", [marker["text"] for marker in self.state("diagnostics")["markers"]])
        self.go_to(begin + 0.6)
        self.assertTrue(self.save("end_again.csv") == end)
        self.hands.key("ctrl+y")
        self.wait_for("play", galaxies=["milky-way"])
        self.wait_for("transport", time=begin + 0.5, playing=False)
        self.assertEqual((line()["start"], line()["end"]), (edited["start"], edited["end"]))
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)

    def test_an_undone_galaxy_has_no_columns_in_diagnostics(self):
        self.play_until_measured()
        names = list(self.state("diagnostics")["newest"]["radii"])
        self.select_tool("i", "add")
        self.wait_for("play", ready=True)
        self.add(self.picture(0.5, 0.62), self.picture(0.56, 0.62))
        self.hands.release()
        self.wait_for("play", galaxies=self.galaxies + ["milky-way-2"])
        self.put_away()
        self.hands.key("space")
        self.wait(lambda: "milky-way-2 disk" in self.state("diagnostics")["newest"]["radii"], "the galaxy is measured")
        self.pause()
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)
        self.wait(lambda: list(self.state("diagnostics")["newest"]["radii"]) == names, "the columns are removed")

    def test_later_milestones_vanish_with_a_deleted_galaxy_and_return_with_undo(self):
        count = self.state("milestones")["count"]
        self.open_section("Scene/Run", "Scene/Delete##andromeda")
        self.hands.click(self.place("Scene/Delete##andromeda"))
        self.wait_for("milestones", count=0)
        self.hands.key("ctrl+z")
        self.wait_for("milestones", count=count)
        self.assertGreater(count, 0)

    def test_the_pull_of_an_external_mass_can_be_undone(self):
        before = self.save("unpulled.csv")
        self.select_tool("j", "pull")
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        self.hands.move(self.picture(0.5, 0.62))
        self.hands.press()
        self.wait(lambda: self.state("play")["pull"], "an external mass is shown")
        steps = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] > steps + 2, "some steps are taken with the external mass")
        self.hands.release()
        self.wait(lambda: self.state("play")["undo"].startswith("pull with"), "there is one undo entry")
        self.put_away()
        self.pause()
        self.hands.key("ctrl+z")
        self.wait(lambda: self.state("play")["redo"].startswith("pull with"), "the pull is undone")

    def test_undo_during_the_pull_of_an_external_mass_reverts_the_pull(self):
        before, undo = self.save("free.csv"), self.state("play")["undo"]
        self.select_tool("j", "pull")
        self.hands.move(self.picture(0.5, 0.62))
        self.hands.press()
        self.wait(lambda: self.state("play")["pull"], "an external mass is shown")
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        steps = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] > steps + 2, "some steps are taken with the external mass")
        self.pause()
        self.hands.key("ctrl+z")
        self.wait_for("play", pull=None)
        self.hands.release()
        self.put_away()
        self.assertEqual(self.state("play")["undo"], undo)
        self.assertTrue(self.save("freed.csv") == before)

    def test_choosing_a_different_tool_cancels_a_placed_new_galaxy(self):
        self.select_tool("i", "add")
        self.wait_for("play", ready=True)
        self.hands.click(self.picture(0.5, 0.62))
        self.wait(lambda: self.state("play")["aim"] and self.state("play")["aim"]["stands"], "the new galaxy is placed")
        self.hands.click(self.place("Left/Throw"))
        self.wait_for("play", tool="throw", aim=None)
        self.hands.click(self.place("Throw/close"))
        self.wait_for("play", tool="none")

    def test_a_click_places_a_new_galaxy_whose_ring_can_be_dragged(self):
        self.select_tool("i", "add")
        self.wait_for("play", ready=True)
        x, y = self.picture(0.5, 0.62)
        self.hands.click((x, y))
        self.wait(lambda: self.state("play")["aim"] and self.state("play")["aim"]["stands"], "the new galaxy is placed")
        before, camera = self.state("play")["aim"], self.state("camera")
        height = self.state("screen")["height"]
        radius = before["radius"] * height / (2 * camera["distance"] * math.tan(camera["fov"] / 2))
        self.hands.drag((x + radius, y), (x + 0.5 * radius, y))
        self.wait(lambda: math.dist(self.state("play")["aim"]["spin"], before["spin"]) > 0.3,
                  "the drag on the ring rotates the galaxy")
        aim = self.state("play")["aim"]
        self.assertTrue(aim["stands"])
        self.assertEqual((aim["place"], aim["mass"], aim["velocity"]), (before["place"], before["mass"], [0, 0, 0]))
        self.assertEqual(self.state("camera"), camera)
        self.assertEqual(self.state("play")["galaxies"], self.galaxies)
        self.hands.wheel((x, y), 2)
        self.wait(lambda: self.state("play")["aim"]["mass"] > 1.1 * before["mass"], "the wheel increases the mass")
        self.hands.drag((x, y), (x + 60, y))
        self.wait_for("play", galaxies=self.galaxies + ["milky-way-2"], aim=None)
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)
        self.hands.click((x, y))
        self.wait(lambda: self.state("play")["aim"] and self.state("play")["aim"]["stands"],
                  "the new galaxy is placed for the second time")
        self.hands.click((x, y))  # The second click adds the galaxy at rest.
        self.wait_for("play", galaxies=self.galaxies + ["milky-way-2"], aim=None)
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)
        self.hands.click((x, y))
        self.wait(lambda: self.state("play")["aim"], "the new galaxy is placed")
        self.hands.key("Escape")
        self.wait_for("play", aim=None, tool="add")
        self.put_away()

    def test_every_setting_can_be_undone_and_a_drag_is_one_undo_entry(self):
        damping = self.state("parameters")["damping"]
        self.pull("Physics/Damping", -30)
        self.wait(lambda: self.state("play")["undo"].startswith("damping 1 -> 0.9"), "the drag is an undo entry")
        self.hands.key("d")
        self.wait_for("play", undo="mode point -> color-sprite")
        self.hands.key("ctrl+z")
        self.wait_for("mode", name="point")
        self.hands.key("ctrl+z")
        self.wait_for("parameters", damping=damping)
        self.hands.key("ctrl+y")
        self.wait(lambda: self.state("parameters")["damping"] < damping, "the change is redone")
        self.hands.key("ctrl+z")
        self.wait_for("parameters", damping=damping)

    def test_camera_settings_can_be_undone(self):
        before = self.state("camera")
        self.open_section("Camera", "Camera/Field of view")
        self.enter("Camera/Field of view", "45")
        self.wait_for("camera", fov=math.radians(45))
        self.wait(lambda: self.state("play")["undo"].startswith("field of view 60 -> 45"), "there is an undo entry")
        self.hands.key("o")
        self.wait_for("play", undo="projection perspective -> orthographic")
        self.hands.key("F2")
        self.wait(lambda: self.state("play")["undo"].startswith("stereo"), "there is an undo entry")
        self.hands.key("t")
        self.wait_for("play", undo="turn off -> on")
        self.hands.wheel(self.picture(), 1)  # Zooming creates no undo entry, because the zoom is not a setting.
        self.wait_for("play", undo="turn off -> on")
        for field in ["turns", "stereo", "projection", "fov"]:
            self.assertNotEqual(self.state("camera")[field], before[field])
            self.hands.key("ctrl+z")
            self.wait_for("camera", **{field: before[field]})
        self.hands.key("ctrl+y")
        self.wait_for("camera", fov=math.radians(45))
        self.hands.key("ctrl+z")
        self.wait_for("camera", fov=before["fov"])

    def test_a_change_of_solver_can_be_undone(self):
        before = self.state("solver")["name"]
        other = next(name for name in ["direct", "fmm"] if name != before)
        self.open_section("Device/Kernels", f"Device/{other}")
        self.hands.click(self.place(f"Device/{other}"))
        self.wait(lambda: self.state("play")["undo"].startswith("solver "), "there is an undo entry")
        self.wait_for("solver", name=other)
        self.hands.key("ctrl+z")
        self.wait_for("solver", name=before)


class EditsWithoutGas(GalaxyEdits):
    """A run without gas, in which steps are undone."""
    arguments = [*GalaxyEdits.arguments, *driver.without_gas]

    def test_an_undo_while_a_slider_is_dragged_goes_back_exactly(self):
        self.open_section("Scene/Run", "Scene/Delete##milky-way")
        self.hands.click(self.place("Scene/Delete##milky-way"))
        self.wait_for("play", galaxies=["andromeda"])
        self.hands.key("space")
        self.wait_for("transport", playing=True)
        self.hands.move(self.place("Physics/Damping", right=0.3))
        self.hands.press()
        self.hands.key("ctrl+z")
        self.wait_for("play", galaxies=self.galaxies)
        steps = self.state("transport")["steps"]
        self.wait(lambda: self.state("transport")["steps"] > steps + 4, "the run continues")
        self.hands.key("BackSpace")
        self.wait(lambda: self.state("transport")["steps"] <= steps + 1, "the run goes back")
        # The run pauses at its start, with the parameters of the start.
        self.wait_for("transport", playing=False)
        self.hands.release()
        self.reset_control("Physics/Damping")
        self.wait_for("parameters", damping=1)
        self.pause()


class ScriptedDeletion(driver.PanelTest):
    """A run in which a scripted event deletes a galaxy."""
    arguments = ["leaves.toml", "--bodies", "1200", "--size", "1000x700", "--mode", "point"]

    @classmethod
    def start(cls, *more):
        with open(os.path.join(cls.scratch, "leaves.toml"), "w") as file:
            file.write("""title = "One leaves"
[galaxy.a.stars]
profile = "plummer"
mass = 1
[galaxy.b]
like = "a"
position = [9, 0, 0]
[[change]]
time = 0.5
delete = "b"
""")
        super().start("--at", "0.1", *more)

    def test_a_scripted_deletion_is_reported_and_earlier_changes_can_be_undone(self):
        self.wait_for("transport", heading_for=None, playing=False)
        self.hands.key("x")
        undo = "automatic exposure on -> off"
        self.wait_for("play", undo=undo)
        self.open_section("Camera", "Camera/Follow")
        for name in ["b", "nothing"]:
            self.choose("Camera/Follow", name)
        self.wait_for("camera", follow="")
        self.hands.key("space")
        self.wait_for("play", galaxies=["a"])
        self.hands.key("ctrl+z")
        self.wait(lambda: any("there is no galaxy and no body 'b'" in line for line in self.state("notices")["lines"]),
                  "a notice reports the deletion")
        self.hands.key("ctrl+z")
        self.wait_for("play", undo=undo)


if __name__ == "__main__":
    driver.main(GalaxyEdits, EditsWithoutGas, ScriptedDeletion)
