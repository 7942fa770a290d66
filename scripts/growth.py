#!/usr/bin/env python3
"""How time and memory grow: doubles an input of every command, and prints a table.

    cargo build --release
    python3 scripts/growth.py target/release/bezant            # all cases
    python3 scripts/growth.py target/release/bezant relations  # those whose name has this word

Time is that of the process itself (user and system), memory its peak. The exponent is taken from the two
largest sizes: 1 is linear, 2 quadratic. What starting the program costs is subtracted before. A case ends
at the size that takes more than a few seconds.

Cases marked with an asterisk are named in docs/limits.md as growing faster than n log n.
"""

import math
import os
import subprocess
import sys
import tempfile

ENOUGH = 4.0  # seconds, after which nothing larger is tried
LIMIT = 1.2  # the exponent from which a case is pointed out; n log n is below it


def tree(words, label="NP", depth=1):
    """A flat sentence, or one whose phrases lie in each other."""
    leaves = " ".join(f"(NN w{n})" for n in range(words))
    return "(TOP " + f"({label} " * depth + leaves + ")" * depth + ")\n"


def balanced(words, label="NP"):
    """A tree with two children everywhere."""
    level = [f"(NN w{n})" for n in range(words)]
    while len(level) > 1:
        pairs = [" ".join(level[n : n + 2]) for n in range(0, len(level), 2)]
        level = [f"({label} {pair})" for pair in pairs]
    return f"(TOP {level[0]})\n"


def right(words, label="NP"):
    """A tree that branches to the right at every word."""
    return "(TOP " + "".join(f"({label} (NN w{n}) " for n in range(words)) + ")" * words + ")\n"


def gaps(words, step):
    """A tree in whose phrases only every so many words are next to each other."""
    parts = (" ".join(f"(NN {n}=w{n})" for n in range(first, words, step)) for first in range(step))
    return "(TOP " + " ".join(f"(NP {part})" for part in parts) + ")\n"


def columns(words, head=lambda n: n - 1, relation=lambda n: "dep", extra=lambda n: "_"):
    line = "{n}\tw{n}\tw{n}\tNOUN\tNN\t_\t{head}\t{relation}\t{extra}\t_\n"
    lines = (
        line.format(n=n, head=head(n), relation="root" if head(n) == 0 else relation(n), extra=extra(n))
        for n in range(1, words + 1)
    )
    return "".join(lines) + "\n"


def empty_nodes(n):
    """A word with n empty nodes in a chain, which the last word hangs on."""
    words = "1\ta\ta\tX\tX\t_\t0\troot\t0:root\t_\n"
    for k in range(1, n + 1):
        before = f"1.{k - 1}" if k > 1 else "1"
        words += f"1.{k}\te\te\tX\tX\t_\t_\t_\t{before}:conj\t_\n"
    return words + f"2\tb\tb\tX\tX\t_\t1\tdep\t1.{n}:obj\t_\n\n"


def typed(words):
    return "root(ROOT-0, w1-1)\n" + "".join(f"dep(w{n - 1}-{n - 1}, w{n}-{n})\n" for n in range(2, words + 1)) + "\n"


def numbered(sentences, relations, name="ncmod _"):
    lines = "".join(f"({name} h{n} d{n})\n" for n in range(relations))
    return "".join(f"{n}\n{lines}\n" for n in range(1, sentences + 1))


def candc(words):
    text = " ".join(f"w{n}|w{n}|NN" for n in range(words))
    lines = "".join(f"(dobj w{n - 1}_{n - 1} w{n}_{n})\n" for n in range(1, words))
    return f"{lines}<c> {text}\n\n"


def rasp(words):
    heading = " ".join(f"|w{n}:{n}_NN1|" for n in range(1, words + 1))
    lines = "".join(f"(|ncsubj| |w{n}:{n}_NN1| |w{n + 1}:{n + 1}_NN1| _)\n(|passive| |w{n}:{n}_NN1|)\n" for n in range(1, words))
    return f"({heading}) 1 ; (-1.5)\n\n{lines}\n"


def hierarchy(n):
    types = '{ name = "dependent", slots = ["subtype", "head", "dependent"] },\n'
    for k in range(n):
        parent = f"t{k - 1}" if k % 50 else "dependent"
        types += f'{{ name = "t{k}", parents = ["{parent}"], slots = ["subtype", "head", "dependent"] }},\n'
    return f'name = "own"\ntype = [\n{types}]\n'


def unbounded(n, words=1):
    """Sentences with a relative clause and a list of objects."""
    text = "the cake they ate is good and " + " ".join(f"w{k}" for k in range(words))
    return "".join(f"own.mrg\n{text} {k}\ndobj ate_3 cake_1\n\n" for k in range(n))


def relatives(n, words=1):
    """Their parses."""
    head = "1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2\tcake\tcake\tNOUN\tNN\t_\t6\tnsubj\t_\t_\n3\tthey\tthey\tPRON\tPRP\t_\t4\tnsubj\t_\t_\n"
    head += "4\tate\teat\tVERB\tVBD\t_\t2\tacl:relcl\t_\t_\n5\tis\tbe\tAUX\tVBZ\t_\t6\tcop\t_\t_\n6\tgood\tgood\tADJ\tJJ\t_\t0\troot\t_\t_\n7\tand\tand\tCCONJ\tCC\t_\t6\tcc\t_\t_\n"
    rest = "".join(f"{k + 8}\tw{k}\tw{k}\tNOUN\tNN\t_\t6\tconj\t_\t_\n" for k in range(words))
    return "".join(f"{head}{rest}{words + 8}\t{k}\t{k}\tNUM\tCD\t_\t6\tdep\t_\t_\n\n" for k in range(n))


def pairs(n, words=2):
    text = " ".join(f"w{k}" for k in range(words))
    rows = "".join(f"{k},{text}.,{text}.,{'YES' if k % 2 else 'NO'}\n" for k in range(1, n + 1))
    return "id,text,hypothesis,entailment\n" + rows


def parses(n, words=2):
    dot = f"{words + 1}\t.\t.\tPUNCT\t.\t_\t1\tpunct\t_\t_\n\n"
    one = "".join(
        f"{k}\tw{k - 1}\tw{k - 1}\tNOUN\tNN\t_\t{k - 1}\t{'nsubj' if k > 1 else 'root'}\t_\t_\n"
        for k in range(1, words + 1)
    )
    return (one + dot) * (2 * n)


def answers(n, shift=0):
    return "".join(f"{k} {'YES' if (k + shift) % 3 else 'NO'}\n" for k in range(1, n + 1))


def judgements(n, people=5):
    said = ["yes", "no", "yes", "no", "not sure"]
    rows = "".join(f"{k},{(k * 7 + p) % (people * 4)},{said[(k + p * (k % 3 == 0)) % 5]}\n" for k in range(1, n + 1) for p in range(people))
    return "id,annotator,answer\n" + rows


def shuffled(n):
    """A tree of which every third label is another, so that scores differ."""
    return "".join(tree(4, "NP" if k % 3 else "VP") for k in range(n))


def systems(n):
    return {f"s{k}": "".join(tree(4, "NP" if (j * 7 + k) % 5 else "VP") for j in range(20)) for k in range(n)}


def names(files):
    return " ".join(sorted(files))


def rows(n, k=2, form="jsonl"):
    """What `brackets --save` writes of k systems on n sentences, made by the program itself."""
    gold = tree(4) * n
    files = {"gold": gold}
    for system in range(k):
        files[f"s{system}"] = "".join(tree(4, "NP" if (j + system) % 3 else "VP") for j in range(n))
    given = " ".join(f"s{system}" for system in range(k))
    return files, f"brackets -q gold {given} --replicates 0 --save rows.{form} -o made"


# A case: a name, the first size, and what makes files, a command, and maybe one that is run before it.
CASES = [
    ("brackets, sentences", 20_000, lambda n: ({"g": tree(4) * n, "s": shuffled(n)}, "brackets g s")),
    ("brackets, words of a flat sentence", 20_000, lambda n: ({"g": tree(n)}, "brackets g g")),
    ("brackets, depth", 50_000, lambda n: ({"g": tree(2, depth=n)}, "brackets g g")),
    ("brackets, words of a right-branching sentence", 20_000, lambda n: ({"g": right(n), "s": balanced(n)}, "brackets g s")),
    ("brackets, labels", 5_000, lambda n: ({"g": "".join(tree(2, f"L{k}") for k in range(n)), "s": "".join(tree(2, f"M{k}") for k in range(n))}, "brackets g s --labels")),
    ("brackets --leaf-ancestor, sentences", 20_000, lambda n: ({"g": tree(4) * n, "s": shuffled(n)}, "brackets g s --leaf-ancestor")),
    ("brackets --tree-edit-distance, sentences", 5_000, lambda n: ({"g": tree(4) * n, "s": shuffled(n)}, "brackets g s --tree-edit-distance")),
    ("brackets --n-best, sentences", 5_000, lambda n: ({"g": tree(4) * n, "s": (tree(4) * 4 + "\n") * n}, "brackets g s --n-best oracle")),
    ("brackets --n-best, trees of a list", 5_000, lambda n: ({"g": tree(4), "s": tree(4) * n + "\n"}, "brackets g s --n-best oracle")),
    ("brackets --classes, sentences", 5_000, lambda n: ({"g": tree(4) * n, "s": shuffled(n)}, "brackets g s --classes")),
    ("brackets --classes, words of a sentence", 500, lambda n: ({"g": balanced(n), "s": right(n)}, "brackets g s --classes")),
    ("brackets, words of a sentence with gaps", 20_000, lambda n: ({"g": gaps(n, 2), "s": gaps(n, 3)}, "brackets g s")),
    ("brackets --align, words", 2_000, lambda n: ({"g": tree(n), "s": tree(n).replace(" w1)", " x1)")}, "brackets g s --align")),
    ("brackets --clean all --explain, sentences", 5_000, lambda n: ({"g": tree(4) * n, "s": shuffled(n)}, "brackets g s --clean all --explain")),
    ("brackets --worst n", 2_000, lambda n: ({"g": tree(4) * n, "s": shuffled(n)}, f"brackets g s --worst {n}")),
    ("brackets --per-sentence, sentences", 10_000, lambda n: ({"g": tree(4) * n, "s": shuffled(n)}, "brackets g s --per-sentence")),
    ("brackets --worst 5, words of a sentence", 4_000, lambda n: ({"g": right(n), "s": balanced(n)}, "brackets g s --worst 5")),
    ("brackets, systems against a baseline", 8, lambda n: ({"g": tree(4) * 20, **systems(n)}, f"brackets g {names(systems(n))} --baseline s0 --replicates 2000")),
    ("brackets, systems, each pair *", 8, lambda n: ({"g": tree(4) * 20, **systems(n)}, f"brackets g {names(systems(n))} --replicates 200")),
    ("brackets, replicates", 5_000, lambda n: ({"g": tree(4) * 200, "s": shuffled(200), "t": tree(4, "VP") * 200}, f"brackets g s t --replicates {n}")),
    ("brackets --compat evalb, sentences", 20_000, lambda n: ({"g": tree(4) * n, "s": shuffled(n)}, "brackets --compat evalb g g")),
    ("brackets --compat evalb, words of a sentence", 2_000, lambda n: ({"g": right(n), "s": balanced(n)}, "brackets --compat evalb g s")),
    ("fragments, sentences", 5_000, lambda n: ({"g": balanced(8) * n, "s": balanced(8, "VP") * n}, "fragments g s")),
    ("fragments, words of a balanced sentence *", 250, lambda n: ({"g": balanced(n)}, "fragments g g")),
    ("fragments, words of a flat sentence", 20_000, lambda n: ({"g": tree(n)}, "fragments g g")),
    ("fragments, depth *", 1_000, lambda n: ({"g": tree(2, depth=n)}, "fragments g g")),
    ("fragments --match literal, sentences", 2_000, lambda n: ({"g": balanced(8) * n, "s": balanced(8, "VP") * n}, "fragments g s --match literal")),
    ("fragments --match literal, depth *", 250, lambda n: ({"g": tree(2, depth=n)}, "fragments g g --match literal")),
    ("fragments --max-size 15, words of a balanced sentence", 4_000, lambda n: ({"g": balanced(n)}, "fragments g g --max-size 15")),
    ("fragments --max-size 15, depth", 8_000, lambda n: ({"g": tree(2, depth=n)}, "fragments g g --max-size 15")),
    ("dependencies, sentences", 20_000, lambda n: ({"g": columns(8) * n}, "dependencies g g")),
    ("dependencies, words of a chain", 20_000, lambda n: ({"g": columns(n)}, "dependencies g g")),
    ("dependencies, words of a star", 20_000, lambda n: ({"g": columns(n, lambda k: 0 if k == 1 else 1)}, "dependencies g g")),
    ("dependencies --analysis, sentences", 10_000, lambda n: ({"g": columns(8) * n}, "dependencies g g --analysis")),
    ("dependencies --analysis, words of a chain", 10_000, lambda n: ({"g": columns(n)}, "dependencies g g --analysis")),
    ("dependencies --analysis, relations", 2_000, lambda n: ({"g": columns(n, relation=lambda k: f"r{k}"), "s": columns(n, relation=lambda k: f"q{k}")}, "dependencies g s --analysis")),
    ("dependencies --preset msp, words of a chain", 20_000, lambda n: ({"g": columns(n)}, "dependencies g g --preset msp")),
    ("dependencies --collapse-empty-nodes, nodes", 1_000, lambda n: ({"g": empty_nodes(n)}, "dependencies g g --collapse-empty-nodes")),
    ("dependencies, other words", 2_000, lambda n: ({"g": columns(n), "s": columns(n).replace("\tw1\t", "\tx1\t")}, "dependencies g s")),
    ("dependencies --preset conllx, sentences", 20_000, lambda n: ({"g": columns(8) * n}, "dependencies g g --preset conllx")),
    ("dependencies --preset stanford, words", 20_000, lambda n: ({"g": typed(n)}, "dependencies g g --preset stanford")),
    ("dependencies --contrast 5, sentences", 5_000, lambda n: ({"g": columns(8) * n, "s": columns(8, lambda k: 0 if k == 1 else 1) * n, "t": columns(8) * n}, "dependencies g s t --contrast s t --worst 5 --replicates 0")),
    ("dependencies --agreement, files *", 4, lambda n: ({f"s{k}": columns(8, relation=lambda j, k=k: f"r{(j * k) % 3}") * 300 for k in range(n)}, "dependencies --agreement " + " ".join(f"s{k}" for k in range(n)))),
    ("dependencies --compat udeval, sentences", 20_000, lambda n: ({"g": columns(8) * n}, "dependencies --compat udeval g g")),
    ("relations, sentences", 5_000, lambda n: ({"g": numbered(n, 8)}, "relations g g")),
    ("relations, relations of a sentence", 4_000, lambda n: ({"g": numbered(1, n)}, "relations g g")),
    ("relations, relations of a sentence that are all the same", 1_000, lambda n: ({"g": "1\n" + "(ncmod _ h d)\n" * n + "\n"}, "relations g g")),
    ("relations, relations of a sentence that do not match", 1_000, lambda n: ({"g": numbered(1, n), "s": numbered(1, n, "dobj").replace("d", "e").replace("eobj", "dobj")}, "relations g s")),
    ("relations --match all, relations of a sentence", 1_000, lambda n: ({"g": numbered(1, n)}, "relations g g --match all")),
    ("relations --assignment optimal, relations of a sentence", 1_000, lambda n: ({"g": numbered(1, n)}, "relations g g --assignment optimal")),
    ("relations --hierarchy, types *", 62, lambda n: ({"g": numbered(20, 8, "t1 _"), "h": hierarchy(n)}, "relations g g --hierarchy h")),
    ("relations --confusion --listing, sentences", 2_000, lambda n: ({"g": numbered(n, 8), "s": numbered(n, 8, "dobj")}, "relations g s --confusion --listing")),
    ("relations --text, words of a sentence", 4_000, lambda n: ({"g": numbered(1, n), "t": "1\n" + " ".join(f"h{k} d{k}" for k in range(n)) + "\n"}, "relations g g --text t")),
    ("relations of C&C, words of a sentence", 4_000, lambda n: ({"g": candc(n)}, "relations g g")),
    ("relations of RASP, words of a sentence", 4_000, lambda n: ({"g": rasp(n)}, "relations g g")),
    ("relations --mapping, sentences", 4_000, lambda n: ({"g": columns(8) * n, "m": 'default = "(dobj HEAD DEPENDENT)"\n[relations]\n'}, "relations g g --mapping m")),
    ("relations --without --listing, sentences", 2_000, lambda n: ({"g": numbered(n, 8)}, f"relations g g --without 1-{n - 4}/5 --listing --match original,hierarchy,unlabelled")),
    ("relations --compat rasp, relations of a sentence", 500, lambda n: ({"g": numbered(1, n)}, "relations --compat rasp g g")),
    ("convert --to sd-ccprocessed, sentences", 2_000, lambda n: ({"g": balanced(8) * n}, "convert --to sd-ccprocessed g")),
    ("convert --to sd-ccprocessed, words of a flat sentence", 1_000, lambda n: ({"g": tree(n)}, "convert --to sd-ccprocessed g")),
    ("convert --to sd-ccprocessed, words of a right-branching sentence", 1_000, lambda n: ({"g": right(n)}, "convert --to sd-ccprocessed g")),
    ("convert --to sd-ccprocessed, depth", 5_000, lambda n: ({"g": tree(2, depth=n)}, "convert --to sd-ccprocessed g")),
    ("convert --to ud-enhanced, words of a chain", 5_000, lambda n: ({"g": columns(n)}, "convert --to ud-enhanced g")),
    ("convert --to ud-enhanced, conjuncts", 1_000, lambda n: ({"g": columns(n, lambda k: 0 if k == 1 else 1, lambda k: "conj")}, "convert --to ud-enhanced g")),
    ("convert --to conllu, words of a flat sentence", 10_000, lambda n: ({"g": tree(n)}, "convert --to conllu g")),
    ("check, sentences", 40_000, lambda n: ({"g": tree(8) * n}, "check g")),
    ("check, words of a sentence", 10_000, lambda n: ({"g": tree(n)}, "check g")),
    ("check, two files", 20_000, lambda n: ({"g": tree(8) * n, "s": tree(9) * n}, "check g s")),
    ("convert --to tokens, sentences", 40_000, lambda n: ({"g": tree(8) * n}, "convert --to tokens g")),
    ("brackets --report, sentences", 2_000, lambda n: ({"g": tree(8) * n, "s": tree(8, "VP") * n}, "brackets g s -q -o /dev/null --report page.html")),
    ("dependencies --report, two systems, sentences", 500, lambda n: ({"g": columns(8) * n, "s": columns(8, lambda k: 0 if k == 1 else 1) * n, "t": columns(8) * n}, "dependencies g s t -q -o /dev/null --replicates 0 --report page.html")),
    ("report of folders, treebanks", 4, lambda n: ({f"{s}/t{k}.mrg": tree(8, "VP" if s == "s" else "NP") * 50 for s in "gs" for k in range(n)}, "brackets g s -q -o /dev/null --replicates 0 --report page.html")),
    ("report of judgements, pairs", 2_000, lambda n: ({"p.csv": pairs(n), "j.csv": judgements(n)}, "report p.csv j.csv -o page.html")),
    ("report of judgements, annotators", 500, lambda n: ({"p.csv": pairs(200), "j.csv": judgements(200, n)}, "report p.csv j.csv -o page.html")),
    ("draw, two systems, words of a chain", 2_000, lambda n: ({"g": columns(n), "s": columns(n, lambda k: 0 if k == 1 else 1), "t": columns(n, relation=lambda k: "x")}, "draw g s t --format svg")),
    ("draw, relations of a sentence", 2_000, lambda n: ({"g.gr": numbered(1, n)}, "draw g.gr --format svg")),
    ("draw, sentences before it", 40_000, lambda n: ({"g": tree(8) * n}, f"draw g --sentence {n} --format svg")),
    ("draw, words of a chain", 5_000, lambda n: ({"g": columns(n)}, "draw g --format svg")),
    ("draw, words of one head", 5_000, lambda n: ({"g": columns(n, lambda k: 0 if k == 1 else 1)}, "draw g --format svg")),
    ("draw, words of a flat tree", 20_000, lambda n: ({"g": tree(n)}, "draw g --format svg")),
    ("draw, depth", 20_000, lambda n: ({"g": tree(2, depth=n)}, "draw g --format svg")),
    ("convert --to sentences, words of a sentence", 10_000, lambda n: ({"g": tree(n)}, "convert --to sentences g")),
    ("unbounded, sentences", 1_000, lambda n: ({"u": unbounded(n), "c": relatives(n)}, "unbounded u c")),
    ("unbounded, words of a sentence", 1_000, lambda n: ({"u": unbounded(1, n), "c": relatives(1, n)}, "unbounded u c")),
    ("entail sentences, pairs", 20_000, lambda n: ({"p": pairs(n)}, "entail sentences p")),
    ("entail decide, pairs", 2_000, lambda n: ({"p": pairs(n), "c": parses(n)}, "entail decide p --parses c --module ud")),
    ("entail decide --module ud, words of a sentence", 1_000, lambda n: ({"p": pairs(1, n), "c": parses(1, n)}, "entail decide p --parses c --module ud")),
    ("entail decide --module paths, words of a sentence", 250, lambda n: ({"p": pairs(1, n), "c": parses(1, n)}, "entail decide p --parses c --module paths")),
    ("entail decide --module all, pairs", 500, lambda n: ({"p": pairs(n), "c": parses(n)}, "entail decide p --parses c --module all")),
    ("entail label, pairs", 2_000, lambda n: ({"p": pairs(n), "c": parses(n)}, "entail label p --parses c")),
    ("entail label, words of a sentence", 1_000, lambda n: ({"p": pairs(1, n), "c": parses(1, n)}, "entail label p --parses c")),
    ("entail score, pairs", 20_000, lambda n: ({"p": pairs(n), "a": answers(n), "b": answers(n, 1)}, "entail score p a b")),
    ("entail score --parses, pairs", 250, lambda n: ({"p": pairs(n), "c": parses(n), "a": answers(n)}, "entail score p a --parses c --report page")),
    ("entail score, systems against a baseline", 8, lambda n: ({"p": pairs(500), **{f"a{k}": answers(500, k) for k in range(n)}}, "entail score p " + " ".join(f"a{k}" for k in range(n)) + " --baseline a0")),
    ("entail explain, words of a sentence", 250, lambda n: ({"p": pairs(1, n), "c": parses(1, n)}, "entail explain p --parses c --module ud --id 1")),
    ("entail explain --wrong, pairs", 250, lambda n: ({"p": pairs(n), "c": parses(n)}, "entail explain p --parses c --module ud --wrong")),
    ("entail oracle, pairs", 2_000, lambda n: ({"p": pairs(n), "c": parses(n)}, "entail oracle p --gold-parses c --module ud")),
    ("entail export, pairs", 20_000, lambda n: ({"p": pairs(n)}, "entail export p --to jsonl")),
    ("entail export --to mturk, pairs", 20_000, lambda n: ({"p": pairs(n)}, "entail export p --to mturk --force -o batch")),
    ("entail import, judgements", 20_000, lambda n: ({"r": "id,annotator,answer\n" + "".join(f"{k},{k % 50},yes\n" for k in range(n))}, "entail import r --from csv")),
    ("entail tables, pairs", 20_000, lambda n: ({"p": pairs(n), "q": pairs(n // 2)}, "entail tables p q")),
    ("entail split, pairs", 20_000, lambda n: ({"p": pairs(n)}, f"entail split p --dev {n // 5} --stratify answer,relation --force -o parts")),
    ("entail pack, pairs", 20_000, lambda n: ({"p": pairs(n)}, "entail pack p --force -o packed")),
    ("entail generate, sentences", 2_000, lambda n: ({"g": parses(n), "s": parses(n)}, "entail generate --gold g --parsed s --all")),
    ("entail generate, words of a sentence", 1_000, lambda n: ({"g": parses(1, n)}, "entail generate --gold g --all")),
    ("entail filter, pairs", 5_000, lambda n: ({"p": pairs(n), "j": judgements(n)}, "entail filter p j --min-agreement 1 --min-judgements 1 --majority -o /dev/null")),
    ("entail filter, judgements of a pair", 5_000, lambda n: ({"p": pairs(2), "j": judgements(2, n)}, "entail filter p j --min-agreement 1 --min-judgements 1 --majority --contradicted people -o /dev/null")),
    ("entail train, pairs", 250, lambda n: ({"p": pairs(n), "c": parses(n)}, "entail train p --parses c")),
    ("entail train --learner svm, pairs", 250, lambda n: ({"p": pairs(n), "c": parses(n)}, "entail train p --parses c --learner svm")),
    ("entail train --learner svm-rbf, pairs, every two *", 100, lambda n: ({"p": pairs(n), "c": parses(n)}, "entail train p --parses c --learner svm-rbf --folds 2")),
    ("entail train, words of a sentence", 50, lambda n: ({"p": pairs(10, n), "c": parses(10, n)}, "entail train p --parses c --folds 2")),
    ("merge, rows", 10_000, lambda n: (*rows(n), "merge rows.jsonl")),
    ("merge, rows of Parquet", 10_000, lambda n: (*rows(n, form="parquet"), "merge rows.parquet --save again.parquet")),
    ("compare, rows", 5_000, lambda n: (*rows(n), "compare rows.jsonl --replicates 200")),
    ("compare, systems, each pair *", 8, lambda n: (*rows(50, n), "compare rows.jsonl --replicates 200")),
    ("compare --test wilcoxon, rows", 10_000, lambda n: (*rows(n), "compare rows.jsonl --test wilcoxon --replicates 20")),
]


class Failed(Exception):
    """A command that did not do its work; the others can still be measured."""


def run(program, folder, words):
    """Seconds of work and peak memory in MB of one command."""
    with open(os.path.join(folder, "errors"), "wb") as errors:
        child = subprocess.Popen(
            [program, *words.split()], cwd=folder, stdout=subprocess.DEVNULL, stderr=errors
        )
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        with open(os.path.join(folder, "errors"), encoding="utf-8", errors="replace") as errors:
            raise Failed(f"{words}: status {child.returncode}\n{errors.read(2000)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def write(make, size, folder):
    """Makes the files, and returns the commands. In a process of its own, because a command starts with the
    peak of the memory of what has started it."""
    child = os.fork()
    if child == 0:
        files, *commands = make(size)
        for name, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        with open(os.path.join(folder, "commands"), "w", encoding="utf-8") as file:
            file.write("\n".join(commands))
        os._exit(0)
    os.waitpid(child, 0)
    with open(os.path.join(folder, "commands"), encoding="utf-8") as file:
        return file.read().split("\n")


def measure(program, make, first):
    """Size, seconds and MB, doubling until it takes long."""
    found = []
    size = first
    while len(found) < 7:
        with tempfile.TemporaryDirectory() as folder:
            for words in write(make, size, folder):
                used = run(program, folder, words)
        found.append((size, *used))
        if found[-1][1] > ENOUGH / 2.5:
            break
        size *= 2
    return found


def exponent(one, two, floor):
    """By which power something grows when its size doubles, if it can be told from what starting costs."""
    one, two = one - floor, two - floor
    return math.log2(two / one) if one > floor / 5 else None


def main():
    program = os.path.abspath(sys.argv[1])
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    with tempfile.TemporaryDirectory() as folder:
        starts = [run(program, folder, "--version") for _ in range(5)]
    floor_time, floor_memory = (sorted(kind)[2] for kind in zip(*starts))
    print(f"starting costs {floor_time:.3f} s, {floor_memory:.0f} MB\n")
    print("| what is doubled | from | to | seconds | grows by | MB | grows by |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    faster, failed = [], []
    for name, first, make in CASES:
        if wanted not in name:
            continue
        try:
            found = measure(program, make, first)
        except Failed as why:
            failed.append(f"{name}: {why}")
            continue
        (_, time_one, memory_one), (last, time_two, memory_two) = found[-2], found[-1]
        powers = [
            exponent(time_one, time_two, max(floor_time, 0.01)),
            exponent(memory_one, memory_two, floor_memory),
        ]
        shown = ["-" if power is None else f"n^{power:.2f}" for power in powers]
        print(
            f"| {name} | {first:,} | {last:,} | {time_two:.2f} | {shown[0]} | {memory_two:.0f} | {shown[1]} |",
            flush=True,
        )
        if any(power is not None and power > LIMIT for power in powers):
            faster.append(name)
    print(f"\nfaster than n^{LIMIT}: " + ("; ".join(faster) or "none"))
    if failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main()
