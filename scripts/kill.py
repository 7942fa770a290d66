#!/usr/bin/env python3
"""What becomes of an old file when a command that writes over it is ended.

    cargo build --release
    python3 scripts/kill.py target/release/bezant [TIMES]

Every option that writes is run on files large enough to be interrupted, over an old file, and ended at
random moments by SIGKILL and by SIGTERM; then once as if the disk were full (by a limit on the size of
files), and once into a folder that takes no files, as another user if we are root. The old file must be as it was, or whole and new if the command was done before; no temporary file
may be left, except by SIGKILL. Prints a table; ends with 1 if a promise of docs/limits.md is broken.
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

OLD = b"old\n" * 1000

# What writes a file whose name follows; for folders, the file in it that is there before.
OUTPUTS = [
    "brackets -q big.mrg big2.mrg --per-sentence -o",
    "brackets -q big.mrg big2.mrg -o /dev/null --save",
    "fragments -q big.mrg big2.mrg --per-sentence -o",
    "fragments -q big.mrg big2.mrg -o /dev/null --save",
    "fragments -q big.mrg big2.mrg -o /dev/null --plot",
    "brackets -q big.mrg big2.mrg -o /dev/null --plot",
    "dependencies -q big.conllu big.conllu --per-sentence -o",
    "dependencies -q big.conllu big.conllu -o /dev/null --save",
    "relations -q big.gr big.gr --per-sentence -o",
    "relations -q big.gr big.gr -o /dev/null --save",
    "relations -q big.gr big.gr -o /dev/null --write",
    "relations -q big.gr big.gr -o /dev/null --write-gold",
    "relations -q big.gr big.gr --text big.grtext -o /dev/null --write-text",
    "check big.mrg -o",
    "convert --to sd-ccprocessed big.mrg -o",
    "convert --to tokens big.mrg -o",
    "unbounded -q corpus.unbounded big.mrg --per-sentence -o",
    "unbounded -q corpus.unbounded big.mrg -o /dev/null --save",
    "brackets big.mrg big.mrg -q -o /dev/null --report",
    "report big.mrg big2.mrg -o",
    "report pairs.csv judgements.csv -o",
    "draw big.mrg --sentence 1-300 --format svg -o",
    "draw big.mrg big2.mrg big.mrg --sentence 1-300 --format pdf -o",
    "entail sentences pairs.csv -o",
    "entail decide -q pairs.csv --parses parses.conllu --module ud -o",
    "entail decide -q pairs.csv --parses parses.conllu --module all --published -o",
    "entail label -q pairs.csv --parses parses.conllu -o",
    "entail score -q pairs.csv answers.txt --per-sentence -o",
    "entail score -q pairs.csv answers.txt -o /dev/null --save",
    "entail explain pairs.csv --parses parses.conllu --module ud --wrong -o",
    "entail oracle -q pairs.csv --gold-parses parses.conllu --module ud --per-sentence -o",
    "entail oracle -q pairs.csv --gold-parses parses.conllu --module ud -o /dev/null --save",
    "entail export pairs.csv --to jsonl -o",
    "entail tables pairs.csv -o",
    "entail import judgements.csv --from csv -o",
    "entail generate -q --gold parses.conllu -o",
    "entail generate -q --gold parses.conllu -o /dev/null --report",
    "entail filter -q pairs.csv judgements.csv -o",
    "entail filter -q pairs.csv judgements.csv --judgements-out",
    "entail filter -q pairs.csv judgements.csv --details --report",
    "entail train -q pairs.csv --parses parses.conllu -o",
    "entail train -q pairs.csv --parses parses.conllu -o /dev/null --curve",
    "merge -q rows.jsonl --per-sentence -o",
    "merge -q rows.jsonl -o /dev/null --save",
    "merge -q rows.jsonl -o /dev/null --plot",
    "merge -q rows.parquet -o /dev/null --save",
    "compare -q rows.jsonl --replicates 2000 -o",
]
FOLDERS = [
    ("entail export pairs.csv --force --to lm-eval -o", "bezant_entailments.jsonl"),
    ("entail export pairs.csv --force --to mturk -o", "batch.csv"),
    ("entail split pairs.csv --dev 100 --force -o", "dev.xml"),
    ("entail pack pairs.csv --force -o", "pairs.xml"),
    ("demo --force --write", "gold.mrg"),
    ("man --force", "bezant.1"),
]


def files(folder, program):
    """Files large enough to be worked on for a while."""

    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    tree = "(TOP (S (NP (NNS Dogs)) (VP (VBP bark) ({} (RB loudly))) (. .)))\n"
    write("big.mrg", tree.format("ADVP") * 6000)
    write("big2.mrg", tree.format("NP") * 6000)
    word = "{0}\tw{0}\tw{0}\tNOUN\tNN\t_\t{1}\t{2}\t_\t_\n"
    sentence = "".join(word.format(n, n - 1, "nsubj" if n > 1 else "root") for n in range(1, 9))
    write("big.conllu", (sentence + "\n") * 6000)
    write("big.gr", "".join(f"{n}\n(ncsubj bark dog _)\n(ncmod _ bark loudly)\n\n" for n in range(1, 6001)))
    write("big.grtext", "".join(f"{n}\ndog bark loudly\n\n" for n in range(1, 6001)))
    write("corpus.unbounded", "own.mrg\nDogs bark loudly .\nnsubj bark_1 Dogs_0\n\n" * 6000)
    n_pairs = 2000
    text = " ".join(f"w{n}" for n in range(1, 9))
    write("pairs.csv", "id,text,hypothesis,entailment\n" + "".join(f"{n},{text},{text},{'YES' if n % 2 else 'NO'}\n" for n in range(n_pairs)))
    people = "".join(f"{n},{p},{'yes' if n % 2 else 'no'}\n" for n in range(n_pairs) for p in range(5))
    write("judgements.csv", "id,annotator,answer\n" + people)
    write("parses.conllu", (sentence + "\n") * (2 * n_pairs))
    write("answers.txt", "".join(f"{n} {'YES' if n % 3 else 'NO'}\n" for n in range(n_pairs)))
    for name in ("rows.jsonl", "rows.parquet"):
        words = f"brackets -q big.mrg big2.mrg big.mrg --names one,two --replicates 0 --save {name} -o made"
        subprocess.run([program, *words.split()], cwd=folder, check=True)


class Case:
    """One option that writes, and the old file."""

    def __init__(self, program, folder, words, inside):
        self.folder = folder
        self.into = os.path.join(folder, "into")
        os.makedirs(self.into, exist_ok=True)
        end = ".svg" if words.endswith(("--plot", "--curve")) else ".parquet" if "parquet" in words else ""
        name = inside or "out" + end
        self.file = os.path.join(self.into, name)
        self.command = [program, *words.split(), self.into if inside else self.file]
        self.env = dict(os.environ, MALLOC_ARENA_MAX="2")

    def prepare(self):
        shutil.rmtree(self.into)
        os.makedirs(self.into)
        with open(self.file, "wb") as file:
            file.write(OLD)

    def start(self, **more):
        null = subprocess.DEVNULL
        return subprocess.Popen(self.command, cwd=self.folder, stdout=null, stderr=subprocess.PIPE, env=self.env, **more)

    def contents(self):
        with open(self.file, "rb") as file:
            return file.read()

    def strays(self):
        return [name for name in os.listdir(self.into) if name.startswith(".bezant-")]

    def whole(self):
        """What the file is after an undisturbed run, and how long that takes."""
        self.prepare()
        start = time.monotonic()
        child = self.start()
        err = child.communicate()[1]
        if child.returncode not in (0, 1) or self.strays() or self.contents() == OLD:
            sys.exit(f"{self.command}: {child.returncode} {self.strays()} {err}")
        return self.contents(), time.monotonic() - start

    def killed(self, number, whole, seconds, times):
        """How often the old file was left, how often the new one was there, how many strays, what is wrong."""
        old, new, strays, wrong = 0, 0, 0, []
        for _ in range(times):
            self.prepare()
            child = self.start()
            time.sleep(random.uniform(0, seconds))
            child.send_signal(number)
            child.communicate()
            found = self.contents()
            old += found == OLD
            new += found == whole
            strays += len(self.strays())
            if found not in (OLD, whole):
                wrong.append(f"{len(found)} bytes of {len(whole)}")
            if self.strays() and number != signal.SIGKILL:
                wrong.append(f"strays {self.strays()}")
        return f"{old} old, {new} new, {strays} left", wrong

    def failed(self, **more):
        """A run that cannot write: the old file is left, the status is 2, and that is said."""
        self.prepare()
        child = self.start(**more)
        err = child.communicate()[1].decode(errors="replace")
        wrong = []
        if child.returncode != 2 or not err.startswith("error: cannot write"):
            wrong.append(f"status {child.returncode}: {err[:200]}")
        if self.contents() != OLD:
            wrong.append("the old file is gone")
        if self.strays():
            wrong.append(f"strays {self.strays()}")
        return "old" if not wrong else "WRONG", wrong


def small_files():
    """No file may grow beyond a few bytes, and the signal that says so is not deadly."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))


def main():
    program, times = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    random.seed(1)
    print("| what writes | bytes | SIGKILL | SIGTERM | full disk | read-only folder |")
    print("|---|--:|---|---|---|---|")
    broken = []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        files(folder, program)
        for words, inside in [(words, None) for words in OUTPUTS] + FOLDERS:
            case = Case(program, folder, words, inside)
            whole, seconds = case.whole()
            cells, wrong = [], []
            for number in (signal.SIGKILL, signal.SIGTERM):
                cell, bad = case.killed(number, whole, seconds * 1.1, times)
                cells.append(cell)
                wrong += bad
            cell, bad = case.failed(preexec_fn=small_files)
            cells.append(cell)
            wrong += bad
            case.prepare()
            os.chmod(case.into, 0o555)
            user = {"user": 65534, "group": 65534} if os.getuid() == 0 else {}
            child = case.start(**user)
            err = child.communicate()[1].decode(errors="replace")
            bad = child.returncode != 2 or case.contents() != OLD or case.strays()
            cells.append("WRONG" if bad else "old")
            wrong += [f"read-only: {child.returncode} {err[:200]}"] if bad else []
            os.chmod(case.into, 0o755)
            print(f"| {words} | {len(whole):,} | " + " | ".join(cells) + " |", flush=True)
            broken += [f"{words}: {what}" for what in wrong]
            shutil.rmtree(case.into)
    print("\n" + ("\n".join(broken) or "nothing is broken"))
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
