"""The program: ``bezant ...`` and ``python -m bezant ...``."""

from __future__ import annotations

import sys

from bezant import _bezant


def main() -> int:
    """Does what was typed, and returns what the program ends with."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    # With -m, the first word is the path of this file; no command has that name.
    name = sys.argv[0] if not sys.argv[0].endswith("__main__.py") else "bezant"
    return _bezant.main([name, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
