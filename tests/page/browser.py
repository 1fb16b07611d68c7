"""Opens web pages in Chromium without a display, and drives them by the DevTools protocol through pipes, so that only
Python's standard library is needed."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_chromium():
    """Returns the path of Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """A running Chromium with one page. Its messages and errors are collected in `log`."""

    def __init__(self, width, height, patience, flags=()):
        self.patience, self.log, self.number, self.buffer, self.session = patience, [], 0, b"", None
        self.folder = tempfile.TemporaryDirectory(prefix="milkomeda-browser-", ignore_cleanup_errors=True)
        to_child, from_us = os.pipe()
        from_child, to_us = os.pipe()
        command = [find_chromium(), "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--no-first-run",
                   "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
                   "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
                   "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}",
                   f"--window-size={width},{height}", *flags, "about:blank"]
        # Chromium reads commands from descriptor 3 and writes answers to descriptor 4.
        redirect = f'exec "$@" 3<&{to_child} 4>&{to_us}'
        self.process = subprocess.Popen(["bash", "-c", redirect, "chromium", *command], pass_fds=(to_child, to_us),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(to_us)
        self.write, self.read = from_us, from_child
        target = next(entry for entry in self.call("Target.getTargets")["targetInfos"] if entry["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def resize(self, width, height, scale=1, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)

    def close(self):
        try:
            self.call("Browser.close")
            self.process.wait(timeout=10)
        except Exception:
            self.process.kill()
            self.process.wait()
        os.close(self.write)
        os.close(self.read)
        self.folder.cleanup()

    def call(self, method, **parameters):
        """Calls a method of the protocol and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session and not method.startswith(("Target.", "Browser.")):
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write, data):]
        end = time.monotonic() + self.patience
        while True:
            answer = self.message(end)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def message(self, end):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError("Chromium does not answer")
            piece = os.read(self.read, 1 << 20)
            if not piece:
                raise RuntimeError("Chromium has ended")
            self.buffer += piece
        line, self.buffer = self.buffer.split(b"\0", 1)
        answer = json.loads(line)
        self.note(answer)
        return answer

    def note(self, event):
        """Collects errors of scripts, error messages, and addresses that the page loads."""
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.log.append("exception: " + json.dumps(parameters["exceptionDetails"])[:600])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.log.append(parameters["type"] + ": " + " ".join(str(argument.get("value", argument.get("description")))
                                                                   for argument in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.log.append("log: " + parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            address = parameters["request"]["url"]
            if address.startswith(("http:", "https:", "ws:", "wss:")):
                self.log.append("network: " + address)

    def evaluate(self, script):
        """Returns the value of a JavaScript expression; waits for a promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:600])
        return answer["result"].get("value")

    def wait(self, condition):
        """Waits until the JavaScript expression is true."""
        end = time.monotonic() + self.patience
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise TimeoutError(f"{condition} stays false; messages: {self.log}")
            time.sleep(0.1)

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def picture(self):
        """Returns a screenshot as the bytes of a PNG file."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def mouse(self, kind, x, y, button="left", buttons=1):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons, clickCount=1)

    def drag(self, start, end, steps=4):
        self.mouse("mousePressed", *start)
        for i in range(1, steps + 1):
            self.mouse("mouseMoved", *(a + (b - a) * i / steps for a, b in zip(start, end)))
        self.mouse("mouseReleased", *end, buttons=0)

    def touch(self, kind, *places):
        self.call("Input.dispatchTouchEvent", type=kind,
                  touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)])

    def key(self, key, text=""):
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
