"""Makes the reference of the package, pages of HTML, from its docstrings; what lacks one is an error.

    python3 crates/bezant-python/reference.py FOLDER

Needs pdoc and the installed package. Types of Spark and Arrow are links where these are installed.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import warnings
from pathlib import Path
from typing import Any, Iterator

import pdoc

import bezant


def modules() -> list[str]:
    """All modules whose names promise that they stay."""
    found = pkgutil.walk_packages(bezant.__path__, "bezant.")
    return ["bezant", *(one.name for one in found if not any(part.startswith("_") for part in one.name.split(".")))]


def public(module: Any) -> Iterator[tuple[str, Any]]:
    """What a module says it has, and the methods of its classes."""
    here = [name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
    for name in getattr(module, "__all__", None) or [name for name in here if not name.startswith("_")]:
        value = getattr(module, name)
        if inspect.ismodule(value) or not callable(value):
            continue
        yield name, value
        if inspect.isclass(value):
            for member, of_class in vars(value).items():
                if not member.startswith("_") and (callable(of_class) or isinstance(of_class, property)):
                    yield f"{name}.{member}", of_class


def main() -> int:
    names = modules()
    lacking, n = [], 0
    for name in names:
        module = importlib.import_module(name)
        if not module.__doc__:
            lacking.append(name)
        for member, value in public(module):
            n += 1
            if not (inspect.getdoc(value) or "").strip():
                lacking.append(f"{name}.{member}")
    if lacking:
        print("these have no docstring:", *lacking, sep="\n  ", file=sys.stderr)
        return 1
    # Metrics of loops are found when somebody asks for them, which pdoc does not.
    vars(bezant).update({name: getattr(bezant, name) for name in bezant.__all__})
    # Types of libraries that are not installed stay names.
    warnings.filterwarnings("ignore", module="pdoc")
    pdoc.render.configure(docformat="restructuredtext")
    pdoc.pdoc(*names, "!bezant.compat._universal", output_directory=Path(sys.argv[1]))
    print(f"{n} functions, classes and methods of {len(names)} modules: {sys.argv[1]}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
