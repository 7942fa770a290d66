"""What notebooks are shown, and what everybody else is."""

from __future__ import annotations

import sys
import types
from html.parser import HTMLParser
from pathlib import Path

import bezant
import pytest
from bezant import notebook

DEMO = Path(__file__).parents[2] / "bezant-cli" / "demo"
COOKBOOK = Path(__file__).parents[3] / "docs" / "cookbook.ipynb"


class Reader(HTMLParser):
    """Cells of tables, and whether every tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tables = [], []
        self.feed(text)
        assert self.open == [], self.open

    def handle_starttag(self, tag, attributes):
        if tag not in ("br", "progress"):
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        if tag != "progress":
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += data


def test_results_are_tables():
    result = bezant.brackets(DEMO / "gold.mrg", {"a|b <c>": DEMO / "weak.mrg"}, replicates=0)
    head, row = Reader(result._repr_html_()).tables[0]
    assert head[:4] == ["system", "precision", "recall", "F1"]
    assert row[:4] == ["a|b <c>", "75.09", "73.57", "74.32"]
    assert result.signature in result._repr_html_()
    assert "74.32" in repr(result) and "<" not in repr(result).replace("<c>", "")


def test_tables_after_the_first_are_behind_a_click():
    result = bezant.brackets(DEMO / "gold.mrg", {"a": DEMO / "weak.mrg", "b": DEMO / "strong.mrg"})
    shown, _, folded = result._repr_html_().partition("<details>")
    assert shown.count("<table>") == 1 and folded.count("<table>") > 1


def test_drawings_are_svg_in_notebooks_and_text_elsewhere(tmp_path):
    picture = bezant.brackets(DEMO / "gold.mrg", DEMO / "weak.mrg", replicates=0).show(5)
    assert picture._repr_html_().count("<svg") == 1 and "<?xml" not in picture._repr_html_()
    assert "baker" in repr(picture) and "<svg" not in repr(picture)
    picture.save(tmp_path / "five.svg")
    assert (tmp_path / "five.svg").read_text().lstrip().startswith("<")
    arcs = bezant.dependencies(DEMO / "entailments/gold.conllu", DEMO / "entailments/weak.conllu", replicates=0).show(3)
    assert "<svg" in arcs._repr_html_() and "owner" in repr(arcs)


def test_the_worst_are_drawn():
    worst = bezant.brackets(DEMO / "gold.mrg", DEMO / "weak.mrg", replicates=0).worst(3)
    assert len(worst) == 3 and worst._repr_html_().count("<svg") == 3
    assert len(repr(worst).splitlines()) > 10


def test_pages_stand_in_a_frame(tmp_path):
    page = bezant.brackets(DEMO / "gold.mrg", DEMO / "weak.mrg", replicates=0).report()
    frame = page._repr_html_()
    assert frame.startswith("<iframe srcdoc=") and frame.count("<iframe") == 1 and "allow-same-origin" not in frame
    # Links to parts of the page stay in the frame.
    assert frame.index("about:srcdoc") < frame.index("Content-Security-Policy")
    assert "kB" in repr(page) and "<" not in repr(page)
    page.save(tmp_path / "page.html")
    assert "</html>" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_several_pictures():
    some = notebook.Pictures([notebook.Picture("<svg>1</svg>", "one", "first & last"), notebook.Picture("<svg>2</svg>")])
    assert some._repr_html_().count("<svg") == 2 and "first &amp; last" in some._repr_html_()
    assert "one" in repr(some) and len(some[:1]) == 1 and [picture.text for picture in some] == ["one", ""]


class Display:
    """As much of IPython as progress uses."""

    def __init__(self):
        self.shown = []

    def HTML(self, text):
        return text

    def display(self, shown, display_id):
        self.shown.append(shown)
        return types.SimpleNamespace(update=self.shown.append)


def test_progress_is_for_notebooks(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert notebook.progress() is None
    display = Display()
    shell = types.SimpleNamespace(kernel=object())
    ipython = types.SimpleNamespace(get_ipython=lambda: shell, display=display)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    bar = notebook.progress("reading")
    bar(1, None)
    for done in range(0, 1001):
        bar(done, 1000)
    assert 90 < len(display.shown) <= 101 and "reading" in display.shown[0]
    bar.close()
    assert display.shown[-1] == ""
    # What is done at once needs no bar.
    quick = notebook.progress()
    display.shown.clear()
    quick(10, 10)
    quick.close()
    assert display.shown == []
    # IPython in a terminal shows no HTML.
    del shell.kernel
    assert notebook.progress() is None


def cells():
    import json

    return json.loads(COOKBOOK.read_text(encoding="utf-8"))["cells"]


def test_the_cookbook_runs(tmp_path):
    pytest.importorskip("ipykernel")
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    book = nbformat.read(str(COOKBOOK), 4)
    stored = [joined(cell.get("outputs", [])) for cell in book.cells]
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    for cell, before in zip(book.cells, stored):
        after = joined(cell.get("outputs", []))
        # What is kept in the file is what comes out, but for names of folders and libraries that are not there.
        if before and "not installed" not in str(after) and "tmp" not in str(after):
            assert after == before, cell.source


def joined(outputs):
    """The texts of outputs; what is printed comes in as many pieces as it likes."""
    found = []
    for output in outputs:
        if output["output_type"] == "stream" and found and isinstance(found[-1], list):
            found[-1].append(texts(output))
        else:
            found.append([texts(output)] if output["output_type"] == "stream" else texts(output))
    return ["".join(one) if isinstance(one, list) else one for one in found]


def texts(output):
    return output.get("text") or output.get("data", {}).get("text/plain")


def test_the_cookbook_runs_without_a_notebook(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    known = {}
    for cell in cells():
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), known)
    assert "epoch 3: F1" in capsys.readouterr().out


def test_the_first_table_has_the_interval_of_the_main_score():
    result = bezant.brackets(DEMO / "gold.mrg", [DEMO / "weak.mrg", DEMO / "strong.mrg"])
    low, high = result["weak"].intervals()["f1"]
    first = result._repr_html_().partition("</table>")[0]
    assert "95 % interval" in first and f"{100 * low:.2f}–{100 * high:.2f}" in first
    assert "interval" not in bezant.brackets(DEMO / "gold.mrg", DEMO / "weak.mrg", replicates=0)._repr_html_().partition("</table>")[0]
