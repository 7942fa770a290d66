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
[[metrics]]
command = "fragments"
systems = { strong = "strong.mrg", weak = "weak.mrg", failing = "failing.mrg" }
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
    report.type(Keys.TAB)
    assert report.script("return !!document.activeElement.closest('#dependencies .view')"), "Tab goes on from the sentence"
    body.send_keys(Keys.ESCAPE)
    report.wait(lambda: not report.one("#dependencies .view").is_displayed())
    assert report.driver.switch_to.active_element.tag_name == "button"
    report.type(Keys.ENTER)
    report.wait(lambda: report.one("#dependencies .view").is_displayed())
    report.one("body").send_keys("/")
    assert report.driver.switch_to.active_element.get_attribute("id") == "dependencies-q"
    report.is_quiet()
    done("the keyboard alone is enough")


def adds_up(report: Report):
    """What a number says is what its list of sentences comes to."""
    report.open()
    count = lambda section: report.one(f"#{section} .count").text
    for section, table, kind, ends in [
        ("brackets", "labels", "errors", "VP/system=any/errors"),
        ("brackets", "labels", "gold", "VP/system=any/gold"),
        ("brackets", "confusions", "", "NP%3A%E2%80%94/system=weak/errors"),
        ("brackets", "classes", "", "Different%20label/system=weak/errors"),
        ("brackets", "classes", "brackets", "Different%20label/system=weak/about"),
        ("dependencies", "relations", "errors", "det/system=any/errors"),
        ("dependencies", "classes", "heads", "Function%20word/system=weak/about"),
    ]:
        link = report.one(f"a.cell[href='#{section}/{table}/{ends}']")
        number = link.get_attribute("textContent")
        report.script("arguments[0].click()", link)
        report.wait(lambda: f"behind {table}" in count(section) and count(section).endswith(f": {number} in all"))
        listed = report.all(f"#{section} ol.sentences .said")
        assert "here" in listed[0].text, listed[0].text
    done("the sentences behind a number add up to it, of one system and of all")
    for ends, n in [
        ("all/all/system=failing/skipped", 5),
        ("score/brackets/system=failing/errors", 40),
        ("score/brackets/system=failing/errors/skipped=too", 45),
        ("all/all/system=any/any/to=10", 29),
    ]:
        link = report.one(f"a.cell[href='#brackets/{ends}']")
        report.script("arguments[0].click()", link)
        report.wait(lambda: count("brackets").split()[0] == str(n))
    assert report.all("#brackets-kind option[value=skipped]")
    report.script("arguments[0].click()", report.one("a.cell[href='#brackets/all/all/system=failing/skipped']"))
    report.wait(lambda: "skipped: " in report.one("#brackets ol.sentences .said").text)
    links = [(one, one.get_attribute("textContent")) for one in report.all("table[data-name='brackets/comparisons'] a.cell")]
    # In how many sentences one is higher or lower; of the difference itself there is no number.
    for link, number in [(one, text) for one, text in links if text.isdigit()]:
        report.script("arguments[0].click()", link)
        report.wait(lambda: count("brackets") == f"{number} sentence{'' if number == '1' else 's'}")
    # Where what was skipped counts as missed, the five without a parse are worse than another system's.
    better = "right=strong/than=better/wrong=failing"
    report.open(f"#brackets/all/all/system=any/errors/{better}")
    report.wait(lambda: count("brackets").split()[0].isdigit())
    both = int(count("brackets").split()[0])
    report.open(f"#brackets/all/all/system=any/errors/skipped=too/{better}")
    report.wait(lambda: int(count("brackets").split()[0]) == both + 5)
    report.is_quiet()
    done("skipped sentences, lengths and comparisons lead to their sentences")
    lists = set()
    for column in ["extra", "missing", "errors"]:
        report.script("arguments[0].click()", report.one(f"table[data-name='brackets/scores'] a.cell[href='#brackets/score/brackets/system=weak/{column}']"))
        report.wait(lambda: f"system=weak/{column}" in report.driver.current_url and "behind score: brackets" in count("brackets"))
        lists.add(count("brackets"))
    for row in ["tags", "whole%20sentences", "crossing%20brackets", "sentences%20without%20crossing%20brackets"]:
        report.script("arguments[0].click()", report.one(f"table[data-name='brackets/scores'] a.cell[href='#brackets/score/{row}/system=weak/errors']"))
        report.wait(lambda: f"score/{row}" in report.driver.current_url and f"score: {row.replace('%20', ' ')}" in count("brackets"))
        lists.add(count("brackets"))
    assert len(lists) == 7, lists
    done("precision, recall, F1, exact match, tags and crossing brackets have different lists")


# Goes through all numbers of a page, follows each as a click would, and says what came of it. Browsers allow few
# clicks on links a second.
EVERY = """
const done = arguments[arguments.length - 1];
(async () => {
  const found = [];
  for (const table of document.querySelectorAll("table")) {
    const heads = [...table.tHead.rows[0].cells].map((one) => (one.querySelector(".sort") || one).textContent.trim());
    let why = "";
    for (let one = table.closest(".wide").nextElementSibling; one && !one.matches(".wide"); one = one.nextElementSibling) {
      if (one.matches(".why")) why = one.textContent;
    }
    for (const cell of table.tBodies[0].querySelectorAll("td.n, .heat td")) {
      const text = cell.textContent.trim();
      if (!/[0-9]/.test(text)) continue;
      const one = { table: table.dataset.name || "heat", row: cell.parentElement.cells[0].textContent.trim(), column: heads[cell.cellIndex], text, why };
      found.push(one);
      const link = cell.querySelector("a.cell");
      if (!link) continue;
      one.link = decodeURIComponent(link.hash);
      const parts = link.hash.slice(1).split("/").map(decodeURIComponent);
      const explorer = explorers.get(parts[0]);
      explorer.state = explorer.read(parts.slice(1));
      one.opens = explorer.state.sentence;
      one.address = decodeURIComponent(explorer.link(explorer.state));
      explorer.state.sentence = null;
      await explorer.show();
      const { table: of, system, from, to, skipped, by } = explorer.state;
      Object.assign(one, { kind: explorer.state.kind, of, listed: explorer.results.length, sum: explorer.results.reduce((sum, { facts }) => sum + facts, 0) });
      one.none = (explorer.list.querySelector(".none") || {}).textContent;
      one.known = one.opens === null || explorer.rows.some(({ number }) => number === one.opens);
      // What is noted of all sentences, of which a share is made.
      one.noted = [0, 0, 0];
      const whose = explorer.data.systems.indexOf(system);
      for (const row of of === "score" && whose >= 0 ? explorer.rows : []) {
        const own = row.of[whose], size = by === "depth" ? row.depth : row.length;
        if (!own || (from !== "" && size < Number(from)) || (to !== "" && size > Number(to)) || (whySkipped(own) !== null && !skipped)) continue;
        explorer.noted(own).slice(0, 3).forEach((n, nth) => { one.noted[nth] += n; });
      }
    }
  }
  return found;
})().then(done, (error) => done(`${error} ${error.stack}`));
"""


def every_cell(browser: Browser, page: Path, at_least: int):
    """Every number of every table leads to its sentences, which add up to it, or its table says why it does not."""
    report = Report(browser, page)
    report.open()
    report.driver.set_script_timeout(110)
    found = report.driver.execute_async_script(EVERY)
    assert isinstance(found, list), found
    n_links = n_sums = n_shares = 0
    for one in found:
        link, text = one.get("link"), one["text"]
        if not link:
            assert text == "0" or one["column"] in one["why"], one
            continue
        n_links += 1
        assert one["address"] == link and one["known"], one
        if one["opens"] is not None:
            continue
        if one["listed"] == 0:
            assert one["none"] and text in ["100.00", "0.00"], one
        else:
            assert not one["none"], one
        if text.isdigit() and int(text) < 10**15:
            # Sentences are counted where nothing else is.
            assert (one["listed"] if one["of"] == "all" else one["sum"]) == int(text), one
            n_sums += 1
        elif one["of"] == "score" and "right=" not in link and "aligned" not in link and text.replace(".", "").isdigit():
            missing, extra, right = one["noted"]
            share = lambda part, whole: 100 * part / whole if whole else 0
            f1, recall, precision = share(2 * right, 2 * right + missing + extra), share(right, right + missing), share(right, right + extra)
            wanted = {"extra": [precision], "missing": [recall]}.get(one["kind"], [f1, recall])
            is_mean = "macro" in one["column"] or "/crossing brackets/" in link
            assert is_mean or any(abs(value - float(text)) < 0.0051 for value in wanted), (one, wanted)
            n_shares += not is_mean
    assert n_links >= at_least, n_links
    report.is_quiet()
    done(f"{page.name}: {n_links} numbers lead to their sentences, of which {n_sums} counts and {n_shares} shares add up")


def clicked(report: Report):
    """One number of each column of each table is clicked on."""
    report.open()
    n = len(report.all("table[data-name]"))
    for at in range(n):
        links = report.script("""const table = document.querySelectorAll("table[data-name]")[arguments[0]];
            const row = [...table.tBodies[0].rows].sort((one, two) => two.querySelectorAll("a.cell").length - one.querySelectorAll("a.cell").length)[0];
            return row ? [...row.querySelectorAll("a.cell")] : []""", at)
        for link in links:
            address = link.get_attribute("href").split("#", 1)[1]
            section = address.split("/", 1)[0]
            report.script("arguments[0].click()", link)
            report.wait(lambda: report.script("const one = explorers.get(arguments[0]); return decodeURIComponent(one.link(one.state)) === decodeURIComponent('#' + arguments[1])", section, address))
            assert report.all(f"#{section} ol.sentences li"), address
    report.is_quiet()
    done("numbers of all columns are clicked on and open a list")


def single(program: Path, folder: Path, browser: Browser):
    """One system has other tables than several; rows alone have what is behind scores, too."""
    trees = ["brackets", "gold.mrg", "failing.mrg", "--labels", "--leaf-ancestor", "--tree-edit-distance", "--buckets", "depth:3,5"]
    run(program, folder, *trees, "--report", "one-trees.html")
    words = ["dependencies", "entailments/gold.conllu", "entailments/weak.conllu"]
    run(program, folder, *words, "--buckets", "depth:3,5", "--save", "one.jsonl", "--report", "one-dependencies.html")
    run(program, folder, "report", "one.jsonl", "-o", "one-rows.html")
    pair = ["brackets", "gold.mrg", "weak.mrg", "failing.mrg", "--align", "--explain"]
    for score in ["tag_accuracy", "average_crossing", "unlabelled_f1"]:
        pair += ["--score", score]
    run(program, folder, *pair, "--report", "two-aligned.html")
    for name, at_least in [("one-trees", 150), ("one-dependencies", 400), ("one-rows", 60), ("two-aligned", 250)]:
        every_cell(browser, folder / f"{name}.html", at_least)


def comparing(report: Report):
    report.open("#brackets/all/all/system=any/any/right=strong/than=better/wrong=weak/order=gap")
    said = lambda: [one.text for one in report.all("#brackets ol.sentences .said")]
    report.wait(lambda: said())
    gaps = [float(one.rsplit("+", 1)[1]) for one in said()]
    assert all(one.startswith("strong ") and " · weak " in one for one in said()), said()[0]
    assert gaps == sorted(gaps, reverse=True) and gaps[0] > gaps[-1] > 0, gaps
    report.open("#brackets/all/all/system=any/any/order=gap")
    report.wait(lambda: said())
    gaps = [float(one.rsplit("+", 1)[1]) for one in said()]
    assert gaps == sorted(gaps, reverse=True) and gaps[0] > gaps[-1], gaps
    done("differences are listed with both scores, the largest first, also of no chosen systems")
    kinds = lambda: [one.get_attribute("value") for one in report.all("#brackets-kind option")]
    for link, wanted in [
        ("labels/NP/system=any/errors", {"errors", "missing", "extra", "right", "gold", "system", "any"}),
        ("classes/Unary/system=any/errors", {"errors", "about"}),
        ("confusions/NP%3A%E2%80%94/system=any/errors", {"errors"}),
    ]:
        report.open(f"#brackets/{link}")
        report.wait(lambda: "behind" in report.one("#brackets .count").text)
        assert set(kinds()) == wanted, (link, kinds())
    assert not report.one("#brackets-kind").is_displayed()
    report.is_quiet()
    done("what cannot be told apart is not offered")


def ordered(report: Report):
    report.open()
    table = "table[data-name='brackets/buckets_length']"
    lengths = lambda: [one.get_attribute("textContent") for one in report.all(f"{table} tbody th")]
    was = lengths()
    assert len(was) == 5 and was[0].startswith("≤") and was[-1].startswith("≥"), was
    button = report.one(f"{table} thead th button.sort")
    report.script("arguments[0].click()", button)
    assert lengths() == was, lengths()
    report.script("arguments[0].click()", button)
    assert lengths() == was[::-1], lengths()
    done("ranges are sorted by their numbers")


def odd(program: Path, folder: Path, browser: Browser):
    """Long words, words from right to left, systems with the names of columns, sentences with names."""
    long, words = "x" * 272, ["השכנה", "ראתה", "את", "הילד", "בגן"]
    one, two, three, four, five = words
    gold = f"(S (NP (N {one})) (VP (V {two}) (NP (P {three}) (N {four})) (PP (P {five}))))\n"
    gold += f"(S (NP (D the) (N {long})) (VP (V is)))\n"
    wrong = f"(S (NP (N {one})) (VP (V {two}) (NP (NP (P {three}) (N {four})) (PP (P {five})))))\n"
    wrong += f"(S (NP (NP (D the)) (PP (N {long}))) (VP (V is)))\n"
    for name, text in [("odd.gold", gold), ("a.mrg", wrong), ("b.mrg", gold)]:
        (folder / name).write_text(text, encoding="utf-8")
    run(program, folder, "brackets", "odd.gold", "a.mrg", "b.mrg", "--report", "odd.html")
    report = Report(browser, folder / "odd.html")
    for number in [1, 2]:
        report.open(f"#brackets/all/all/system=a/errors/sentence={number}")
        fact = report.wait(lambda: report.one("#brackets .facts li"))
        wide, room, top, below = report.script(
            "return [document.documentElement.scrollWidth, innerWidth, document.querySelector('.view').getBoundingClientRect().top,"
            "document.querySelector('header').getBoundingClientRect().bottom]"
        )
        assert wide <= room, (wide, room)
        assert top >= below, "an address leads below the header"
        if number == 1:
            assert fact.find_element(By.TAG_NAME, "bdi").text == f"{three} {four} {five}", fact.text
            assert fact.find_element(By.TAG_NAME, "span").text == ": NP is extra, 1 bracket", fact.text
            assert fact.text.startswith("PP Attachment "), fact.text
    for name in "ab":
        heads = report.all("table[data-name='brackets/labels'] thead th")
        head = next(one for one in heads if one.find_element(By.CSS_SELECTOR, ".sort").text == name)
        assert not head.find_elements(By.CSS_SELECTOR, "a.what"), "a system is no column of comparisons"
    run(program, folder, "brackets", "odd.gold", "b.mrg", "--report", "perfect.html")
    report = Report(browser, folder / "perfect.html")
    report.open()
    ticks = [one.get_attribute("textContent") for one in report.all("table[data-name='brackets/glance'] thead .plot text")]
    assert ticks == ["100.0"], ticks
    texts = {one.get_attribute("textContent") for one in report.all(".chart svg text")}
    assert "100" in {one.split(".")[0] for one in texts} and not {"101", "100.5", "100.2"}.intersection(texts), texts
    run(program, folder, "brackets", "a.mrg", "b.mrg", "--agreement", "--report", "agreement.html")
    report = Report(browser, folder / "agreement.html")
    report.open()
    assert report.driver.title == "agreement", report.driver.title
    done("nothing is more than 100 %, and what has no gold has a title without one")
    words = ["1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_", "2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_"]
    texts = ["\n".join([f"# sent_id = kennel-{n}", *words]) + "\n\n" for n in [7, 8, 9]]
    (folder / "named.conllu").write_text("".join(texts))
    (folder / "other.conllu").write_text("".join(texts).replace("nsubj", "obj"))
    run(program, folder, "dependencies", "named.conllu", "other.conllu", "--report", "named.html")
    report = Report(browser, folder / "named.html")
    report.open("#dependencies/all/all/system=any/errors/order=number/sentence=2")
    report.wait(lambda: report.all("#dependencies .view h4"))
    assert report.one("#dependencies .view h4").text == "Sentence 2 (kennel-8)"
    said = [one.text for one in report.all("#dependencies ol.sentences .said")]
    assert [one.split(" · ")[0] for one in said] == ["kennel-7", "kennel-8", "kennel-9"], said
    report.one("#dependencies-q").send_keys("kennel-9")
    report.wait(lambda: report.one("#dependencies .count").text == "1 sentence")
    report.is_quiet()
    done("long words, words from right to left, systems called a and b, and names of sentences are no harm")


def runs(program: Path, folder: Path, browser: Browser):
    """Several runs of one system: a curve whose values can be read."""
    names = ["weak", "middling", "strong"]
    for name in names:
        shutil.copy(folder / f"{name}.mrg", folder / "parser.mrg")
        run(program, folder, "brackets", "gold.mrg", "parser.mrg", "--save", f"run-{name}.jsonl", "--run", name)
    run(program, folder, "report", *[f"run-{name}.jsonl" for name in names], "-o", "runs.html")
    report = Report(browser, folder / "runs.html")
    report.open()
    boxes = report.script("""return [...document.querySelectorAll(".curve circle")].map((dot) => {
        const [value, path] = [dot.nextElementSibling, dot.previousElementSibling].map((one) => one.getBoundingClientRect());
        return [value.bottom, Math.min(path.top, dot.getBoundingClientRect().top)];
    })""")
    assert len(boxes) == 3 and all(bottom <= top for bottom, top in boxes), boxes
    report.is_quiet()
    done("no line runs through the values of a curve")


def explained(program: Path, folder: Path):
    """The page of wrong answers on a phone."""
    words = ["entail", "explain", "entailments/pairs.xml", "--parses", "entailments/weak.conllu", "--wrong", "--as", "html"]
    run(program, folder, *words, "-o", "wrong.html")
    with Browser(width=360, height=800, phone=True) as browser:
        browser.driver.get((folder / "wrong.html").as_uri())
        wide, room = browser.driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room == 360, (wide, room)
        lost = browser.driver.execute_script(
            "return [...document.querySelectorAll('.index a')].filter((one) => {"
            "const to = document.querySelector(`[id='${one.hash.slice(1)}']`);"
            "return !to || one.hash !== `#pair-${one.textContent}` || !to.querySelector('h2').textContent.includes(`pair ${one.textContent}:`);"
            "}).length"
        )
        assert lost == 0, lost
        assert "stands in several rows" in browser.driver.execute_script("return document.body.textContent")
    done("wrong answers fit a phone, and are linked by their ids")


def printed(browser: Browser, page: Path):
    """On paper no table is cut off, and dark cells of heat maps have dark letters on a lighter ground."""
    report = Report(browser, page)
    report.open()
    driver = report.driver
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    # A4 with Chromium's own margins.
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 717, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
    cut = report.script("""return [...document.querySelectorAll("table")].filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.dataset.name)""")
    assert not cut, cut
    colours = set(report.script("""return [...document.querySelectorAll(".h6, .h7, .h8, .h9")].map((one) => getComputedStyle(one).color)"""))
    assert colours == {"rgb(0, 0, 0)"}, colours
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    done("on paper, tables are whole and heat maps can be read")


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
    every_cell(browser, folder / "others.html", 600)
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
        if tabs[-1].text == "all in one drawing":
            tabs.pop().click()
            assert "A " in report.one(f"#{section} .view svg.bezant").text, section
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
    assert f"of {n} sentences" in note and int(note.split()[0]) <= 5_000, note
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
            is_turned = report.script("return getComputedStyle(document.querySelector('.chart svg')).filter !== 'none'")
            assert is_turned == (name == "dark"), "charts are dark where the page is"
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
            adds_up(report)
            every_cell(browser, page, 1500)
            clicked(report)
            single(args.program, folder, browser)
            comparing(report)
            ordered(report)
            odd(args.program, folder, browser)
            runs(args.program, folder, browser)
            printed(browser, page)
            exports(report, folder, args.pictures)
            others(args.program, folder, browser, args.pictures)
            many(args.program, folder, browser)
            hostile(args.program, folder, browser)
        explained(args.program, folder)
        fits(page, args.pictures)


if __name__ == "__main__":
    main()
