from __future__ import annotations

import pytest

from atfault.formats.core_notes import AT_ENTRY
from atfault.model.process import Module
from atfault.model.stacks import NativeStack
from atfault.native.jit import JitFunction
from atfault.native.unwind import Unwinder
from support.cfi_builder import (
    INITIAL,
    RBP,
    RBX,
    RIP,
    RSP,
    CfiBuilder,
    Modules,
    Target,
    advance,
    cie,
    def_cfa_expression,
    def_cfa_offset,
    def_cfa_register,
    offset,
    thread,
    undefined,
    words,
)

CODE = 0x10000
TABLE = 0x80000
STACK = 0x700000
CALL = b"\xff\xd0"  # call *%rax, so that what follows looks like a return address
START, MIDDLE, LEAF, BARE = CODE, CODE + 0x100, CODE + 0x200, CODE + 0x400

MODULE = Module("/lib/libx.so", None, "", 0, CODE, CODE + 0x1000, TABLE)


def ret(function: int) -> int:
    """A return address inside the function."""
    return function + 0x22


def make(
    stack: bytes, *, extra: dict[int, bytes] | None = None, jit: object = None, table: bool = True
) -> Unwinder:
    """start (outermost) → middle (saves rbx and rbp, frame of 32 bytes) → leaf (no frame)."""
    cfi = CfiBuilder(TABLE)
    cfi.function(START, START + 0x80, undefined(RIP))
    cfi.function(
        MIDDLE,
        MIDDLE + 0x80,
        advance(1) + def_cfa_offset(16) + offset(RBP, 16)
        + advance(1) + def_cfa_offset(24) + offset(RBX, 24) + advance(1) + def_cfa_offset(40),
    )  # fmt: skip
    cfi.function(LEAF, LEAF + 0x80)
    code = bytearray(b"\x90" * 0x1000)
    for function in (START, MIDDLE, LEAF, BARE):
        at = ret(function) - CODE
        code[at - 2 : at] = CALL
    segments = {CODE: bytes(code), STACK: stack, **(cfi.build() if table else {}), **(extra or {})}
    target = Target(segments, [(CODE, CODE + 0x1000)])
    return Unwinder(target, Modules(MODULE), jit)  # type: ignore[arg-type]


# leaf's return address; middle: 16 bytes of locals, rbx, rbp, return address; start's frame
GOOD = words(ret(MIDDLE), 1, 2, 0xB0, 0xBEEF, ret(START), 0, 0)


def pcs(stack: NativeStack) -> list[int]:
    return [frame.pc for frame in stack.frames]


def test_frames_are_followed_to_the_outermost() -> None:
    stack = make(GOOD).unwind(thread(LEAF + 4, STACK))
    assert pcs(stack) == [LEAF + 4, ret(MIDDLE), ret(START)]
    assert [f.function_start for f in stack.frames] == [LEAF, MIDDLE, START]
    assert [(f.sp - STACK, f.cfa - STACK) for f in stack.frames] == [(0, 8), (8, 48), (48, 56)]
    assert {f.trust for f in stack.frames} == {"cfi"}
    assert stack.stop_reason == ""


def test_the_innermost_pc_counts_exactly_and_return_addresses_as_their_call() -> None:
    # At the first byte of a function nothing is pushed; a return address there belongs to the
    # function before.
    stack = make(words(ret(START), 0)).unwind(thread(MIDDLE, STACK))
    assert pcs(stack) == [MIDDLE, ret(START)]
    unwinder = make(words(LEAF + 0x80, ret(START), 0))
    step = unwinder.step_at(LEAF + 0x80, exact=False)
    assert step is not None and step.function_start == LEAF
    assert unwinder.step_at(LEAF + 0x80, exact=True) is None


def test_saved_registers_are_restored_for_the_frames_that_need_them() -> None:
    cfi = CfiBuilder(TABLE + 0x40000)
    framed = CODE + 0x600
    cfi.function(framed, framed + 0x80, b"\x0c\x06\x10" + offset(RBP, 16))
    code_module = Module("/lib/liby.so", None, "", 0, framed, framed + 0x100, TABLE + 0x40000)
    unwinder = make(
        words(ret(MIDDLE), 1, 2, 0xB0, STACK + 56, framed + 0x22, 0, 0xF00, ret(START), 0),
        extra=cfi.build(),
    )
    unwinder._modules = Modules(code_module, MODULE)  # type: ignore[assignment]
    stack = unwinder.unwind(thread(LEAF + 4, STACK))
    # The framed function finds its CFA through the rbp that middle saved: STACK + 56 + 16.
    assert pcs(stack) == [LEAF + 4, ret(MIDDLE), framed + 0x22, ret(START)]
    assert stack.frames[2].cfa == STACK + 72
    assert stack.stop_reason == ""


def test_a_caller_saved_register_is_not_trusted_behind_a_call() -> None:
    cfi = CfiBuilder(TABLE + 0x40000)
    odd = CODE + 0x600
    cfi.function(odd, odd + 0x80, b"\x0c\x00\x10")  # CFA = rax + 16
    unwinder = make(words(odd + 0x22, 0, 0), extra=cfi.build())
    unwinder._modules = Modules(  # type: ignore[assignment]
        Module("/lib/liby.so", None, "", 0, odd, odd + 0x100, TABLE + 0x40000), MODULE
    )
    stack = unwinder.unwind(thread(LEAF + 4, STACK, rax=STACK))
    assert pcs(stack) == [LEAF + 4]
    assert "register 0" in stack.stop_reason


def test_a_cfa_expression_is_evaluated() -> None:
    cfi = CfiBuilder(TABLE + 0x40000)
    plt = CODE + 0x600
    cfi.function(plt, plt + 0x20, def_cfa_expression(bytes.fromhex("770880003f1a3b2a332422")))
    for pc, stack_words in ((plt + 3, (ret(START), 0)), (plt + 0xC, (7, ret(START), 0))):
        unwinder = make(words(*stack_words), extra=cfi.build())
        unwinder._modules = Modules(  # type: ignore[assignment]
            Module("/lib/liby.so", None, "", 0, plt, plt + 0x20, TABLE + 0x40000), MODULE
        )
        assert pcs(unwinder.unwind(thread(pc, STACK))) == [pc, ret(START)]


def test_a_frame_that_does_not_move_outward_ends_the_stack() -> None:
    cfi = CfiBuilder(TABLE + 0x40000)
    odd = CODE + 0x600
    cfi.function(odd, odd + 0x80, def_cfa_register(RBP))
    unwinder = make(words(odd + 0x22, 0, 0), extra=cfi.build())
    unwinder._modules = Modules(  # type: ignore[assignment]
        Module("/lib/liby.so", None, "", 0, odd, odd + 0x100, TABLE + 0x40000), MODULE
    )
    stack = unwinder.unwind(thread(LEAF + 4, STACK, rbp=STACK - 64))
    assert pcs(stack) == [LEAF + 4]
    assert "do not move outward" in stack.stop_reason


def test_an_unreadable_stack_says_where() -> None:
    stack = make(GOOD[:24]).unwind(thread(LEAF + 4, STACK))
    assert pcs(stack) == [LEAF + 4, ret(MIDDLE)]
    assert "not readable" in stack.stop_reason
    stack = make(b"").unwind(thread(LEAF + 4, STACK))
    assert pcs(stack) == [LEAF + 4]


def test_unknown_registers_are_a_reason() -> None:
    lost = thread(LEAF, STACK)
    registers = lost.registers._replace(general=(None,) * 17)
    stack = make(GOOD).unwind(lost._replace(registers=registers))
    assert stack == NativeStack((), "its registers are not known")


def test_the_limit_is_said() -> None:
    recursion = words(*(ret(LEAF) for _ in range(200)), ret(START), 0)
    unwinder = make(recursion)
    assert len(unwinder.unwind(thread(LEAF + 4, STACK)).frames) == 202
    stack = unwinder.unwind(thread(LEAF + 4, STACK), limit=50)
    assert len(stack.frames) == 50
    assert "limit of 50 frames" in stack.stop_reason


def test_a_call_of_a_bad_pointer_is_left_by_the_word_on_top_of_the_stack() -> None:
    stack = make(words(ret(LEAF), *GOOD_WORDS)).unwind(thread(0x10, STACK))
    assert pcs(stack) == [0x10, ret(LEAF), ret(MIDDLE), ret(START)]
    assert {f.trust for f in stack.frames} == {"cfi"}
    assert stack.frames[0].module is None
    assert stack.stop_reason == ""


GOOD_WORDS = (ret(MIDDLE), 1, 2, 0xB0, 0xBEEF, ret(START), 0, 0)


def test_a_null_pc_is_left_like_any_bad_pointer() -> None:
    stack = make(words(ret(LEAF), *GOOD_WORDS)).unwind(thread(0, STACK))
    assert pcs(stack) == [0, ret(LEAF), ret(MIDDLE), ret(START)]


def test_a_return_address_of_zero_is_said() -> None:
    stack = make(words(0, 0)).unwind(thread(LEAF + 4, STACK))
    assert pcs(stack) == [LEAF + 4]
    assert "return address is zero" in stack.stop_reason


def test_an_overwritten_return_address_is_scanned_past_and_marked() -> None:
    stack = make(words(0x4141414141414141, 9, *GOOD_WORDS)).unwind(thread(LEAF + 4, STACK))
    assert pcs(stack) == [LEAF + 4, ret(MIDDLE), ret(START)]
    assert [f.trust for f in stack.frames] == ["cfi", "scanned", "cfi"]
    nothing = make(words(0x4141414141414141, 9, 9)).unwind(thread(LEAF + 4, STACK))
    assert pcs(nothing) == [LEAF + 4]
    assert "0x4141414141414141 is not code" in nothing.stop_reason


def test_a_return_address_that_follows_no_call_is_dropped_with_what_lies_beyond() -> None:
    inside = MIDDLE + 0x40  # rules apply here, but no call comes before it
    stack = words(inside, 1, 2, 3, 4, 0xBAD, *GOOD_WORDS)
    found = make(stack).unwind(thread(LEAF + 4, STACK))
    assert pcs(found) == [LEAF + 4, ret(MIDDLE), ret(START)]
    assert [frame.trust for frame in found.frames] == ["cfi", "scanned", "cfi"]
    assert found.stop_reason == ""


def test_a_return_address_that_follows_no_call_ends_the_stack_where_nothing_else_is_found() -> None:
    stack = words(MIDDLE + 0x40, 1, 2, 3, 4, 0xBAD, 0)
    found = make(stack).unwind(thread(LEAF + 4, STACK))
    assert pcs(found) == [LEAF + 4]
    assert "follows no call" in found.stop_reason


def test_announced_code_without_rules_is_left_by_what_its_instructions_tell() -> None:
    made = 0x20000
    # push rbp; push rbx; sub rsp, 8; call rax; add rsp, 8; pop rbx; pop rbp; ret
    code = bytes.fromhex("55 53 4883ec08 ffd0 4883c408 5b 5d c3")

    class Jit:
        def find_fde(self, address: int) -> None:
            return None

        def find(self, address: int) -> object:
            return self if made <= address < made + len(code) else None

        def function_at(self, address: int) -> JitFunction:
            return JitFunction(made, len(code), "f")

    stack = words(made + 8, 0, 0xB, 0xB9, made + 8, 0, 0xC, 0xC9, *GOOD_WORDS)
    walker = make(stack, extra={made: code}, jit=Jit())
    found = walker.unwind(thread(LEAF + 4, STACK))
    assert pcs(found) == [LEAF + 4, made + 8, made + 8, ret(MIDDLE), ret(START)]
    assert {frame.trust for frame in found.frames} == {"cfi"}
    assert [frame.is_jit for frame in found.frames] == [False, True, True, False, False]
    registers = walker.registers_in(thread(LEAF + 4, STACK), 3)
    assert (registers[RBX], registers[RBP]) == (0xC, 0xC9)


def test_a_thread_that_has_run_nothing_yet_has_one_frame() -> None:
    libc = Module("/lib/libc.so.6", None, "", 0, CODE, CODE + 0x1000)
    code = bytearray(b"\x90" * 0x1000)
    code[0x10:0x12] = b"\x0f\x05"  # syscall
    code[ret(START) - CODE - 2 : ret(START) - CODE] = CALL
    target = Target({CODE: bytes(code), STACK: words(0, ret(START), 0)}, [(CODE, CODE + 0x1000)])

    def found(rax: int, pc: int) -> NativeStack:
        made = thread(pc, STACK)
        general = (rax, *made.registers.general[1:])
        made = made._replace(registers=made.registers._replace(general=general))
        return Unwinder(target, Modules(libc)).unwind(made)  # type: ignore[arg-type]

    assert (pcs(found(0, CODE + 0x12)), found(0, CODE + 0x12).stop_reason) == ([CODE + 0x12], "")
    assert found(4711, CODE + 0x12).stop_reason  # in the thread that made it
    assert found(0, CODE + 0x20).stop_reason


def test_a_program_begins_where_the_kernel_enters_it() -> None:
    entry = ret(START) - 8
    code = bytearray(b"\x90" * 0x1000)
    code[ret(START) - CODE - 2 : ret(START) - CODE] = CALL
    target = Target({CODE: bytes(code), STACK: words(0, ret(START), 0)}, [(CODE, CODE + 0x1000)])
    library = Module("/lib/libc.so", None, "", 0, CODE, CODE + 0x1000)

    def found() -> NativeStack:
        unwinder = Unwinder(target, Modules(library))  # type: ignore[arg-type]
        return unwinder.unwind(thread(CODE + 0x80, STACK))

    assert found().stop_reason
    target.auxv[AT_ENTRY] = entry
    assert (pcs(found()), found().stop_reason) == ([CODE + 0x80, ret(START)], "")
    assert {frame.trust for frame in found().frames} == {"cfi"}


def test_code_without_rules_is_scanned_past_and_marked() -> None:
    stack = make(words(5, CODE + 0x800, 7, *GOOD_WORDS)).unwind(thread(BARE + 4, STACK))
    # CODE + 0x800 is code, but no call comes before it.
    assert pcs(stack) == [BARE + 4, ret(MIDDLE), ret(START)]
    assert [f.trust for f in stack.frames] == ["cfi", "scanned", "cfi"]
    assert stack.frames[0].cfa == STACK + 32
    assert stack.frames[0].function_start == 0


def test_a_left_over_return_address_that_leads_nowhere_is_passed_over() -> None:
    stack = make(words(ret(MIDDLE), 0, *GOOD_WORDS)).unwind(thread(BARE + 4, STACK))
    # Taken for a frame, the first ret(MIDDLE) would need its own return address at 0xBEEF.
    assert pcs(stack) == [BARE + 4, ret(MIDDLE), ret(START)]
    assert stack.frames[0].cfa == STACK + 24


def test_the_frame_pointer_is_the_last_resort() -> None:
    # No candidate unwinds to the end by rules, but rbp leads to a frame that was called.
    frame = words(STACK + 0x40, ret(BARE))
    unwinder = make(words(0, 0) + frame + words(0) * 6)
    stack = unwinder.unwind(thread(BARE + 4, STACK, rbp=STACK + 16))
    assert pcs(stack)[:2] == [BARE + 4, ret(BARE)]
    assert stack.frames[1].trust == "frame-pointer"
    assert "no unwind information at" in stack.stop_reason
    assert "libx.so" in stack.stop_reason


@pytest.mark.parametrize(
    ("kind", "paths", "words_of_it"),
    [
        ("core", ("", "/lib/libx.so"), "made at run time"),
        ("live", ("",), "made at run time"),
        ("core", ("/lib/libx.so",), "in libx.so, which could not be read"),
        ("core", ("",), "does not say what file"),
    ],
)
def test_code_of_no_module_is_named_for_what_it_is(
    kind: str, paths: tuple[str, ...], words_of_it: str
) -> None:
    target = Target({STACK: words(0, 0, 0), 0x30000: b"\x90" * 64}, [(0x30000, 0x30040)])
    (code,) = target.mappings
    others = [code._replace(start=0x40000 + at, path=path) for at, path in enumerate(paths[1:])]
    target.kind, target.mappings = kind, (code._replace(path=paths[0]), *others)
    stack = Unwinder(target, Modules()).unwind(thread(0x30004, STACK))  # type: ignore[arg-type]
    assert words_of_it in stack.stop_reason


def test_a_module_whose_table_is_unreadable_counts_as_without_rules() -> None:
    stack = make(GOOD, table=False).unwind(thread(LEAF + 4, STACK))
    assert pcs(stack) == [LEAF + 4]
    assert "no unwind information" in stack.stop_reason


SIGRETURN = b"\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05"


def signal_stack(trampoline: int, interrupted_sp: int) -> bytes:
    """What the kernel leaves: the trampoline as return address, then a ucontext."""
    registers = dict.fromkeys(range(17), 0)
    registers[RSP], registers[RIP], registers[RBP] = interrupted_sp, LEAF + 4, 0xBEEF
    order = (8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16)
    context = words(0, 0, 0, 0, 0) + words(*(registers[n] for n in order))
    return words(trampoline) + context


@pytest.mark.parametrize("own_stack", (False, True))
def test_a_trampoline_without_rules_is_known_by_its_instructions(own_stack: bool) -> None:
    trampoline = CODE + 0x900
    handler = signal_stack(trampoline, STACK if own_stack else STACK + 0x400)
    where = STACK + 0x10000 if own_stack else STACK
    segments = {where: handler, (STACK if own_stack else STACK + 0x400): GOOD}
    unwinder = make(b"", extra=segments)
    del unwinder.memory.segments[STACK]  # type: ignore[attr-defined]
    unwinder.memory.segments.update(segments)  # type: ignore[attr-defined]
    code = bytearray(unwinder.memory.segments[CODE])  # type: ignore[attr-defined]
    code[0x900 : 0x900 + len(SIGRETURN)] = SIGRETURN
    unwinder.memory.segments[CODE] = bytes(code)  # type: ignore[attr-defined]
    stack = unwinder.unwind(thread(LEAF + 8, where))
    assert pcs(stack) == [LEAF + 8, trampoline, LEAF + 4, ret(MIDDLE), ret(START)]
    assert [f.is_signal_frame for f in stack.frames] == [False, True, False, False, False]
    assert stack.frames[1].function_start == trampoline
    assert {f.trust for f in stack.frames} == {"cfi"}
    assert stack.stop_reason == ""


def test_a_trampoline_with_rules_is_looked_up_at_its_first_byte() -> None:
    trampoline = CODE + 0x680
    cfi = CfiBuilder(TABLE + 0x40000)
    cfi.function(CODE + 0x600, trampoline)  # ends where the trampoline begins
    # CFA and return address as the kernel's frame has them: rsp at +160, rip at +168.
    rules = def_cfa_expression(b"\x77\xa0\x01\x06") + b"\x10\x10\x03\x77\xa8\x01"
    cfi.function(trampoline, trampoline + 9, rules, cie(b"zRS", b"\x1b", INITIAL))
    handler = signal_stack(trampoline, STACK + 0x400)
    unwinder = make(handler + bytes(0x400 - len(handler)) + GOOD, extra=cfi.build())
    unwinder._modules = Modules(  # type: ignore[assignment]
        Module("/lib/libc.so.6", None, "", 0, CODE + 0x600, CODE + 0x700, TABLE + 0x40000), MODULE
    )
    stack = unwinder.unwind(thread(LEAF + 8, STACK))
    assert pcs(stack) == [LEAF + 8, trampoline, LEAF + 4, ret(MIDDLE), ret(START)]
    assert stack.frames[1].is_signal_frame


def test_signal_frames_in_a_circle_end() -> None:
    trampoline = CODE + 0x900
    frame = signal_stack(trampoline, STACK)
    unwinder = make(frame)
    code = bytearray(unwinder.memory.segments[CODE])  # type: ignore[attr-defined]
    code[0x900 : 0x900 + len(SIGRETURN)] = SIGRETURN
    unwinder.memory.segments[CODE] = bytes(code)  # type: ignore[attr-defined]
    stack = unwinder.unwind(thread(LEAF + 8, STACK))
    assert len(stack.frames) < 2000
    assert stack.stop_reason
