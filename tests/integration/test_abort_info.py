"""What the C library and the C++ runtime leave in memory, in cores of programs that abort."""

from __future__ import annotations

import os

import pytest

from atfault.model.absent import Absent
from atfault.model.endings import CppException
from atfault.native.abort_info import abort_message
from atfault.native.cpp_exception import cpp_exception
from atfault.native.modules import load_modules
from atfault.snapshot.core import open_core
from support import programs
from support.cores import Core, interpreter, make_core, shared_library

LIBRARY = r"""
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

struct Plain { int x; };
struct WithString : std::exception {
    std::string text;
    WithString(const char *t) : text(t) {}
    const char *what() const noexcept override { return text.c_str(); }
};
struct WithLiteral : std::exception {
    const char *what() const noexcept override { return "a text in the code"; }
};
struct Computed : std::exception {
    mutable char text[32];
    const char *what() const noexcept override { strcpy(text, "made on demand"); return text; }
};
struct Other { virtual ~Other() {} int y = 5; };
struct SecondBase : Other, std::runtime_error {
    SecondBase() : std::runtime_error("second base") {}
};
struct VirtualBase : virtual std::runtime_error {
    VirtualBase() : std::runtime_error("virtual base") {}
};
struct Abstract { Abstract() { call(); } void call() { f(); } virtual void f() = 0; };
struct Concrete : Abstract { void f() override {} };

static void rethrow() {
    try { throw std::logic_error("thrown once, and again"); } catch (...) { throw; }
}
static void must_not() noexcept { throw std::domain_error("out of a noexcept function"); }

extern "C" {
void runtime() { throw std::runtime_error("it broke: 42"); }
void bad_alloc() { throw std::bad_alloc(); }
int out_of_range() { std::vector<int> v(3); return v.at(10); }
void number() { throw 42; }
void real() { throw 2.5; }
void c_string() { throw "a C string"; }
void string() { throw std::string("a std::string, long enough not to be stored inside"); }
void plain() { throw Plain{1}; }
void with_string() { throw WithString("own text"); }
void with_literal() { throw WithLiteral(); }
void computed() { throw Computed(); }
void second_base() { throw SecondBase(); }
void virtual_base() { throw VirtualBase(); }
void again() { rethrow(); }
void noexcept_broken() { must_not(); }
void while_handling() {
    try { throw std::runtime_error("the first"); }
    catch (...) { throw std::invalid_argument("thrown while handling"); }
}
void through_pointer() {
    std::rethrow_exception(std::make_exception_ptr(std::range_error("through a pointer")));
}
void in_thread() { std::thread([] { throw std::underflow_error("in a thread"); }).join(); }
void controls() { throw std::runtime_error("red \x1b[31m \x07 end"); }
void pure_virtual() { Concrete c; }
void no_exception() { std::thread t([] {}); }
void asserted(int n) { assert(n == 3 && "three it is"); }
void double_free() { char *p = (char *)malloc(0x500); malloc(16); free(p); free(p); }
void bad_pointer() { char *volatile p = (char *)malloc(64); memset(p, 0, 64); free(p + 8); }
void smash(int n) { char b[8]; memset(b, n, 64); asm volatile("" : : "r"(b) : "memory"); }
}
"""

EXCEPTIONS = {
    "runtime": ("std::runtime_error", "it broke: 42"),
    "bad_alloc": ("std::bad_alloc", "std::bad_alloc"),
    "out_of_range": (
        "std::out_of_range",
        "vector::_M_range_check: __n (which is 10) >= this->size() (which is 3)",
    ),
    "number": ("int", "42"),
    "real": ("double", "2.5"),
    "c_string": ("char const*", "a C string"),
    "string": ("std::string", "a std::string, long enough not to be stored inside"),
    "plain": ("Plain", ""),
    "with_string": ("WithString", "own text"),
    "with_literal": ("WithLiteral", "a text in the code"),
    "computed": ("Computed", ""),
    "second_base": ("SecondBase", "second base"),
    "virtual_base": ("VirtualBase", "virtual base"),
    "again": ("std::logic_error", "thrown once, and again"),
    "noexcept_broken": ("std::domain_error", "out of a noexcept function"),
    "while_handling": ("std::invalid_argument", "thrown while handling"),
    "through_pointer": ("std::range_error", "through a pointer"),
    "in_thread": ("std::underflow_error", "in a thread"),
    "controls": ("std::runtime_error", "red \\x1b[31m \\x07 end"),
}
MESSAGES = {
    "asserted(4)": "three it is",
    "double_free()": "free",
    "bad_pointer()": "invalid",
    "smash(65)": "*** stack smashing detected ***: terminated",
}


def died(call: str, flags: str) -> Core:
    library = shared_library(LIBRARY, "c++", flags)
    return make_core(interpreter("self"), programs.NATIVE.format(call=f"lib.{call}"), library)


def read(core: Core) -> tuple[str | Absent, CppException | Absent]:
    with open_core(core.path, sysroot=core.sysroot) as snapshot:
        modules = load_modules(snapshot)
        return abort_message(snapshot, modules), cpp_exception(snapshot, modules)


@pytest.mark.representative("C++ exceptions", only=("runtime", "with_string"))
@pytest.mark.parametrize("name", EXCEPTIONS)
def test_an_uncaught_exception_has_its_type_and_text(name: str) -> None:
    for flags in ("-O0", "-O2"):
        message, exception = read(died(f"{name}()", flags))
        assert exception[:2] == EXCEPTIONS[name], flags
        assert isinstance(message, Absent)


def test_a_statically_linked_runtime_is_understood_too() -> None:
    core = died("runtime()", "-O1 -static-libstdc++ -static-libgcc")
    assert read(core)[1][:2] == ("std::runtime_error", "it broke: 42")


@pytest.mark.parametrize("call", ("pure_virtual()", "no_exception()"))
def test_terminate_without_an_exception_invents_none(call: str) -> None:
    message, exception = read(died(call, "-O2"))
    assert exception == Absent("no C++ exception was being handled")
    assert isinstance(message, Absent)


@pytest.mark.representative("aborts of the C library")
@pytest.mark.parametrize("call", MESSAGES)
def test_the_c_librarys_own_text_is_read(call: str) -> None:
    message, exception = read(died(call, "-O0 -fstack-protector-all -U_FORTIFY_SOURCE"))
    assert isinstance(message, str)
    assert MESSAGES[call] in message
    assert not message.endswith("\n")
    assert isinstance(exception, Absent)


@pytest.mark.parametrize("label", ("3.14", "3.15", "sid", "trixie"))
def test_the_c_libraries_of_other_systems_are_understood(label: str) -> None:
    source = (
        "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.malloc.restype = ctypes.c_void_p\n"
        "p = libc.malloc(0x500)\nlibc.free(ctypes.c_void_p(p + 8))\n"
    )
    message, _ = read(make_core(interpreter(label), source))
    assert message in ("free(): invalid pointer", "free(): invalid size")


def test_a_program_that_never_aborted_has_no_message() -> None:
    message, exception = read(make_core(interpreter("self"), "import ctypes; ctypes.string_at(8)"))
    assert message == Absent("the C library left no message")
    assert isinstance(exception, Absent)


@pytest.mark.newest
def test_an_error_of_torch_has_its_text() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    folder = os.path.join(os.path.dirname(torch.__file__), "lib")
    source = (
        f"import ctypes, torch\nc10 = ctypes.CDLL({folder!r} + '/libc10.so')\n"
        "fail = getattr(c10, '_ZN3c106detail14torchCheckFailEPKcS2_jS2_')\n"
        "fail(b'f', b'rows.cpp', 17, b'expected more rows')\n"
    )
    _, exception = read(make_core(interpreter("self"), source))
    assert isinstance(exception, CppException)
    assert exception.type == "c10::Error"
    assert exception.what.startswith("expected more rows")
