"""Small files of JSON that Jupyter, or the probe, has written; they are not trusted."""

from __future__ import annotations

import json
import os
import stat
from typing import Any

MAX_FILE = 1 << 16


def read_json(path: str) -> dict[str, Any]:
    """An object; {} for what is none, is no regular file, or cannot be read."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        with open(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                return {}
            found = json.loads(file.read(MAX_FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
