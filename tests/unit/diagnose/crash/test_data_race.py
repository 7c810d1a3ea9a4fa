"""The suspicion of a data race: where it is raised, and where it is not."""

from __future__ import annotations

from atfault.diagnose.rules.crash.data_race import data_race
from atfault.model.absent import Absent
from atfault.model.values import Value, Variable
from support.diagnosed import claims, diagnose
from support.states import (
    HEAP,
    array,
    calls,
    case_of,
    crash,
    ctypes_call,
    native,
    python,
    segv,
    thread,
)

MODEL = Value("service.Recogniser", "Recogniser()", 0x7000_1000)
OTHER = Value("service.Recogniser", "Recogniser()", 0x7000_2000)
WILD = 0x7E00_0000_1000


def call(model=MODEL, function="recognise", line=12):
    """A thread's frames inside the library."""
    inner = native(function, "extension", pc=None)
    return [*ctypes_call(inner), python("handle", line=line, file="/home/ada/s.py", model=model)]


def second(frames, **more):
    return thread(frames, tid=4712, name="worker-2", crashed=False, **more)


def without_locals(one):
    frames = tuple(
        frame
        if frame.python is None
        else frame._replace(python=frame.python._replace(locals=Absent("not decoded")))
        for frame in one.stack.frames
    )
    return one._replace(stack=one.stack._replace(frames=frames))


def findings(state):
    return list(data_race(case_of(state)))


def test_the_same_object_in_the_same_function_is_likely():
    state = crash(signal=segv(WILD), frames=call(), threads=[second(call(line=30))])
    found = findings(state)
    assert [one.cause for one in found] == ["data-race"]
    assert found[0].confidence == "likely"
    assert claims(found[0]) == (
        "data-race",
        "likely",
        ["s.py:12:handle", "s.py:30:handle"],
        {"read": 3},
    )
    texts = " ".join(evidence.text for evidence in found[0].evidence)
    assert "model (service.Recogniser at 0x70001000)" in texts
    assert "s.py:30" in texts
    assert [blame.thread for blame in found[0].blame] == ["MainThread", "worker-2"]
    assert claims(found[0]) == (
        "data-race",
        "likely",
        ["s.py:12:handle", "s.py:30:handle"],
        {"read": 3},
    )


def test_objects_of_their_own_make_it_merely_possible():
    state = crash(signal=segv(WILD), frames=call(), threads=[second(call(OTHER))])
    found = findings(state)
    assert [one.confidence for one in found] == ["possible"]
    assert claims(found[0]) == (
        "data-race",
        "possible",
        ["s.py:12:handle", "s.py:12:handle"],
        {"read": 3},
    )


def test_without_the_variables_nothing_is_said_of_objects():
    state = crash(signal=segv(WILD), frames=call(), threads=[second(call())])
    threads = tuple(without_locals(one) for one in state.threads)
    state = state._replace(threads=threads)
    found = findings(state)
    assert [one.confidence for one in found] == ["possible"]
    assert claims(found[0]) == (
        "data-race",
        "possible",
        ["s.py:12:handle", "s.py:12:handle"],
        {"read": 3},
    )


def test_sharing_an_array_is_merely_possible():
    grid = array(0x7000_3000, (4, 4))
    frames = [*ctypes_call(native("fill", "extension")), python("paint", grid=grid)]
    state = crash(signal=segv(WILD), frames=frames, threads=[second(frames)])
    found = findings(state)
    assert [one.confidence for one in found] == ["possible"]
    assert claims(found[0]) == (
        "data-race",
        "possible",
        ["paint.py:10:paint", "paint.py:10:paint"],
        {"read": 3},
    )


def test_a_thread_that_held_the_gil_makes_it_merely_possible():
    state = crash(
        signal=segv(WILD), frames=call(), threads=[second(call())], thread={"holds_gil": True}
    )
    assert [one.confidence for one in findings(state)] == ["possible"]


def test_two_functions_of_a_library_on_one_object_are_possible():
    elsewhere = call(function="reset")
    elsewhere[0] = elsewhere[0]._replace(pc=elsewhere[0].pc + 0x1000)
    elsewhere[0] = elsewhere[0]._replace(function_start=elsewhere[0].pc & ~0xFF)
    state = crash(signal=segv(WILD), frames=call(), threads=[second(elsewhere)])
    found = findings(state)
    assert [one.confidence for one in found] == ["possible"]
    assert "reset" in found[0].summary


def test_a_helper_thread_without_python_frames_does_not_count():
    worker = second([native("recognise", "extension"), native("start_thread", "libc")])
    assert findings(crash(signal=segv(WILD), frames=call(), threads=[worker])) == []


def test_sharing_the_c_library_or_the_interpreter_means_nothing():
    sleeping = [native("recv", "libc"), native("sock_recv", "libpython"), python("serve")]
    reading = [native("recv", "libc"), native("sock_recv", "libpython"), python("main")]
    assert findings(crash(signal=segv(WILD), frames=reading, threads=[second(sleeping)])) == []


def test_a_thread_that_waits_for_the_library_s_own_lock_does_not_count():
    waiting = [native("__lll_lock_wait"), native("pthread_mutex_lock"), *call()]
    assert findings(crash(signal=segv(WILD), frames=call(), threads=[second(waiting)])) == []


def test_another_library_is_no_suspicion():
    elsewhere = [native("at::native::lstm", "torch"), python("train", model=MODEL)]
    assert findings(crash(signal=segv(WILD), frames=call(), threads=[second(elsewhere)])) == []


def test_a_crash_in_python_code_itself_is_no_suspicion():
    frames = [python("main")]
    assert findings(crash(signal=segv(WILD), frames=frames, threads=[second(call())])) == []


def test_it_is_not_checked_without_native_stacks():
    state = crash(signal=segv(WILD), frames=[python("main")], threads=[second(call())])
    checked = diagnose(state, rules=(data_race,))
    assert [entry.rule for entry in checked.not_checked] == ["data-race"]


def test_it_takes_nothing_from_the_other_findings():
    alone = diagnose(crash(signal=segv(WILD), frames=call())).findings
    beside = diagnose(crash(signal=segv(WILD), frames=call(), threads=[second(call(OTHER))]))
    first = beside.findings[0]
    assert alone[0].cause != "data-race"
    assert (first.cause, first.confidence) == (alone[0].cause, alone[0].confidence)
    assert "data-race" in [finding.cause for finding in beside.findings]


def test_as_sure_as_one_that_says_only_what_happened_it_comes_first():
    state = crash(signal=segv(WILD), frames=call(), threads=[second(call(line=30))])
    first, other = diagnose(state).findings[:2]
    assert (first.cause, first.confidence) == ("data-race", "likely")
    assert (other.cause, other.confidence) == ("wild-pointer", "likely")


def causes_of(state):
    return [(one.cause, one.confidence) for one in diagnose(state).findings[:2]]


def test_what_is_null_may_be_the_other_threads_work():
    """zstandard: methods of one ZstdCompressor, called by several threads."""
    state = crash(signal=segv(0x10), frames=call(), threads=[second(call())])
    assert causes_of(state) == [("data-race", "likely"), ("null-dereference", "likely")]
    state = crash(signal=segv(0x10), frames=call(), threads=[second(call(OTHER))])
    assert causes_of(state) == [("null-dereference", "likely"), ("data-race", "possible")]


def test_null_is_certain_where_no_other_thread_was_at_work_in_the_library():
    turn = [native("__lll_lock_wait"), native("pthread_mutex_lock"), *call()]
    elsewhere = [native("lstm", "torch"), python("train", model=MODEL)]
    helper = [native("recognise", "extension"), native("start_thread", "libc")]
    for frames in (turn, elsewhere, helper):
        state = crash(signal=segv(0x10), frames=call(), threads=[second(frames)])
        assert causes_of(state)[0] == ("null-dereference", "certain")


def test_proof_comes_first():
    """What Python code gave the call is NULL, whatever other threads do."""
    nothing = Value("NoneType", "None", 0x99)
    given = [*call()[:-1], calls(call()[-1], nothing, MODEL)]
    state = crash(signal=segv(0), frames=given, threads=[second(call())])
    assert causes_of(state)[0] == ("null-dereference", "certain")
    assert "data-race" in [finding.cause for finding in diagnose(state).findings]


# what the calls work on


def packing(packer, *arguments, **variables):
    """A thread's frames in the method `compress` of `packer`, a global."""
    frame = calls(python("pack", **variables), *arguments, name="compress")
    receiver = Variable("packer", packer, "operand", "compress")
    return [
        native("Compressor_compress", "extension", pc=None),
        frame._replace(operands=(*frame.operands, receiver)),
    ]


def race(own, other):
    (found,) = findings(crash(signal=segv(WILD), frames=own, threads=[second(other)]))
    return found.confidence


def test_the_object_whose_method_is_called_counts_whatever_holds_it():
    assert race(packing(MODEL, 1), packing(MODEL, 2)) == "likely"
    assert race(packing(MODEL, 1), packing(OTHER, 2)) == "possible"
    assert race(packing(OTHER, MODEL), packing(MODEL, OTHER)) == "likely"


def test_what_is_not_passed_does_not_count():
    blocks = Value("list", "[…]", 0x7000_4000)
    own = packing(MODEL, 1, blocks=blocks)
    assert race(own, packing(OTHER, 2, blocks=blocks)) == "possible"
    assert race(packing(MODEL, blocks), packing(OTHER, blocks)) == "likely"
    unknown = [own[0], python("pack", blocks=blocks)]
    assert race(own, unknown) == "possible"
    assert race(unknown, unknown) == "likely", "nothing better is known"


def test_a_handle_is_what_it_leads_to():
    """A pointer of ctypes is made anew for each call, and many a library's handle is a number."""
    pointers = [Value("c_void_p", "…", at, HEAP + 64, pointer_at=at) for at in (0x8000, 0x9000)]
    number = Value("int", "…", 0xA000, HEAP + 64)
    assert race(packing(OTHER, pointers[0]), packing(MODEL, pointers[1])) == "likely"
    assert race(packing(OTHER, pointers[0]), packing(MODEL, number)) == "likely"
    null = pointers[0]._replace(number=0)
    small, text = number._replace(number=4096), pointers[0]._replace(type="c_char_p")
    code = number._replace(number=0x7000_0000_0000)
    for one in (null, small, text, code):
        assert race(packing(OTHER, one), packing(MODEL, one)) == "possible"
    grid = array(HEAP, (64,))
    assert race(packing(OTHER, number, grid=grid), packing(MODEL, number)) == "possible"


def test_the_callers_own_object_stands_in_for_a_function_that_belongs_to_none():
    """geocoder of tests/lots: a method that calls a function of ctypes."""

    def calling(own, owner=None):
        native_part, frame = packing(owner or OTHER, Value("bytes", "…", 0x99), self=own)
        keeps = [one for one in frame.operands if owner or one.is_passed]
        return [native_part, frame._replace(operands=tuple(keeps))]

    assert race(calling(MODEL), calling(MODEL)) == "likely"
    assert race(calling(MODEL), calling(OTHER)) == "possible"
    others = [Value("zstandard.Compressor", "…", at) for at in (0x8000, 0x9000)]
    assert race(calling(MODEL, others[0]), calling(MODEL, others[1])) == "possible"
    for kind in ("PyCapsule", "_cffi_backend.Lib", "pybind11_builtins.function_record"):
        library = Value(kind, "…", 0x8000)
        assert race(calling(MODEL, library), calling(OTHER, library)) == "possible"
        assert race(calling(MODEL, library), calling(MODEL, library)) == "likely"
