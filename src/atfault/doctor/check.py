"""What a check is: a function of the machine and what it is about, with a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from atfault.doctor.machine import Machine
from atfault.doctor.subject import Subject
from atfault.model.doctor import State, Verdict
from atfault.model.findings import Advice

About = Literal["machine", "process", "core", "package"]
Function = Callable[[Machine, Subject], Iterator[Verdict]]
EVERYTHING: tuple[About, ...] = ("machine", "process", "core", "package")


class Check:
    """A registered check; calling it gives its verdicts, one or more."""

    def __init__(
        self, id: str, title: str, group: str, about: tuple[About, ...], function: Function
    ) -> None:
        self.id = id
        self.title = title
        self.group = group
        self.about = about
        self.__doc__ = function.__doc__
        self._function = function

    def __call__(self, machine: Machine, subject: Subject) -> Iterator[Verdict]:
        return self._function(machine, subject)


def check(
    id: str, title: str, group: str, about: tuple[About, ...] = ("machine", "process")
) -> Callable[[Function], Check]:
    """Make a check of a function. about: what it has something to say of."""

    def attach(function: Function) -> Check:
        return Check(id, title, group, about, function)

    return attach


def verdict(
    state: State, meaning: str, looked_at: str = "", text: str = "", command: str | None = None
) -> Verdict:
    """One with a single cure, where `text` names one."""
    return Verdict(state, meaning, looked_at, (Advice(text, command),) if text else ())
