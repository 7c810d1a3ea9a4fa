"""The Python exception that a C++ one took along, read from this very process."""

from __future__ import annotations

import ctypes
import gc
from types import SimpleNamespace

import pytest

from atfault.decode.crash.printing import is_releasing
from atfault.decode.crash.unhandled import unhandled_exception
from atfault.decode.exception_objects import ExceptionReader
from atfault.model.state import PythonInfo
from atfault.options import Options
from support.states import PID, native, python, thread
from support.this_process import runtime_here


def raised():
    try:
        raise LookupError("no lease 42")
    except LookupError as error:
        return error


def words(*values):
    """That many words of memory, as the fields of a C++ object; keep it."""
    return (ctypes.c_uint64 * 8)(*values)


def carried(thrown):
    runtime, state = runtime_here(), ctypes.create_string_buffer(4096)
    one = SimpleNamespace(native_tid=PID, tstate=ctypes.addressof(state), exception=0)
    one.stack, one.interpreter = SimpleNamespace(frames=()), 0
    runtime.threads, runtime.left_out = (lambda: [one]), ""
    runtime.interpreters = [SimpleNamespace(address=0, sysdict=0)]
    runtime.info = lambda: PythonInfo((3, 11, 0), "3.11.0")
    return unhandled_exception(
        runtime, thread([python()]), Options(), ctypes.addressof(thrown) if thrown else 0
    )


@pytest.mark.parametrize("indirect", [False, True])
def test_an_exception_beside_its_traceback_is_told_with_its_line(indirect):
    """pybind11 keeps type, value and traceback, since 2.10 in an object of its own."""
    error = raised()
    fields = id(type(error)), id(error), id(error.__traceback__)
    parts = words(*fields)
    found = carried(words(0x50, ctypes.addressof(parts)) if indirect else words(0x40, 0, *fields))
    assert found.text == "LookupError('no lease 42')"
    assert found.places[0].function == "raised"


def test_an_exception_with_its_own_traceback_is_told():
    """nanobind keeps the exception alone."""
    error = raised()
    assert carried(words(0x40, id(error))).places[0].function == "raised"


def test_what_an_exception_will_be_made_of_is_told_as_it():
    error, text = raised(), "no lease 7"
    found = carried(words(0x40, 0, id(LookupError), id(text), id(error.__traceback__)))
    assert found.text == "LookupError('no lease 7')"


class Job:
    def __eq__(self, other):
        return self.name == other.name


def searched():
    try:
        [Job()].index(Job())
    except AttributeError as error:
        return error


def test_the_line_whose_native_code_had_called_what_raised_it_is_told():
    """python/cpython#115243: an item of a list is gone, and its comparison fails with that."""
    error, plain = searched(), raised()
    found = carried(words(0x40, id(error)))
    assert [one.function for one in found.places] == ["__eq__", "searched"]
    assert found.handed_on == found.places[1]
    assert carried(words(0x40, id(plain))).handed_on is None


def test_of_a_damaged_traceback_only_one_that_is_printed_is_told():
    """python/cpython#115243: its memory was that of an item, whose references are still counted."""
    runtime, error = runtime_here(), searched()
    runtime.info = lambda: PythonInfo((3, 11, 0), "3.11.0")
    reader = ExceptionReader(runtime, Options())
    behind = ctypes.c_uint64.from_address(
        id(error.__traceback__.tb_next) + runtime.offsets["PyTracebackObject"]["tb_next"]
    )
    gc.disable()  # the collector of this very process would follow it
    behind.value = (1 << 64) - 1
    try:
        with pytest.raises(ValueError, match="without an end"):
            reader.raised(id(error))
        found = reader.raised(id(error), in_part=True)
    finally:
        behind.value = 0
        gc.enable()
    assert not found.is_whole
    assert [one.function for one in found.places] == ["__eq__", "searched"]


def test_a_traceback_that_is_released_is_told_by_its_furthest_entry():
    """python/cpython#143543: the exception was handled, and a key of its frames had gone before."""
    runtime, error = runtime_here(), searched()
    runtime.info = lambda: PythonInfo((3, 11, 0), "3.11.0")
    reader = ExceptionReader(runtime, Options())
    outer = error.__traceback__
    found = reader.released((id(outer.tb_next), id(outer)))
    assert [one.function for one in found.places] == ["__eq__", "searched"]
    assert found.is_released and found.handed_on == found.places[1]
    assert reader.released(()) is None


def test_a_thread_that_destroys_the_frames_of_a_traceback_releases_it():
    names = ["subtype_dealloc", "frame_dealloc", "tb_dealloc"]
    assert is_releasing(thread([*map(native, names), python()]))
    assert not is_releasing(thread([*map(native, names[:2]), python()]))
    assert not is_releasing(thread([native("visit"), python(), *map(native, names)]))


def test_other_words_are_no_exception():
    assert carried(words(0x40, id("text"), id(LookupError))) is None
    assert carried(None) is None
