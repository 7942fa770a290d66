"""Pages of reports as people use them: a real program, a real Chromium, files on disk.

Where `pdflatex` is installed, what is copied as LaTeX is compiled.

    python tests/browser/report.py target/debug/bezant [--pictures FOLDER]

Prints a line a check; fails at the first that does not hold.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import tempfile
import time
import xml.etree.ElementTree as ElementTree
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

# Everything that is no tree and no column.
OTHERS = """title = "Relations, pairs, unbounded dependencies"
[[metrics]]
command = "relations"
gold = "gold.gr"
systems = { second = "b.gr", first = "a.gr" }
text = "sentences.txt"
[[metrics]]
command = "entail score"
gold = "entailments/pairs.xml"
systems = { strong = "strong.txt", middling = "middling.txt", weak = "weak.txt" }
parses = ["entailments/strong.conllu", "entailments/middling.conllu", "entailments/weak.conllu"]
beside = ["rows.jsonl"]
[[metrics]]
command = "entail oracle"
gold = "entailments/pairs.xml"
gold-parses = "entailments/gold.conllu"
parses = "entailments/weak.conllu"
[[metrics]]
command = "unbounded"
gold = "unbounded/corpus"
systems = { trees = "unbounded/trees", broken = "broken" }
"""

GOLD_RELATIONS = """1
(ncsubj sees dog _)
(dobj sees cat)
(det dog The)
(iobj sees at)
(dobj at night)

2
(ncsubj sleeps owl _)
(det owl The)
"""

TEXTS = "1\nThe dog sees a cat at night .\n\n2\nThe owl sleeps .\n"

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


def copied(report: Report, button) -> str:
    report.script("delete document.documentElement.dataset.copied; arguments[0].click()", button)
    return report.wait(lambda: report.script("return document.documentElement.dataset.copied"))


def exports(report: Report, folder: Path, pictures: Path | None):
    found = []
    for section, link in [("brackets", "labels/NP/system=weak/errors/sentence=5"), ("dependencies", "all/all/system=weak/errors/sentence=31")]:
        report.open(f"#{section}/{link}")
        report.wait(lambda: report.all(f"#{section} .view svg.bezant"))
        tools = {one.text: one for one in report.all(f"#{section} .view button")}
        found.append(copied(report, tools["copy as LaTeX"]))
        svg = copied(report, tools["copy as SVG"])
        ElementTree.fromstring(svg)
    tables = [one for one in report.all(".card .tools button") if one.get_attribute("textContent") == "copy as LaTeX"]
    found += [copied(report, one) for one in tables]
    assert len(found) > 20 and all("\\begin{" in one for one in found)
    done("drawings and tables are copied as SVG and LaTeX")
    if not shutil.which("pdflatex"):
        return print("--  no pdflatex: what is copied as LaTeX was not compiled")
    head = "\\documentclass{article}\\usepackage[margin=1cm,paperwidth=40cm,paperheight=40cm]{geometry}\\usepackage{booktabs,tikz}"
    text = "\n\n\\bigskip\n".join(found)
    (folder / "copied.tex").write_text(f"{head}\n\\begin{{document}}\n{text}\n\\end{{document}}\n", encoding="utf-8")
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "copied.tex"]
    ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace")
    assert ran.returncode == 0, [line for line in ran.stdout.splitlines() if line.startswith("!")]
    if pictures:
        shutil.copy(folder / "copied.pdf", pictures / "copied.pdf")
    done(f"{len(found)} of them are compiled by pdflatex as they are")


def others(program: Path, folder: Path, browser: Browser, pictures: Path | None):
    fixtures = Path(__file__).resolve().parent.parent.parent / "fixtures" / "unbounded"
    shutil.copytree(fixtures, folder / "unbounded")
    shutil.copytree(fixtures / "stanford", folder / "broken")
    # A parser that takes every object for something else.
    for path in (folder / "broken").iterdir():
        path.write_text(path.read_text().replace("dobj(", "dep(").replace("nsubj(", "dep("))
    (folder / "gold.gr").write_text(GOLD_RELATIONS)
    (folder / "a.gr").write_text(GOLD_RELATIONS.replace("(dobj sees cat)", "(obj2 sees cat)"))
    (folder / "b.gr").write_text(GOLD_RELATIONS.replace("(iobj sees at)", "(ncmod _ cat at)").replace("(det owl The)\n", ""))
    (folder / "sentences.txt").write_text(TEXTS)
    for name in ["strong", "middling", "weak"]:
        run(program, folder, "entail", "decide", "entailments/pairs.xml", "--parses", f"entailments/{name}.conllu", "-o", f"{name}.txt")
    run(program, folder, "dependencies", "entailments/gold.conllu", "entailments/strong.conllu", "entailments/weak.conllu", "--save", "rows.jsonl")
    (folder / "others.toml").write_text(OTHERS)
    run(program, folder, "report", "others.toml", "-o", "others.html")
    report = Report(browser, folder / "others.html")
    report.open()
    sections = [one.get_attribute("id") for one in report.all("section.metric")]
    assert sections == ["relations", "entailments", "oracle", "unbounded"], sections
    commands = [one.get_attribute("textContent") for one in report.all("#relations .how code")]
    assert "--names second,first" in commands[0], commands
    tables = {one.get_attribute("data-name") for one in report.all("table[data-name]")}
    wanted = ["relations/by_type", "entailments/because", "entailments/hangs_on", "entailments/p_matrix", "entailments/beside",
              "entailments/relation_errors", "oracle/causes", "oracle/oracle", "unbounded/constructions"]
    assert tables.issuperset(wanted), sorted(set(wanted) - tables)
    done("relations, pairs with reasons, causes, oracles, and unbounded dependencies have their tables")
    for section, link, first, n_drawn in [
        ("relations", "by_type/dobj/system=first/errors", "sees a cat", 1),
        ("entailments", "hangs_on/nsubj/system=weak/errors", "⇒", 1),
        ("oracle", "causes/unbounded%20dependency/system=any/errors", "⇒", 1),
        ("unbounded", "constructions/obj_free_rels/system=broken/errors", "", 1),
    ]:
        report.open()
        cell = report.one(f"a.cell[href='#{section}/{link}']")
        report.script("arguments[0].click()", cell)
        buttons = report.wait(lambda: report.all(f"#{section} ol.sentences button"))
        assert first in buttons[0].text, buttons[0].text
        buttons[0].click()
        report.wait(lambda: report.all(f"#{section} .view svg.bezant"))
        assert len(report.all(f"#{section} .view svg .missing")) >= n_drawn, section
        assert report.all(f"#{section} .view .facts li"), section
        if pictures:
            browser.driver.save_screenshot(str(pictures / f"{section}.png"))
        tabs = report.all(f"#{section} .tabs button")
        tabs[-1].click()
        assert len(report.all(f"#{section} .view section.one")) == len(tabs) - 1
        report.is_quiet()
    done("cells of relations, reasons, causes and constructions open drawings, of one system or all")
    run(program, folder, "report", "others.toml", "--without-text", "-o", "hidden.html")
    report = Report(browser, folder / "hidden.html")
    report.open()
    text = report.script("""return Promise.all([...document.querySelectorAll("script[type='application/octet-stream']")].map(async (one) => {
        const bytes = Uint8Array.from(atob(one.textContent || ""), (letter) => letter.charCodeAt(0));
        return bytes.length ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text() : "";
    })).then((all) => all.join(" ") + JSON.stringify([...explorers.values()].map((one) => one.data)) + document.body.textContent)""")
    for word in ["sees", "night", "treasurer", "baked", "lamp"]:
        assert word not in text, (word, text[text.index(word) - 100 : text.index(word) + 100])
    done("without text there is no word of a sentence in the whole page")


def many(program: Path, folder: Path, browser: Browser):
    n, rare = 16_000, 12_345
    good = "(S (NP (N a)) (VP (V b) (NP (N c))))\n"
    bad = "(S (NP (N a) (V b)) (NP (N c)))\n"
    (folder / "many.gold").write_text("".join("(S (QP (N a)) (VP (V b)))\n" if at == rare else good for at in range(n)))
    (folder / "many.mrg").write_text("".join("(S (NP (N a)) (VP (V b)))\n" if at == rare else bad if at % 3 else good for at in range(n)))
    run(program, folder, "brackets", "many.gold", "many.mrg", "--report", "many.html")
    report = Report(browser, folder / "many.html")
    report.open("#brackets/labels/QP/system=many/errors")
    report.wait(lambda: "behind labels: QP" in report.one("#brackets .count").text)
    assert report.one("#brackets .count").text.startswith("1 sentence"), report.one("#brackets .count").text
    note = next(one.text for one in report.all("#brackets p.note") if "are in this page" in one.text)
    assert f"of {n} sentences" in note and int(note.split()[0]) <= 15_000, note
    report.is_quiet()
    done("of very many sentences some are there, also for the rarest number")


def hostile(program: Path, folder: Path, browser: Browser):
    words = [word.replace("(", "").replace(")", "").replace(" ", "\u00a0") for word in HOSTILE]
    label = "</script><img/src=x/onerror=document.title='taken'>\u202e"
    gold = f"(S ({label} " + " ".join(f"(N {word})" for word in words) + ") (VP (V is)))\n"
    system = "(S " + " ".join(f"(N {word})" for word in words) + " (VP (V is)))\n"
    long = [f"(N w{n})" for n in range(5000)]
    gold += f"(S (NP {' '.join(long[:2500])}) (VP {' '.join(long[2500:])}))\n"
    system += f"(S (NP {' '.join(long[:2400])}) (VP {' '.join(long[2400:])}))\n"
    (folder / "hostile.gold").write_text(gold, encoding="utf-8")
    (folder / "<img src=x>.mrg").write_text(system, encoding="utf-8")
    name = "</script><img src=x onerror=document.title='taken'>\u202e"
    quoted = json.dumps(name)
    toml = f'title = {quoted}\ngold = "hostile.gold"\n[systems]\n{quoted} = "<img src=x>.mrg"\n[[metrics]]\ncommand = "brackets"\n'
    (folder / "hostile.toml").write_text(toml, encoding="utf-8")
    run(program, folder, "report", "hostile.toml", "-o", "hostile.html")
    report = Report(browser, folder / "hostile.html")
    report.open("#brackets/all/all/system=any/errors")
    title = report.driver.title
    assert "onerror" in title, title
    for n in range(len(report.wait(lambda: report.all("#brackets ol.sentences button")))):
        report.all("#brackets ol.sentences button")[n].click()
        report.wait(lambda: report.all("#brackets .view .tabs"))
        time.sleep(0.3)
    assert report.driver.title == title != "taken"
    assert not report.all("img")
    turned = report.script("return document.body.innerText")
    assert "\u202e" not in turned, "marks that turn the direction of writing"
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
                browser.driver.save_screenshot(str(pictures / f"report-{name}.png"))
            report.is_quiet()
    done("it fits a phone and a wide screen, in light and dark")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda text: Path(text).resolve())
    parser.add_argument("--pictures", type=Path)
    args = parser.parse_args()
    if args.pictures:
        args.pictures.mkdir(parents=True, exist_ok=True)
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
            exports(report, folder, args.pictures)
            others(args.program, folder, browser, args.pictures)
            many(args.program, folder, browser)
            hostile(args.program, folder, browser)
        fits(page, args.pictures)


if __name__ == "__main__":
    main()
