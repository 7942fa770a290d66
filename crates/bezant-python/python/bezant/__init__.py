"""bezant says how good a natural-language parser really is, and shows why."""

from bezant._bezant import Corpus, Counter, Counts, __version__
from bezant._errors import BezantError, BezantWarning, GateError

__all__ = ["BezantError", "BezantWarning", "Corpus", "Counter", "Counts", "GateError", "__version__"]
