"""Rules about objects that are gone, and about the end of the process: positive, near miss, missing
evidence."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.blocks import DamagedChunk, DamagedPool
from atfault.model.damage import CountedLink, DamagedObject, Reach
from atfault.model.exception import Unhandled
from atfault.model.holders import PointerVariable
from atfault.model.places import Place
from atfault.model.process import SignalInfo
from atfault.model.stacks import CodeInfo
from atfault.model.state import FaultAccess, GilState, PythonInfo
from atfault.model.suspects import SuspectCall
from support.diagnosed import claims, diagnose, words
from support.states import MODULES, PID, array, crash, ctypes_call, native, python, segv, thread

FREED = DamagedObject(
    0x7E00_0000_1000,
    "its reference count 0x7e0000001fc0 is impossible",
    (0x7E00_0000_1FC0, 0, 0, 0),
    "a free block of Python's allocator (48 bytes)",
    True,
)
FOLLOWED = "type"
IN_ROWS = Reach("item", "rows[3]", PID, 1)
ABORT = SignalInfo(6, -6, None, PID)
ATTRIBUTE = [native("PyObject_GetAttr", "libpython"), python(line=18)]


def first(**state):
    return diagnose(crash(**state)).findings[0]


def every_cause(**state):
    return [finding.cause for finding in diagnose(crash(**state)).findings]


# refcount-corruption


def test_a_container_that_leads_to_a_freed_object_has_a_wrong_count():
    found = first(
        signal=segv(0x90),
        frames=ATTRIBUTE,
        damage=(FREED._replace(operated=FOLLOWED, reached=(IN_ROWS,)),),
    )
    assert (found.cause, found.confidence) == ("refcount-corruption", "likely")
    assert "rows[3]" in found.summary
    assert found.blame[0].line == 18
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:18:main"], {"read": 4})


def test_the_native_variable_that_keeps_it_and_its_module_are_named():
    extension = MODULES["extension"]
    kept = PointerVariable("seen", extension.start + 0x40, 0x7E00_0000_2000, extension)
    damaged = FREED._replace(operated=FOLLOWED, reached=(IN_ROWS,), kept=(kept,))
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,))
    words = [reason.text for reason in found.evidence]
    assert any(text.startswith("what leads to it is kept in seen, a variable") for text in words)
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:18:main"], {"read": 5})
    itself = damaged._replace(kept=(kept._replace(name="", value=FREED.address),))
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(itself,))
    words = [reason.text for reason in found.evidence]
    assert any(text.startswith("its address is kept in a variable of") for text in words)


def test_the_type_left_behind_and_the_likely_culprit_are_named():
    damaged = FREED._replace(operated=FOLLOWED, reached=(IN_ROWS,), type_name="Account")
    call = SuspectCall("/home/ada/paint.py", 7, "drop", "Py_DecRef", "count")
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,), suspects=(call,))
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:18:main"], {"read": 6})


@pytest.mark.parametrize("how", ["type", "slot", "link"])
def test_an_object_that_the_instruction_used_is_said_to_be_worked_on(how):
    damaged = FREED._replace(operated=how, reached=(Reach("native", "an argument"),))
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,))
    assert claims(found) == ("use-after-free", "likely", ["paint.py:18:main"], {"read": 4})


def test_an_object_that_is_merely_in_hand_explains_nothing_without_a_reference():
    damaged = FREED._replace(operated="in-hand", reached=(Reach("native", "an argument"),))
    assert "use-after-free" not in every_cause(
        signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,)
    )


def test_no_null_pointer_is_claimed_for_certain_when_an_object_is_gone():
    found = diagnose(
        crash(
            signal=segv(0x90),
            frames=ATTRIBUTE,
            damage=(FREED._replace(operated=FOLLOWED, reached=(IN_ROWS,)),),
        )
    )
    assert all(finding.confidence != "certain" for finding in found.findings)


def test_the_collector_is_said_to_have_found_it():
    damaged = FREED._replace(operated=FOLLOWED, reached=(IN_ROWS,), in_collector=True)
    frames = [native("visit_decref", "libpython"), native("list_traverse", "libpython"), python()]
    found = first(signal=segv(0x90), frames=frames, damage=(damaged,))
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:10:main"], {"read": 5})


def test_the_collectors_own_list_is_no_counted_reference():
    damaged = FREED._replace(operated=FOLLOWED, in_collector=True)
    frames = [native("subtract_refs", "libpython"), native("collect", "libpython"), python()]
    found = first(signal=segv(0x90), frames=frames, damage=(damaged,))
    assert (found.cause, found.confidence) == ("use-after-free", "likely")
    assert "PyObject_GC_UnTrack" in found.advice[0].text
    frames[0] = native("visit_decref", "libpython")
    found = first(signal=segv(0x90), frames=frames, damage=(damaged,))
    assert found.cause == "refcount-corruption"


def test_a_constant_that_was_released_to_nothing_is_certain():
    found = first(
        signal=ABORT,
        python_fatal="none_dealloc: deallocating None",
        frames=[native("Py_FatalError", "libpython"), *[native("none_dealloc", "libpython")] * 2],
    )
    assert claims(found) == ("refcount-corruption", "certain", [], {"read": 4})
    assert words(found).count("none_dealloc (libpython") == 1


def test_an_object_with_less_than_no_references_need_not_be_a_constant():
    text = "_Py_NegativeRefcount: object has negative ref count"
    found = first(signal=ABORT, python_fatal=text, frames=[native("Py_FatalError", "libpython")])
    assert claims(found) == ("refcount-corruption", "certain", [], {"read": 3})


def test_a_crash_in_the_destruction_of_an_object_is_no_certain_null_pointer():
    frames = [
        native("_PyObject_GC_UNTRACK", "libpython"),
        native("subtype_dealloc", "libpython"),
        python(),
    ]
    found = diagnose(crash(signal=segv(0), frames=frames)).findings
    assert found[0].cause == "refcount-corruption"
    assert all(finding.confidence != "certain" for finding in found)


def test_a_destructor_that_follows_null_is_no_matter_of_the_count():
    frames = [
        native("teedataobject_clear", "libpython"),
        native("teedataobject_dealloc", "libpython"),
        python(),
    ]
    causes = every_cause(signal=segv(0), frames=frames)
    assert "refcount-corruption" not in causes and "null-dereference" in causes


IN_METHOD = [
    native("PyObject_GetAttr", "libpython"),
    python("__eq__", line=6),
    native("slot_tp_richcompare", "libpython"),
    python(line=18),
]
PASSED = FREED._replace(
    operated=FOLLOWED, reached=(Reach("variable", "other", PID, 1, is_given=True),)
)


def test_what_native_code_passed_on_damaged_is_put_down_to_its_call():
    found = first(signal=segv(0x90), frames=IN_METHOD, damage=(PASSED,))
    assert (found.cause, [one.line for one in found.blame]) == ("refcount-corruption", [18, 6])
    assert claims(found) == (
        "refcount-corruption",
        "likely",
        ["paint.py:18:main", "paint.py:6:__eq__"],
        {"read": 5},
    )
    kept = PASSED._replace(reached=(Reach("variable", "other", PID, 1),))
    found = first(signal=segv(0x90), frames=IN_METHOD, damage=(kept,))
    assert [one.line for one in found.blame] == [6, 18]


WRITER = SuspectCall("/home/ada/paint.py", 12, "main", "library.fill", "foreign")
BOARD = FREED._replace(
    freed=False, pattern="", operated=FOLLOWED, reached=(Reach("variable", "board", PID, 1),)
)


def test_what_is_no_object_any_more_is_put_down_to_the_foreign_call_before():
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(BOARD,), foreign=WRITER)
    assert [one.line for one in found.blame] == [12, 18]
    assert claims(found) == (
        "refcount-corruption",
        "likely",
        ["paint.py:12:main", "paint.py:18:main"],
        {"read": 4},
    )
    freed = BOARD._replace(freed=True)
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(freed,), foreign=WRITER)
    assert [one.line for one in found.blame] == [18]


def test_an_extension_that_fails_in_its_own_destructor_is_another_matter():
    frames = [native("thing_dealloc", "extension"), native("_Py_Dealloc", "libpython"), python()]
    assert every_cause(signal=segv(0), frames=frames) == ["null-dereference"]


def test_a_damaged_object_that_nothing_used_explains_no_crash_of_an_extension():
    causes = every_cause(
        signal=segv(0x10),
        frames=[native("blur", "extension"), python()],
        damage=(FREED._replace(reached=(IN_ROWS,)),),
    )
    assert causes == ["null-dereference"]


def test_data_written_over_an_object_is_not_put_down_to_its_count():
    damaged = FREED._replace(operated=FOLLOWED, reached=(IN_ROWS,), overwritten=True, freed=False)
    assert "refcount-corruption" not in every_cause(
        signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,)
    )


def test_the_native_code_that_may_have_done_it_is_listed():
    damaged = FREED._replace(operated=FOLLOWED, reached=(IN_ROWS,))
    texts = [a.text for a in first(signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,)).advice]
    assert "look first at native code of your own that was loaded: fast.so" in texts
    modules = tuple(m for m in MODULES.values() if "/home/" not in m.path)
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,), modules=modules)
    texts = [advice.text for advice in found.advice]
    assert "packages with native code that were loaded: numba and torch" in texts
    call = SuspectCall("/home/ada/paint.py", 7, "drop", "Py_DecRef", "count")
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,), suspects=(call,))
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:18:main"], {"read": 5})


# use-after-free


def test_native_code_that_kept_an_object_used_it_after_it_was_freed():
    frames = ctypes_call(native("_PyObject_MakeTpCall", "libpython"), native("notify", "extension"))
    found = first(
        signal=segv(1),
        access=FaultAccess("execute", 1),
        frames=[*frames, python(line=27)],
        damage=(FREED._replace(operated=FOLLOWED),),
    )
    assert (found.cause, found.confidence) == ("use-after-free", "likely")
    assert "notify" in found.summary
    assert found.blame[0].line == 27


def test_an_address_made_into_an_object_is_no_wrong_count():
    damaged = FREED._replace(
        operated=FOLLOWED, reached=(Reach("variable", "node", PID, 1),), type_name=""
    )
    call = SuspectCall("/home/ada/paint.py", 15, "recall", "cast", "address")
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,), suspects=(call,))
    assert found.cause == "use-after-free"
    assert "node" in found.summary


def test_the_field_of_an_extensions_object_is_no_counted_reference():
    reach = Reach("native", "slots[0]'s field at byte 16")
    damaged = FREED._replace(operated=FOLLOWED, reached=(reach,), in_collector=True)
    frames = [
        native("visit_decref", "libpython"),
        native("slot_traverse", "extension"),
        native("subtract_refs", "libpython"),
        python(),
    ]
    found = first(signal=segv(0x90), frames=frames, damage=(damaged,))
    assert claims(found) == ("use-after-free", "likely", ["paint.py:10:main"], {"read": 6})


def test_addresses_of_a_damaged_objects_header_are_no_index_of_an_array():
    damaged = FREED._replace(operated=FOLLOWED)
    causes = every_cause(signal=segv(0x1234_5678_9000), frames=ATTRIBUTE, damage=(damaged,))
    assert "out-of-bounds" not in causes and causes[0] in ("refcount-corruption", "use-after-free")


def test_without_damaged_objects_nothing_is_said():
    assert every_cause(signal=segv(0x90), frames=ATTRIBUTE) == ["null-dereference"]


# crash-at-exit

CHUNK = DamagedChunk(0x5555_0000_1000, 0x5555_0000_1400, bytes(16))
ENDING = PythonInfo((3, 12, 1), "3.12.1", finalizing=True)


def test_a_program_that_goes_on_without_python_is_not_ending():
    frames = [native("redraw", "extension"), native("main", "extension")]
    found = first(signal=segv(8), frames=frames, python=ENDING)
    assert (found.cause, found.confidence) == ("null-dereference", "certain")
    found = first(
        signal=segv(8),
        frames=[native("PyList_New", "libpython"), *frames],
        python=ENDING,
        gil=GilState(False),
    )
    assert claims(found) == ("crash-at-exit", "likely", [], {"read": 3})


EXITING = thread(
    [native("munmap"), native("close_table", "extension"), native("exit")],
    tid=PID + 1,
    crashed=False,
)
FAR = 0x1234_5678_9000


def test_a_daemon_thread_that_outlives_python():
    found = first(
        signal=segv(FAR),
        frames=[*ctypes_call(native("scan", "extension")), python("watch", line=11)],
        threads=(EXITING,),
        python=ENDING,
        thread={"name": "watcher", "is_daemon": True},
    )
    assert claims(found) == ("crash-at-exit", "likely", ["paint.py:11:watch"], {"read": 3})
    assert found.blame[0].line == 11
    assert any("close_table" in reason.text for reason in found.evidence)


def test_a_fatal_error_at_the_end_is_said_of_who_raised_it():
    raising = [native("abort"), native("_Py_FatalErrorFormat", "libpython")]
    busy = [native("_enter_buffered_busy", "libpython"), native("buffered_close", "libpython")]
    frames = [*raising, *busy, native("Py_FinalizeEx", "libpython")]
    state = crash(signal=ABORT, frames=frames, python=ENDING, python_fatal="could not acquire lock")
    told = [one.summary for one in diagnose(state).findings if one.cause == "crash-at-exit"]
    assert len(told) == 1 and told[0].startswith("_enter_buffered_busy"), told
    assert "gave up" in told[0]


def test_a_destructor_that_runs_at_the_end():
    frames = ctypes_call(native("close_session", "extension"))
    found = first(
        signal=segv(FAR),
        frames=[*frames, python("__del__", line=18), native("Py_FinalizeEx", "libpython")],
        python=ENDING,
    )
    assert found.cause == "crash-at-exit" and "__del__" in found.summary
    assert found.blame[0].line == 18


def test_a_heap_that_was_damaged_before_the_end_is_no_matter_of_the_end():
    """yaml_dumper_closed_by_its_stream of tests/real: free() meets it when Python is shut down."""
    state = {
        "signal": segv(FAR),
        "frames": [native("free"), native("delete", "extension"), native("Py_Finalize")],
        "python": ENDING,
    }
    assert first(**state).cause == "heap-corruption"
    assert first(**state, damaged_chunk=CHUNK).cause == "heap-corruption"


def test_objects_of_the_programs_own_types_beside_the_damage_are_told():
    """vector_kit of the fourteenth lot: tp_basicsize of the head of a structure alone."""
    state = {"signal": segv(FAR), "frames": [native("_PyObject_Malloc", "libpython"), python()]}
    found = first(**state, damaged_pool=DamagedPool(32, (("vectorkit.Vector", 2, 24),)))
    assert claims(found)[:2] == ("heap-corruption", "likely")
    assert "2 objects of vectorkit.Vector" in words(found)
    found = first(**state, damaged_pool=DamagedPool(32, ()))
    assert found.cause == "heap-corruption" and "objects of" not in words(found)


def test_an_exit_handler_that_uses_python_after_its_end():
    frames = [
        native("_PyEval_Vector", "libpython"),
        native("PyObject_CallObject", "libpython"),
        native("Hook::~Hook", "extension"),
        native("__call_tls_dtors"),
        native("exit"),
    ]
    found = diagnose(crash(signal=segv(0x18), frames=frames, python=ENDING)).findings
    assert found[0].cause == "crash-at-exit" and "Hook::~Hook" in found[0].summary
    assert all(finding.confidence != "certain" for finding in found)


def test_null_that_an_atexit_function_passed_itself_stays_a_null_pointer():
    frames = ctypes_call(native("strlen"))
    found = diagnose(
        crash(
            signal=segv(0),
            frames=[*frames, python("say_goodbye"), native("Py_FinalizeEx", "libpython")],
        )
    ).findings
    assert [finding.cause for finding in found] == ["null-dereference", "crash-at-exit"]
    assert found[0].confidence == "certain"


def told_at_exit(*frames):
    found = diagnose(
        crash(signal=segv(8), frames=[*frames, native("Py_FinalizeEx", "libpython")], python=ENDING)
    ).findings
    return next(one.summary for one in found if one.cause == "crash-at-exit")


def test_a_function_that_atexit_called_through_ctypes_is_no_callback():
    assert told_at_exit(*ctypes_call(native("memset"))).startswith("memset (libc.so.6) crashed")


@pytest.mark.parametrize("inner", ["list_traverse", "pymalloc_alloc", "list_dealloc"])
def test_python_that_fails_at_its_own_end_met_what_was_damaged_before(inner):
    frames = [native(inner, "libpython"), native("finalize_modules", "libpython")]
    state = crash(
        signal=segv(FAR),
        frames=[*frames, native("Py_FinalizeEx", "libpython")],
        python=ENDING,
        exit_callee=CodeInfo(1, "close", "close", "app.py", 3),
    )
    found = next(one for one in diagnose(state).findings if one.cause == "crash-at-exit")
    assert (found.confidence, found.blame) == ("possible", ())
    assert claims(found) == ("crash-at-exit", "possible", [], {"read": 3})


def test_an_object_that_free_fails_over_was_damaged_before_its_end():
    frames = [
        native("free"),
        native("event_delete", "extension"),
        native("emitter_dealloc", "extension"),
    ]
    state = crash(
        signal=segv(FAR), frames=[*frames, native("Py_FinalizeEx", "libpython")], python=ENDING
    )
    found = diagnose(state).findings
    assert [(one.cause, one.confidence) for one in found][:2] == [
        ("heap-corruption", "likely"),
        ("crash-at-exit", "possible"),
    ]


def test_a_crash_over_an_exception_that_is_printed_names_the_line_that_raised_it():
    printing = [native("lookup", "libpython"), native("PyErr_Display", "libpython")]
    place = Place("/home/ada/paint.py", 16, "compare", mine=True)
    raised = Unhandled("AttributeError('points')", (place,), is_printed=True)
    found = first(signal=segv(FAR), frames=printing, unhandled=raised)
    assert [(one.line, one.function) for one in found.blame] == [(16, "compare")]
    assert claims(found) == ("wild-pointer", "likely", ["paint.py:16:compare"], {"read": 2})
    assert not first(signal=segv(FAR), frames=printing).blame


def test_the_call_whose_native_code_ran_what_raised_a_printed_exception_comes_first():
    """python/cpython#115243"""
    printing = [native("lookup", "libpython"), native("PyErr_Display", "libpython")]
    file = "/home/ada/queue.py"
    inner, outer = Place(file, 15, "__eq__", mine=True), Place(file, 19, "find", mine=True)
    raised = Unhandled("AttributeError('name')", (inner, outer), False, outer, is_printed=True)
    found = first(signal=segv(FAR), frames=printing, unhandled=raised)
    assert [one.line for one in found.blame] == [19, 15]
    assert claims(found) == (
        "wild-pointer",
        "likely",
        ["queue.py:19:find", "queue.py:15:__eq__"],
        {"read": 2},
    )


def test_what_a_handled_exception_went_through_comes_before_the_line_that_releases_it():
    """python/cpython#143543: `except AttributeError: pass` gives up what the frames had."""
    frames = [native(name, "libpython") for name in ("visit", "frame_dealloc", "tb_dealloc")]
    place = Place("/home/ada/paint.py", 28, "walk", mine=True)
    raised = Unhandled("an exception", (place,), False, is_released=True)
    found = first(signal=segv(FAR), frames=[*frames, python()], unhandled=raised)
    assert [one.line for one in found.blame] == [28, 10]
    assert claims(found) == (
        "refcount-corruption",
        "likely",
        ["paint.py:28:walk", "paint.py:10:main"],
        {"read": 3},
    )


def test_a_pointer_of_minus_one_is_a_null_whose_count_was_lowered():
    """python/cpython#115243: the memory of an item is a traceback's now, whose link was NULL."""
    held = FaultAccess("read", 0xF, registers=(("r14", (1 << 64) - 1),))
    frames = [native("tb_printinternal", "libpython"), python()]
    found = first(signal=segv(0xF), frames=frames, access=held)
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:10:main"], {"read": 1})
    elsewhere = [native("blur", "extension"), python()]
    assert every_cause(signal=segv(0xF), frames=elsewhere, access=held) == ["null-dereference"]
    far = FaultAccess("read", 0xF, registers=(("r14", (1 << 64) - 9),))
    assert every_cause(signal=segv(0xF), frames=frames, access=far) == ["null-dereference"]


def test_a_link_of_the_collector_that_was_lowered_lay_where_a_count_had_been():
    """biopython_alignment_of_an_invisible_space of tests/real."""
    frames = [native("update_refs", "libpython"), native("collect", "libpython"), python(line=9)]
    found = first(signal=segv(FAR), frames=frames, counted_link=CountedLink(0x7E00_1000, 4, "cell"))
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:9:main"], {"read": 2})
    assert every_cause(signal=segv(FAR), frames=frames)[0] == "heap-corruption"


def test_what_is_only_looked_at_is_put_down_to_the_call_that_made_it():
    """symengine/symengine.py#463: print(declare()), and what Function() made has no name."""
    maker = SuspectCall("/home/ada/terms.py", 7, "declare", "symengine.Function", "made")
    frames = [native("apply", "extension"), native("builtin_print", "libpython"), python()]
    found = first(signal=segv(0x0), frames=frames, made=maker)
    assert found.blame[0][1:3] == (7, "declare")
    assert len(found.blame) == 2
    assert claims(found) == (
        "null-dereference",
        "certain",
        ["terms.py:7:declare", "paint.py:10:main"],
        {"read": 2},
    )
    maker = maker._replace(name="")
    found = first(signal=segv(0x0), frames=frames, made=maker)
    assert claims(found) == (
        "null-dereference",
        "certain",
        ["terms.py:7:declare", "paint.py:10:main"],
        {"read": 2},
    )


def test_a_callback_is_where_c_called_ctypes():
    closure = [
        native("PyObject_Vectorcall", "libpython"),
        native("closure_fcn", "ctypes"),
        native("ffi_closure_inner", "libffi"),
        native("run_handlers", "libc"),
    ]
    assert "callback" in told_at_exit(*closure)


def test_a_thread_that_python_ended_inside_of_cpp_code():
    frames = [
        native("abort"),
        native("_ZSt9terminatev", "libstdc++"),
        native("pthread_exit"),
        native("PyThread_exit_thread", "libpython"),
        native("PyGILState_Ensure", "libpython"),
        native("feed", "extension"),
    ]
    found = first(
        signal=ABORT,
        frames=frames,
        threads=(thread([native("Py_FinalizeEx", "libpython")], tid=PID + 1, crashed=False),),
        python=ENDING,
    )
    assert found.cause == "crash-at-exit" and "ended by Python" in found.summary
    assert any("feed" in reason.text for reason in found.evidence)


def test_a_worker_that_the_end_waits_for_did_not_crash_because_of_it():
    waiting = thread(
        [native("sem_wait"), python("_shutdown", file="/usr/lib/python3.12/threading.py"),
         native("Py_FinalizeEx", "libpython")],
        tid=PID + 1,
        crashed=False,
    )  # fmt: skip
    causes = every_cause(
        signal=segv(FAR),
        frames=[native("blur", "extension"), python()],
        threads=(waiting,),
        thread={"is_daemon": False},
    )
    assert "crash-at-exit" not in causes


def test_a_running_program_is_not_at_its_exit():
    assert "crash-at-exit" not in every_cause(
        signal=segv(FAR), frames=[native("blur", "extension"), python()]
    )


def test_without_native_stacks_nothing_is_said_about_the_exit():
    state = crash(signal=segv(FAR), frames=[python()], python=ENDING)
    gone = state.threads[0]._replace(native=Absent("not in the core"))
    found = diagnose(state._replace(threads=(gone,)))
    assert all(finding.cause != "crash-at-exit" for finding in found.findings)


def test_the_python_function_that_was_to_be_called_is_named():
    frames = [
        native("PyObject_CallObject", "libpython"),
        native("call_back", "extension"),
        native("exit"),
    ]
    callee = CodeInfo(0x1000, "goodbye", "goodbye", "/home/ada/paint.py", 9)
    found = first(signal=segv(0x18), frames=frames, python=ENDING, exit_callee=callee)
    assert found.cause == "crash-at-exit"
    assert [(blame.function, blame.line) for blame in found.blame] == [("goodbye", 9)]
    assert claims(found) == ("crash-at-exit", "likely", ["paint.py:9:goodbye"], {"read": 6})


@pytest.mark.parametrize(
    "frames",
    (
        [native("~Sender", "extension"), native("exit")],
        [native("~thread", "libstdc++"), native("stop", "extension"), native("exit")],
        [native("~string", "libstdc++"), native("__cxa_finalize"), native("dtors", "extension")],
    ),
)
def test_the_library_whose_end_it_was_is_named(frames):
    inside = [native("raise"), native("terminate", "libstdc++")]
    around = [native("_dl_fini"), native("__run_exit_handlers")]
    found = first(signal=segv(0x18), frames=[*inside, *frames, *around], python=ENDING)
    told = "that was an exit handler, or the destructor of something static, of fast.so"
    assert told in [one.text for one in found.evidence]


def test_a_module_that_was_running_is_no_function_to_be_called():
    frames = [native("PyLong_FromLong", "libpython"), native("Py_RunMain", "libpython")]
    callee = CodeInfo(0x1000, "<module>", "<module>", "/home/ada/paint.py", 1, ())
    found = first(signal=segv(0x18), frames=frames, python=ENDING, exit_callee=callee)
    assert found.blame == ()


# heap-corruption: objects that were overwritten


def test_data_written_over_an_object_is_a_damaged_heap():
    damaged = FREED._replace(
        operated=FOLLOWED, reached=(IN_ROWS,), overwritten=True, freed=False,
        pattern="text: 'hello world, thi'",
    )  # fmt: skip
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(damaged,))
    assert claims(found) == ("heap-corruption", "likely", ["paint.py:18:main"], {"read": 5})


def test_a_wrong_address_taken_for_an_object_was_never_freed():
    wrong = DamagedObject(0x7E00_0000_1000, "its type pointer 0x0 is not a type", (0, 0, 0, 0))
    reach = Reach("native", "a CArgObject's field at byte 32")
    causes = every_cause(
        signal=segv(0x68),
        frames=ctypes_call(native("PyObject_Size", "libpython")),
        damage=(wrong._replace(operated=FOLLOWED, reached=(reach,)),),
    )
    assert causes == ["null-dereference"]


def test_a_number_over_and_over_leads_back_to_the_array_that_was_overrun():
    grid = array(0x7E00_0000_0000, (16,))
    start, end = grid.low, grid.high
    damaged = FREED._replace(
        operated=FOLLOWED, reached=(IN_ROWS,), overwritten=True, freed=False,
        pattern="1 as float64, over and over", data=(start, end + 96),
    )  # fmt: skip
    frames = [native("PyObject_GetAttr", "libpython"), python(line=18, grid=grid)]
    found = first(signal=segv(0x90), frames=frames, damage=(damaged,))
    assert claims(found) == ("heap-corruption", "likely", ["paint.py:18:main"], {"read": 6})
    aside = damaged._replace(data=(end + 8, end + 96))
    found = first(signal=segv(0x90), frames=frames, damage=(aside,))
    assert "grid" not in found.summary


def test_a_number_that_was_returned_as_an_object_is_no_object_that_was_destroyed():
    number = DamagedObject(0x2A, "it is not aligned", reached=(Reach("variable", "c", PID, 1),))
    found = first(signal=segv(0x2A), frames=ATTRIBUTE, damage=(number,))
    assert claims(found) == ("null-dereference", "certain", ["paint.py:18:main"], {"read": 2})


def test_what_may_never_have_been_an_object_is_not_said_to_be_destroyed():
    text = DamagedObject(
        0x7E00_0000_1000,
        "its reference count 0x74202c6f6c6c6568 is impossible",
        (0x74202C6F6C6C6568, 0, 0, 0),
        "text: 'hello, this is n'",
        operated=FOLLOWED,
        reached=(Reach("variable", "title", PID, 1),),
    )
    found = first(signal=segv(None, code=0x80), frames=ATTRIBUTE, damage=(text,))
    assert claims(found) == ("refcount-corruption", "likely", ["paint.py:18:main"], {"read": 4})


def test_a_function_that_left_the_rest_to_the_interpreter_is_named():
    kept = FREED._replace(operated=FOLLOWED, called="recall")
    found = first(signal=segv(0x90), frames=ATTRIBUTE, damage=(kept,))
    assert claims(found) == ("use-after-free", "likely", ["paint.py:18:main"], {"read": 5})


def test_the_number_that_was_made_into_an_object_is_named():
    kept = FREED._replace(operated=FOLLOWED, reused=True, reached=(Reach("native", "an argument"),))
    frames = [ATTRIBUTE[0], python(line=18, handle=FREED.address)]
    found = first(signal=segv(0x90), frames=frames, damage=(kept,))
    assert claims(found) == ("use-after-free", "likely", ["paint.py:18:main"], {"read": 5})
