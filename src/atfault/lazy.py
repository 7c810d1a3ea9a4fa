"""The one way to import a module late.

Imports stand at the top of a module. Three kinds come when they are needed, all through here: a
subcommand (the others cost its user time; of `run`, what explains an end, as most programs end
well), a heavy optional library, and one of several plug-ins or generated tables, of which a target
needs some: the instructions of its version, the decoder of a part that is asked for, a renderer.

What only annotations name may stand in an `if TYPE_CHECKING` at the top instead.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


def load(path: str) -> Any:
    """The module "package.module", or what "package.module:name" names in it.

    Raises ImportError as an import statement does, AttributeError for such a name.
    """
    module, _, name = path.partition(":")
    loaded = importlib.import_module(module)
    return getattr(loaded, name) if name else loaded


def calling(path: str) -> Callable[..., Any]:
    """A function that calls the one `path` names ("package.module:name"), and loads it for that:
    for tables of plug-ins."""

    def call(*arguments: Any) -> Any:
        return load(path)(*arguments)

    return call
