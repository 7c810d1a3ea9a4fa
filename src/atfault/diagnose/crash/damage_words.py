"""What is said about a damaged Python object."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atfault.diagnose.crash.changed import changed_evidence, is_worth_telling
from atfault.diagnose.crash.damage import MAX_NAMES, names_of
from atfault.diagnose.crash.integers import held_words
from atfault.diagnose.facts import describe_frame, interpreter_module, native_frames
from atfault.diagnose.words import file_line, listed
from atfault.model import roles
from atfault.model.counts import article
from atfault.model.state import ProcessState

if TYPE_CHECKING:  # of most crashes there are none
    from atfault.model.damage import DamagedObject, Operated

_SYSTEM = ("/lib/", "/lib64/", "/usr/lib", "/usr/local/lib/x86_64")
_OPERATED: dict[Operated, str] = {
    "type": "the failed instruction used its type pointer",
    "slot": "the failed instruction used a field of what its type pointer leads to",
    "link": "the failed instruction used its links in the garbage collector's list",
    "in-hand": "its address is in the registers or on the stack there",
}


def gone(one: DamagedObject) -> str:
    """ "an Account that had been freed", or what else it is."""
    kind = article(one.type_name) if one.type_name else "an object"
    if one.reused:
        return "an object whose memory belongs to something else"
    return f"{kind} that had been freed" if one.freed else "what is no object"


def evidence_of(state: ProcessState, one: DamagedObject) -> Iterator[str]:
    """What proves that it is no object any more, and who was using it."""
    yield f"at {one.address:#x} there should be an object, but {one.problem}"
    if one.pattern:
        yield f"what lies there now is {one.pattern}"
    if one.words:
        yield f"its first words are {' '.join(f'{word:#x}' for word in one.words)}"
    if one.type_name:
        yield f"its type pointer still leads to {one.type_name}"
    frames = native_frames(state.crashed)
    if one.operated is not None and frames:
        actor = next((frame for frame in frames if frame.module is not None), frames[0])
        was = "was at it:" if one.is_proven else "failed, and"
        yield f"{describe_frame(actor)} {was} {_OPERATED[one.operated]}"
    yield held_words(state, one.address)
    if one.called:
        yield f"Python had called {one.called}, a function of an extension module"
    if one.in_collector:
        yield "Python's garbage collector found it; the damage was done earlier"
    yield from _kept(one)
    others = len(state.objects.damage) - 1
    if others and one.reached:
        more = [names_of(other) for other in state.objects.damage[1:]]
        yield f"the same is true of {listed([name for name in more if name], MAX_NAMES)}"
    for changed in filter(is_worth_telling, state.objects.changed[:1]):
        yield from changed_evidence(changed)
    yield from suspect_words(state)


def suspect_words(state: ProcessState) -> Iterator[str]:
    """The places of the program's own that handle references by hand."""
    for call in state.objects.suspects[:3]:
        yield f"{call.function} ({file_line(call.file, call.line)}) uses {call.name}"


def _kept(one: DamagedObject) -> Iterator[str]:
    """Which variables of native code hold it, or what leads to it."""
    for held in one.kept[:MAX_NAMES]:
        what = "its address" if held.value == one.address else "what leads to it"
        where = f"{held.name}, a variable" if held.name else "a variable"
        yield f"{what} is kept in {where} of {roles.library_title(held.module.name)}"


def _where_to_look(state: ProcessState) -> str:
    """The native code in which the mistake may be, as far as it can be narrowed down; "" if not."""
    if state.objects.suspects:
        call = state.objects.suspects[0]
        where = f"{call.function} ({file_line(call.file, call.line)})"
        return f"{where} works on references by hand: look there first"
    keeping = state.objects.damage[0].kept if state.objects.damage else ()
    if keeping:
        return f"look first at {roles.library_title(keeping[0].module.name)}, which keeps it"
    own: dict[str, None] = {}
    packages: dict[str, None] = {}
    for module in state.layout.modules:
        folder, _, name = module.path.rpartition("/")
        if module == interpreter_module(state) or ".so" not in name:
            continue
        if folder.startswith(_SYSTEM) or "/lib-dynload" in folder or roles.is_plumbing(name):
            continue
        package = roles.package_name(module.path).partition(".")[0]
        (packages if package else own)[package or name] = None
    if own:
        return f"look first at native code of your own that was loaded: {listed(list(own), 4)}"
    if packages:
        return f"packages with native code that were loaded: {listed(list(packages), 4)}"
    return ""


def advice_of(state: ProcessState, text: str) -> tuple[str, ...]:
    return (text, _where_to_look(state))
