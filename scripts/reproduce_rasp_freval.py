"""Prints the tables of docs/reproduction.md about RASP and FREVAL.

    python3 scripts/reproduce_rasp_freval.py target/release/bezant rasp FOLDER   # of RASP's evaluator
    python3 scripts/reproduce_rasp_freval.py target/release/bezant freval
    python3 scripts/reproduce_rasp_freval.py target/release/bezant literal GOLD SYSTEM ...

FOLDER has the files of the RASP release that its report names: sents-tst.gr, example.trans.parses, sents-ne-tst.gr and
example-ne.parses. What the two papers print is typed here, and nothing else is.
"""

import json
import subprocess
import sys

# Watson (2006), tables 1 and 2: micro and macro F1 with all slots, head-dependent-ncsubj, head-dependent.
SLOTS = ["all", "head-dependent-ncsubj", "head-dependent"]
RASP = {
    "table 1, without names": ("sents-tst.gr", "example.trans.parses", {
        "original": [71.73, 61.25],
        "equality": [71.24, 56.32, 71.49, 56.52, 71.49, 56.52],
        "subsumption": [71.53, 59.60, 71.78, 59.79, 71.78, 59.79],
        "hierarchy": [73.68, 61.98, 73.94, 62.21, 73.94, 62.21],
        "unlabelled": [75.91, 75.91, 76.16, 76.16, 76.16, 76.16],
    }),
    "table 2, with names": ("sents-ne-tst.gr", "example-ne.parses", {
        "original": [72.96, 61.65],
        "equality": [72.47, 56.75, 72.74, 56.96, 72.74, 56.96],
        "subsumption": [72.78, 59.97, 73.05, 60.19, 73.05, 60.19],
        "hierarchy": [74.84, 62.42, 75.11, 62.66, 75.11, 62.66],
        "unlabelled": [77.56, 77.56, 77.83, 77.83, 77.83, 77.83],
    }),
}

# Bastings and Sima'an (2014), table 1: FLR, FLP and F1 for sizes 1, 1-15, 1-25 and all.
SIZES = ["1", "1–15", "1–25", "all"]
FREVAL = {
    "B&K (basic) 2010": [87.7, 87.6, 87.6, 49.0, 49.8, 49.4, 35.2, 35.2, 35.2, 16.6, 16.7, 16.7],
    "B&K (richer) 2011": [89.5, 89.4, 89.5, 52.8, 58.0, 55.3, 35.9, 44.7, 39.8, 16.5, 20.7, 18.4],
    "Berkeley": [90.0, 90.3, 90.2, 47.4, 51.1, 49.2, 31.1, 35.0, 33.0, 14.2, 16.4, 15.3],
    "Bikel-Collins": [88.3, 88.2, 88.2, 49.8, 55.4, 52.5, 33.7, 41.1, 37.0, 15.4, 18.9, 17.0],
    "Charniak": [89.7, 89.9, 89.8, 52.8, 57.0, 54.8, 35.7, 40.0, 37.7, 16.3, 18.4, 17.3],
    "Charniak (Rerank.)": [91.2, 91.8, 91.5, 56.8, 60.0, 58.4, 38.7, 42.1, 40.4, 17.8, 19.4, 18.6],
    "Double-DOP": [86.3, 87.7, 87.0, 47.1, 48.1, 47.6, 32.4, 33.8, 33.1, 14.9, 15.6, 15.3],
    "Stanford (Factored)": [86.7, 86.4, 86.5, 46.1, 48.7, 47.4, 31.2, 34.3, 32.7, 14.3, 15.8, 15.0],
    "Stanford (PCFG)": [85.0, 86.1, 85.5, 43.1, 44.6, 43.8, 29.1, 29.6, 29.3, 13.4, 13.5, 13.4],
}

# What its text says of the table: one is better than another at these sizes.
CLAIMS = [
    ("Berkeley is better than B&K (basic) at size 1 …", "Berkeley", "B&K (basic) 2010", [0]),
    ("… and B&K (basic) is better at all other sizes", "B&K (basic) 2010", "Berkeley", [1, 2, 3]),
    ("Berkeley is better than Double-DOP at size 1", "Berkeley", "Double-DOP", [0]),
    ("B&K (richer) is behind Charniak at size 1 …", "Charniak", "B&K (richer) 2011", [0]),
    ("… and better at all other sizes", "B&K (richer) 2011", "Charniak", [1, 2, 3]),
]


def run(program, words):
    printed = subprocess.run([program, *words, "--format", "json", "-q"], stdout=subprocess.PIPE, check=True)
    return json.loads(printed.stdout)


def row(cells):
    print("| " + " | ".join(cells) + " |")


def head(cells):
    row(cells)
    row(["---"] * len(cells))


def rasp(program, folder):
    for name, (gold, system, printed) in RASP.items():
        found = run(program, ["relations", f"{folder}/{gold}", f"{folder}/{system}", "--match", "all"])
        schemes = found["systems"][0]["schemes"]
        print(f"\n{name[0].upper()}{name[1:]} ({gold}, {system}):\n")
        head(["match", "slots", "micro there", "ours", "apart", "macro there", "ours, as released", "ours, section 2.1.2"])
        for match, figures in printed.items():
            for at, slots in enumerate(SLOTS[: len(figures) // 2]):
                scheme = schemes[f"{match}.{slots}"]
                micro, macro = figures[2 * at : 2 * at + 2]
                ours = 100 * scheme["micro"]["f1"]
                released, ours_macro = (100 * scheme[key]["f1"] for key in ("macro_released", "macro"))
                cells = [f"{micro:.2f}", f"{ours:.2f}", f"{round(ours - micro, 2) + 0.0:+.2f}", f"{macro:.2f}", f"{released:.2f}", f"{ours_macro:.2f}"]
                row([match, slots, *cells])


def ranks(scores):
    """The best is 1; those that print the same share a rank."""
    return [1 + sum(other > score for other in scores) for score in scores]


def freval(_program):
    print("\nTable 1: F1 as it is printed, F1 of the FLR and FLP that are printed beside it, and the rank by the first.\n")
    head(["parser", *(f"{what} {sizes}" for sizes in SIZES for what in ("F1", "again", "rank"))])
    printed = {parser: figures[2::3] for parser, figures in FREVAL.items()}
    by_size = [ranks([printed[parser][at] for parser in FREVAL]) for at in range(len(SIZES))]
    far = 0
    for place, (parser, figures) in enumerate(FREVAL.items()):
        cells = []
        for at in range(len(SIZES)):
            recall, precision, f1 = figures[3 * at : 3 * at + 3]
            again = 2 * precision * recall / (precision + recall)
            far += abs(again - f1) > 0.1
            cells += [f"{f1:.1f}", f"{again:.2f}", str(by_size[at][place])]
        row([parser, *cells])
    print(f"\nCells in which the two F1 are more than a tenth apart: {far} of {len(FREVAL) * len(SIZES)}.\n")
    head(["what the text says", *(f"F1 {sizes}" for sizes in SIZES), "in the table"])
    for claim, better, worse, sizes in CLAIMS:
        pairs = [f"{printed[better][at]} : {printed[worse][at]}" if at in sizes else "" for at in range(len(SIZES))]
        holds = all(printed[better][at] > printed[worse][at] for at in sizes)
        row([claim, *pairs, "yes" if holds else "no"])


def literal(program, gold, *systems):
    ways = ["nodes", "connected", "literal"]
    found = {way: run(program, ["fragments", gold, *systems, "--match", way, "--limits", "1,5,15,all"])["systems"] for way in ways}
    limits = ["1", "5", "15", "all"]
    head(["system", "match", *(f"F1 {limit}" for limit in limits), "exact", "skipped"])
    for at, first in enumerate(found["nodes"]):
        for way in ways:
            system = found[way][at]
            cells = [f"{100 * system['limits'][limit]['f1']:.2f}" for limit in limits]
            row([first["name"], way, *cells, f"{100 * system['scores']['exact_match']:.2f}", str(len(system["skipped"]))])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, what, *rest = sys.argv[1:]
    {"rasp": rasp, "freval": freval, "literal": literal}[what](program, *rest)


if __name__ == "__main__":
    main()
