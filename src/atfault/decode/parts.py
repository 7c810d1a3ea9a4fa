"""Parts of a process, each of which may fail on its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

from atfault.contained import contained
from atfault.model.absent import Absent
from atfault.model.state import ProcessState


class Decoded(Protocol):
    """What has parts: a ProcessState."""

    losses: list[str]
    """Warnings of parts that failed."""


_T = TypeVar("_T")
_D = TypeVar("_D", bound=Decoded)


def part(what: str) -> Callable[[Callable[[_D], _T]], Callable[[_D], _T]]:
    """Of a property of a process: where its decoding fails, it is as of a process of which nothing
    is known, but says why. what: as `contained` has it."""

    def decorate(decoding: Callable[[_D], _T]) -> Callable[[_D], _T]:
        @wraps(decoding)
        def decoded(process: _D) -> _T:
            with contained(what, process.losses) as failed:
                return decoding(process)
            default = getattr(ProcessState, decoding.__name__).func(process)
            unknown: _T = _without(default, failed.reason)
            return unknown

        return decoded

    return decorate


def _without(default: Any, reason: str) -> Any:
    """A record, or a value, with `reason` in each `Absent` that it holds."""
    if isinstance(default, Absent):
        return Absent(reason)
    fields = getattr(default, "_fields", ())
    absent = {name for name in fields if isinstance(getattr(default, name), Absent)}
    return default._replace(**dict.fromkeys(absent, Absent(reason))) if absent else default
