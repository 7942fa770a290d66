"""Pages of reports as people use them: a real program, a real Chromium, files on disk.

    python tests/browser/report.py target/debug/bezant [--pictures FOLDER]

Prints a line a check; fails at the first that does not hold.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser import Browser

EXPERIMENT = """title = "Four parsers"
gold = "gold.mrg"
[systems]
strong = "strong.mrg"
middling = "middling.mrg"
weak = "weak.mrg"
failing = "failing.mrg"
[[metrics]]
command = "brackets"
preset = "collins"
[[metrics]]
command = "dependencies"
gold = "entailments/gold.conllu"
[metrics.systems]
strong = "entailments/strong.conllu"
weak = "entailments/weak.conllu"
"""

# What somebody could hide in a treebank.
HOSTILE = [
    "</script><script>document.title='taken'</script>",
    "<img/src=x/onerror=document.title='taken'>",
    "\u202eturned\u202c",
    "&lt;b&gt;",
    "השכנה",
    "'\"`${document.title}",
]


def done(what: str):
    print(f"ok  {what}", flush=True)


def run(program: Path, folder: Path, *words: str):
    subprocess.run([program, *words], cwd=folder, check=True, capture_output=True)


class Report:
    def __init__(self, browser: Browser, page: Path):
        self.browser, self.driver, self.page = browser, browser.driver, page

    def open(self, link=""):
        self.driver.get("about:blank")
        self.driver.get(f"{self.page.as_uri()}{link}")
        self.wait(lambda: self.script("return document.documentElement.dataset.ready") == "yes")

    def script(self, text: str, *arguments):
        return self.driver.execute_script(text, *arguments)

    def wait(self, holds):
        return WebDriverWait(self.driver, 20, 0.05).until(lambda _: holds())

    def all(self, selector: str):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def type(self, keys: str):
        self.driver.switch_to.active_element.send_keys(keys)

    def is_quiet(self):
        complaints = self.browser.complaints()
        assert not complaints, complaints
        # Files have no host.
        strangers = self.browser.strangers("")
        assert not strangers, strangers


def sorting(report: Report):
    report.open()
    table = "table[data-name='brackets/glance']"
    first = lambda: report.one(f"{table} tbody tr th").text
    names = [row.text for row in report.all(f"{table} tbody tr th")]
    assert names[0] == "strong", names
    heads = report.all(f"{table} thead th")
    f1 = next(head for head in heads if head.text.startswith("F1"))
    f1.find_element(By.CSS_SELECTOR, "button.sort").click()
    assert f1.get_attribute("aria-sort") == "descending" and first() == "strong"
    f1.find_element(By.CSS_SELECTOR, "button.sort").click()
    assert f1.get_attribute("aria-sort") == "ascending" and first() == "weak"
    f1.find_element(By.CSS_SELECTOR, "a.what").click()
    assert "harmonic mean" in report.one("#about p").text
    report.one("#about button").click()
    report.is_quiet()
    done("tables are sorted, and say what their columns mean")


def behind(report: Report):
    report.open()
    link = report.one("a.cell[href='#brackets/labels/NP/system=weak/errors']")
    report.script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    report.wait(lambda: "behind labels: NP" in report.one("#brackets .count").text)
    n = int(report.one("#brackets .count").text.split()[0])
    assert n > 5, n
    report.all("#brackets ol.sentences button")[0].click()
    report.wait(lambda: report.all("#brackets .view svg.bezant text"))
    assert "sentence=" in report.driver.current_url
    assert report.all("#brackets .view svg .missing") and report.all("#brackets .view svg .extra")
    report.is_quiet()
    done("a cell opens its sentences, a sentence its drawing")
    address = report.driver.current_url
    title = report.one("#brackets .view h4").text
    report.open("#" + address.split("#", 1)[1])
    report.wait(lambda: report.all("#brackets .view svg.bezant"))
    assert report.one("#brackets .view h4").text == title
    done("the address of a drawing opens it again")
    for name, part in [("copy as SVG", "<svg"), ("copy as LaTeX", "\\begin{tikzpicture}")]:
        button = next(one for one in report.all("#brackets .view button") if one.text == name)
        report.script("delete document.documentElement.dataset.copied")
        button.click()
        report.wait(lambda: part in (report.script("return document.documentElement.dataset.copied") or ""))
    done("drawings are copied as SVG and LaTeX")


def filtering(report: Report):
    report.open("#brackets/all/all/system=any/any")
    count = lambda: int(report.one("#brackets .count").text.split()[0])
    report.wait(lambda: count() == 60)
    report.one("#brackets-q").send_keys("baker")
    report.wait(lambda: 0 < count() < 10)
    assert all("baker" in one.text.lower() for one in report.all("#brackets ol.sentences .text"))
    report.open("#brackets/all/all/system=any/errors/right=strong/wrong=weak")
    report.wait(lambda: 0 < count() < 60)
    report.all("#brackets ol.sentences button")[0].click()
    report.wait(lambda: report.all("#brackets .tabs button"))
    tabs = [one.text for one in report.all("#brackets .tabs button")]
    assert "strong 100.0" in tabs, tabs
    report.is_quiet()
    done("sentences are found by text, and by who has them right and wrong")


def keyboard(report: Report):
    report.open("#dependencies/all/all/system=weak/errors")
    report.wait(lambda: report.all("#dependencies ol.sentences button"))
    body = report.one("body")
    body.send_keys("j")
    report.wait(lambda: report.all("#dependencies .view svg.bezant"))
    first = report.one("#dependencies .view h4").text
    body.send_keys("j")
    report.wait(lambda: report.one("#dependencies .view h4").text != first)
    body.send_keys("k")
    report.wait(lambda: report.one("#dependencies .view h4").text == first)
    body.send_keys(Keys.ESCAPE)
    report.wait(lambda: not report.one("#dependencies .view").is_displayed())
    assert report.driver.switch_to.active_element.tag_name == "button"
    report.type(Keys.ENTER)
    report.wait(lambda: report.one("#dependencies .view").is_displayed())
    report.one("body").send_keys("/")
    assert report.driver.switch_to.active_element.get_attribute("id") == "dependencies-q"
    report.is_quiet()
    done("the keyboard alone is enough")


def hostile(program: Path, folder: Path, browser: Browser):
    words = [word.replace("(", "").replace(")", "").replace(" ", "\u00a0") for word in HOSTILE]
    gold = "(S (NP " + " ".join(f"(N {word})" for word in words) + ") (VP (V is)))\n"
    system = "(S " + " ".join(f"(N {word})" for word in words) + " (VP (V is)))\n"
    long = [f"(N w{n})" for n in range(5000)]
    gold += f"(S (NP {' '.join(long[:2500])}) (VP {' '.join(long[2500:])}))\n"
    system += f"(S (NP {' '.join(long[:2400])}) (VP {' '.join(long[2400:])}))\n"
    (folder / "hostile.gold").write_text(gold, encoding="utf-8")
    (folder / "<img src=x>.mrg").write_text(system, encoding="utf-8")
    run(program, folder, "brackets", "hostile.gold", "<img src=x>.mrg", "--report", "hostile.html")
    report = Report(browser, folder / "hostile.html")
    report.open("#brackets/all/all/system=any/errors")
    title = report.driver.title
    for n in range(len(report.wait(lambda: report.all("#brackets ol.sentences button")))):
        report.all("#brackets ol.sentences button")[n].click()
        report.wait(lambda: report.all("#brackets .view .tabs"))
        time.sleep(0.3)
    assert report.driver.title == title != "taken"
    assert not report.all("main img")
    report.is_quiet()
    done("what stands in a treebank is text, whatever it looks like; 5,000 words are no harm")


def fits(page: Path, pictures: Path | None):
    for name, settings in {
        "wide": {"width": 1600, "height": 1000},
        "dark": {"dark": True},
        "phone": {"width": 390, "height": 844, "phone": True},
    }.items():
        with Browser(**settings) as browser:
            report = Report(browser, page)
            report.open("#brackets/labels/NP/system=weak/errors/sentence=5")
            report.wait(lambda: report.all("#brackets .view svg.bezant"))
            wide, room = report.script("return [document.documentElement.scrollWidth, innerWidth]")
            assert wide <= room, f"{name}: {wide} of {room}"
            barriers = browser.barriers()
            assert not barriers, barriers
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
                browser.driver.save_screenshot(str(pictures / f"report-{name}.png"))
            report.is_quiet()
    done("it fits a phone and a wide screen, in light and dark")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda text: Path(text).resolve())
    parser.add_argument("--pictures", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(args.program, folder, "demo", "--write", ".")
        (folder / "e.toml").write_text(EXPERIMENT)
        run(args.program, folder, "report", "e.toml", "-o", "report.html")
        page = folder / "report.html"
        with Browser() as browser:
            report = Report(browser, page)
            sorting(report)
            behind(report)
            filtering(report)
            keyboard(report)
            hostile(args.program, folder, browser)
        fits(page, args.pictures)


if __name__ == "__main__":
    main()
