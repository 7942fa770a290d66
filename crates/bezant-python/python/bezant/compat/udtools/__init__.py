"""The scorer of udtools, `udtools.udeval`. Its validator has no stand-in: `bezant.check` says what is wrong with files."""

from . import udeval

__all__ = ["udeval"]
