#!/usr/bin/env python3
"""Make a crowd that judges pairs: good, careless and random people, in sheets of 25.

    python3 scripts/simulate_crowd.py new.xml -o judgements.csv --key key.csv
    bezant entail filter new.xml judgements.csv -o kept.xml

Nobody was asked. A pair is clear or not; what it means is its silver answer, or now and then the other
one, as parsers and treebanks err. Good people understand nearly all clear pairs and most of the others,
careless ones miss a fifth of the former, and random ones do not read. Unclear pairs get most of the
answers "not sure". The same seed gives the same file with every Python 3, because only `random.random`
is used, whose stream is promised to stay.
"""

import argparse
import csv
import json
import random
import sys
import xml.etree.ElementTree as tree

# Of each kind of people: the chance to be right on clear pairs and on others, to be unsure on either, and
# the seconds they take.
KINDS = {
    #            clear  unclear  unsure  unsure of unclear  seconds
    "good":     (0.97,  0.70,    0.01,   0.15,              12.0),
    "careless": (0.80,  0.60,    0.03,   0.10,               7.0),
    "random":   (0.50,  0.50,    0.10,   0.10,               2.0),
}
CLEAR = 0.45
SILVER_IS_WRONG = 0.04


def read(path):
    """The ids and answers of a file of pairs."""
    with open(path, encoding="utf-8-sig") as file:
        text = file.read()
    if text.lstrip().startswith("<"):
        pairs = tree.fromstring(text).iter("pair")
        return [(pair.get("id"), pair.get("entailment")) for pair in pairs]
    if text.lstrip().startswith("{"):
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    else:
        tabs = "\t" in text.split("\n", 1)[0]
        rows = list(csv.DictReader(text.splitlines(), delimiter="\t" if tabs else ","))
    names = ["entailment", "answer", "gold", "label"]
    return [(str(row["id"]), next((row[name] for name in names if row.get(name)), None)) for row in rows]


def chance(probability):
    return random.random() < probability


def below(n):
    return int(random.random() * n)


def shuffled(items):
    items = list(items)
    for at in range(len(items) - 1, 0, -1):
        other = below(at + 1)
        items[at], items[other] = items[other], items[at]
    return items


def judged(kind, truth, is_clear):
    clear, unclear, unsure, unsure_of_unclear, _ = KINDS[kind]
    if chance(unsure if is_clear else unsure_of_unclear):
        return "not sure"
    if kind == "random":
        return "yes" if chance(0.5) else "no"
    is_right = chance(clear if is_clear else unclear)
    return "yes" if is_right == (truth == "YES") else "no"


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("pairs")
    words.add_argument("-o", "--output", help="judgements as CSV; standard output unless given")
    words.add_argument("--key", help="write which annotator is of which kind")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--good", type=int, default=40, metavar="N")
    words.add_argument("--careless", type=int, default=12, metavar="N")
    words.add_argument("--random", type=int, default=8, metavar="N")
    words.add_argument("--per-pair", type=int, default=5, metavar="N", help="judgements a pair")
    words.add_argument("--sheet", type=int, default=25, metavar="N", help="pairs a sheet")
    args = words.parse_args()

    random.seed(args.seed)
    pairs = read(args.pairs)
    meant = {}
    for name, silver in pairs:
        truth = {"YES": "YES", "NO": "NO"}.get((silver or "").upper()) or ("YES" if chance(0.5) else "NO")
        if chance(SILVER_IS_WRONG):
            truth = "NO" if truth == "YES" else "YES"
        meant[name] = (truth, chance(CLEAR))
    kinds = ["good"] * args.good + ["careless"] * args.careless + ["random"] * args.random
    if len(kinds) < args.per_pair:
        sys.exit(f"{len(kinds)} people cannot give {args.per_pair} judgements a pair")
    kinds = shuffled(kinds)
    names = shuffled(name for name, _ in pairs)
    sheets = [names[at:at + args.sheet] for at in range(0, len(names), args.sheet)]

    rows, turn = [], 0
    for sheet in sheets:
        for _ in range(args.per_pair):
            person = turn % len(kinds)
            turn += 1
            for name in sheet:
                kind = kinds[person]
                seconds = KINDS[kind][4] * (0.5 + random.random())
                rows.append((name, person + 1, judged(kind, *meant[name]), f"{seconds:.1f}"))
    out = open(args.output, "w", encoding="utf-8", newline="") if args.output else sys.stdout
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["id", "annotator", "answer", "seconds"])
    table.writerows(rows)
    if args.key:
        with open(args.key, "w", encoding="utf-8") as key:
            key.write("annotator,kind\n")
            key.writelines(f"{person},{kind}\n" for person, kind in enumerate(kinds, 1))


if __name__ == "__main__":
    main()
