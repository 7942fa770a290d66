"""The pictures of docs/workshop.md, made as its reader would see them: the page's own commands, a simulated class, a real Chromium.

    python tests/browser/workshop.py target/debug/bezant --pictures docs/pictures

Prints a line a picture; fails where the page's commands do, where a console complains, or where a picture is too large to commit.
"""

from __future__ import annotations

import argparse
import http.client
import random
import re
import shlex
import subprocess
import tempfile
import time
import urllib.parse
import xml.etree.ElementTree as tree
from pathlib import Path

from selenium.webdriver.common.by import By

from browser import Browser

PAGE = Path(__file__).parents[2] / "docs" / "workshop.md"
LARGEST = 60_000
# The chance to be right, and to be unsure, and the seconds somebody takes.
KINDS = {"good": (0.95, 0.03, 12), "careless": (0.8, 0.05, 7), "random": (0.5, 0.1, 2)}
# How far the class is when the organiser looks: so many sheets are done.
SHEETS = 26


def commands() -> list[list[str]]:
    """What the page tells its reader to type, up to the command that asks people."""
    lines = re.findall(r"^\$ (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    last = next(n for n, line in enumerate(lines) if line.startswith("bezant entail annotate "))
    return [shlex.split(line) for line in lines[: last + 1]]


class Person:
    """Somebody who answers over HTTP."""

    def __init__(self, address: str, path: str, kind: str, chance: random.Random):
        self.connection = http.client.HTTPConnection(address, timeout=30)
        self.path, self.kind, self.chance = path, kind, chance

    def ask(self, method: str, path: str, fields: dict | None = None) -> tuple[str | None, str]:
        body = urllib.parse.urlencode(fields) if fields is not None else None
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        assert answer.status in (200, 303), f"{method} {path}: {answer.status}"
        return answer.headers.get("Location"), answer.read().decode()

    def sheet(self, silver: list[bool]):
        """Takes a sheet, and answers all of it."""
        where, _ = self.ask("POST", f"{self.path}/begin", {"form": hidden(self.ask("GET", self.path)[1])["form"]})
        right, unsure, seconds = KINDS[self.kind]
        while not where.endswith("/done"):
            elsewhere, page = self.ask("GET", where)
            if elsewhere is None:
                fields = hidden(page)
                truth = silver[int(fields["pair"]) - 1] == (self.chance.random() < right)
                fields["answer"] = "not-sure" if self.chance.random() < unsure else "yes" if truth else "no"
                took = seconds * (0.5 + self.chance.random())
                # Nobody waits: the page says that it was shown that long ago.
                fields.update(seconds=f"{took:.1f}", shown=str(int(fields["shown"]) - int(1000 * took)))
                elsewhere, _ = self.ask("POST", f"{self.path}/answers", fields)
            where = elsewhere


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--pictures", type=Path, required=True)
    given = parser.parse_args()
    program, pictures = str(given.program.resolve()), given.pictures.resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        *before, annotate = commands()
        for command in before:
            if command[0] == "cd":
                folder /= command[1]
            else:
                subprocess.run([program, *command[1:]], cwd=folder, check=True, capture_output=True)
        silver = [pair.get("entailment") == "YES" for pair in tree.parse(folder / annotate[3]).iter("pair")]
        people = int(annotate[annotate.index("--annotators") + 1])
        server = subprocess.Popen(
            [program, *annotate[1:], "--address", "127.0.0.1:0", "-q"], cwd=folder, stdout=subprocess.PIPE, text=True
        )
        try:
            organiser, *links = [server.stdout.readline().strip() for _ in range(1 + people)]
            address = urllib.parse.urlsplit(organiser).netloc
            kinds = ["good", "good", "careless", "good", "good", "good", "random"]
            class_ = [
                Person(address, urllib.parse.urlsplit(link).path, kinds[n % len(kinds)], random.Random(n))
                for n, link in enumerate(links)
            ]
            for sheet in range(SHEETS):
                class_[sheet % people].sheet(silver)
            with Browser(width=360, height=640, phone=True) as browser:
                browser.driver.get(links[-1])
                browser.driver.find_element(By.CSS_SELECTOR, "form button.main").click()
                until = time.monotonic() + 10
                while "/sheet/" not in browser.driver.current_url and time.monotonic() < until:
                    time.sleep(0.05)
                take(browser, address, pictures / "question.png", scale=0.5)
            with Browser(width=900, height=700) as browser:
                browser.driver.get(organiser)
                take(browser, address, pictures / "organiser.png", height=670, scale=0.9)
        finally:
            server.terminate()
            server.wait(timeout=10)


def take(browser: Browser, address: str, path: Path, **shape):
    assert browser.complaints() == [] and browser.strangers(address) == []
    browser.picture(path, **shape)
    size = path.stat().st_size
    assert size < LARGEST, f"{path.name} has {size} bytes"
    print(f"ok  {path.name}, {size} bytes")


if __name__ == "__main__":
    main()
