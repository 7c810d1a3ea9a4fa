"""import-deadlock: a thread needs a module whose import cannot end without that thread."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang.cycles import cycle_finding, cycles_of, step_in_words, taken_back
from atfault.diagnose.hang.parties import Link
from atfault.diagnose.rule import ALIVE, Need, rule
from atfault.model.case import Case
from atfault.model.findings import Finding, SetAside


@rule("import-deadlock", on=ALIVE, family="hang", partly=(Need.INTERPRETER,))
def import_deadlock(case: Case) -> Iterator[Finding | SetAside]:
    """A thread imports a module whose import, in another thread, waits for that thread.

    Python holds a lock for each module while its body runs. A module body that starts a thread and
    waits for it hangs as soon as the thread imports that same module; so does one that wants a lock
    whose holder imports it. (Two modules that import each other from two threads do not hang:
    Python notices that.)

    What to do: start threads from a function that runs after the import, not from a module's body.
    """
    yield from taken_back(case, "import-deadlock")
    for hang, cycle in cycles_of(case, "import-deadlock"):
        yield cycle_finding(hang, cycle, _summary(cycle), _advice(cycle))


def _importing(cycle: tuple[Link, ...]) -> Link:
    return next(link for link in cycle if link.wait.resource.kind == "import-lock")


def _module(link: Link) -> str:
    return link.wait.resource.lock.module


def _summary(cycle: tuple[Link, ...]) -> str:
    link = _importing(cycle)
    module = _module(link) or "a module"
    if len(cycle) == 1:
        return f"{link.who.label} waits for its own import of {module}"
    after = next(other for other in cycle if other.who.key == link.by.key)
    return (
        f"{link.who.label} imports {module}, which {link.by.label} is importing; "
        f"that import {step_in_words(after)}"
    )


def _advice(cycle: tuple[Link, ...]) -> Iterator[str]:
    module = _module(_importing(cycle))
    where = f"the body of {module}" if module else "the module's body"
    yield f"move what waits out of {where} into a function that is called after the import"
