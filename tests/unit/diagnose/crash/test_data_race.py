"""The suspicion of a data race: where it is raised, and where it is not."""

from __future__ import annotations

from atfault.diagnose.rules.crash.data_race import data_race
from atfault.model.absent import Absent
from atfault.model.values import Value
from support.diagnosed import claims, diagnose
from support.states import array, case_of, crash, ctypes_call, native, python, segv, thread

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


def test_proof_comes_first():
    state = crash(signal=segv(0x10), frames=call(), threads=[second(call())])
    causes = [finding.cause for finding in diagnose(state).findings]
    assert causes[0] == "null-dereference"
    assert "data-race" in causes
