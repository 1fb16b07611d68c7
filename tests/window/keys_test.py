"""Every key and every menu entry has the effect stated in the table of controls, which the program prints. The test
fails for an entry of the table without an expectation in this file."""

import math

import driver

names = {".": "period", ",": "comma", "+": "plus", "-": "minus", "<": "less", ">": "greater", "/": "slash",
         "Backspace": "BackSpace"}


def key_name(key):
    """Returns the name that xdotool gives to the key."""
    return names.get(key, key.replace("Ctrl+", "ctrl+").lower() if "Ctrl+" in key else key)


class Keys(driver.PanelTest):
    arguments = ["--bodies", "512", "--size", "1000x700", "--mode", "point", "--show", "labels"]

    # Each of these functions checks the effect of a control, or returns a function that checks the effect. The argument
    # `trigger` is a function that triggers the control by its key or by its menu entry.

    def toggles(event, field, on=True, off=False):
        """Expects that the control changes a field of an event from `off` to `on`, and that triggering it a second
        time restores `off`."""
        def check(self, trigger):
            trigger()
            self.wait_for(event, **{field: on})
            trigger()
            self.wait_for(event, **{field: off})
        return check

    def changes(event, *fields):
        """Expects that the control changes these fields of an event."""
        def check(self, trigger):
            def now():
                return [self.state(event)[field] for field in fields]
            before = now()
            trigger()
            self.wait(lambda: now() != before, f"{fields} change")
        return check

    def goes_round(event, field, count):
        """Expects that the control cycles through `count` values and back to the first value."""
        def check(self, trigger):
            seen = {self.state(event)[field]}
            first = self.state(event)[field]
            for i in range(count):
                before = self.state(event)[field]
                trigger()
                self.wait(lambda: self.state(event)[field] != before, f"{field} changes")
                seen.add(self.state(event)[field])
            self.assertEqual((len(seen), self.state(event)[field]), (count, first))
        return check

    def opens(event, field, value):
        """Expects that the control opens a panel or dialog that Escape closes."""
        def check(self, trigger):
            closed = self.state(event)[field]
            trigger()
            self.wait_for(event, **{field: value})
            self.hands.key("Escape")
            self.wait_for(event, **{field: closed})
        return check

    def counts(event):
        """Expects that the program reports this event after the control was triggered."""
        def check(self, trigger):
            before = self.program.count(event)
            trigger()
            self.wait(lambda: self.program.count(event) > before, event)
        return check

    def says(words):
        def check(self, trigger):
            said = len(self.program.events)
            trigger()
            self.wait(lambda: any(words in line for event in self.program.events[said:] if event["event"] == "notices"
                                  for line in event["lines"]), f"a notice says {words}")
        return check

    def plays(self, trigger):
        playing = self.state("transport")["playing"]
        trigger()
        self.wait_for("transport", playing=not playing)
        trigger()
        self.wait_for("transport", playing=playing)

    def steps(self, trigger):
        trigger()
        self.wait_for("transport", playing=False)
        self.program.frames(5)
        before = self.state("transport")["steps"]
        trigger()
        self.wait_for("transport", steps=before + 1)
        self.hands.key("space")
        self.wait_for("transport", playing=True)

    def plays_on(self):
        if not self.state("transport")["playing"]:
            self.hands.key("space")
        self.wait_for("transport", playing=True)

    def steps_back(self, trigger):
        self.wait(lambda: self.state("transport")["steps"] > 2, "some steps are taken")
        trigger()
        self.wait_for("transport", playing=False, heading_for=None)
        before = self.state("transport")["steps"]
        trigger()
        self.wait_for("transport", steps=before - 1, heading_for=None)
        self.plays_on()

    def plays_backwards(self, trigger):
        self.restart()  # After a restart the run has few steps, so a backward run soon reaches its start.
        self.wait(lambda: self.state("transport")["time"] > 0.5, "some time has passed")
        trigger()
        self.wait_for("transport", backwards=True)
        self.wait_for("transport", backwards=False)
        self.plays_on()

    def stops_at(end):
        def check(self, trigger):
            trigger()
            self.wait(lambda: self.state("transport")["time"] == self.state("transport")[end], end)
            self.assertFalse(self.state("transport")["playing"])
            self.plays_on()
        return check

    def scales_pace(by):
        def check(self, trigger):
            before = self.state("parameters")["time_per_second"]
            trigger()
            self.wait_for("parameters", time_per_second=before * by)
        return check

    def goes_to(self, trigger):
        trigger()
        self.wait(lambda: "Go to" in self.places(), "a text field is open")
        self.hands.press_key("Escape")
        self.wait(lambda: "Go to" not in self.places(), "the text field is closed")

    def overwrites(self, trigger):
        for wanted in [True, False]:
            trigger()
            self.wait(lambda: self.state("transport")["time_line"]["overwrites"] == wanted, f"the time line overwrites: {wanted}")

    def undoes(self, trigger):
        before = self.state("look")["color_by"]
        self.hands.key("b")
        self.wait(lambda: self.state("play")["undo"].startswith("color by"), "there is an undo entry")
        trigger()
        self.wait_for("look", color_by=before)

    def redoes(self, trigger):
        self.undoes(lambda: self.hands.key("ctrl+z"))
        before = self.state("look")["color_by"]
        trigger()
        self.wait(lambda: self.state("look")["color_by"] != before, "the change is redone")
        self.hands.key("ctrl+z")
        self.wait_for("look", color_by=before)

    def changes_preset(self, trigger):
        mode, preset = self.state("mode")["name"], self.state("look")["preset"]
        trigger()
        self.wait(lambda: self.state("look")["preset"] != preset, "preset changes")
        self.hands.key("ctrl+z")  # The mode of the preset takes far longer to draw.
        self.wait_for("mode", name=mode)

    def deletes(self, trigger):
        """Expects that the control deletes the galaxy of the selected body, or shows a notice if no body is selected."""
        if not self.state("annotations")["bodies"]:
            return Keys.says("no galaxy is selected")(self, lambda: self.hands.key("Delete"))
        trigger()
        self.wait(lambda: self.state("play")["undo"].startswith("delete"), "a galaxy is deleted")
        self.hands.key("ctrl+z")
        self.wait(lambda: self.state("play")["redo"].startswith("delete"), "the deletion is undone")

    def fits_density(self, trigger):
        while self.state("mode")["name"] not in ("density", "stars"):
            before = self.state("mode")["name"]
            self.hands.key("d")
            self.wait(lambda: self.state("mode")["name"] != before, "the draw mode changes")
        self.program.frames(10)
        Keys.says("Density limits: ")(self, trigger)

    def enlarges(by):
        def check(self, trigger):
            before = self.state("mode")["point_size"]
            trigger()
            self.wait_for("mode", point_size=before * by)
        return check

    def shows(panel):
        def check(self, trigger):
            def is_there():
                return panel in self.places()
            first = is_there()
            for wanted in [not first, first]:
                trigger()
                self.wait(lambda: is_there() == wanted, f"{panel} is open: {wanted}")
        return check

    def records(self, trigger):
        trigger()
        self.wait_for("film", state="recording")
        self.wait(lambda: self.state("film_frame")["number"] >= 3 if "film_frame" in self.program.state else False,
                  "some frames are recorded")
        trigger()
        self.wait_for("film", state="whole")

    def records_moments(self, trigger):
        trigger()
        self.wait_for("recording", state="recording")
        trigger()
        self.wait_for("recording", state="whole")

    def closes(self, trigger):
        self.hands.key("h")
        self.wait_for("screen", help=True)
        trigger()
        self.wait_for("screen", help=False)

    def tours(self, trigger):
        trigger()
        self.wait_for("tour", runs=True)
        self.hands.key("Escape")
        self.wait_for("tour", runs=False)

    def about(self, trigger):
        trigger()
        self.wait(lambda: "About" in self.places(), "the version is shown")
        self.hands.key("Escape")
        self.wait(lambda: "About" not in self.places(), "the version is closed")

    def lists(menu, title, entry):
        """Expects that the submenu `title` of a menu lists this entry. An empty `entry` accepts any list."""
        def check(self, trigger):
            self.hands.click(self.place(f"Menu/{menu}"))
            before = set(self.places())
            self.hands.click(self.place(f"Menu/{title}"))
            if entry:
                self.place(f"Menu/{entry}")
            else:
                self.wait(lambda: set(self.places()) - before, f"the menu {title} has entries")
            self.hands.key("Escape")
            self.wait(lambda: f"Menu/{title}" not in self.places(), f"the menu {title} has closed")
        return check

    def viewpoints(self, trigger):
        for key in range(1, 10):
            self.hands.key(f"ctrl+{key}")
            self.wait(lambda: key in self.state("camera")["viewpoints"], f"viewpoint {key} is stored")
            Keys.says(f"viewpoint {key} is stored")(self, lambda: self.hands.key(str(key)))

    def rotates(self, trigger):
        x, y = self.picture()
        Keys.changes("camera", "yaw")(self, lambda: self.hands.drag((x, y), (x + 50, y)))

    def zooms(self, trigger):
        x, y = self.picture()
        Keys.changes("camera", "distance")(self, lambda: self.hands.drag((x, y), (x, y - 50), button=3))
        Keys.changes("camera", "distance")(self, lambda: self.hands.wheel((x, y), -2))

    def pans(self, trigger):
        x, y = self.picture()
        Keys.changes("camera", "target")(self, lambda: self.hands.drag((x, y), (x + 50, y), button=2))

    def focuses(self, trigger):
        def double_click():
            self.hands.move(self.picture(0.45, 0.45))
            self.hands.xdotool("click", "--repeat", 2, "--delay", 60, 1)
        Keys.changes("camera", "target")(self, double_click)

    def selects(self, trigger):
        if not self.state("annotations")["labels"]:
            self.hands.key("n")
        self.wait(lambda: self.state("annotations")["labels"], "labels of galaxies are shown")
        label = self.state("annotations")["labels"][0]  # There are many bodies at the label of a galaxy.
        self.hands.hold("ctrl")
        self.hands.click((label["x"], label["y"]))
        self.hands.release_key("ctrl")
        self.wait(lambda: self.state("annotations")["bodies"], "a body is selected")

    expectations = {
        "Gallery": opens("gallery", "open", True),
        "Open...": opens("files", "purpose", "Open"),
        "Picture to match...": opens("files", "purpose", "Open picture"),
        "Columns of the table...": None,  # The source is no table; see `impossible` and columns_test.py.
        "Recent": lists("File", "Recent", "Clear"),
        "Copy the command line": counts("command_copied"),
        "Record videos in real time": says("Record videos in real time: o"),
        "Video format": lists("File", "Video format", "GIF, for web pages"),
        "Save": counts("saved"),
        "Save as...": opens("files", "purpose", "Save as"),
        "Record a video": records,
        "Record the run": records_moments,
        "Continue the last run": says("the window has not saved a run yet"),
        "Save the run automatically": says("Save the run automatically: o"),
        "Export...": toggles("export", "open"),
        "Take a screenshot": counts("screenshot"),
        "Quit": None,  # A separate test covers this entry, because the entry ends the program.
        "Play or pause": plays,
        "Step forward": steps,
        "Step backward": steps_back,
        "Play backward": plays_backwards,
        "Slower": scales_pace(0.5),
        "Faster": scales_pace(2),
        "Go to a time...": goes_to,
        "Go to the start": stops_at("first"),
        "Go to the end": stops_at("last"),
        "Loop": toggles("transport", "loops"),
        "Branch": says("the run has only one branch"),
        "Overwrite branches": overwrites,
        "Discard other branches": None,  # This command is impossible with one branch; see `impossible`.
        "Reset": counts("reset"),
        "Compare with exact forces": toggles("split", "on"),
        "Compare...": toggles("split", "card"),
        "Undo": undoes,
        "Redo": redoes,
        "Add a galaxy": toggles("play", "tool", "add", "none"),
        "Throw a galaxy": toggles("play", "tool", "throw", "none"),
        "Invisible attractor": toggles("play", "tool", "pull", "none"),
        "Delete a galaxy": deletes,
        "Draw mode": goes_round("mode", "name", 5),
        "Preset": changes_preset,
        "Lock the exposure": says("Exposure: "),
        "Color by": changes("look", "color_by"),
        "Color map": changes("look", "color_map"),
        "Larger points": enlarges(2 ** 0.25),
        "Smaller points": enlarges(2 ** -0.25),
        "Fit the density limits": fits_density,
        "Annotations": changes("annotations", "shown"),
        "Slice of the potential": toggles("slice", "on"),
        "Select a body": selects,
        "Rotate": rotates,
        "Zoom": zooms,
        "Center": focuses,
        "Pan": pans,
        "Camera mode": goes_round("camera", "mode", 3),
        "Projection": goes_round("camera", "projection", 2),
        "Stereo": changes("camera", "stereo"),
        "Frame galaxies": says("All galaxies are in view"),
        "Rotate automatically": toggles("camera", "turns"),
        "Go to a viewpoint": viewpoints,
        # A separate test covers this entry, because a hidden menu has no entry that can show it again.
        "Panels": None,
        "Scenes card": shows("Scene"),
        "Slice card": shows("Slice"),
        "Look drawer": shows("Look"),
        "Camera drawer": shows("Camera"),
        "Labels drawer": shows("Labels"),
        "Graphs drawer": shows("Graphs"),
        "Physics drawer": shows("Physics"),
        "Device drawer": shows("Device"),
        "Frame times drawer": shows("Timing"),
        "Keyboard focus on panels": opens("screen", "keys", "panels"),
        "Full screen": toggles("screen", "full_screen"),
        "Close": closes,
        "Mouse and keys": opens("screen", "help", True),
        "Tour": tours,
        "About Milkomeda": about,
        "Measure": toggles("measure", "tool", "ruler", "none"),
        "Match a picture": toggles("match", "tool"),
        # These commands are impossible without a picture; see `impossible` and match_test.py.
        "Sky view of the picture": None,
        "Blink": None,
        "Picture alone": None,
        "Lessons": lists("Help", "Lessons", ""),
        "Speed": lists("Simulation", "Speed", "4x"),
        "Chapters": lists("Simulation", "Chapters", ""),
    }

    # Commands that are impossible in this run. Their keys show a notice, and their menu entries are disabled.
    impossible = {"Columns of the table...", "Continue the last run", "Branch", "Discard other branches",
                  "Sky view of the picture", "Blink"}

    def rows(self):
        return self.state("controls")["rows"]

    def choose_entry(self, menu, title):
        self.hands.click(self.place(f"Menu/{menu}"))
        self.hands.click(self.place(f"Menu/{title}"))
        self.wait(lambda: f"Menu/{title}" not in self.places(), "the menu is closed")

    def test_every_entry_of_the_table_of_controls_is_tested_in_this_file(self):
        self.assertEqual({row["title"] for row in self.rows()}, set(self.expectations))
        self.assertEqual(len(self.rows()), len(self.expectations), "every title occurs only once")

    def trigger_all(self, ways_of):
        for row in self.rows():
            check = self.expectations[row["title"]]
            if not check:
                continue
            for way, trigger in ways_of(row):
                with self.subTest(row["title"], way=way):
                    try:
                        check(self, trigger)
                    finally:
                        self.hands.off()
                        if self.state("camera")["stereo"] != "off":
                            self.hands.key("ctrl+z")

    def test_every_key_has_the_effect_stated_in_the_table_of_controls(self):
        def keys(row):
            if not row["acts"]:
                return [("", None)]
            return [(key, lambda name=key_name(key): self.hands.key(name))
                    for key in row["keys"].split(", ") if key]
        self.trigger_all(keys)

    def test_every_menu_entry_has_the_effect_stated_in_the_table_of_controls(self):
        def entries(row):
            menu, title = row["menu"], row["title"]
            can_choose = row["acts"] and not row["lists"] and title not in self.impossible
            return [(menu, lambda: self.choose_entry(menu, title))] if can_choose else []
        self.trigger_all(entries)

    def test_every_menu_with_a_list_shows_its_entries(self):
        for row in self.rows():
            if row["lists"] and row["title"] not in self.impossible:
                with self.subTest(row["title"]):
                    Keys.lists(row["menu"], row["title"], "")(self, None)

    def test_menu_entries_of_impossible_commands_are_disabled(self):
        for row in self.rows():
            if row["title"] not in self.impossible:
                continue
            with self.subTest(row["title"]):
                self.hands.click(self.place(f"Menu/{row['menu']}"))
                self.hands.click(self.place(f"Menu/{row['title']}"))
                self.program.frames(5)
                self.assertIn(f"Menu/{row['title']}", self.places(), "the menu remains open")
                self.hands.key("Escape")
                self.wait(lambda: f"Menu/{row['title']}" not in self.places(), "the menu is closed")

    def test_f1_and_the_menu_hide_the_panels_and_f1_shows_them(self):
        for hide in [lambda: self.hands.key("F1"), lambda: self.choose_entry("Window", "Panels")]:
            hide()
            self.wait_for("screen", panels=False)
            self.hands.key("F1")
            self.wait_for("screen", panels=True)

    def test_escape_closes_a_text_field_that_has_just_opened(self):
        for delay_ms in range(0, 60, 6):
            self.hands.xdotool("key", "--delay", delay_ms, "slash", "Escape")
            self.program.frames(6)  # Panels accept only one key press per frame.
            self.assertNotIn("Go to", self.places(), f"after {delay_ms} ms")

    def test_ctrl_q_and_the_menu_quit_the_program(self):
        def ends(trigger):
            trigger()
            self.assertEqual(self.program.exit_code(), 0)
        ends(lambda: self.hands.xdotool("key", "ctrl+q"))
        type(self).start()
        self.hands.click(self.place("Menu/File"))
        x, y = self.place("Menu/Quit")
        ends(lambda: self.hands.xdotool("mousemove", "--window", self.hands.window, "--", round(x), round(y),
                                        "click", 1))


class FlyingOverTheGallery(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "640x480", "--mode", "point"]

    def test_arrow_keys_in_the_gallery_do_not_move_the_camera(self):
        self.hands.key("c")
        self.wait_for("camera", mode="fly")
        before = self.state("camera")
        self.hands.hold("Right")
        self.hands.release_key("Right")
        self.wait(lambda: math.dist(self.state("camera")["position"], before["position"]) > 1e-3, "the camera flies")
        self.hands.key("g")
        self.wait_for("gallery", open=True)
        before, chosen = self.state("camera"), self.state("gallery")["chosen"]
        self.hands.hold("Right")
        self.program.frames(10)
        self.hands.release_key("Right")
        self.wait(lambda: self.state("gallery")["chosen"] != chosen, "a different scene is loaded")
        self.assertEqual(self.state("camera"), before)
        self.hands.key("g")


class SmallTour(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "320x240", "--mode", "point"]

    def test_long_notices_do_not_cover_the_text_of_the_tour(self):
        self.hands.key("Delete")
        self.hands.key("z")
        self.hands.key("F3")
        self.wait_for("tour", runs=True)
        together = 0
        while self.state("tour")["runs"] and together < 20:
            self.program.frames(1)
            places = self.places()
            if "Notices" not in places or "Tour" not in places:
                break
            together += 1
            (x, y, width, height), (left, top, wide, high) = places["Notices"], places["Tour"]
            self.assertTrue(y + height <= top or top + high <= y, f"notices {y, height}, tour {top, high}")
            self.assertGreaterEqual(y, 0)
        self.assertGreater(together, 3)
        self.hands.key("Escape")


driver.main(Keys, FlyingOverTheGallery, SmallTour)
