#!/usr/bin/env python3
"""How many hypotheses that people wrote for the task's word pairs `bezant entail generate` writes too.

    python3 scripts/pete_hypotheses.py target/release/bezant PETE_dev.xml PARSES ... [--misses]

PARSES are files of the pairs' sentences in the order T1 H1 T2 H2 ..., as for scripts/pete.py. Two sentences are the
same if they have the same words in small letters, apart from a, an, the, this, these, those, some, any and marks; somebody
is someone, and am, is, are, was, were are one word. Of YES pairs all three hypotheses are looked at; of NO pairs those
that the parse itself bears out (--joined-only), because they were written from parses that are wrong. The table in
docs/reproduction.md is what it printed. --misses lists the YES pairs that are not met, for each file.
"""

import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

LEFT_OUT = {"a", "an", "the", "this", "these", "those", "some", "any"}
SAME = {"someone": "somebody", "am": "be", "is": "be", "are": "be", "was": "be", "were": "be"}

# Parsers of six kinds; as many made the task's pairs.
SIX = ["englishPCFG.mrg", "opennlp.mrg", "malt_engmalt.conllx", "clearnlp2.conllu", "nndep352_english_SD.conllu", "spacy_md.conllu"]


def words(sentence):
    found = re.findall(r"n't|[\w$%.-]*\w|'\w+", sentence.lower().replace("n't", " n't"))
    return [SAME.get(word, word) for word in found if word not in LEFT_OUT]


def hypotheses(bezant, pairs, parses, *options):
    """The hypotheses of each pair, best first."""
    command = [bezant, "entail", "generate", "-q", "--pairs", pairs, "--parses", parses, *options]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    found = {}
    for line in done.stdout.splitlines():
        pair, hypothesis = line.split("\t")
        found.setdefault(pair, []).append(hypothesis)
    return found


def main():
    arguments = [word for word in sys.argv[1:] if word != "--misses"]
    if len(arguments) < 3:
        sys.exit(__doc__)
    bezant, pairs, *files = pathlib.Path(arguments[0]).resolve(), *map(pathlib.Path, arguments[1:])
    people = {pair.get("id"): pair for pair in xml.parse(pairs).getroot().iter("pair")}
    with_answer = lambda answer: [name for name, pair in people.items() if pair.get("entailment") == answer]
    written = {name: words(pair.find("h").text) for name, pair in people.items()}
    yes, no = with_answer("YES"), with_answer("NO")
    print(f"{len(yes)} YES, {len(no)} NO\n")
    print("| parses | YES: first | among three | without any | NO: from this parse | among three | pairs without any |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    by_any, by_six, misses = set(), set(), []
    for file in files:
        three, joined = hypotheses(bezant, pairs, file), hypotheses(bezant, pairs, file, "--joined-only")
        rank = lambda found, name: next((at for at, one in enumerate(found.get(name, [])) if words(one) == written[name]), None)
        places = {name: rank(three, name) for name in yes}
        wrong = {name for name in no if rank(joined, name) is not None}
        by_any |= wrong
        by_six |= wrong if file.name in SIX else set()
        asked = sum(rank(three, name) is not None for name in no)
        first, met = (sum(place in wanted for place in places.values()) for wanted in ((0,), (0, 1, 2)))
        silent = sum(name not in three for name in yes)
        print(f"| {file.name} | {first} | {met} | {silent} | {len(wrong)} | {asked} | {len(people) - len(three)} |", flush=True)
        misses += [(file.name, name, three.get(name, [])) for name in yes if places[name] is None]
    print(f"\nNO from at least one parse: {len(by_any)}; of the six of different kinds: {len(by_six)}")
    for file, name, found in misses if "--misses" in sys.argv else []:
        pair = people[name]
        print(f"\n{file} {name} ({pair.get('word1')}, {pair.get('word2')})\n  T: {pair.find('t').text}\n  H: {pair.find('h').text}")
        print("\n".join(f"     {one}" for one in found))


if __name__ == "__main__":
    main()
