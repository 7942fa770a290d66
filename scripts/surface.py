#!/usr/bin/env python3
"""How much of the library its documentation shows, and so promises.

    python3 scripts/surface.py

counts modules, types, functions and methods on the pages of `cargo doc` (fields and variants apart), and names what a
page mentions that is on no page. It fails if there is any such thing. Needs nightly Rust, which writes the
documentation as data.
"""

import collections
import json
import pathlib
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent
TARGET = PROJECT / "target" / "surface"


def documentation():
    command = ["cargo", "+nightly", "rustdoc", "-q", "-p", "bezant", "--target-dir", str(TARGET), "--"]
    command += ["-Z", "unstable-options", "--document-hidden-items", "--output-format", "json"]
    subprocess.run(command, cwd=PROJECT, check=True)
    return json.loads((TARGET / "doc" / "bezant.json").read_text())


class Pages:
    """What is reached from the crate without going through anything hidden."""

    def __init__(self, docs):
        self.index, self.paths = docs["index"], docs["paths"]
        self.shown = {}  # by id: kind and path
        self.walk(docs["root"], "")

    def find(self, number):
        return self.index.get(str(number))

    def is_hidden(self, item):
        return any("doc" in str(attribute) and "hidden" in str(attribute) for attribute in item["attrs"])

    def walk(self, number, path):
        item = self.find(number)
        if item is None or str(number) in self.shown:
            return
        if self.is_hidden(item):
            return
        kind, inner = next(iter(item["inner"].items()))
        if kind == "use":
            if inner["id"] is not None and not inner["is_glob"]:
                self.walk(inner["id"], path)
            return
        if kind == "impl":
            # Implementations of traits say nothing new.
            if inner["trait"] is None:
                for member in inner["items"]:
                    found = self.find(member)
                    if found and found["visibility"] == "public":
                        self.walk(member, path)
            return
        path = f"{path}::{item['name']}" if path else item["name"]
        self.shown[str(number)] = (kind, path)
        children = []
        if kind in ("module", "trait"):
            children += inner["items"]
        if kind == "enum":
            children += inner["variants"]
        if kind == "struct" and isinstance(inner["kind"], dict) and "plain" in inner["kind"]:
            fields = inner["kind"]["plain"]["fields"]
            children += [field for field in fields if self.find(field)["visibility"] == "public"]
        if kind in ("struct", "enum"):
            children += inner["impls"]
        for child in children:
            self.walk(child, path)

    def mentioned(self, value):
        """Ids of types and traits in a signature."""
        if isinstance(value, list):
            for part in value:
                yield from self.mentioned(part)
        if not isinstance(value, dict):
            return
        for key, part in value.items():
            if key in ("resolved_path", "trait") and isinstance(part, dict) and "id" in part:
                yield str(part["id"])
            if key not in ("impls", "items", "variants", "fields"):
                yield from self.mentioned(part)

    def chosen(self, number):
        """The types that implementations of traits choose, which stand on the page of their own type."""
        for implementation in map(self.find, number["impls"]):
            inner = implementation["inner"]["impl"]
            if inner["trait"] is None or inner["blanket_impl"] is not None:
                continue
            of_trait = self.find(inner["trait"]["id"])
            if of_trait and of_trait["crate_id"] == 0 and str(of_trait["id"]) not in self.shown:
                continue
            items = of_trait["inner"]["trait"]["items"] if of_trait else []
            hidden = {item["name"] for item in map(self.find, items) if item and self.is_hidden(item)}
            for item in map(self.find, inner["items"]):
                if item and "assoc_type" in item["inner"] and item["name"] not in hidden:
                    yield item["inner"]

    def missing(self):
        """What pages mention that is on none, and where."""
        found = collections.defaultdict(list)
        for number, (kind, path) in self.shown.items():
            inner = self.index[number]["inner"][kind]
            values = [inner]
            if kind in ("struct", "enum"):
                values += self.chosen(inner)
            if kind == "variant" and isinstance(inner["kind"], dict):
                form, fields = next(iter(inner["kind"].items()))
                fields = fields["fields"] if form == "struct" else fields
                fields = [field for field in map(self.find, fields) if field and not self.is_hidden(field)]
                values += [field["inner"] for field in fields]
            for other in self.mentioned(values):
                known = self.paths.get(other)
                if known and known["crate_id"] == 0 and other not in self.shown:
                    found["::".join(known["path"])].append(path)
        return found


def main():
    pages = Pages(documentation())
    kinds = collections.Counter(kind for kind, _ in pages.shown.values())
    apart = kinds["struct_field"] + kinds["variant"]
    print(f"{len(pages.shown) - apart} things shown, and {apart} fields and variants of theirs")
    for kind, n in kinds.most_common():
        print(f"  {n:5} {kind.replace('_', ' ')}")
    missing = pages.missing()
    for name, places in sorted(missing.items()):
        print(f"{name} is on no page, and {', '.join(sorted(set(places))[:5])} mention it", file=sys.stderr)
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
