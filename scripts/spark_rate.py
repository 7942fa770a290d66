"""Rows a second on Spark with one core, against the program with one thread, on the same sentences.

    python3 scripts/spark_rate.py PROGRAM [SENTENCES [METRIC ...]]

The sentences are the demo's, over and over. Needs pyspark, pyarrow and the package bezant, built as it is shipped
(maturin's `--profile dist`), and Linux. Each figure is the best of three runs; the time to start is left out. Rates are by the
processor's time, Java's and Python's together, so that what else runs on a machine matters little; the clock's is
beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, Iterator

from pyspark.sql import SparkSession

from bezant import spark

CASES = [
    ("brackets", "gold.mrg", "weak.mrg", spark.read_trees),
    ("dependencies", "entailments/gold.conllu", "entailments/weak.conllu", spark.read_conllu),
    ("fragments", "gold.mrg", "weak.mrg", spark.read_trees),
]


def main() -> None:
    program = sys.argv[1]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 400_000
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "4g")
        .config("spark.sql.shuffle.partitions", "1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "demo", "--write", folder], check=True, capture_output=True)
        for metric, gold, system, read in CASES:
            if len(sys.argv) > 3 and metric not in sys.argv[3:]:
                continue
            paths = [repeated(Path(folder) / name, wanted) for name in (gold, system)]
            n_bytes = sum(path.stat().st_size for path in paths)
            texts = [read(session, path, 1 << 40) for path in paths]
            n = texts[0].count()
            beside = Path(folder) / f"{metric}.parquet"
            spark.pairs(*texts).coalesce(1).write.parquet(str(beside))
            df = session.read.parquet(str(beside)).coalesce(1)
            figures = {
                "program": best(lambda: run(program, metric, paths)),
                "spark, read": best(lambda: [one.selectExpr("sum(length(text))").collect() for one in texts]),
                "spark, Arrow there and back": best(lambda: df.mapInArrow(as_they_are, df.schema).selectExpr("count(1)").collect()),
                "spark, score and total": best(lambda: spark.total(spark.score(df, metric, id="sentence"), fingerprint=False)),
                "spark, fingerprint": best(lambda: spark.total(spark.score(df, metric, id="sentence"))),
            }
            print(f"{metric}: {n} pairs of sentences, {n_bytes / 1e6:.0f} MB")
            for what, (seconds, clock) in figures.items():
                rates = f"{n / seconds:10.0f} pairs/s  {n_bytes / seconds / 1e6:6.0f} MB/s"
                print(f"  {what:<28} {seconds:7.2f} s  {rates}  {clock:7.2f} s by the clock", flush=True)
    session.stop()


def as_they_are(batches: Iterator[object]) -> Iterator[object]:
    yield from batches


def repeated(path: Path, n: int) -> Path:
    """A file with about as many sentences."""
    text = path.read_bytes()
    own = text.count(b"\n\n") if path.suffix == ".conllu" else text.count(b"\n")
    large = path.with_name("large-" + path.name)
    with large.open("wb") as out:
        for _ in range(max(1, n // own)):
            out.write(text if text.endswith(b"\n\n") or path.suffix != ".conllu" else text + b"\n")
    return large


def run(program: str, metric: str, paths: list[Path]) -> None:
    words = [program, metric, *map(str, paths), "--threads", "1", "--replicates", "0", "--format", "json", "-q"]
    json.loads(subprocess.run(words, check=True, capture_output=True).stdout)


def best(action: Callable[[], object]) -> tuple[float, float]:
    """The processor's time and the clock's."""
    times = []
    for _ in range(3):
        processor_before, clock = processor(), time.perf_counter()
        action()
        times.append((processor() - processor_before, time.perf_counter() - clock))
    return min(own for own, _ in times), min(clock for _, clock in times)


def processor() -> float:
    """The processor's time of this process and all that it has started, Java and Spark's own processes among them."""
    parents, times = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                # Behind the name, which may have blanks: state, parent, ...
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                # It has ended meanwhile, and its parent has its time.
                continue
            parents[int(folder.name)] = int(fields[1])
            times[int(folder.name)] = sum(map(int, fields[11:15]))

    def is_ours(process: int) -> bool:
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return sum(ticks for process, ticks in times.items() if is_ours(process)) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
