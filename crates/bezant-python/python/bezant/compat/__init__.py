"""Stand-ins for Python scorers that people import: a script changes one import, and its figures stay.

| instead of | import |
|---|---|
| `import conll18_ud_eval` | `from bezant.compat import conll18_ud_eval` |
| `from udtools.udeval import …` | `from bezant.compat.udtools.udeval import …` |
| `from PYEVALB import scorer, parser` | `from bezant.compat.pyevalb import scorer, parser` |

Names, arguments and results are those of the originals; what is scored is scored by bezant.
"""
