"""What few need, and is therefore no part of the installation."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.doctor.check import check, verdict
from atfault.doctor.machine import Machine
from atfault.doctor.subject import Subject
from atfault.extras import EXTRAS, Extra, command
from atfault.model.doctor import Verdict


@check("extras", "which extras are installed", "atfault", about=("machine",))
def extras(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Each extra of atfault's: what it is for, and whether that can be done here."""
    for extra in EXTRAS:
        looked = f"the package {' and '.join(extra.modules)}"
        if extra.program:
            looked += f", the program {extra.program}"
        found = machine.means(extra)
        if found:
            yield verdict("ok", f"{extra.name}: by {found}", looked)
        elif not (extra.program or command(extra)):
            yield verdict("ok", f"{extra.name}: not for this machine; {extra.without}", looked)
        else:
            meaning = f"atfault[{extra.name}] is not installed: {extra.without}"
            yield verdict("note", meaning, looked, *_cure(extra))


def _cure(extra: Extra) -> tuple[str, str | None]:
    """In words, and the command."""
    program = f"install the program {extra.program}" if extra.program else ""
    pip = command(extra)
    if not pip:
        return program, None
    return f"{program}, or" if program else "install it where atfault is", pip
