"""Requests of other programs at the socket of --listen: commands, settings, states and screenshots. Bad requests give
one line and do no harm."""

import os
import signal
import socket
import stat
import subprocess
import time

import driver
from picture import Picture


class Listening(driver.WindowTest):
    arguments = ["--bodies", "512", "--size", "640x480", "--mode", "point", *driver.still_camera]
    listens = True

    def setUp(self):
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            client.close()
        super().tearDown()

    def connected(self):
        self.clients.append(driver.Client(self.socket_path()))
        return self.clients[-1]

    def error(self, **request):
        reply = self.client.ask(**request)
        self.assertNotIn("result", reply)
        self.assertNotIn("\n", reply["error"])
        return reply["error"]

    def raw(self, text):
        self.client.send(text)
        return self.client.reply()

    def test_a_command_takes_effect_before_its_reply(self):
        before = self.ask(get="mode")["name"]
        notice = self.ask(command="Draw mode")["notice"]
        after = self.ask(get="mode")["name"]
        self.assertNotEqual(after, before)
        self.assertEqual(notice, f"Draw mode: {after}")
        self.ask(command="Draw mode", entry="Point")
        self.assertEqual(self.ask(get="mode")["name"], "point")
        self.assertTrue(self.ask(command="Undo")["notice"] is not None)
        self.assertEqual(self.ask(get="mode")["name"], after)
        self.ask(set={"mode": "point"})

    def test_states_are_those_of_the_trace(self):
        self.ask(go_to=0.5)
        self.program.frames()
        names = [name for name in self.program.state
                 if name not in ("frame", "reset", "announced", "screenshot", "saved", "widgets", "draw", "timing")]
        self.assertGreater(len(names), 25)
        for name in names:
            state = self.ask(get=name)
            traced = {key: value for key, value in self.state(name).items() if key != "event"}
            with self.subTest(name):
                self.assertEqual(set(state), set(traced))
                if name in ("camera", "parameters", "transport", "scene", "play", "controls"):
                    self.assertEqual(state, traced)
        self.assertIsNone(self.ask(get="playback"))

    def test_settings_can_be_set_and_undone(self):
        before = self.ask(get="parameters")
        self.assertEqual(self.ask(set={"softening": 0.1, "bloom": 0.5, "fraction": "1/2"}),
                         {"softening": 0.1, "bloom": 0.5, "fraction": 0.5})
        self.assertEqual(self.ask(get="parameters")["softening"], 0.1)
        self.ask(command="Undo")
        self.assertEqual(self.ask(get="parameters"), before)
        self.ask(set={"camera": {"yaw": 1, "distance": 33}})
        camera = self.ask(get="camera")
        self.assertEqual((camera["yaw"], camera["distance"]), (1, 33))
        # An invalid value changes nothing, not even the valid value beside it.
        self.assertIn("softening", self.error(set={"dt": 0.01, "softening": -1}))
        self.assertEqual(self.ask(get="parameters"), before)

    def test_the_reply_to_go_to_comes_when_the_run_has_arrived(self):
        for goal in (2, 1.5, "17.78Myr"):
            arrived = self.ask(go_to=goal)["time"]
            self.assertAlmostEqual(arrived, goal if goal != "17.78Myr" else 1, 3)
            state = self.ask(get="transport")
            self.assertEqual((state["time"], state["playing"]), (arrived, False))
        self.assertIn("not a time", self.error(go_to="noon"))
        self.ask(command="Gallery")
        self.assertIn("gallery", self.error(go_to=3))
        self.ask(command="Gallery")

    def test_a_screenshot_gets_an_unused_name(self):
        names = [self.ask(screenshot="shot.png")["file"] for _ in range(2)]
        self.assertEqual(names, ["shot.png", "shot-2.png"])
        picture = Picture(os.path.join(self.program.folder, "shot-2.png"))
        self.assertEqual((picture.width, picture.height), (640, 480))
        self.assertIn("shot.jpg", self.error(screenshot="shot.jpg"))
        self.assertIn("missing", self.error(screenshot="missing/shot.png"))

    def test_bad_requests_get_one_line(self):
        for line, words in [("garbage", "parse error"), ("", "parse error"), ("[]", "object"), ("{}", "no action"),
                            ("\x00\xff", "parse error"), ("[" * 3000, "64 levels"),
                            ('{"command": 7}', "text"), ('{"command": "Draw mod"}', "did you mean Draw mode?"),
                            ('{"command": "Rotate"}', "mouse"),
                            ('{"command": "Lessons"}', "entry"), ('{"command": "Reset", "entry": "a"}', "no entries"),
                            ('{"command": "Draw mode", "entry": "Starz"}', "did you mean Stars?"),
                            ('{"get": "camra"}', "did you mean camera?"), ('{"get": "nothing"}', "the states are"),
                            ('{"set": {"softenin": 1}}', "did you mean"), ('{"set": []}', "object"),
                            ('{"screenshot": 1}', "text"), ('{"command": "Continue the last run"}', "saved a run")]:
            with self.subTest(line[:40]):
                reply = self.raw(line.encode("utf-8", "surrogateescape") + b"\n")
                self.assertIsNone(reply["id"])
                self.assertIn(words, reply.get("error", ""))
        self.ask(get="camera")

    def test_several_clients_have_their_own_replies(self):
        others = [self.connected() for _ in range(5)]
        for i, client in enumerate(others):
            client.send("".join(f'{{"id": "{i}/{k}", "get": "mode"}}\n' for k in range(20)))
        for i, client in enumerate(others):
            for k in range(20):
                self.assertEqual(client.reply()["id"], f"{i}/{k}")

    def test_clients_that_break_off_do_no_harm(self):
        half = self.connected()
        half.send('{"get": "cam')
        self.ask(get="mode")
        half.close()
        vanished = self.connected()
        vanished.send('{"get": "widgets"}\n' * 50)
        vanished.close()
        long = self.connected()
        try:
            long.send(b"x" * 1_000_000)
        except (BrokenPipeError, ConnectionResetError):
            pass
        self.assertIn("longer than 65536 bytes", long.reply()["error"])
        try:
            self.assertIsNone(long.reply())
        except ConnectionResetError:  # because the program has not read all bytes
            pass
        deaf = self.connected()  # sends requests, but reads no replies
        deaf.socket.settimeout(0.5)
        try:
            for _ in range(100):
                deaf.send('{"get": "widgets"}\n' * 1000)
        except TimeoutError:
            pass
        self.ask(get="camera")

    def test_an_idle_window_replies(self):
        self.ask(go_to=0.2)
        before = -1
        for _ in range(driver.patience):  # An idle window draws at most one frame per second.
            if len(self.program.frame_ms) <= before + 1:
                break
            before = len(self.program.frame_ms)
            time.sleep(1)
        self.assertEqual(self.ask(get="transport")["time"], self.state("transport")["time"])

    def test_the_socket_is_private_and_refused_to_a_second_program(self):
        mode = os.stat(self.socket_path()).st_mode
        self.assertTrue(stat.S_ISSOCK(mode))
        self.assertEqual(stat.S_IMODE(mode), 0o600)
        done = subprocess.run(self.command(), env=os.environ | {"DISPLAY": self.display.name}, text=True,
                              capture_output=True, timeout=driver.patience)
        self.assertEqual(done.returncode, 1)
        self.assertIn("another program uses this socket", done.stderr)
        self.ask(get="mode")

    def test_quit_replies_and_removes_the_socket_and_a_stale_socket_is_replaced(self):
        self.assertIn("result", self.client.ask(command="Quit"))
        self.assertEqual(self.program.exit_code(), 0)
        self.assertFalse(os.path.exists(self.socket_path()))
        stale = socket.socket(socket.AF_UNIX)
        stale.bind(self.socket_path())
        stale.close()
        type(self).start()
        self.ask(get="mode")
        self.program.process.send_signal(signal.SIGTERM)
        self.program.process.wait(driver.patience)
        self.assertFalse(os.path.exists(self.socket_path()))
        with open(self.socket_path(), "w") as file:
            file.write("precious")
        done = subprocess.run(self.command(), env=os.environ | {"DISPLAY": self.display.name}, text=True,
                              capture_output=True, timeout=driver.patience)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not a socket", done.stderr)
        os.remove(self.socket_path())
        type(self).start()  # for the end of the test class


driver.main(Listening)
