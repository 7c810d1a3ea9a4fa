"""Charts for the terminal; what is heavy is imported when it is asked for first."""

import importlib
import threading

_where = {"Bars": "bars", "Sparks": "sparks", "theme": "themes", "WIDTH": "themes"}
_guard = threading.RLock()
__all__ = sorted(_where)


def __getattr__(name):
    module = _where.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _guard:
        value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
        globals()[name] = value
    return value


def __dir__():
    return __all__
