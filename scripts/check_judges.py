#!/usr/bin/env python3
"""Fleiss' kappa, Krippendorff's alpha and Dawid and Skene's estimate of a file of judgements, by the book.

    python3 scripts/check_judges.py judgements.csv [--not-sure no|drop|own] [--without 3,8]

Written from the definitions and in another way than bezant's own code: alpha by its matrix of
coincidences, the estimate by products instead of sums of logarithms. Only the last of a person's answers to
a pair counts. Prints one value a line, and with --pairs the estimate of each pair.
"""

import argparse
import csv
from collections import Counter, defaultdict
from itertools import permutations
from math import prod

ANSWERS = {"yes": 0, "no": 1, "not sure": 2}


def fleiss_kappa(items):
    items = [values for values in items if len(values) > 1]
    n = sum(map(len, items))
    shares = [count / n for count in Counter(value for values in items for value in values).values()]
    chance = sum(share * share for share in shares)
    observed = [sum(a == b for a, b in permutations(values, 2)) / (len(values) * (len(values) - 1)) for values in items]
    return (sum(observed) / len(observed) - chance) / (1 - chance)


def krippendorff_alpha(items):
    together = Counter()
    for values in items:
        for one, two in permutations(values, 2):
            together[one, two] += 1 / (len(values) - 1)
    totals = Counter()
    for (one, _), weight in together.items():
        totals[one] += weight
    n = sum(totals.values())
    observed = sum(weight for (one, two), weight in together.items() if one != two)
    expected = sum(totals[one] * totals[two] for one, two in permutations(totals, 2)) / (n - 1)
    return 1 - observed / expected


def dawid_skene(judgements, rounds=2000):
    by_item = defaultdict(list)
    for item, person, answer in judgements:
        by_item[item].append((person, answer))
    likely = {}
    for item, given in by_item.items():
        sure = [answer for _, answer in given if answer < 2]
        likely[item] = [sure.count(truth) / len(sure) if sure else 0.5 for truth in (0, 1)]
    for _ in range(rounds):
        prior = [sum(both[truth] for both in likely.values()) / len(likely) for truth in (0, 1)]
        counts = defaultdict(lambda: [[0.0] * 3, [0.0] * 3])
        for item, person, answer in judgements:
            for truth in (0, 1):
                counts[person][truth][answer] += likely[item][truth]
        rates = {}
        for person, both in counts.items():
            rates[person] = [[value / (sum(row) or 1) for value in row] for row in both]
        new = {}
        for item, given in by_item.items():
            both = [prior[truth] * prod(rates[person][truth][answer] for person, answer in given) for truth in (0, 1)]
            new[item] = [value / sum(both) for value in both]
        moved = max(abs(new[item][0] - likely[item][0]) for item in new)
        likely = new
        if moved < 1e-13:
            break
    return prior, rates, likely


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("judgements")
    words.add_argument("--not-sure", choices=["no", "drop", "own"], default="no")
    words.add_argument("--pairs", action="store_true")
    words.add_argument("--without", default="", help="annotators to leave out of kappa and alpha, joined by commas")
    args = words.parse_args()
    last = {}
    with open(args.judgements, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            last[row["id"], row["annotator"]] = ANSWERS[row["answer"].strip().lower()]
    judgements = []
    for (item, person), answer in last.items():
        if answer == 2 and args.not_sure == "drop":
            continue
        judgements.append((item, person, 1 if answer == 2 and args.not_sure == "no" else answer))
    without = set(args.without.split(","))
    items = defaultdict(list)
    for item, person, answer in judgements:
        if person not in without:
            items[item].append(answer)
    print("kappa", fleiss_kappa(items.values()))
    print("alpha", krippendorff_alpha(items.values()))
    prior, rates, likely = dawid_skene(judgements)
    print("prior of yes", prior[0])
    for person in sorted(rates, key=lambda name: (len(name), name)):
        print("annotator", person, rates[person][0][0], rates[person][1][1])
    if args.pairs:
        for item, both in likely.items():
            print("pair", item, both[0])


if __name__ == "__main__":
    main()
