"""Scores parses on a cluster: a job for spark-submit.

    spark-submit examples/python/spark_job.py --metric brackets --option preset=collins \\
        --rows hdfs://cluster/rows gold.mrg strong=strong.mrg weak=weak.mrg

Files may be of any size, and folders are read as one file. `--rows` keeps what each sentence contributes, as Parquet, so
that it need not be scored again. `--option` is one of the metric's, as its function has it: `--option align`.
"""

from __future__ import annotations

import argparse
import json
import sys

from pyspark.sql import SparkSession

from bezant import spark


def main() -> int:
    parser = argparse.ArgumentParser(description="Scores parses on a cluster.")
    parser.add_argument("gold", help="a file or folder of trees, or of dependencies in columns")
    parser.add_argument("systems", nargs="+", metavar="NAME=PATH", help="parses of the same sentences")
    parser.add_argument("--metric", default="brackets", choices=spark.METRICS)
    parser.add_argument("--rows", help="where to keep the rows, as Parquet")
    parser.add_argument("--split-bytes", type=int, default=spark.SPLIT_BYTES)
    parser.add_argument("--no-compare", action="store_true", help="scores only")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the metric")
    args = parser.parse_args()
    options = dict(option(one) for one in args.option)

    session = SparkSession.builder.appName("bezant").getOrCreate()
    read = spark.read_conllu if args.metric in ("dependencies", "relations") else spark.read_trees
    systems = dict(named(one) for one in args.systems)
    gold = read(session, args.gold, args.split_bytes)
    parses = {name: read(session, path, args.split_bytes) for name, path in systems.items()}
    rows = spark.score(spark.pairs(gold, parses), args.metric, system=list(systems), id="sentence", **options)
    if args.rows:
        rows.write.mode("overwrite").parquet(args.rows)
        rows = session.read.parquet(args.rows)
    for own in spark.total(rows):
        print(json.dumps({"system": own.name, "n": own.n, "scores": own.scores, "signature": own.signature}))
        for reason, n in own.skipped.items():
            print(f"{own.name}: {n} sentences skipped ({reason})", file=sys.stderr)
    if len(systems) > 1 and not args.no_compare:
        print(json.dumps(spark.compare(rows).json))
    session.stop()
    return 0


def named(text: str) -> tuple[str, str]:
    """A system's name and its path; without a name, the path is that."""
    name, equals, path = text.partition("=")
    return (name, path) if equals else (text.rstrip("/").rpartition("/")[2], text)


def option(text: str) -> tuple[str, str | bool]:
    """An option's name and value; one without a value is on."""
    name, equals, value = text.partition("=")
    return name.replace("-", "_"), value if equals else True


if __name__ == "__main__":
    sys.exit(main())
