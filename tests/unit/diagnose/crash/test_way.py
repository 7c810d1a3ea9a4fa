"""Who a crash is put down to, and how Python code came there."""

from __future__ import annotations

from atfault.diagnose.crash.way import actor, way
from atfault.model.stacks import Location
from support.states import calls, crash, ctypes_call, native, python, segv

HEADER = Location("/usr/include/python3.12/object.h", 537)


def state(*frames):
    return crash(signal=segv(0), frames=[*frames, python()])


def test_a_macro_of_pythons_headers_is_put_down_to_the_function_around_it():
    macro = native("Py_DECREF", "extension", is_inline=True, location=HEADER)
    assert actor(state(macro, native("unpack", "extension"))) == "unpack (fast.so)"
    own = macro._replace(symbol="pixel_at", name="pixel_at")
    assert actor(state(own, native("unpack", "extension"))).startswith("pixel_at")


def test_of_a_function_that_all_call_the_caller_is_named():
    copied = state(native("memcpy"), native("dup", "extension"), native("copy", "extension"))
    assert actor(copied) == "memcpy (libc.so.6), called by dup (fast.so),"
    looked_up = state(native("PyDict_GetItem", "libpython"), native("ufunc", "extension"))
    assert actor(looked_up) == "PyDict_GetItem (libpython3.12.so.1.0), called by ufunc (fast.so),"


def test_behind_python_code_or_ctypes_nobody_is_looked_for():
    below = crash(signal=segv(0), frames=[native("memcpy"), python(), native("f", "extension")])
    assert actor(below) == "memcpy (libc.so.6)"
    assert actor(state(*ctypes_call(native("memcpy")))) == "memcpy (libc.so.6)"
    assert actor(crash(signal=segv(0))) == "native code"


def test_the_way_names_who_called_and_what_python_called():
    frames = [native("read", "extension"), native("load", "extension")]
    run = native("cfunction_call", "libpython")
    assert list(way(state(*frames, run), "read failed")) == ["it was called through load"]
    called = crash(signal=segv(0), frames=[*frames, run, calls(python(), 1, name="open_file")])
    assert list(way(called, "read failed")) == [
        "it was called through load, as Python code called open_file"
    ]


def test_where_nothing_on_the_way_is_told_the_function_that_was_called_is():
    frames = [native("free"), native("drop", "extension"), native("shut", "extension")]
    told = ["it came of a call of shut (fast.so)"]
    assert list(way(state(*frames), "double free")) == told
    assert list(way(state(*frames), "shutdown in a drop_box")) == told
    assert not list(way(state(*frames), "it failed in shut (fast.so)"))


def test_a_function_of_the_c_library_counts_where_ctypes_called_it():
    frames = ctypes_call(native("free"), native("fclose"))
    assert list(way(state(*frames), "double free")) == ["it came of a call of fclose (libc.so.6)"]
    helped = ctypes_call(native("free"), native("drop", "extension"))
    assert list(way(state(*helped), "double free")) == ["it came of a call of drop (fast.so)"]
    assert not list(way(state(native("free")), "double free"))


def test_a_long_way_is_told_by_its_ends():
    names = [f"step_{number}" for number in range(9)]
    found = list(way(state(*(native(name, "extension") for name in names)), "step_0"))
    assert found == ["it was called through step_1, step_2 and step_8"]


def test_functions_without_names_are_known_by_what_python_called():
    frames = [native("", "extension"), calls(python(), 1, name="detect")]
    assert list(way(crash(signal=segv(0), frames=frames), "")) == ["Python code had called detect"]
    named = [native("detect", "extension"), calls(python(), 1, name="detect")]
    assert not list(way(crash(signal=segv(0), frames=named), "detect failed"))


def test_what_binds_functions_to_python_is_no_part_of_the_way():
    names = ("duckdb::Catalog::Get()", "duckdb::PyRelation::Print()", "pybind11::cpp_function::f()")
    found = list(way(state(*(native(name, "extension") for name in names)), names[0]))
    assert found == ["it was called through duckdb::PyRelation::Print()"]


def test_on_a_thread_of_native_codes_own_the_caller_is_named():
    inside = [native("lookup", "libpython"), native("PyObject_Call", "libpython")]
    own = [native("read_levels", "extension"), native("start_thread")]
    called = crash(signal=segv(0), frames=[*inside, *own])
    assert list(way(called, "lookup failed")) == ["it was called by read_levels (fast.so)"]
    assert not list(way(called, "lookup failed, called by read_levels (fast.so)"))
    assert not list(way(crash(signal=segv(0), frames=own), "it failed in native code"))


def test_of_a_deep_recursion_what_python_called_is_named():
    rounds = [native("save", "extension"), native("save_dict", "extension")] * 200
    caller = calls(python(), 1, name="pickle.dumps")
    frames = [native("lookup", "libpython"), *rounds, native("dumps_impl", "extension"), caller]
    found = crash(signal=segv(0), frames=frames)
    assert list(way(found, "save and save_dict called each other")) == [
        "it came of a call of dumps_impl (fast.so), as Python code called pickle.dumps"
    ]
    direct = crash(signal=segv(0), frames=[*rounds, caller])
    assert list(way(direct, "save and save_dict called each other")) == [
        "Python code had called pickle.dumps"
    ]


def test_what_leads_from_python_to_the_function_that_it_called_by_name_is_no_way():
    """Numba: Dispatcher_call, and a function of the same name that unpacks the arguments."""
    names = ("read", "shop::count(Array<double>)", "cpython::count(Array)", "dispatch")
    frames = [native(name, "extension") for name in names]
    frames.append(calls(python(), 1, name="shop.count"))
    told = crash(signal=segv(0), frames=frames)
    assert list(way(told, "read failed")) == [
        "it was called through shop::count(Array<double>), as Python code called shop.count"
    ]
    assert not list(way(told, "shop::count(Array<double>) failed"))
    other = crash(signal=segv(0), frames=[*frames[:-1], calls(python(), 1, name="quad")])
    assert "dispatch" in "".join(way(other, "read failed"))
