"""From where to where a failed instruction had its pointer, by the code in front of it."""

from __future__ import annotations

from atfault.native.pointer_way import Function, loads_of_target, loads_to
from support.byte_memory import ByteMemory

START, CALLER = 0x40_0000, 0x50_0000
STACK = 0x7FFC_0000_0000
TABLE, PLAYER, GONE = 0x1000_0000, 0x1000_1000, 0x5_5949_A973
NUMBERS = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15".split()

RAX_IN_RDI = bytes.fromhex("488b07")  # mov rax, qword ptr [rdi]
RDI_IN_RDI = bytes.fromhex("488b3f")  # mov rdi, qword ptr [rdi]
RAX_IN_RSI = bytes.fromhex("488b06")  # mov rax, qword ptr [rsi]
RBX_RDI = bytes.fromhex("4889fb")  # mov rbx, rdi
RDI_IN_RBX = bytes.fromhex("488b7b10")  # mov rdi, qword ptr [rbx + 0x10]
SPILL_RDI = bytes.fromhex("48897c2408")  # mov qword ptr [rsp + 8], rdi
RDI_SPILLED = bytes.fromhex("488b7c2408")  # mov rdi, qword ptr [rsp + 8]
CALL = bytes.fromhex("e800000000")
CALL_R15 = bytes.fromhex("41ffd7")
ADD_RDI_16 = bytes.fromhex("4883c710")  # add rdi, 0x10
FAILED = bytes.fromhex("ff5010")  # call qword ptr [rax + 0x10]


def function(code: bytes, start: int = START, *, at: int = -1, **registers: int) -> Function:
    """One whose failed instruction, or end, lies behind `code`."""
    known = [registers.get(name) for name in NUMBERS]
    end = start + len(code) + 16
    return Function(start + (len(code) if at < 0 else at), start, end, (STACK, STACK + 64), known)


def memory(codes: dict[int, bytes], words: dict[int, int]) -> ByteMemory:
    data = {at: code + FAILED + bytes.fromhex("c3") * 20 for at, code in codes.items()}
    return ByteMemory(data | {at: word.to_bytes(8, "little") for at, word in words.items()})


def loads(code: bytes, words: dict[int, int], value: int = GONE, **registers: int):
    one = function(code, rsp=STACK, rax=value, **registers)
    found = loads_to(memory({START: code}, words), [one], "rax", value)
    return [(load.holder, load.offset) for load in found]


def test_each_load_on_the_way_from_an_argument():
    code = RBX_RDI + RDI_IN_RBX + RAX_IN_RDI
    words = {TABLE + 16: PLAYER, PLAYER: GONE}
    assert loads(code, words, rbx=TABLE, rdi=PLAYER) == [(PLAYER, 0), (TABLE, 16)]


def test_a_register_that_was_overwritten_since_has_what_memory_gives_for_it():
    code = RBX_RDI + RDI_IN_RBX + RDI_IN_RDI + RAX_IN_RDI
    words = {TABLE + 16: PLAYER, PLAYER: PLAYER + 64, PLAYER + 64: GONE}
    found = loads(code, words, rbx=TABLE, rdi=PLAYER + 64)
    assert found == [(PLAYER + 64, 0), (PLAYER, 0), (TABLE, 16)]


def test_a_pointer_that_was_put_away_on_the_stack():
    code = RBX_RDI + RDI_IN_RBX + SPILL_RDI + CALL + RDI_SPILLED + RAX_IN_RDI
    words = {TABLE + 16: PLAYER, PLAYER: GONE, STACK + 8: PLAYER}
    assert loads(code, words, rbx=TABLE, rdi=PLAYER) == [(PLAYER, 0), (TABLE, 16)]


def test_a_pointer_into_the_middle_of_something():
    code = RDI_IN_RBX + ADD_RDI_16 + RAX_IN_RDI
    words = {TABLE + 16: PLAYER, PLAYER + 16: GONE}
    assert loads(code, words, rbx=TABLE, rdi=PLAYER + 16) == [(PLAYER + 16, 0), (TABLE, 16)]


def test_what_a_call_returned_ends_the_way():
    assert loads(RAX_IN_RDI + CALL, {PLAYER: GONE}, rdi=PLAYER) == []
    code = RAX_IN_RDI + CALL
    one = function(code, rax=0, rdi=PLAYER)
    found = loads_to(memory({START: code}, {PLAYER: 0}), [one], "rax", 0)
    assert [load.returned_by for load in found] == [START + len(code)]


def test_what_a_call_returned_is_not_told_where_the_pointer_may_be_a_constant():
    #      call; test rax, rax; je over; xor eax, eax; over:
    code = CALL + bytes.fromhex("4885c0") + bytes.fromhex("7402") + bytes.fromhex("31c0")
    assert loads(code, {}, 0) == []


def test_memory_has_to_agree_with_the_register():
    assert loads(RAX_IN_RDI, {PLAYER: GONE + 8}, rdi=PLAYER) == []
    assert loads(RAX_IN_RDI, {}, rdi=PLAYER) == []


def test_code_that_is_jumped_over_was_not_run():
    #      mov rax, [rdi]; jmp over; mov rax, [rsi]; ret; over:
    code = RAX_IN_RDI + bytes.fromhex("eb04") + RAX_IN_RSI + bytes.fromhex("c3")
    words = {PLAYER: GONE, TABLE: GONE}
    assert loads(code, words, rdi=PLAYER, rsi=TABLE) == [(PLAYER, 0)]


def test_of_two_ways_a_small_number_tells_neither():
    #      mov rax, [rdi]; je over; mov rax, [rsi]; over:
    code = RAX_IN_RDI + bytes.fromhex("7403") + RAX_IN_RSI
    assert loads(code, {PLAYER: 0, TABLE: 0}, 0, rdi=PLAYER, rsi=TABLE) == []
    assert loads(code, {PLAYER: 0, TABLE: 1}, 0, rdi=PLAYER, rsi=TABLE) == [(PLAYER, 0)]
    assert loads(code, {PLAYER: GONE, TABLE: 0}, rdi=PLAYER, rsi=TABLE) == [(PLAYER, 0)]


def test_an_argument_is_followed_into_the_caller():
    to_inner = START - (CALLER + len(RDI_IN_RBX) + len(CALL))
    inner, outer = RAX_IN_RDI, RDI_IN_RBX + CALL[:1] + to_inner.to_bytes(4, "little", signed=True)
    words = {TABLE + 16: PLAYER, PLAYER: GONE}
    functions = [
        function(inner, rax=GONE, rdi=PLAYER),
        function(outer, CALLER, rbx=TABLE)._replace(is_caller=True),
    ]
    found = loads_to(memory({START: inner, CALLER: outer}, words), functions, "rax", GONE)
    assert [(load.holder, load.offset) for load in found] == [(PLAYER, 0), (TABLE, 16)]


def test_an_argument_of_a_function_that_another_one_jumped_to_is_not_the_callers():
    """ctypes' d_get, behind PyCField_get: its pointer is not the descriptor that was passed."""
    inner, outer = RAX_IN_RDI, RDI_IN_RBX + CALL_R15
    words = {TABLE + 16: PLAYER, PLAYER: GONE}
    for called, wanted in (
        (START, [(PLAYER, 0), (TABLE, 16)]),
        (CALLER + 0x800, [(PLAYER, 0)]),
        (None, [(PLAYER, 0), (TABLE, 16)]),
    ):
        functions = [
            function(inner, rax=GONE, rdi=PLAYER),
            function(outer, CALLER, rbx=TABLE, r15=called)._replace(is_caller=True),
        ]
        found = loads_to(memory({START: inner, CALLER: outer}, words), functions, "rax", GONE)
        assert [(load.holder, load.offset) for load in found] == wanted


def test_an_entry_of_a_table_of_jumps_passes_on_what_it_got():
    stub = CALLER + 0x800
    jump = bytes.fromhex("f30f1efaff25") + (0x100).to_bytes(4, "little")
    to_stub = stub - (CALLER + len(RDI_IN_RBX) + len(CALL))
    inner, outer = RAX_IN_RDI, RDI_IN_RBX + CALL[:1] + to_stub.to_bytes(4, "little")
    words = {TABLE + 16: PLAYER, PLAYER: GONE, stub + len(jump) + 0x100: START}
    functions = [
        function(inner, rax=GONE, rdi=PLAYER),
        function(outer, CALLER, rbx=TABLE)._replace(is_caller=True),
    ]
    codes = memory({START: inner, CALLER: outer, stub: jump}, words)
    found = loads_to(codes, functions, "rax", GONE)
    assert [(load.holder, load.offset) for load in found] == [(PLAYER, 0), (TABLE, 16)]


def test_a_variable_of_the_library_is_marked():
    target = START + 0x4000
    code = bytes.fromhex("488b05") + (target - START - 7).to_bytes(4, "little")
    one = function(code, rax=GONE)
    found = loads_to(memory({START: code}, {target: GONE}), [one], "rax", GONE)
    assert [(load.holder, load.is_variable) for load in found] == [(target, True)]


def test_where_a_call_led_to_was_read_from_memory():
    code = RDI_IN_RBX + RAX_IN_RDI + FAILED
    words = {TABLE + 16: PLAYER, PLAYER: TABLE + 64, TABLE + 80: GONE}
    known = {"rax": TABLE + 64, "rbx": TABLE, "rdi": PLAYER}
    refused = function(code, at=len(code) - len(FAILED), **known)
    for one in (refused, function(code, **known)._replace(is_caller=True)):
        found = loads_of_target(memory({START: code}, words), [one], GONE)
        held = [(load.holder, load.offset) for load in found]
        assert held == [(TABLE + 64, 16), (PLAYER, 0), (TABLE, 16)]


def test_a_loop_ends():
    #      back: mov rdi, [rdi]; jne back
    code = RDI_IN_RDI + bytes.fromhex("75fb") + RAX_IN_RDI
    words = {PLAYER: GONE, TABLE: PLAYER}
    assert loads(code, words, rdi=PLAYER)[0] == (PLAYER, 0)


def test_a_loop_that_goes_on_and_on_is_not_followed_for_ever():
    #      back: add rdi, 0x10; jne back
    code = RDI_IN_RBX + ADD_RDI_16 + bytes.fromhex("75fa") + RAX_IN_RDI
    words = {TABLE + 16: PLAYER, PLAYER + (1 << 20): GONE}
    assert loads(code, words, rbx=TABLE, rdi=PLAYER + (1 << 20)) == [(PLAYER + (1 << 20), 0)]
    words = {TABLE + 16: PLAYER, PLAYER + 48: GONE}
    found = loads(code, words, rbx=TABLE, rdi=PLAYER + 48)
    assert found == [(PLAYER + 48, 0), (TABLE, 16)]


def test_a_small_number_that_a_called_function_may_have_written_is_not_followed():
    #      mov [rsp + 8], rax; lea rdi, [rsp + 8]; call; mov rax, [rsp + 8]
    kept, given = bytes.fromhex("4889442408"), bytes.fromhex("488d7c2408")
    again = bytes.fromhex("488b442408")
    for between, known in ((b"", [START + len(CALL)]), (given, [])):
        code = CALL + kept + between + CALL + again
        found = loads_to(
            memory({START: code}, {STACK + 8: 0}), [function(code, rsp=STACK, rax=0)], "rax", 0
        )
        assert [load.returned_by for load in found] == known


def test_a_jump_through_a_table_beside_the_code_leads_to_no_known_place():
    """polars_thousands_of_branches of tests/real: jmp qword ptr [rip + …] in a function."""
    table = bytes.fromhex("ff25fcb42301")  # jmp qword ptr [rip + 0x123b4fc]
    over = bytes.fromhex("eb06")  # jmp over it
    words = {PLAYER: GONE}
    assert loads(over + table + RAX_IN_RDI, words, rdi=PLAYER) == [(PLAYER, 0)]


def test_of_no_function_nothing_is_told():
    assert loads_of_target(memory({}, {}), [], GONE) == ()
