"""A real Chromium for the tests of pages: started with settings, asked what it logged and requested.

Needs Debian's `chromium` and `chromium-driver`, and `selenium` and `axe-core-python` from PyPI.
"""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import axe_core_python
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

AXE = Path(axe_core_python.__file__).with_name("axe.min.js")
# What a browser does by itself is not what the page does.
QUIET = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
]


class Browser:
    """One window with a profile of its own; closed by `with`."""

    def __init__(self, width=1280, height=900, dark=False, script=True, phone=False):
        self.profile = tempfile.mkdtemp(prefix="bezant-browser-")
        options = Options()
        options.binary_location = shutil.which("chromium")
        for flag in [*QUIET, f"--user-data-dir={self.profile}", f"--window-size={width},{height}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        if not script:
            blocked = {"profile.managed_default_content_settings.javascript": 2}
            options.add_experimental_option("prefs", blocked)
        if phone:
            metrics = {"width": width, "height": height, "pixelRatio": 2.0, "touch": True, "mobile": True}
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.set_page_load_timeout(30)
        if dark:
            scheme = {"name": "prefers-color-scheme", "value": "dark"}
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def picture(self, path: Path, height: int | None = None, scale=1.0):
        """The whole page, however long, or its upper part, as PNG."""
        size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        tall = min(size["height"], height or size["height"])
        clip = {"x": 0, "y": 0, "width": size["width"], "height": tall, "scale": scale}
        wanted = {"format": "png", "captureBeyondViewport": True, "clip": clip}
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", wanted)["data"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(data))

    def complaints(self) -> list[str]:
        """What the console said since the last call."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log("browser")]

    def strangers(self, own: str) -> list[str]:
        """Requests since the last call that went elsewhere than to the address `own`."""
        asked = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked.append(message["params"]["request"]["url"])
        local = ("data", "blob", "about", "chrome", "devtools")
        return [url for url in asked if urlsplit(url).scheme not in local and urlsplit(url).netloc != own]

    def barriers(self) -> list[str]:
        """Accessibility faults of the page as it is now that axe calls serious or critical."""
        # Through the debugging protocol, since a strict content policy lets no foreign script in.
        run = "(async () => JSON.stringify((await axe.run(document)).violations))()"
        self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE.read_text()})
        wanted = {"expression": run, "awaitPromise": True, "returnByValue": True}
        found = self.driver.execute_cdp_cmd("Runtime.evaluate", wanted)["result"]["value"]
        return [
            f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:200]}"
            for fault in json.loads(found)
            if fault["impact"] in ("serious", "critical")
        ]
