"""Function names, paths and escapes."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from atfault.report.escape import clean, crop, pad, prose, width_of
from atfault.report.layout import wrapped
from atfault.report.names import without_arguments
from atfault.report.places import Places, module_title
from support.crash_reports import out_of_memory
from support.report_parts import CWD, PACKAGES, native_frame, python_frame


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("memcpy", "memcpy"),
        ("_start", "_start"),
        ("??", "??"),
        ("", ""),
        ("foo(int, char const*)", "foo"),
        ("at::native::gemm<float, 4>(long, float const*)", "at::native::gemm<…>"),
        ("void at::cpu<f<int> >(long)::{lambda(int)#2}::operator()(int) const",
         "at::cpu<…>(…)::{lambda#2}::operator()"),
        ("(anonymous namespace)::call_cfunc(Dispatcher*)", "{anonymous}::call_cfunc"),
        ("std::ostream& operator<< <char>(std::ostream&, char)", "operator<<<…>"),
        ("operator new(unsigned long)", "operator new"),
        ("A::operator bool() const", "A::operator bool"),
        ("std::function<void (int)>::operator()(int) const", "std::function<…>::operator()"),
        ("F<(int)3>::g() [clone .cold]", "F<…>::g"),
        ("<a::Array<a::Int64> as a::Reduce>::sum_reduce", "Array::sum_reduce"),
        ("core::ptr::drop_in_place<alloc::vec::Vec<u8>>", "core::ptr::drop_in_place<…>"),
        ("f(F<auto (int)->int>)::{lambda()#1}::operator()", "f(…)::{lambda#1}::operator()"),
        ("__main__::f[abi:v1][abi:c8tJTIe](long long)", "__main__::f"),
        ("<unknown>", "<unknown>"),
        ("<lambda>", "<lambda>"),
    ],
)  # fmt: skip
def test_names_without_arguments(name, short):
    assert without_arguments(name) == short


@given(st.text("ab<>(){}:[ ~-operat", max_size=200))
@example("{:::::::::::::::::::::::::::::(:")
def test_any_name_is_shortened_without_failing(name):
    assert len(without_arguments(name)) <= len(name) + 20


@pytest.mark.parametrize(
    ("path", "short"),
    [
        (f"{CWD}/paint.py", "paint.py"),
        (f"{CWD}/sub/paint.py", "sub/paint.py"),
        (f"{CWD}-other/paint.py", "~/paint-other/paint.py"),
        (f"{PACKAGES}/torch/nn/modules/linear.py", ".venv/lib/…"),
        ("/usr/lib/python3/dist-packages/numpy/core.py", "numpy/core.py"),
        ("/usr/lib/python3.11/concurrent/futures/thread.py", "concurrent/futures/thread.py"),
        ("/opt/lib/python3.13t/threading.py", "threading.py"),
        ("/home/ada/tool.py", "~/tool.py"),
        ("/srv/app.py", "/srv/app.py"),
        ("<string>", "<string>"),
        ("/a/\x1b[2J.py", "/a/\\x1b[2J.py"),
    ],
)
def test_paths(path, short):
    places = Places(out_of_memory(), "/home/ada/paint", home="/home/ada")
    if short.endswith("…"):  # below the working directory even if installed there
        assert places.short(path).startswith(short[:-1])
    else:
        assert places.short(path) == short


def test_the_reader_elsewhere_sees_paths_relative_to_the_process():
    assert Places(out_of_memory(), "/tmp", home="/root").short(f"{CWD}/paint.py") == "paint.py"


def test_locations_of_frames():
    places = Places(out_of_memory(), CWD, home="")
    mine = python_frame("f", "pkg/deep/a.py", 3)
    assert places.of_frame(mine) == "pkg/deep/a.py:3"
    assert places.of_frame(mine._replace(mine=False)) == "deep/a.py:3"
    native = native_frame("f", "/usr/lib/libfoo.so.1", file="/build/src/foo.cpp", line=9)
    assert places.of_frame(native) == "foo.cpp:9"
    assert places.of_frame(native._replace(file=None)) == "libfoo.so.1"
    assert places.of_frame(native._replace(file=None, module=None)) == ""


@pytest.mark.parametrize(
    ("module", "title"),
    [
        (f"{PACKAGES}/numba/_dispatcher.cpython-311-x86_64-linux-gnu.so", "numba/_dispatcher"),
        (f"{PACKAGES}/cryptography/_rust.abi3.so", "cryptography/_rust"),
        (f"{PACKAGES}/torch/lib/libtorch_cpu.so", "libtorch_cpu.so"),
        ("/usr/lib/python3.11/lib-dynload/_ctypes.cpython-311-x86_64-linux-gnu.so", "_ctypes"),
        ("/home/ada/ext/fast.cpython-311-x86_64-linux-gnu.so", "fast"),
        ("/usr/lib/libc.so.6", "libc.so.6"),
        (None, ""),
    ],
)
def test_module_titles(module, title):
    assert module_title(native_frame("f", module)) == title


@given(st.text())
def test_clean_text_is_printable_and_stays_so(text):
    cleaned = clean(text)
    assert cleaned.isprintable()
    assert clean(cleaned) == cleaned
    cleaned.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("\x1b[31m", "\\x1b[31m"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb", "a\\u200bb"),
        ("\x9b2J", "\\x9b2J"),
        ("\udcff", "\\xff"),
        ("\ud800", "\\ud800"),
        ("\U000e0001", "\\U000e0001"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("größe 名前", "größe 名前"),
    ],
)
def test_escapes(text, cleaned):
    assert clean(text) == cleaned


@given(st.text().map(clean), st.integers(1, 40), st.booleans())
def test_cropped_text_fits(text, width, keep_end):
    cropped = crop(text, width, keep_end=keep_end)
    assert width_of(cropped) <= width
    assert (cropped == text) == (width_of(text) <= width)


@given(st.text().map(clean), st.integers(20, 60), st.integers(0, 8))
def test_wrapping_loses_no_word_and_breaks_none(text, width, hanging):
    lines = wrapped(text, width, hanging)
    assert " ".join(lines).split() == text.split()
    for line in lines:
        assert width_of(line) <= width or len(line.split()) == 1


def test_pad_counts_columns():
    assert pad("名", 4) == "名  "


@pytest.mark.parametrize(
    "text, shown",
    [
        ("2. what follows", r"2\. what follows"),
        ("2) what follows", r"2\) what follows"),
        ("12.", r"12\."),
        ("strlen (libc.so.6) was given 0", "strlen (libc.so.6) was given 0"),
        ("in 3.11. And *then*", r"in 3.11. And \*then\*"),
    ],
)
def test_a_number_is_marked_for_markdown_at_the_beginning_alone(text, shown):
    assert prose(text) == shown
