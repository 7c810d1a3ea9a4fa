"""The one way to import a module late.

Imports stand at the top of a module. Three kinds come when they are needed, all through here: a
subcommand (the others cost its user time), a heavy optional library, and one of several plug-ins or
generated tables, of which a target needs one.
"""

from __future__ import annotations

import importlib
from typing import Any


def load(module: str) -> Any:
    """The module of that full name. Raises ImportError as an import statement does."""
    return importlib.import_module(module)
