"""Objects of other libraries as sentences in a format that bezant reads.

One function a kind of object. None of the libraries is imported: an object is known by the name and the home of its
class (or of one it is made from), so whoever has such an object has the library, and nobody else needs it.
"""

from __future__ import annotations

import importlib
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple

Sentences = Iterable[Optional[str]]
Adapter = Callable[[Any, Optional[str]], Sentences]

TREES = "trees"
DEPENDENCIES = "dependencies"

# What would end a word or a label in a file of trees. A blank becomes one that does not break: it looks the same, and
# two different labels stay different.
_BLANKS = {ord(blank): "\u00a0" for blank in " \t\n\r\f\v"}
_WORD = {**_BLANKS, ord("("): "-LRB-", ord(")"): "-RRB-"}
# In a label what stands behind a hyphen is a function, which does not count: -LRB- would be one.
_LABEL = {**_BLANKS, ord("("): "\uff08", ord(")"): "\uff09"}
_BRACKET_TAGS = {"(": "-LRB-", ")": "-RRB-"}

# A field in columns ends at a tab, a sentence at an empty line.
_FIELD = {ord("\t"): " ", ord("\n"): " ", ord("\r"): " "}


def adapter_of(thing: Any) -> Optional[Adapter]:
    """What makes sentences of this object, or None if it is of no kind that is known."""
    for kind in type(thing).__mro__:
        adapter = _ADAPTERS.get((kind.__module__.partition(".")[0], kind.__name__))
        if adapter is not None:
            return adapter
    return None


def format_of(thing: Any, holds: Optional[str]) -> str:
    """In which format `adapter_of` writes this object."""
    if adapter_of(thing) is _nltk_tree:
        return "penn-lines"
    return "penn-lines" if holds == TREES and not _is_columns_alone(thing) else "conllu"


def _is_columns_alone(thing: Any) -> bool:
    return adapter_of(thing) not in (_spacy_doc, _spacy_span, _stanza_document, _stanza_sentence)


def is_document(thing: Any) -> bool:
    """Whether this object has any number of sentences, and not one."""
    return adapter_of(thing) in (_spacy_doc, _stanza_document, _udapi_document)


# Trees


def _word(word: Any) -> str:
    text = str(word)
    # Most words are letters, in which nothing has to be looked for.
    return text if text.isalnum() else text.translate(_WORD)


def _label(label: Any) -> str:
    text = "" if label is None else str(label)
    return text if text.isalnum() else _BRACKET_TAGS.get(text) or text.translate(_LABEL)


def _nltk_tree(tree: Any, _holds: Optional[str]) -> Iterator[str]:
    """`nltk.Tree` and what is made from it. Leaves may be words, or pairs of word and tag as chunkers return them.

    NLTK's own printing neither escapes brackets nor keeps a tree on one line, and ends where Python's stack does.
    """
    pieces: List[str] = []
    # What is still to be written, the next at the end: nodes, and brackets as None.
    waiting: List[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if node is None:
            pieces.append(")")
        elif isinstance(node, str):
            pieces.append(" " + _word(node))
        elif isinstance(node, list) and hasattr(node, "label"):
            label: Any = node.label
            pieces.append(" (" + _label(label()))
            waiting.append(None)
            waiting.extend(reversed(node))
        elif isinstance(node, tuple) and len(node) == 2:
            pieces.append(" (%s %s)" % (_label(node[1]), _word(node[0])))
        else:
            pieces.append(" " + _word(node))
    yield "".join(pieces)[1:]


# Columns


def _field(value: Any) -> str:
    """One column, which is never empty."""
    text = "_" if value is None else str(value).translate(_FIELD)
    return text or "_"


def _comment(name: str, value: Any) -> str:
    text = "# %s" % name if value is None or value is True else "# %s = %s" % (name, value)
    return text.translate(_FIELD).rstrip()


def _columns(comments: List[str], lines: List[Tuple[Any, ...]]) -> Optional[str]:
    """A sentence in ten columns; nothing if it has no words, which no file can say."""
    if not lines:
        return None
    # Without a comment, columns without universal tags would be taken for those of CoNLL-X.
    head = comments or ["# text = " + " ".join(_field(line[1]) for line in lines if "." not in str(line[0]))]
    return "\n".join(head + [_line(line) for line in lines])


def _line(fields: Tuple[Any, ...]) -> str:
    line = "\t".join(["_" if field is None or field == "" else str(field) for field in fields])
    if line.count("\t") == len(fields) - 1 and "\n" not in line and "\r" not in line:
        return line
    return "\t".join(map(_field, fields))


def _pairs(value: Any) -> Any:
    """Features as a library keeps them: nothing, text, or a mapping."""
    if not value:
        return None
    if isinstance(value, dict):
        return "|".join(str(key) if other in (None, "") else "%s=%s" % (key, other) for key, other in value.items())
    return value


def _conllu_tokens(sentence: Any, _holds: Optional[str]) -> Iterator[Optional[str]]:
    """`conllu.TokenList`. Numbers are whole, or three parts: (1, "-", 2) a multiword token, (8, ".", 1) an empty node."""
    comments = [_comment(str(name), value or None) for name, value in (sentence.metadata or {}).items()]
    yield _columns(comments, [_conllu_token(token, place) for place, token in enumerate(sentence, 1)])


def _conllu_token(token: Any, place: int) -> Tuple[Any, ...]:
    number = token.get("id", place)
    deps = token.get("deps")
    if isinstance(deps, list):
        deps = "|".join("%s:%s" % (_conllu_number(head), relation) for relation, head in deps) or None
    return (
        _conllu_number(number),
        token.get("form"),
        token.get("lemma"),
        token.get("upos", token.get("upostag")),
        token.get("xpos", token.get("xpostag")),
        _pairs(token.get("feats")),
        token.get("head"),
        token.get("deprel"),
        deps,
        _pairs(token.get("misc")),
    )


def _conllu_number(number: Any) -> str:
    return "".join(map(str, number)) if isinstance(number, tuple) else str(number)


def _conllu_tree(tree: Any, _holds: Optional[str]) -> Iterator[Optional[str]]:
    """`conllu.TokenTree`: without multiword tokens and empty nodes, which a tree of the library does not keep."""
    tokens: List[Any] = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        # Several roots hang from a word with the number 0.
        if node.token.get("id") != 0:
            tokens.append(node.token)
        waiting.extend(node.children)
    tokens.sort(key=lambda token: token["id"])
    comments = [_comment(str(name), value or None) for name, value in (tree.metadata or {}).items()]
    yield _columns(comments, [_conllu_token(token, place) for place, token in enumerate(tokens, 1)])


def _nltk_graph(graph: Any, _holds: Optional[str]) -> Iterator[Optional[str]]:
    """`nltk.parse.DependencyGraph`, whose first node is the root above the words."""
    lines = []
    for address in sorted(address for address in graph.nodes if address):
        node = graph.nodes[address]
        # NLTK has empty text where it knows nothing.
        head = node.get("head")
        lines.append(
            (
                address,
                node.get("word"),
                node.get("lemma"),
                node.get("ctag"),
                node.get("tag"),
                node.get("feats"),
                "_" if head is None else head,
                _root_relation(node.get("rel"), head == 0),
                None,
                None,
            )
        )
    yield _columns([], lines)


def _root_relation(relation: Any, is_root: bool) -> Any:
    """`root`, as Universal Dependencies write what others write ROOT."""
    return "root" if is_root and relation == "ROOT" else relation


# spaCy


def _spacy_doc(doc: Any, holds: Optional[str]) -> Iterator[Optional[str]]:
    """A `Doc`: each of its sentences."""
    if holds != TREES and len(doc) and not doc.has_annotation("DEP"):
        raise ValueError(
            "this spaCy Doc has no dependencies: run a pipeline with a parser, or give heads= and deps= to Doc(...)"
        )
    sentences = list(doc.sents) if doc.has_annotation("SENT_START") else [doc[:]]
    for sentence in sentences:
        yield from _spacy_span(sentence, holds)


# What is asked of spaCy's tokens: all at once, because each attribute of a token costs as much as a word's whole line.
_SPACY = ("ORTH", "LEMMA", "POS", "TAG", "MORPH", "HEAD", "DEP", "SPACY", "IS_SPACE")


def _spacy_span(span: Any, holds: Optional[str]) -> Iterator[Optional[str]]:
    """A sentence of a `Doc`. Tokens of white space alone are no words: what hangs from them hangs from their heads."""
    if holds == TREES:
        yield _benepar_tree(span)
        return
    names = importlib.import_module("spacy.attrs").IDS
    tokens = span.to_array([names[name] for name in _SPACY]).tolist()
    # Heads are told by how far away they are, in numbers without a sign; a root is its own head, and what has its head
    # elsewhere is taken for one.
    away = [token[5] - (1 << 64) if token[5] >> 63 else token[5] for token in tokens]
    heads = [place + distance for place, distance in enumerate(away)]
    heads = [head if 0 <= head < len(tokens) else place for place, head in enumerate(heads)]
    is_blank = [bool(token[8]) for token in tokens]
    numbers: Dict[int, int] = {}
    for place, blank in enumerate(is_blank):
        if not blank:
            numbers[place] = len(numbers) + 1
    if not numbers:
        # Nothing but white space is no sentence in a file either.
        return
    strings = span.doc.vocab.strings
    orphans = 0
    lines = [_comment("text", span.text.strip())]
    for place, number in numbers.items():
        orth, lemma, pos, tag, morph, _, dep, is_apart, _ = tokens[place]
        above = _first_word(place, heads, is_blank)
        relation = _spacy_field(dep, strings)
        if above is not None:
            head = numbers[above]
        elif heads[place] != place:
            # A blank was the root: the first word below it is it now, and has the others.
            head = orphans
            relation = relation if orphans else "root"
            orphans = orphans or number
        else:
            head = 0
            relation = "root" if away[place] or relation == "ROOT" else relation
        misc = "_" if is_apart or number == len(numbers) else "SpaceAfter=No"
        words = [_spacy_field(key, strings) for key in (orth, lemma, pos, tag, morph)]
        lines.append("%d\t%s\t%d\t%s\t_\t%s" % (number, "\t".join(words), head, relation, misc))
    yield "\n".join(lines)


# Texts of spaCy's numbers, which are the same in every vocabulary. Most words are seen again.
_SPACY_TEXTS: Dict[int, str] = {}


def _spacy_field(key: int, strings: Any) -> str:
    text = _SPACY_TEXTS.get(key)
    if text is None:
        if len(_SPACY_TEXTS) > 200_000:
            _SPACY_TEXTS.clear()
        text = _SPACY_TEXTS[key] = _field(strings[key])
    return text


def _first_word(place: int, heads: List[int], is_blank: List[bool]) -> Optional[int]:
    """The next word above a word; nothing if there is none."""
    head = heads[place]
    while is_blank[head] and heads[head] != head:
        head = heads[head]
    return None if head == place or is_blank[head] else head


def _benepar_tree(span: Any) -> Optional[str]:
    """The constituency tree that a component such as benepar's left at a sentence."""
    if span.has_extension("parse_string"):
        return str(span._.parse_string)
    raise ValueError(
        "this spaCy sentence has no constituency tree (._.parse_string): spaCy itself parses dependencies, "
        "which bezant.dependencies scores"
    )


# stanza


def _stanza_document(document: Any, holds: Optional[str]) -> Iterator[Optional[str]]:
    for sentence in document.sentences:
        yield from _stanza_sentence(sentence, holds)


def _stanza_sentence(sentence: Any, holds: Optional[str]) -> Iterator[Optional[str]]:
    if holds == TREES:
        tree = getattr(sentence, "constituency", None)
        if tree is None:
            raise ValueError('this stanza sentence has no constituency tree: add "constituency" to the processors')
        yield str(tree)
        return
    lines: List[Tuple[Any, ...]] = []
    for token in sentence.tokens:
        number = token.id if isinstance(token.id, tuple) else (token.id,)
        # Newer versions keep what follows a token apart from its other remarks.
        glued = "SpaceAfter=No" if getattr(token, "spaces_after", None) == "" else None
        if len(number) > 1:
            misc = "|".join(filter(None, (glued, getattr(token, "misc", None))))
            lines.append(("%s-%s" % (number[0], number[-1]), token.text) + (None,) * 7 + (misc,))
            glued = None
        lines.extend(_stanza_word(word, glued) for word in token.words)
    # Empty nodes have numbers of two parts, and stand behind the word with the first.
    empty = [_stanza_word(word) for word in getattr(sentence, "empty_words", None) or ()]
    if empty:
        lines.extend(empty)
        lines.sort(key=lambda line: _place(line[0]))
    nodes = {str(line[0]) for line in empty}
    lines = [line[:8] + (_known_arcs(line[8], nodes),) + line[9:] for line in lines]
    lines_above = map(str, getattr(sentence, "comments", None) or ())
    comments = [line if line.startswith("#") else "# " + line for line in lines_above]
    yield _columns([comment.translate(_FIELD) for comment in comments], lines)


def _stanza_word(word: Any, glued: Optional[str] = None) -> Tuple[Any, ...]:
    number = ".".join(map(str, word.id)) if isinstance(word.id, tuple) else word.id
    is_root = word.head == 0
    return (
        number,
        word.text,
        word.lemma,
        word.upos,
        word.xpos,
        word.feats,
        word.head,
        _root_relation(word.deprel, is_root),
        getattr(word, "deps", None),
        "|".join(filter(None, (glued, getattr(word, "misc", None)))),
    )


def _known_arcs(deps: Any, nodes: Set[str]) -> Any:
    """Enhanced arcs without those to empty nodes that are not there: stanza reads files without them unless asked."""
    if not deps or "." not in deps:
        return deps
    arcs = (arc for arc in deps.split("|") if "." not in arc.partition(":")[0] or arc.partition(":")[0] in nodes)
    return "|".join(arcs)


def _place(number: Any) -> Tuple[int, int, int]:
    """Where a line stands in a sentence: a multiword token before its first word, an empty node behind its word."""
    text = str(number)
    if "-" in text:
        return (int(text.split("-")[0]), -1, 0)
    whole, _, part = text.partition(".")
    return (int(whole), 0, int(part or 0))


# udapi


def _udapi_document(document: Any, _holds: Optional[str]) -> Iterator[Optional[str]]:
    for bundle in document.bundles:
        yield from _udapi_bundle(bundle, None)


def _udapi_bundle(bundle: Any, _holds: Optional[str]) -> Iterator[Optional[str]]:
    zones = list(bundle.trees)
    if len(zones) > 1:
        names = ", ".join(repr(tree.zone) for tree in zones)
        raise ValueError(
            "bundle %s of this udapi document has several zones (%s): choose one, as in "
            "[bundle.get_tree(%r) for bundle in document]" % (bundle.bundle_id, names, zones[0].zone)
        )
    for tree in zones:
        yield from _udapi_root(tree, None)


def _udapi_root(tree: Any, _holds: Optional[str]) -> Iterator[Optional[str]]:
    nodes = sorted(list(tree.descendants) + list(tree.empty_nodes), key=lambda node: _place(node.ord))
    lines: List[Tuple[Any, ...]] = []
    end_of_token = 0
    for node in nodes:
        token = node.multiword_token
        if token is not None and node.ord > end_of_token:
            fields = (token.ord_range, token.form, None, None, None, str(token.feats), None, None, None)
            lines.append(fields + (str(token.misc),))
            end_of_token = token.words[-1].ord
        parent = node.parent
        lines.append(
            (
                node.ord,
                node.form,
                node.lemma,
                node.upos,
                node.xpos,
                str(node.feats),
                None if parent is None else parent.ord,
                node.deprel,
                node.raw_deps,
                str(node.misc),
            )
        )
    yield _columns(_udapi_comments(tree), lines)


def _udapi_comments(tree: Any) -> List[str]:
    """Comments in udapi's order: it keeps some as fields, and marks where they stood."""
    known = {
        "$NEWDOC": _comment("newdoc id" if isinstance(tree.newdoc, str) else "newdoc", tree.newdoc) if tree.newdoc else "",
        "$NEWPAR": _comment("newpar id" if isinstance(tree.newpar, str) else "newpar", tree.newpar) if tree.newpar else "",
        "$SENT_ID": _comment("sent_id", tree.sent_id),
        "$TEXT": _comment("text", tree.compute_text() if tree.text is None else tree.text),
    }
    lines = (tree.comment or "").splitlines()
    first = [known[name] for name in known if name not in lines]
    return [line for line in first + [known.get(line, "#" + line) for line in lines] if line.strip("#")]


_ADAPTERS: Dict[Tuple[str, str], Adapter] = {
    ("nltk", "Tree"): _nltk_tree,
    ("nltk", "DependencyGraph"): _nltk_graph,
    ("conllu", "TokenList"): _conllu_tokens,
    ("conllu", "TokenTree"): _conllu_tree,
    ("spacy", "Doc"): _spacy_doc,
    ("spacy", "Span"): _spacy_span,
    ("stanza", "Document"): _stanza_document,
    ("stanza", "Sentence"): _stanza_sentence,
    ("udapi", "Document"): _udapi_document,
    ("udapi", "Bundle"): _udapi_bundle,
    ("udapi", "Root"): _udapi_root,
}
