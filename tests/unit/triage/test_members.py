"""Which failures are the same."""

from __future__ import annotations

import pytest

from atfault.model.findings import Blame, Finding, SourceLine
from atfault.model.report import EnvironmentReport
from atfault.model.triage import Line, NativePlace
from atfault.triage.members import grouped, key_of, member_of
from support.report_parts import CWD, LIBC, PACKAGES, native_frame, python_frame, report, thread

NUMPY = f"{PACKAGES}/numpy/_core/_multiarray_umath.cpython-311-x86_64-linux-gnu.so"
ENVIRONMENT = EnvironmentReport(
    "0.2.0", "Debian 12", "glibc 2.36 (Debian GLIBC 2.36-9)", {"numpy": "2.4.6"}, "node1"
)


def failure(
    cause="wild-pointer",
    line=16,
    native=(("array_take", NUMPY),),
    *,
    file=f"{CWD}/paint.py",
    summary="an address",
    confidence="certain",
    kind="crash",
    environment=ENVIRONMENT,
    crashed=True,
    created="2026-11-21T02:39:12Z",
):
    source = (SourceLine(line, "  paint(grid)"),) if line else ()
    blame = (Blame(file, line, "main", "MainThread", source, tid=4711),) if line else ()
    finding = Finding(cause, summary, confidence, blame)
    frames = [*(native_frame(*one) for one in native), python_frame("main", "paint.py", line)]
    threads = [thread("MainThread", 4711, frames, crashed=crashed)]
    made = report([finding], threads, kind=kind, environment=environment)
    return made._replace(created=created)


def member(path="r.json", kind="report", changed=0.0, **what):
    return member_of(failure(**what), path, kind, changed)


def test_a_member_has_what_the_report_says_first():
    found = member()
    assert (found.cause, found.confidence) == ("wild-pointer", "certain")
    assert found.line == Line(f"{CWD}/paint.py", 16, "main") and found.code == "paint(grid)"
    assert found.native == NativePlace("array_take", "_multiarray_umath", "numpy 2.4.6")
    assert (found.seen, found.host) == ("2026-11-21T02:39:12Z", "node1")


def test_a_core_was_seen_when_it_was_written_and_not_when_it_is_read():
    assert member(kind="core", changed=86400.0).seen == "1970-01-02T00:00:00Z"


@pytest.mark.parametrize("created", ["", "yesterday", "\x1b[31m", "2026-11-21T02:39:12+09:00"])
def test_a_time_that_is_none_gives_way_to_that_of_the_file(created):
    assert member(created=created, changed=86400.0).seen == "1970-01-02T00:00:00Z"


def test_a_time_that_no_clock_gave_is_the_beginning():
    assert member(kind="core", changed=1e300).seen == "1970-01-01T00:00:00Z"


@pytest.mark.parametrize(
    "other",
    [
        {"cause": "null-dereference"},
        {"line": 17},
        {"line": None},
        {"file": f"{CWD}/other.py"},
        {"native": (("array_put", NUMPY),)},
        {"native": (("array_take", f"{PACKAGES}/fast.so"),)},
        {"environment": ENVIRONMENT._replace(packages={"numpy": "2.4.7"})},
    ],
)
def test_another_cause_line_function_library_or_version_is_another_failure(other):
    assert key_of(member()) != key_of(member(**other))


@pytest.mark.parametrize(
    "other",
    [
        {"summary": "another address"},
        {"confidence": "possible"},
        {"created": "2026-11-22T00:00:00Z"},
        {"environment": ENVIRONMENT._replace(host="node2")},
    ],
)
def test_where_when_and_how_surely_it_is_known_is_no_difference(other):
    assert key_of(member()) == key_of(member(**other))


def test_a_line_in_a_package_is_the_same_wherever_that_is_installed():
    one = member(file="/a/lib/python3.11/site-packages/own/x.py")
    other = member(file="/b/venv/lib/python3.11/site-packages/own/x.py")
    assert key_of(one) == key_of(other)


def test_a_cell_is_the_same_in_each_kernel():
    one, other = (member(file=f"/tmp/ipykernel_{pid}/3141.py") for pid in (1, 2))
    assert key_of(one) == key_of(other)


def test_without_line_and_function_the_summary_tells_failures_apart_but_for_its_numbers():
    def log(summary):
        return key_of(member(line=None, native=(), summary=summary))

    assert log("no header Python.h, line 7") == log("no header Python.h, line 12")
    assert log("no header Python.h") != log("no header ffi.h")


def test_the_function_is_the_innermost_beyond_what_all_programs_share():
    found = member(native=(("raise", LIBC), ("abort", LIBC), ("array_take", NUMPY)))
    assert found.native is not None and found.native.function == "array_take"


def test_a_crash_in_the_c_library_alone_is_told_by_that():
    found = member(native=(("__strlen_avx2", LIBC),))
    assert found.native == NativePlace("strlen", "libc.so.6", "glibc 2.36")


def test_a_crash_in_a_library_without_names_is_told_by_the_library_and_not_by_who_called_it():
    found = member(native=(("", LIBC), ("ffi_call", "/usr/lib/libffi.so.8")))
    assert found.native == NativePlace("", "libc.so.6", "glibc 2.36")


def test_a_processor_has_its_own_kind_of_a_function_and_no_failures_of_its_own():
    one, other = (member(native=((name, LIBC),)) for name in ("__memset_avx2", "__memset_evex"))
    assert key_of(one) == key_of(other)


def test_how_a_thread_waits_in_the_c_library_says_nothing():
    found = member(native=(("futex_wait", LIBC),), kind="hang", crashed=False)
    assert found.native is None and found.line is not None


def test_a_library_without_a_package_of_its_name_has_no_version():
    found = member(native=(("f", "/opt/lib/libfast.so.3"),))
    assert found.native == NativePlace("f", "libfast.so.3", "")


def test_the_largest_group_comes_first_and_of_equals_the_latest():
    early, late = "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"
    many = [member(f"{n}", line=1, created=early) for n in range(3)]
    few = [member("a", line=2, created=early), member("b", line=3, created=late)]
    groups = grouped([*few, *many])
    assert [group.members[0].line.line for group in groups] == [1, 3, 2]


def test_the_surest_represents_a_group_and_of_these_the_latest():
    (group,) = grouped(
        [
            member("early", created="2026-11-01T00:00:00Z"),
            member("later", created="2026-11-02T00:00:00Z"),
            member("last", created="2026-11-03T00:00:00Z", confidence="possible"),
        ]
    )
    assert group.representative.path == "later"
    assert [one.path for one in group.members] == ["early", "later", "last"]


def test_hosts_are_counted_the_most_first_and_unknown_ones_are_none():
    hosts = ["b", "a", "b", ""]
    (group,) = grouped(
        member(f"{n}", environment=ENVIRONMENT._replace(host=host)) for n, host in enumerate(hosts)
    )
    assert list(group.hosts.items()) == [("b", 2), ("a", 1)]


def test_native_code_that_has_called_the_line_is_not_where_it_failed():
    """asyncio's, below every notebook and server of coroutines."""
    found = failure(native=(("strlen", LIBC),))
    asyncio = native_frame("task_step_impl", "/lib/_asyncio.cpython-311-x86_64-linux-gnu.so")
    first = found.threads[0]
    found = found._replace(threads=(first._replace(frames=(*first.frames, asyncio)),))
    assert member_of(found, "r.json", "report", 0.0).native == NativePlace(
        "strlen", "libc.so.6", "glibc 2.36"
    )
