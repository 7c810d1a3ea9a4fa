"""Fields of JSON that nobody has checked: of another type, they are missing."""

from __future__ import annotations

import os
from typing import Any

MAX_TEXT = 8192


def list_of(plain: dict[str, Any], key: str, limit: int) -> list[Any]:
    value = plain.get(key)
    return value[:limit] if isinstance(value, list) else []


def dicts_of(plain: dict[str, Any], key: str, limit: int) -> list[dict[str, Any]]:
    return [part for part in list_of(plain, key, limit) if isinstance(part, dict)]


def texts_of(plain: dict[str, Any], key: str, limit: int) -> tuple[str, ...]:
    return tuple(part[:MAX_TEXT] for part in list_of(plain, key, limit) if isinstance(part, str))


def text_of(plain: dict[str, Any], key: str, limit: int = MAX_TEXT) -> str:
    value = plain.get(key)
    return value[:limit] if isinstance(value, str) else ""


def path_of(plain: dict[str, Any], key: str, limit: int = MAX_TEXT) -> str:
    """Name of a file, or several with colons between; "" for what can be none."""
    text = text_of(plain, key, limit)
    return text if is_path(text) else ""


def paths_of(plain: dict[str, Any], key: str, limit: int) -> tuple[str, ...]:
    return tuple(filter(is_path, texts_of(plain, key, limit)))


def is_path(text: str) -> bool:
    """Whether the system can be asked for it: without NUL and lone surrogates, at which each call
    that takes a path raises a ValueError."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeError:
        return False


def integer_of(plain: dict[str, Any], key: str) -> int | None:
    value = plain.get(key)
    return value if type(value) is int else None


def positive(number: int | None) -> int | None:
    return number if number is not None and number > 0 else None


def positive_or_zero(number: int | None) -> int | None:
    return number if number is not None and number >= 0 else None


def is_size(size: object) -> bool:
    return type(size) is int and 0 <= size < 1 << 62
