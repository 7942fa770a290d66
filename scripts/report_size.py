"""How large pages of reports are, how long they take to open, and what memory their tab needs.

    python scripts/report_size.py target/release/bezant --conformance ../shared/conformance [--of NAME...]

Four experiments: three systems on 2,000 sentences; two on the 2,077 of EWT; five on 2,400; one on 100,000. The last
two are made of the first. Prints a row of Markdown each. Needs what `tests/browser/browser.py` needs.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "browser"))
from browser import Browser  # noqa: E402


def trees(path: Path) -> list[str]:
    """One tree an entry, wherever its lines end."""
    found, depth, start = [], 0, 0
    text = path.read_text(encoding="utf-8")
    for at, letter in enumerate(text):
        if letter == "(":
            if depth == 0:
                start = at
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                found.append(" ".join(text[start : at + 1].split()) + "\n")
    return found


class Data:
    def __init__(self, conformance: Path, folder: Path):
        self.conformance, self.folder = conformance, folder
        self.known: dict[str, list[str]] = {}

    def craft(self, name: str) -> list[str]:
        if name not in self.known:
            self.known[name] = trees(self.conformance / "brackets" / f"craft2k.{name}.mrg")
        return self.known[name]

    def write(self, name: str, sentences: list[str]) -> str:
        (self.folder / name).write_text("".join(sentences), encoding="utf-8")
        return name

    def repeated(self, name: str, n: int) -> list[str]:
        sentences = self.craft(name)
        return (sentences * (n // len(sentences) + 1))[:n]

    def mixed(self, one: str, two: str, n: int) -> list[str]:
        """Every other sentence from the other system, so that it differs from both."""
        both = zip(self.repeated(one, n), self.repeated(two, n))
        return [pair[at % 2] for at, pair in enumerate(both)]

    def three(self) -> list[str]:
        names = ["gold", "sysA", "sysB", "sysC"]
        return ["brackets", *(self.write(f"three.{name}.mrg", self.craft(name)) for name in names)]

    def ewt(self) -> list[str]:
        files = []
        for name in ["gold", "goldtok", "raw"]:
            packed = self.conformance / "dependencies" / f"ewt.{name}.conllu.gz"
            (self.folder / f"ewt.{name}.conllu").write_bytes(gzip.decompress(packed.read_bytes()))
            files.append(f"ewt.{name}.conllu")
        return ["dependencies", *files]

    def five(self) -> list[str]:
        n = 2400
        files = [self.write(f"five.{name}.mrg", self.repeated(name, n)) for name in ["gold", "sysA", "sysB", "sysC"]]
        files.append(self.write("five.sysAB.mrg", self.mixed("sysA", "sysB", n)))
        files.append(self.write("five.sysBC.mrg", self.mixed("sysB", "sysC", n)))
        return ["brackets", *files]

    def many(self) -> list[str]:
        n = 100_000
        return ["brackets", *(self.write(f"many.{name}.mrg", self.repeated(name, n)) for name in ["gold", "sysB"])]


def made(program: Path, folder: Path, words: list[str]) -> tuple[float, int]:
    """Seconds, and the most memory in MB."""
    begin = time.monotonic()
    child = subprocess.Popen([program, *words, "--report", "report.html"], cwd=folder, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, words
    return time.monotonic() - begin, used.ru_maxrss // 1024


def tab_memory(browser: Browser) -> int:
    """What the largest process that shows a page keeps to itself, in MB."""
    largest = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
            if b"--type=renderer" not in words or browser.profile.encode() not in words:
                continue
            rollup = (folder / "smaps_rollup").read_text()
        except OSError:
            continue
        private = sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_"))
        largest = max(largest, private // 1024)
    return largest


def opened(page: Path) -> tuple[float, float, float, int]:
    """Seconds until sentences can be looked for, those in which the page worked, until a drawing is seen, and the tab's memory."""
    with Browser() as browser:
        driver = browser.driver
        driver.set_page_load_timeout(120)
        wait = WebDriverWait(driver, 120, 0.02)
        driver.get("about:blank")
        # What the page's own thread works is the same on a busy machine.
        driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        begin = time.monotonic()
        driver.get(page.as_uri())
        wait.until(lambda _: driver.execute_script("return document.documentElement.dataset.ready") == "yes")
        ready = time.monotonic() - begin
        metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        worked = next(one["value"] for one in metrics if one["name"] == "TaskDuration")
        begin = time.monotonic()
        driver.execute_script("document.querySelector('ol.sentences button').click()")
        wait.until(lambda _: driver.execute_script("return document.querySelector('.view svg.bezant') !== null"))
        drawn = time.monotonic() - begin
        return ready, worked, drawn, tab_memory(browser)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda text: Path(text).resolve())
    parser.add_argument("--conformance", type=lambda text: Path(text).resolve(), required=True)
    parser.add_argument("--of", nargs="*", default=["three", "ewt", "five", "many"])
    parser.add_argument("--keep", type=Path, help="a folder for the pages")
    args = parser.parse_args()
    print("| experiment | made in | with | page | opens in | of which work | drawing | tab |\n|---|--:|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = Data(args.conformance, folder)
        for of in args.of:
            words = getattr(data, of)()
            seconds, memory = made(args.program, folder, words)
            page = folder / "report.html"
            megabytes = page.stat().st_size / 1e6
            ready, worked, drawn, tab = opened(page)
            print(
                f"| {of} | {seconds:.1f} s | {memory} MB | {megabytes:.1f} MB | {ready:.2f} s | {worked:.2f} s | {drawn:.2f} s | {tab} MB |",
                flush=True,
            )
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(page, args.keep / f"{of}.html")


if __name__ == "__main__":
    main()
