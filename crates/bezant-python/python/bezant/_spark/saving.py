"""Rows as the program saves them: a line of JSON each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Iterator

from bezant import _bezant
from bezant._spark import batches, totals
from bezant._spark.batches import DEPTH, LENGTH, SENTENCE, SIGNATURE, SKIPPED_JSON, SYSTEM

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def lines(rows: DataFrame, systems: list[tuple[str, str]]) -> Iterator[str]:
    """The lines of a file with the rows of these systems, of which the signatures are known."""
    from pyspark.sql import functions as F

    names = batches.names_of(rows.columns)
    counts, missed = batches.count_columns(names), batches.missed_columns(names)
    wanted = [SENTENCE, LENGTH, DEPTH, SKIPPED_JSON, *counts, *missed]
    for nth, (system, signature) in enumerate(systems):
        own = rows.where(F.col(SYSTEM) == system)
        if own.select(SIGNATURE).distinct().count() > 1:
            raise ValueError(f"rows of {system} were made in several ways: they have more than one signature")
        head: dict[str, Any] = {"bezant_rows": 2, "signature": signature, "system": system, "rows": own.count()}
        if nth + 1 < len(systems):
            head["more_systems"] = len(systems) - 1 - nth
        yield _line(json.dumps(head, ensure_ascii=False, separators=(",", ":")))
        for number, row in enumerate(own.select(*wanted).orderBy(SENTENCE).toLocalIterator(), 1):
            about = f'{{"sentence":{number},"length":{row[LENGTH]},"depth":{row[DEPTH]},'
            reason = row[SKIPPED_JSON]
            columns = counts if reason is None else missed
            numbers = _bezant.counts_json(signature, totals.numbers(row, columns, names is None))
            if reason is None:
                yield _line(f'{about}"counts":{numbers}}}')
            else:
                yield _line(f'{about}"skipped":{reason},"missed":{numbers}}}')


def _line(text: str) -> str:
    return text + "\n"
