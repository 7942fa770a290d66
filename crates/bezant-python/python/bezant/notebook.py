"""Results where people look at them: tables, drawings, pages and progress in Jupyter, VS Code and Colab, and as plain
text elsewhere.

Notebooks ask an object for HTML (`_repr_html_`), everything else for text (`repr`), so nothing here needs a notebook
to be there. Only progress does, and asks IPython for it if this process has it.
"""

from __future__ import annotations

import html
import os
import re
import sys
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence

Progress = Callable[[int, Optional[int]], None]

# Notebooks have styles of their own, light or dark; these say no more than where things stand.
_CELL = "padding:0.15em 0.7em;text-align:%s;font-variant-numeric:tabular-nums;white-space:nowrap"
_NOTE = "font-size:85%;opacity:0.75;margin:0.2em 0;overflow-wrap:anywhere"
# A signature is there to be copied, not to be read.
_SIGNATURE = "font-size:70%;opacity:0.55;margin:0.3em 0;overflow-wrap:anywhere"


def of_markdown(text: str) -> str:
    """The program's Markdown as HTML: the first table, and behind a click the others; below them the signature.

    >>> print(of_markdown("**a & b**"))
    <div class="bezant-result"><p><b>a &amp; b</b></p></div>
    """
    shown: List[str] = []
    folded: List[str] = []
    signature = ""
    pieces = shown
    table: List[str] = []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            table.append(line)
            continue
        if table:
            pieces.append(_table(table))
            table, pieces = [], folded
        line = line.strip()
        if line.startswith("`") and line.endswith("`") and len(line) > 1:
            signature = '<p style="%s">%s</p>' % (_SIGNATURE, html.escape(line[1:-1]))
        elif line.startswith("**") and line.endswith("**") and len(line) > 4:
            pieces.append("<p><b>%s</b></p>" % _plain(line[2:-2]))
        elif line:
            pieces.append('<p style="%s">%s</p>' % (_NOTE, _plain(line)))
    if folded:
        shown.append("<details><summary>more</summary>%s</details>" % "".join(folded))
    return '<div class="bezant-result">%s%s</div>' % ("".join(shown), signature)


def with_intervals(text: str, score: str, intervals: Dict[str, str], title: str) -> str:
    """The program's Markdown, with the interval of the main score beside it in the first table, as the program prints it.

    >>> print(with_intervals("| system | F1 |\\n| --- | --: |\\n| a | 1.00 |", "f1", {"a": "0.50–1.00"}, "95 % interval"))
    | system | F1 | 95 % interval |
    | --- | --: | --- |
    | a | 1.00 | 0.50–1.00 |
    """
    lines = text.splitlines()
    start = next((place for place, line in enumerate(lines) if line.startswith("|")), None)
    if start is None or not intervals:
        return text
    head = _cells(lines[start])
    column = next((place for place, cell in enumerate(head) if cell.lower() == score.lower()), None)
    if column is None or title in head:
        return text
    for place in range(start, len(lines)):
        if not lines[place].startswith("|"):
            break
        cells = _cells(lines[place])
        new = {start: title, start + 1: "---"}.get(place, intervals.get(re.sub(r"\\(.)", r"\1", cells[0]), ""))
        lines[place] = "| %s |" % " | ".join(cells[: column + 1] + [new] + cells[column + 1 :])
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Markdown's escapes undone, HTML's made."""
    return html.escape(re.sub(r"\\(.)", r"\1", text)).replace("&lt;br&gt;", "<br>")


def _cells(line: str) -> List[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def _table(lines: Sequence[str]) -> str:
    head, rule, *rows = [_cells(line) for line in lines] if len(lines) > 1 else [_cells(lines[0]), []]
    sides = ["right" if cell.endswith(":") else "left" for cell in rule] + ["left"] * len(head)

    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>%s</tr>" % "".join(
            '<%s style="%s">%s</%s>' % (tag, _CELL % side, _plain(cell), tag) for cell, side in zip(cells, sides)
        )

    body = "".join(row(cells, "td") for cells in rows)
    # Wide tables scroll in their cell, and do not make the page wide.
    return '<div style="overflow-x:auto"><table><thead>%s</thead><tbody>%s</tbody></table></div>' % (row(head, "th"), body)


#: As what pictures are written, by the end of a file's name.
_FORMS = ("svg", "pdf", "png", "tex", "dot", "txt")


class Picture:
    """A drawing or a chart: SVG in a notebook, text elsewhere. `save` writes it to a file."""

    def __init__(
        self,
        svg: str,
        text: str = "",
        title: str = "",
        written: Optional[Callable[[str], bytes]] = None,
        forms: Sequence[str] = _FORMS,
    ) -> None:
        self.svg = svg
        self.text = text
        self.title = title
        self._written = written
        self._forms = tuple(forms) if written is not None else ("svg",)

    def _repr_html_(self) -> str:
        title = "<p><b>%s</b></p>" % html.escape(self.title) if self.title else ""
        # Wide sentences scroll in their cell, and do not make the page wide.
        return '<div style="overflow-x:auto">%s%s</div>' % (title, _for_page(self.svg))

    def __repr__(self) -> str:
        lines = [self.title] if self.title else []
        return "\n".join(lines + [self.text.rstrip("\n") or "a picture of %d bytes; .save(path) writes it" % len(self.svg)])

    def save(self, path: Any) -> None:
        """Writes the picture as the name ends: `.svg`, `.pdf`, `.png`, `.tex`, `.html`; drawings also `.dot` and `.txt`."""
        path = os.fsdecode(os.fspath(path))
        form = os.path.splitext(path)[1][1:].lower()
        if form in ("html", "htm"):
            content = _page_of(self.svg, self.title).encode("utf-8")
        elif form == "svg":
            content = self.svg.encode("utf-8")
        elif form in self._forms and self._written is not None:
            content = self._written("text" if form == "txt" else form)
        else:
            known = ", ".join("." + name for name in (*self._forms, "html"))
            raise ValueError("%s: nothing is drawn under such a name; it ends with one of %s" % (path, known))
        with open(path, "wb") as file:
            file.write(content)

    def __getstate__(self) -> Dict[str, Any]:
        # What runs a command again is of this process.
        return {**self.__dict__, "_written": None, "_forms": ("svg",)}


def _page_of(svg: str, title: str) -> str:
    name = html.escape(title or "bezant")
    return '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>%s</title></head><body>%s</body></html>\n' % (
        name,
        _for_page(svg),
    )


def _for_page(svg: str) -> str:
    """An SVG file as a part of a page: without what only files have before it."""
    start = svg.find("<svg")
    return svg[start:] if start > 0 else svg


class Pictures(Sequence[Picture]):
    """Several pictures, one below the other."""

    def __init__(self, pictures: Sequence[Picture]) -> None:
        self._pictures = list(pictures)

    def __len__(self) -> int:
        return len(self._pictures)

    def __getitem__(self, place: Any) -> Any:
        return Pictures(self._pictures[place]) if isinstance(place, slice) else self._pictures[place]

    def __iter__(self) -> Iterator[Picture]:
        return iter(self._pictures)

    def _repr_html_(self) -> str:
        return "".join(picture._repr_html_() for picture in self._pictures)

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self._pictures))


class Page:
    """A whole page, as `bezant report` writes it, in a frame of its own."""

    def __init__(self, page: str, height: int = 640) -> None:
        self.html = page
        self.height = height

    def _repr_html_(self) -> str:
        # In a frame, links to parts of the page would lead to the notebook. This has to stand before the page's own
        # policy, which forbids it.
        # Cells are narrower than windows, and the page is made for those.
        page = self.html.replace("<head>", '<head><base href="about:srcdoc"><style>html{zoom:0.85}</style>', 1)
        return (
            '<iframe srcdoc="%s" sandbox="allow-scripts allow-popups allow-downloads" '
            'style="width:100%%;height:%dpx;border:1px solid #8884" title="bezant report"></iframe>'
            % (html.escape(page, quote=True), self.height)
        )

    def __repr__(self) -> str:
        return "a page of %d kB; .save(path) writes it for a browser" % (len(self.html) // 1000 + 1)

    def save(self, path: Any) -> None:
        """Writes the page, to be opened in a browser."""
        if not os.fsdecode(os.fspath(path)).lower().endswith((".html", ".htm")):
            raise ValueError("%s: a page is written as .html" % os.fsdecode(os.fspath(path)))
        with open(os.fspath(path), "w", encoding="utf-8") as file:
            file.write(self.html)


def in_notebook() -> bool:
    """Whether what is shown is shown in a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    # IPython in a terminal has another shell; Colab's and Jupyter's talk to a kernel.
    return shell is not None and hasattr(shell, "kernel")


def progress(label: str = "") -> Optional[Progress]:
    """What shows how far a long run is, as the notebook shows it; nothing where there is no notebook."""
    return _Bar(label) if in_notebook() else None


class _Bar:
    """A bar that appears only if there is something to wait for, and goes when all is done."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._handle: Any = None
        self._percent = -1

    def __call__(self, done: int, total: Optional[int]) -> None:
        if not total:
            return
        percent = min(100, done * 100 // total)
        if percent == self._percent or (self._handle is None and percent >= 100):
            return
        self._percent = percent
        self._show('<progress value="%d" max="100" style="width:20em"></progress> %d %% %s' % (percent, percent, html.escape(self._label)))

    def close(self) -> None:
        """All is done."""
        if self._handle is not None:
            self._show("")

    def _show(self, text: str) -> None:
        display = sys.modules["IPython"].display
        bar = display.HTML(text)
        if self._handle is None:
            self._handle = display.display(bar, display_id=True)
        else:
            self._handle.update(bar)
