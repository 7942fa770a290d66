"""The annotation application as people use it: a real program, a real store, a real Chromium.

    python tests/browser/annotate.py target/debug/bezant [--pictures FOLDER]

Every check looks at what the organiser's export says, not only at pages. Prints a line a check; fails at the first that
does not hold.
"""

from __future__ import annotations

import argparse
import csv
import io
import subprocess
import tempfile
import threading
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser

SHEET = 5
SENTENCES = [
    ("The gardener who planted the limes has moved to the coast.", "The gardener planted something.", "YES"),
    ("The gardener who planted the limes has moved to the coast.", "The limes have moved.", "NO"),
    ("<script>document.title = 'taken'</script> The <b>cook</b> & the baker slept.", "The cook slept.", "YES"),
    ("<img src=x onerror=\"document.title='taken'\"> stood on the sign.", "Something stood.", "YES"),
    ("השכנה ראתה את הכלב.", "מישהי ראתה משהו.", "YES"),
]
PAIRS = "id\ttext\thypothesis\tentailment\n" + "".join(
    f"p{n}\t{text}\t{hypothesis}\t{answer}\n" for n, (text, hypothesis, answer) in enumerate(SENTENCES, 1)
)


class Server:
    """`bezant entail annotate`, with its links; started again it goes on with its store."""

    def __init__(self, program: str, folder: Path, *options: str):
        self.command = [program, "entail", "annotate", "pairs.tsv", "--sheet", str(SHEET), *options]
        self.folder = folder
        self.start("127.0.0.1:0")

    def start(self, address: str):
        self.process = subprocess.Popen(
            [*self.command, "--address", address], cwd=self.folder, stdout=subprocess.PIPE, text=True
        )
        lines = [self.process.stdout.readline().split()[-1]]
        while len(lines) < 1 + PEOPLE:
            lines.append(self.process.stdout.readline().split()[-1])
        self.organiser, *self.annotators = lines
        self.address = urlsplit(self.organiser).netloc

    def stop(self):
        self.process.terminate()
        status = self.process.wait(timeout=10)
        assert status in (0, -15, 143), status

    def restart(self, kill=False):
        """Ends the process and starts another at the same address."""
        if kill:
            self.process.kill()
            self.process.wait()
        else:
            self.stop()
        self.start(self.address)

    def judgements(self) -> dict[tuple[str, str], str]:
        with urllib.request.urlopen(f"{self.organiser}/judgements.csv") as answer:
            rows = list(csv.DictReader(io.TextIOWrapper(answer, "utf-8")))
        found = {(row["annotator"], row["id"]): row["answer"] for row in rows}
        assert len(found) == len(rows), "a judgement is there twice"
        return found

    def of(self, annotator: int) -> list[str]:
        """What somebody answered, in the order of the file."""
        kept = self.judgements()
        return [kept.get((str(annotator), f"p{n}"), "") for n in range(1, SHEET + 1)]


PEOPLE = 8


def words(browser: Browser, where: str) -> str:
    """What stands there; asked again while one page takes the place of another."""
    found = []

    def look(driver):
        found.append(driver.find_element(By.CSS_SELECTOR, where).text)
        return True

    wait(browser, look)
    return found[-1]


def text(browser: Browser) -> str:
    return words(browser, "main")


def pair_shown(browser: Browser) -> int:
    """Which of our pairs the page asks about, the first being 1."""
    shown = words(browser, ".hypothesis")
    return next(n for n, (_, hypothesis, _) in enumerate(SENTENCES, 1) if hypothesis == shown)


def button(browser: Browser, value: str):
    return browser.driver.find_element(By.CSS_SELECTOR, f"button[name=answer][value={value}]")


def place(browser: Browser) -> str:
    """Where the sheet is, as its heading says."""
    return words(browser, "h1")


def wait(browser: Browser, until):
    """Until something holds; while one page takes the place of another, questions about either fail."""
    WebDriverWait(browser.driver, 20, 0.05, [WebDriverException]).until(until)


def wait_for_change(browser: Browser, before: str):
    wait(browser, lambda _: place(browser) != before)


def begin(browser: Browser, link: str):
    browser.driver.get(link)
    browser.driver.find_element(By.CSS_SELECTOR, "form button.main").click()
    wait(browser, lambda driver: "/sheet/" in driver.current_url)


def sound(browser: Browser, server: Server, what: str, scripted=True):
    """Nothing on the console, nothing sent elsewhere, no script of a sentence run, no serious barrier."""
    assert browser.complaints() == [], browser.complaints()
    strangers = browser.strangers(server.address)
    assert strangers == [], strangers
    assert "taken" not in browser.driver.title
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    if scripted:
        found = browser.barriers()
        assert found == [], f"{what}: {found}"
        assert browser.driver.execute_script(f"return {wide}") <= 0, f"{what}: the page is wider than its window"


def answers_for(n: int) -> str:
    """A plan that differs from pair to pair."""
    return ["yes", "no", "not-sure"][n % 3]


PLAN = [answers_for(n).replace("-", " ") for n in range(1, SHEET + 1)]


def by_mouse(server: Server, link: str, pictures: Path):
    with Browser() as browser:
        browser.driver.get(link)
        sound(browser, server, "first page")
        browser.picture(pictures / "first.png")
        begin(browser, link)
        for at in range(SHEET):
            sound(browser, server, f"question {at + 1}")
            browser.picture(pictures / f"question-{pair_shown(browser)}.png")
            before = place(browser)
            button(browser, answers_for(pair_shown(browser))).click()
            wait_for_change(browser, before)
        browser.picture(pictures / "done.png")
        sound(browser, server, "last page")
    assert server.of(1) == PLAN, server.of(1)


def by_keys(server: Server, link: str, pictures: Path):
    """Keys alone, from the first page on: the skip link, the button, then one key an answer."""
    with Browser(dark=True) as browser:
        browser.driver.get(link)
        keys = lambda *pressed: ActionChains(browser.driver).send_keys(*pressed).perform()
        for _ in range(10):
            keys(Keys.TAB)
            if browser.driver.switch_to.active_element.get_attribute("class") == "main":
                break
        keys(Keys.ENTER)
        wait(browser, lambda driver: "/sheet/" in driver.current_url)
        browser.picture(pictures / "question-dark.png")
        for at in range(SHEET):
            sound(browser, server, f"question {at + 1}, dark")
            before = place(browser)
            # Letters and digits in turn.
            pressed = {"yes": "y1", "no": "n2", "not-sure": "u3"}[answers_for(pair_shown(browser))][at % 2]
            keys(pressed)
            wait_for_change(browser, before)
        # Back by keys, and another answer.
        browser.driver.get(f"{link}/sheet/{SHEET}")
        last = pair_shown(browser)
        keys("n")
        wait(browser, lambda driver: driver.current_url.endswith("/done"))
        sound(browser, server, "last page, dark")
        browser.picture(pictures / "done-dark.png")
    wanted = [*PLAN[: last - 1], "no", *PLAN[last:]]
    assert server.of(2) == wanted, (server.of(2), wanted)


def by_touch(server: Server, link: str, pictures: Path):
    with Browser(390, 844, phone=True) as browser:
        browser.driver.get(link)
        browser.picture(pictures / "first-phone.png")
        begin(browser, link)
        for at in range(SHEET):
            sound(browser, server, f"question {at + 1}, phone")
            if at == 0:
                browser.picture(pictures / "question-phone.png")
            before = place(browser)
            target = button(browser, answers_for(pair_shown(browser)))
            assert target.size["height"] >= 44, "too small for a finger"
            box = target.rect
            spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
            browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            wait_for_change(browser, before)
    assert server.of(3) == PLAN, server.of(3)


def without_script(server: Server, link: str, pictures: Path):
    with Browser(script=False) as browser:
        begin(browser, link)
        browser.picture(pictures / "question-no-script.png")
        for _ in range(SHEET):
            sound(browser, server, "without script", scripted=False)
            before = place(browser)
            button(browser, answers_for(pair_shown(browser))).click()
            wait_for_change(browser, before)
        assert browser.driver.current_url.endswith("/done"), browser.driver.current_url
    assert server.of(4) == PLAN, server.of(4)


def resumed(server: Server, link: str):
    """Two answers, a reload, another process after a kill, another browser: the sheet goes on at its third question."""
    with Browser() as browser:
        begin(browser, link)
        first_two = []
        for _ in range(2):
            before = place(browser)
            first_two.append(pair_shown(browser))
            button(browser, "yes").click()
            wait_for_change(browser, before)
        third = (place(browser), pair_shown(browser))
        browser.driver.refresh()
        assert (place(browser), pair_shown(browser)) == third, "a reload went elsewhere"
        server.restart(kill=True)
        browser.driver.refresh()
        assert (place(browser), pair_shown(browser)) == third, "a new process went elsewhere"
    with Browser(768, 1024) as other:
        begin(other, link)
        assert (place(other), pair_shown(other)) == third, "another browser went elsewhere"
        # Back to the first: its answer is marked, a change of it is kept, and we are led on.
        other.driver.get(f"{link}/sheet/1")
        assert button(other, "yes").get_attribute("aria-pressed") == "true"
        button(other, "not-sure").click()
        wait(other, lambda driver: not driver.current_url.endswith("/sheet/1"))
        assert "Your answer" not in text(other) or pair_shown(other) == first_two[1]
    kept = server.of(5)
    assert kept[first_two[0] - 1] == "not sure" and kept[first_two[1] - 1] == "yes", kept
    assert sum(answer != "" for answer in kept) == 2, kept
    with urllib.request.urlopen(f"{server.organiser}/history.csv") as answer:
        history = [row for row in csv.DictReader(io.TextIOWrapper(answer, "utf-8")) if row["annotator"] == "5"]
    assert len(history) == 3, "a changed answer keeps its history"


def two_at_once(server: Server, links: list[str]):
    """Both answer at the same time; neither sees anything of the other, nor of anybody else."""
    failures = []

    def one(link: str, value: str, others: list[str]):
        try:
            with Browser() as browser:
                begin(browser, link)
                for _ in range(SHEET):
                    source = browser.driver.page_source
                    assert not any(urlsplit(other).path.split("/")[-1] in source for other in others)
                    before = place(browser)
                    button(browser, value).click()
                    wait_for_change(browser, before)
        except Exception as error:  # what a thread raises is seen by nobody
            failures.append(error)

    everybody = [server.organiser, *server.annotators]
    threads = [
        threading.Thread(target=one, args=(link, value, [other for other in everybody if other != link]))
        for link, value in zip(links, ["yes", "no"])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
    assert server.of(6) == ["yes"] * SHEET and server.of(7) == ["no"] * SHEET


def organiser(server: Server, link: str, pictures: Path):
    kept = server.judgements()
    for name, settings in [("wide", {}), ("dark", {"dark": True}), ("phone", {"width": 390, "height": 844, "phone": True})]:
        with Browser(**settings) as browser:
            browser.driver.get(server.organiser)
            sound(browser, server, f"organiser, {name}")
            browser.picture(pictures / f"organiser-{name}.png")
            assert str(len(kept)) in text(browser), "how many judgements there are"
    with Browser() as browser, Browser() as annotator:
        def press(value: str):
            where = f"button[name=state][value={value}]"
            browser.driver.find_element(By.CSS_SELECTOR, where).click()
            # The page that follows offers the other states.
            wait(browser, lambda driver: not driver.find_elements(By.CSS_SELECTOR, where))

        browser.driver.get(server.organiser)
        press("paused")
        annotator.driver.get(link)
        assert "paused" in text(annotator), text(annotator)
        press("open")
        begin(annotator, link)
        press("closed")
        button(annotator, "yes").click()
        wait(annotator, lambda _: "finished" in text(annotator))
        assert server.judgements() == kept, "an answer to a closed study was kept"
        press("open")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--pictures", type=Path, help="where to put a picture of every page")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        pictures = (given.pictures or folder / "pictures").resolve()
        (folder / "pairs.tsv").write_text(PAIRS, encoding="utf-8")
        # More people than a pair needs, so that nobody's sheet is finished by others.
        people = ["--annotators", str(PEOPLE), "--per-pair", str(PEOPLE)]
        server = Server(str(given.program.resolve()), folder, *people, "--checks", "0", "-q")
        try:
            links = server.annotators
            for name, check in [
                ("a sheet by mouse", lambda: by_mouse(server, links[0], pictures)),
                ("a sheet by keys alone, dark", lambda: by_keys(server, links[1], pictures)),
                ("a sheet by touch on a phone", lambda: by_touch(server, links[2], pictures)),
                ("a sheet without JavaScript", lambda: without_script(server, links[3], pictures)),
                ("resumed after a reload, a kill and in another browser", lambda: resumed(server, links[4])),
                ("two people at once", lambda: two_at_once(server, links[5:7])),
                ("the organiser's page", lambda: organiser(server, links[7], pictures)),
            ]:
                check()
                print(f"ok  {name}")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
