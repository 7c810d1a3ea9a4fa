"""Rules about errors that the interpreter itself ends a program for, and about its lock."""

from __future__ import annotations

from atfault.model.absent import Absent
from atfault.model.damage import Outsider
from atfault.model.process import ProcessInfo, SignalInfo
from atfault.model.stacks import Location
from atfault.model.state import GilState, PythonInfo
from atfault.model.suspects import SuspectCall
from support.diagnosed import claims, every_cause, first, words
from support.states import MODULES, PID, ctypes_call, native, python, segv, thread

ABORT = SignalInfo(6, -6, None, PID, 0, PID)
ABORTING = [native("pthread_kill"), native("raise"), native("abort")]


# python-fatal-error and gil-not-held


def test_the_check_of_nanobind_is_about_the_gil():
    frames = [
        *ABORTING,
        native("_ZN8nanobind6detail8fail_gilEv", "extension"),
        native("copy", "extension"),
        python(),
    ]
    found = first(signal=ABORT, frames=frames)
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 2})
    assert "gil-not-held" not in every_cause(signal=ABORT, frames=[*ABORTING, *frames[-2:]])


def test_the_text_of_a_fatal_error_is_told():
    found = first(
        signal=ABORT,
        python_fatal="bad marshal data",
        frames=[
            *ABORTING,
            native("_Py_FatalErrorFunc", "libpython"),
            native("load", "libpython"),
            python(),
        ],
    )
    assert claims(found) == ("python-fatal-error", "certain", ["paint.py:10:main"], {"read": 1})


def test_a_fatal_error_without_a_text_says_why():
    found = first(
        signal=ABORT,
        python_fatal=Absent("its text was made up at run time"),
        frames=[
            *ABORTING,
            native("Py_FatalError", "libpython"),
            native("f", "extension"),
            python(),
        ],
    )
    assert claims(found) == ("python-fatal-error", "certain", ["paint.py:10:main"], {"read": 2})


def test_a_fatal_error_called_for_through_ctypes_was_not_raised_in_libffi():
    found = first(
        signal=ABORT,
        python_fatal="user asked",
        frames=[*ctypes_call(*ABORTING, native("Py_FatalError", "libpython")), python()],
    )
    assert claims(found) == ("python-fatal-error", "certain", ["paint.py:10:main"], {"read": 1})
    assert "libffi" not in words(found)


def test_a_bare_abort_is_no_fatal_error():
    assert "python-fatal-error" not in every_cause(signal=ABORT, frames=ABORTING)


GIL_TEXT = (
    "PyEval_SaveThread: the function must be called with the GIL held, but the GIL is released "
    "(the current Python thread state is NULL)"
)


def test_a_fatal_error_about_the_gil_is_gil_not_held():
    state = {
        "signal": ABORT,
        "python_fatal": GIL_TEXT,
        "frames": [*ABORTING, native("_Py_FatalErrorFunc", "libpython"), python()],
    }
    assert every_cause(**state) == ["gil-not-held"]


def test_a_text_about_the_gil_in_the_thread_that_holds_it_is_a_fatal_error():
    text = "PyEval_RestoreThread: the function must be called with the GIL held, but"
    found = first(
        signal=ABORT,
        python_fatal=text,
        thread={"holds_gil": True},
        frames=[*ABORTING, native("fatal_error_exit", "libpython"), python()],
    )
    assert (found.cause, found.confidence) == ("python-fatal-error", "certain")


def test_a_check_of_the_thread_state_tells_it_without_a_text():
    frames = [
        *ABORTING,
        native("_Py_FatalError_TstateNULL", "libpython"),
        native("PyEval_SaveThread", "libpython"),
        native("f", "extension"),
        python(),
    ]
    found = first(signal=ABORT, frames=frames)
    assert (found.cause, found.confidence) == ("gil-not-held", "certain")


NOBODY = GilState(True, False, None)
API = [native("PyErr_Occurred", "libpython"), native("sample", "extension")]


def test_the_c_api_called_from_outside_without_the_gil_is_certain():
    found = first(signal=segv(0x60), frames=API, gil=NOBODY)
    assert claims(found) == ("gil-not-held", "certain", [], {"read": 5})


def test_a_function_of_the_c_api_that_was_inlined_is_the_one_that_was_called():
    frames = [
        native("list_dealloc", "libpython"),
        native("_Py_DECREF", "extension", is_inline=True),
        native("sample", "extension"),
    ]
    found = first(signal=segv(0xB8), frames=frames, gil=NOBODY)
    assert claims(found) == ("gil-not-held", "certain", [], {"read": 5})


def test_a_thread_of_native_codes_own_is_put_down_to_the_line_of_its_source():
    own = native("read_levels", "extension", location=Location("/home/ada/meter.c", 15))
    header = native("~thread", "extension", location=Location("/usr/include/c++/12/thread", 99))
    packaged = native("read", "numba", location=Location("/build/dispatch.c", 7))
    inside = native("PyObject_Call", "libpython", location=Location("Objects/call.c", 376))
    frames = [inside, header, packaged, own, native("start_thread")]
    found = first(signal=segv(0xB8), frames=frames, gil=NOBODY)
    assert claims(found)[:3] == ("gil-not-held", "certain", ["meter.c:15:read_levels"])
    without = first(signal=segv(0xB8), frames=[inside, header, packaged], gil=NOBODY)
    assert not without.blame


def test_a_program_with_the_interpreter_inside_is_the_caller_itself():
    program = MODULES["extension"]
    more = {
        "modules": (MODULES["libc"], program),
        "process": ProcessInfo(PID, 1, program.path),
        "gil": GilState(True, False),
    }
    api = [native("get_list_state", "extension"), native("PyList_New", "extension")]
    for inside in (["main"], ["refill", "main"], ["refill"]):
        frames = [*api, *[native(name, "extension") for name in inside], native("start_thread")]
        found = first(signal=segv(0x10), frames=frames, **more)
        assert claims(found) == ("gil-not-held", "certain", [], {"read": 5})
    own_work = [native("refill", "extension"), native("main", "extension")]
    assert "gil-not-held" not in every_cause(signal=segv(0x10), frames=own_work, **more)


def test_the_thread_that_held_it_is_named():
    holder = thread([python()], tid=99, crashed=False, name="reader")
    found = first(
        signal=segv(0x60), frames=[*API, python()], gil=GilState(True, True, 99), threads=(holder,)
    )
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 3})


def test_the_holder_of_the_gil_is_not_accused():
    assert "gil-not-held" not in every_cause(signal=segv(0x60), frames=API)


def test_the_holder_without_a_current_thread_state_cannot_use_python_either():
    put_away = GilState(True, True, PID, no_current=True)
    crashed = {"frames": API, "gil": put_away, "thread": {"holds_gil": True}}
    found = first(signal=segv(0x60), **crashed)
    assert claims(found) == ("gil-not-held", "certain", [], {"read": 5})
    assert "gil-not-held" not in every_cause(signal=segv(0x7E00_0000_0000), **crashed)


def test_a_detached_thread_state_of_a_free_threaded_build_is_no_thread_state():
    known = {
        "python": PythonInfo((3, 13, 0), "3.13.0", free_threaded=True),
        "gil": GilState(False, reason="a free-threaded build"),
        "frames": [*API, python()],
    }
    found = first(signal=segv(0x60), **known, thread={"is_detached": True})
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 3})
    assert "gil-not-held" not in every_cause(signal=segv(0x60), **known)
    detached = {"is_detached": True}
    assert "gil-not-held" not in every_cause(
        signal=segv(0x7E00_0000_0000), **known, thread=detached
    )


def test_a_signal_handler_that_used_python_is_told_what_it_may_do():
    frames = [
        native("PyObject_Malloc", "libpython"),
        native("PyRun_SimpleStringFlags", "libpython"),
        native("<signal handler called>", is_signal_frame=True),
        native("clock_nanosleep"),
        python(),
    ]
    found = first(signal=segv(0x10), frames=frames, gil=NOBODY, thread={"fails_here": True})
    assert (found.cause, found.confidence) == ("gil-not-held", "certain")
    assert "Py_AddPendingCall" in found.advice[0].text


def test_a_handler_that_interrupted_a_call_of_ctypes_was_not_called_by_it():
    frames = [
        native("PyList_New", "libpython"),
        native("count", "extension"),
        native("<signal handler called>", is_signal_frame=True),
        *ctypes_call(native("raise")),
        python(),
    ]
    found = first(signal=segv(0x10), frames=frames, gil=NOBODY, thread={"fails_here": True})
    assert claims(found) == ("gil-not-held", "certain", ["paint.py:10:main"], {"read": 3})
    assert [("Py_AddPendingCall" in a.text) for a in found.advice] == [True]


def test_a_released_gil_is_fine_outside_of_the_interpreter():
    frames = [native("compress", "extension"), python()]
    assert "gil-not-held" not in every_cause(signal=segv(0x60), frames=frames, gil=NOBODY)


def test_functions_that_need_no_gil_are_not_accused():
    frames = [native("PyMem_RawMalloc", "libpython"), native("f", "extension"), python()]
    assert "gil-not-held" not in every_cause(signal=segv(0x60), frames=frames, gil=NOBODY)


def test_a_module_inside_the_interpreters_object_may_work_without_the_gil():
    frames = [
        native("sha256_process", "libpython"),
        native("PyObject_Vectorcall", "libpython"),
        native("_PyEval_EvalFrameDefault", "libpython"),
        python(),
    ]
    assert "gil-not-held" not in every_cause(
        signal=segv(0x7E00_0000_0000), frames=frames, gil=NOBODY
    )


def test_an_unknown_gil_accuses_nobody():
    unknown = GilState(False, reason="offsets of this version are not known")
    assert "gil-not-held" not in every_cause(signal=segv(0x60), frames=API, gil=unknown)


CLICKS = native("clicks", "extension")
BEGUN = SuspectCall("/home/ada/paint.py", 4, "start", "relay.start", "extension")
OUTSIDER = Outsider(77, CLICKS, ("PyLong_FromLong", "_Py_Dealloc"), (), True, BEGUN)
STRANGER = thread([native("nanosleep"), CLICKS], tid=77, crashed=False)


IN_MALLOC = (native("_PyObject_Malloc", "libpython"), python())


def beside(outsider=OUTSIDER, frames=IN_MALLOC):
    """The thread that has the GIL crashes in the interpreter."""
    return {
        "signal": segv(0x7E00_0000_0000),
        "frames": frames,
        "threads": (STRANGER,),
        "outsiders": (outsider,),
        "thread": {"holds_gil": True},
    }


def test_a_thread_whose_code_uses_python_and_takes_no_gil_is_told_where_another_one_crashes():
    found = first(**beside())
    assert claims(found) == (
        "gil-not-held",
        "likely",
        ["paint.py:4:start", "paint.py:10:main"],
        {"read": 3},
    )
    assert "clicks" in found.summary and "PyLong_FromLong" in found.summary


def test_where_not_all_is_known_that_it_calls_it_may_take_the_gil():
    found = first(**beside(OUTSIDER._replace(is_whole=False)))
    assert found.cause != "gil-not-held" or found.confidence == "possible"


def test_a_thread_that_takes_the_gil_is_not_accused():
    for taken in ("PyGILState_Ensure", "PyEval_RestoreThread"):
        calls = ("PyLong_FromLong", taken)
        assert "gil-not-held" not in every_cause(**beside(OUTSIDER._replace(calls=calls)))
    assert "gil-not-held" not in every_cause(**beside(OUTSIDER._replace(calls=("PyMem_RawFree",))))


def test_a_thread_that_python_does_not_know_inside_of_the_interpreter_is_told():
    inside = ("long_new", "PyObject_CallOneArg")
    one = OUTSIDER._replace(inside=inside, is_whole=False)
    assert claims(first(**beside(one)))[:2] == ("gil-not-held", "likely")
    waiting = one._replace(inside=("take_gil", "PyGILState_Ensure"), calls=("PyGILState_Ensure",))
    assert "gil-not-held" not in every_cause(**beside(waiting))


def test_a_crash_outside_of_the_interpreter_is_not_put_down_to_such_a_thread():
    frames = (native("blur", "extension"), python())
    assert "gil-not-held" not in every_cause(**beside(frames=frames))


def test_a_null_pointer_that_such_a_thread_may_have_made_is_likely():
    frames = (native("PyIter_Next", "libpython"), python())
    found = first(**beside(frames=frames) | {"signal": segv(0x60)})
    assert (found.cause, found.confidence) == ("gil-not-held", "likely")
