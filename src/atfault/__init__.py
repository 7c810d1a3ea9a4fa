"""atfault: which line of a Python program is at fault for its native crash or hang, and why."""

from __future__ import annotations

__version__ = "0.2.0"
