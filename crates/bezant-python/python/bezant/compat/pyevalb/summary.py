"""Results of sentences, and what they come to."""

from __future__ import annotations

import collections
from typing import Any, List, Sequence

_FIELDS = (
    ("sent_num", "Number of sentence"),
    ("error_sent_num", "Number of Error sentence"),
    ("skip_sent_num", "Number of Skip  sentence"),
    ("valid_sent_num", "Number of Valid sentence"),
    ("bracket_recall", "Bracketing Recall"),
    ("bracket_prec", "Bracketing Precision"),
    ("bracker_fmeasure", "Bracketing FMeasure"),
    ("complete_match", "Complete match"),
    ("average_crossing", "Average crossing"),
    ("no_crossing", "No crossing"),
    ("tagging_accuracy", "Tagging accuracy"),
)

# The original's names, with their spelling, which scripts use.
SUMMARY_NAME_TABLE = [name for name, _ in _FIELDS]
SUMMARY_TABLE = [title for _, title in _FIELDS]

Summary = collections.namedtuple("Summary", SUMMARY_NAME_TABLE)  # type: ignore[misc]

OK, SKIPPED, WRONG = 0, 1, 2


class Result:
    """What one sentence came to. `state` is 0 if it was scored, 1 if it was skipped, 2 if it is wrong."""

    STATISTICS_TABLE = [
        "ID",
        "length",
        "state",
        "recall",
        "prec",
        "matched_brackets",
        "gold_brackets",
        "test_brackets",
        "cross_brackets",
        "words",
        "correct_tags",
        "tag_accracy",
    ]

    def __init__(self) -> None:
        self.ID = 0
        self.length = 0
        self.state = OK
        self.recall: float = 0
        self.prec: float = 0
        self.matched_brackets = 0
        self.gold_brackets = 0
        self.test_brackets = 0
        self.cross_brackets = 0
        self.words = 0
        self.correct_tags = 0
        self.tag_accracy: float = 0

    def tolist(self) -> List[str]:
        """Every number as it stands in the table."""
        values = [getattr(self, name) for name in Result.STATISTICS_TABLE]
        return ["%d" % value if isinstance(value, int) else "%.2f" % value for value in values]

    def __repr__(self) -> str:
        shown = []
        for name in Result.STATISTICS_TABLE:
            value = getattr(self, name)
            shown.append("%s:%s " % (name, "%3d" % value if isinstance(value, int) else "%5.2f" % (value * 100)))
        return "".join(shown)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def summary(results: Sequence[Result]) -> Any:
    """What all sentences come to; in percent, but for numbers of sentences and crossing brackets."""
    scored = [result for result in results if result.state == OK]

    def total(name: str) -> int:
        return sum(getattr(result, name) for result in scored)

    def percent(part: float, whole: float) -> float:
        return _share(part, whole) * 100

    matched = total("matched_brackets")
    recall = percent(matched, total("gold_brackets"))
    precision = percent(matched, total("test_brackets"))
    complete = [result for result in scored if result.gold_brackets == result.test_brackets == result.matched_brackets]
    values = (
        len(results),
        sum(result.state == WRONG for result in results),
        sum(result.state == SKIPPED for result in results),
        len(scored),
        recall,
        precision,
        _share(2 * recall * precision, recall + precision),
        percent(len(complete), len(scored)),
        _share(total("cross_brackets"), len(scored)),
        percent(sum(result.cross_brackets == 0 for result in scored), len(scored)),
        percent(total("correct_tags"), total("words")),
    )
    return Summary(*map(float, values))


def write_table(path: str, results: Sequence[Result], summary: Any) -> None:
    """Writes a row a sentence as a Markdown table, and the summary below it."""
    rows = [result.tolist() for result in results]
    titles = Result.STATISTICS_TABLE
    widths = [max([3, len(title)] + [len(row[place]) for row in rows]) for place, title in enumerate(titles)]
    lines = ["# Score Result"]
    lines.append("|" + "|".join(title.rjust(width) for title, width in zip(titles, widths)) + "|")
    lines.append("|" + "|".join("-" * (width - 1) + ":" for width in widths) + "|")
    lines.extend("|" + "|".join(value.rjust(width) for value, width in zip(row, widths)) + "|" for row in rows)
    lines.append("=" * 145)
    lines.extend("%s:\t%.2f" % pair for pair in zip(SUMMARY_TABLE, summary))
    with open(path, "w", encoding="utf8") as file:
        file.write("\n".join(lines))
