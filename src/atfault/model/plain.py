"""Members of plain JSON objects, read tolerantly: of a wrong type counts as missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Record = TypeVar("Record")

CONFIDENCES = ("certain", "likely", "possible")


def records(
    plain: dict[str, Any], key: str, decoder: Callable[[dict[str, Any]], Record]
) -> tuple[Record, ...]:
    return tuple(decoder(part) for part in list_(plain, key) if isinstance(part, dict))


def list_(plain: dict[str, Any], key: str) -> list[Any]:
    value = plain.get(key)
    return value if isinstance(value, list) else []


def dict_(plain: dict[str, Any], key: str) -> dict[str, Any] | None:
    value = plain.get(key)
    return value if isinstance(value, dict) else None


def text(plain: dict[str, Any], key: str) -> str:
    value = plain.get(key)
    return value if isinstance(value, str) else ""


def text_or_none(plain: dict[str, Any], key: str) -> str | None:
    value = plain.get(key)
    return value if isinstance(value, str) else None


def texts(plain: dict[str, Any], key: str) -> tuple[str, ...] | None:
    value = plain.get(key)
    if not isinstance(value, list):
        return None
    return tuple(part for part in value if isinstance(part, str))


def integer(plain: dict[str, Any], key: str) -> int | None:
    value = plain.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def number(plain: dict[str, Any], key: str) -> float:
    """A finite number; 0.0 for anything else."""
    value = plain.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return 0.0
    return float(value) if abs(value) < 1e15 else 0.0


def boolean(plain: dict[str, Any], key: str) -> bool | None:
    value = plain.get(key)
    return value if isinstance(value, bool) else None


def choice(plain: dict[str, Any], key: str, choices: tuple[str, ...], default: str) -> Any:
    value = plain.get(key)
    return value if isinstance(value, str) and value in choices else default
