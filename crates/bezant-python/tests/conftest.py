"""The demo's files, and the program that everything is compared with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable

import pytest

from bezant import _bezant


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of ``bezant demo``."""
    folder = tmp_path_factory.mktemp("demo")
    assert _bezant.run(["demo", "--write", str(folder)]).status == 0
    return folder


def program() -> list[str]:
    """The program itself, or the package as one."""
    named = os.environ.get("BEZANT_PROGRAM")
    return [named] if named else [sys.executable, "-m", "bezant"]


@pytest.fixture(scope="session")
def typed(demo: Path) -> Callable[..., Any]:
    """What the program prints as JSON, in the folder of the demo."""

    def run(*words: str) -> Any:
        done = subprocess.run([*program(), *words, "--format", "json"], cwd=demo, capture_output=True, check=True)
        return json.loads(done.stdout)

    return run


@pytest.fixture(autouse=True)
def in_demo(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are those of the demo."""
    monkeypatch.chdir(demo)


def sentences(path: str) -> list[str]:
    """The sentences of a file of the demo, one text each; an empty line of trees is one without a parse."""
    text = Path(path).read_text(encoding="utf-8")
    if path.endswith(".conllu"):
        return [block + "\n\n" for block in text.strip().split("\n\n")]
    return text.splitlines()
