"""The folder that atfault itself was started in."""

from __future__ import annotations

import os


def current_folder() -> str:
    """The working directory; "" when it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""
