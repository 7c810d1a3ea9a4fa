"""The folder that atfault itself was started in, and those that it keeps things in."""

from __future__ import annotations

import os


def current_folder() -> str:
    """The working directory; "" when it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def state_folder() -> str:
    """Where atfault keeps things, whether or not it exists."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):  # the XDG specification: relative values are to be ignored
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "atfault")


def reports_folder() -> str:
    """The folder of saved reports, whether or not it exists."""
    return os.path.join(state_folder(), "reports")
