"""Imports that wait until they are needed.

For three things alone: a subcommand, a heavy optional library, a plug-in. Everything else is
imported at the top of its module.
"""

from __future__ import annotations

import importlib
from typing import Any


def load(path: str) -> Any:
    """The module "package.module", or what "package.module:name" names in it.

    Raises ImportError for a module that is not there or fails, AttributeError for such a name.
    """
    module, _, name = path.partition(":")
    loaded = importlib.import_module(module)
    return getattr(loaded, name) if name else loaded
