"""What the rules about damaged Python objects share: which object it is about, and the words."""

from __future__ import annotations

from atfault.diagnose.facts import (
    bare_symbol,
    crash_frames,
    describe_frame,
    interpreter_module,
    native_frames,
)
from atfault.diagnose.integers import integers_of
from atfault.diagnose.words import command_line, listed
from atfault.model.absent import Absent
from atfault.model.findings import Advice, Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.model.damage import DamagedObject, Reach
    from atfault.model.stacks import NativeFrame
    from atfault.model.state import ProcessState

COUNTED = ("variable", "item", "collector")
"""Kinds of references that Python itself keeps, and counts."""
MAX_NAMES = 3
_SYSTEM = ("/lib/", "/lib64/", "/usr/lib", "/usr/local/lib/x86_64")
_INSTALLED = ("/site-packages/", "/dist-packages/")
_PLUMBING = ("libc.so", "libc-", "libffi", "_ctypes", "ld-linux", "libstdc++", "libgcc_s")


def worked_on(state: ProcessState) -> DamagedObject | None:
    """The damaged object that the failed instruction is known to have used; None for none."""
    first = state.damage[0] if state.damage else None
    return first if first is not None and first.operated.startswith("the failed") else None


def subject(state: ProcessState) -> DamagedObject | None:
    """The damaged object that explains the crash: in use at that moment, or one that Python's own
    references lead to while Python itself failed; None when there is none."""
    first = state.damage[0] if state.damage else None
    if first is None:
        return None
    if worked_on(state) is not None and _was_object(first):
        return first
    if not in_interpreter(state) or not counted(first):
        return None
    return first if first.operated or first.freed else None


def _was_object(one: DamagedObject) -> bool:
    """Whether there was an object once: native code may also take a wrong address for one."""
    return one.freed or one.overwritten or one.is_behind_links or bool(counted(one))


def is_about_object(state: ProcessState) -> bool:
    """Whether the address that failed was read from a damaged object, by the interpreter: then it
    tells of nothing else."""
    return subject(state) is not None


def counted(one: DamagedObject) -> tuple[Reach, ...]:
    """The references to it that Python keeps and counts."""
    return tuple(reach for reach in one.reached if reach.kind in COUNTED)


def is_miscounted(state: ProcessState, one: DamagedObject) -> bool:
    """Whether a reference that Python counts leads to it, though it is gone: then the count was
    wrong.

    So it is too when nothing but the interpreter's own functions is at work: they know the object
    from a reference of Python's, unless an extension module's function left the rest to them. An
    object made from an address by hand was never counted in the first place.
    """
    hands = {call.kind for call in state.suspects}
    if "address" in hands and "count" not in hands:
        return False
    if counted(one):
        return True
    if one.reached or one.called:
        return False
    return in_interpreter(state) and not caller_of_interpreter(state)


def in_interpreter(state: ProcessState) -> bool:
    """Whether the interpreter's own code failed, or called what is no code."""
    frames = native_frames(state.crashed)
    if frames and frames[0].is_jit:
        return False
    inner = next((frame.module for frame in frames[:2] if frame.module is not None), None)
    return inner is not None and inner == interpreter_module(state)


def caller_of_interpreter(state: ProcessState) -> NativeFrame | None:
    """The innermost native function outside of the interpreter between the failure and the
    innermost Python frame (an extension module, a library): what handed the object over."""
    interpreter = interpreter_module(state)
    for frame in crash_frames(state.crashed)[:40]:
        native = frame.native
        if native is None:
            return None
        module = native.module
        if module is None or module == interpreter or not bare_symbol(native):
            continue
        if module.path == state.process.executable or module.name.startswith(_PLUMBING):
            continue
        return native
    return None


def article(type_name: str) -> str:
    """ "an Account", "a list"."""
    return f"an {type_name}" if type_name[:1] in "AEIOUaeio" else f"a {type_name}"


def gone(one: DamagedObject) -> str:
    """ "an Account that had been freed", or what else it is."""
    kind = article(one.type_name) if one.type_name else "an object"
    if one.reused:
        return "an object whose memory belongs to something else"
    return f"{kind} that had been freed" if one.freed else "what is no object"


def names_of(one: DamagedObject) -> str:
    """ "rows[3] and row": how the program reaches it; "" when only the machinery does."""
    named = [reach.expression for reach in one.reached if reach.kind != "temporary"]
    return listed(list(dict.fromkeys(named)), MAX_NAMES)


def no_address(state: ProcessState) -> str:
    """ "c is 0x2a, where …": a reference that cannot be one, though no object was destroyed; "" for
    none."""
    for one in state.damage[:1]:
        names = names_of(one)
        if names and not one.freed and not one.words and (one.address < 1 << 16 or one.address & 7):
            return (
                f"{names} is {one.address:#x}, where the address of an object should be: native "
                "code returned or stored what is no object"
            )
    return ""


def evidence_of(state: ProcessState, one: DamagedObject) -> Iterator[Evidence]:
    """What proves that it is no object any more, and who was using it."""
    yield Evidence(f"at {one.address:#x} there should be an object, but {one.problem}")
    if one.pattern:
        yield Evidence(f"what lies there now is {one.pattern}")
    if one.words:
        yield Evidence(f"its first words are {' '.join(f'{word:#x}' for word in one.words)}")
    if one.type_name:
        yield Evidence(f"its type pointer still leads to {one.type_name}")
    frames = native_frames(state.crashed)
    if one.operated and frames:
        actor = next((frame for frame in frames if frame.module is not None), frames[0])
        if one.operated.startswith("its address"):
            yield Evidence(f"{describe_frame(actor)} failed, and {one.operated}")
        else:
            yield Evidence(f"{describe_frame(actor)} was at it: {one.operated}")
    known = integers_of(state.crashed).get(one.address)
    if known is not None:
        yield Evidence(f"{known.words} holds this very address")
    if one.called:
        yield Evidence(f"Python had called {one.called}, a function of an extension module")
    if one.in_collector:
        yield Evidence("Python's garbage collector found it; the damage was done earlier")
    others = len(state.damage) - 1
    if others and one.reached:
        more = [names_of(other) for other in state.damage[1:]]
        yield Evidence(f"the same is true of {listed([name for name in more if name], MAX_NAMES)}")
    for call in state.suspects[:3]:
        file = call.file.rsplit("/", 1)[-1]
        yield Evidence(f"{call.function} ({file}:{call.line}) uses {call.name}")


def _where_to_look(state: ProcessState) -> str:
    """The native code in which the mistake may be, as far as it can be narrowed down; "" if not."""
    if state.suspects:
        call = state.suspects[0]
        file = call.file.rsplit("/", 1)[-1]
        return f"{call.function} ({file}:{call.line}) works on references by hand: look there first"
    own: dict[str, None] = {}
    packages: dict[str, None] = {}
    for module in state.modules:
        folder, _, name = module.path.rpartition("/")
        if module == interpreter_module(state) or ".so" not in name:
            continue
        if folder.startswith(_SYSTEM) or "/lib-dynload" in folder or name.startswith(_PLUMBING):
            continue
        installed = next((f for f in _INSTALLED if f in module.path), None)
        if installed is None:
            own[name] = None
        else:
            packages[module.path.partition(installed)[2].partition("/")[0].split(".")[0]] = None
    if own:
        return f"look first at native code of your own that was loaded: {listed(list(own), 4)}"
    if packages:
        return f"packages with native code that were loaded: {listed(list(packages), 4)}"
    return ""


def advice_of(state: ProcessState, text: str) -> tuple[Advice, ...]:
    argv = state.process.argv
    command = command_line(argv)
    python = not isinstance(state.python, Absent)
    where = _where_to_look(state)
    return (
        Advice(text),
        *((Advice(where),) if where else ()),
        Advice(
            "run it again with checks of Python's memory, which may stop closer to the cause",
            f"atfault run --again -- {command}" if command and python else None,
        ),
    )
