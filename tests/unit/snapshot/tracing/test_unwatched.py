from __future__ import annotations

import pytest

from atfault.snapshot import procfs
from atfault.snapshot.tracing.programs import Traits
from atfault.snapshot.tracing.unwatched import MOST, LetGo, look

FAMILY = {100, 200, 300}
NOTHING = Traits()


def seen(
    monkeypatch: pytest.MonkeyPatch,
    *words: str,
    traits: Traits = NOTHING,
    variables: dict[str, str] | None = None,
) -> LetGo | None:
    """What becomes of process 300 that executes `words`."""
    entries = [f"{name}={value}" for name, value in (variables or {}).items()]
    files = {"cmdline": words, "environ": ("PATH=/bin/gdb", *entries)}

    def content(path: str, limit: int) -> bytes:
        parts = files[path.removeprefix("/proc/300/")]
        return "".join(f"{part}\0" for part in parts).encode()[:limit]

    monkeypatch.setattr(procfs, "glance", content)
    monkeypatch.setattr(procfs, "read", content)
    return look(300, traits, FAMILY)


@pytest.mark.parametrize(
    "words",
    [
        ("/usr/bin/gdb", "attach", "100", "-x", "cmdlang.gdb", "-ex", "c"),
        ("gdb", "-p", "100"),
        ("gdb", "--pid=100"),
        ("gdb", "-q", "python", "100"),
        ("gdb", "-batch", "-ex", "attach 100", "-ex", "bt"),
        ("gdb-multiarch", "-p100"),
        ("x86_64-linux-gnu-gdb", "attach", "100"),
        ("lldb-16", "-p", "100"),
        ("strace", "-f", "-p", "100"),
        ("py-spy", "dump", "--pid", "100"),
        ("/venv/bin/python3.11", "/venv/bin/pystack", "remote", "100"),
        ("python", "-m", "pystack", "remote", "100"),
    ],
)
def test_a_debugger_that_names_a_process_of_the_family(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    found = seen(monkeypatch, *words)
    assert found is not None
    assert (found.pid, found.wanted, found.reason) == (300, 100, "traces")


@pytest.mark.parametrize(
    "words",
    [
        ("gdb", "-batch", "-ex", "bt", "core"),
        ("gdb", "-p", "4711"),
        ("gdb", "--pid=4711"),
        ("gdb", "--args", "python", "100"),
        ("gdb", "-p", "300"),  # its own number
        ("gdb", "--version"),
        ("strace", "true"),
        ("strace", "-V"),
        ("rr", "record", "python"),
        ("python3", "/venv/bin/atfault", "run", "x.py"),
    ],
)
def test_a_debugger_of_others_is_let_go_alone(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    found = seen(monkeypatch, *words)
    assert found is not None
    assert (found.wanted, found.wants_any, found.reason) == (0, False, "traces")


@pytest.mark.parametrize("words", [("gdb", "--interpreter=mi2"), ("gdb",), ("/opt/wineserver",)])
def test_one_that_is_told_later_whom_to_attach_to_may_want_any(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    found = seen(monkeypatch, *words)
    assert found is not None and found.wants_any


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("kill", "100"),
        ("python", "train.py", "100"),
        ("python", "-m", "pytest"),
        ("gdbus", "call", "100"),
        ("grep", "-r", "strace", "."),
    ],
)
def test_other_programs_are_watched(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    assert seen(monkeypatch, *words) is None


def test_the_command_line_of_a_program_that_nothing_tells_of_is_not_taken_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(procfs, "arguments", lambda pid: asked.append("arguments") or ())
    monkeypatch.setattr(procfs, "variables", lambda pid, names: asked.append("variables") or {})
    assert seen(monkeypatch, "/bin/true", "debugdb", variables={"HOME": "/LD_PRELOADS"}) is None
    assert asked == []


@pytest.mark.parametrize("long", [MOST, MOST + 1])
def test_one_that_is_too_long_for_a_glance_is_read_as_a_whole(
    monkeypatch: pytest.MonkeyPatch, long: int
) -> None:
    found = seen(monkeypatch, "./t", variables={"A": "a" * long, "LD_PRELOAD": "libasan.so"})
    assert found is not None and found.checker == "asan"
    found = seen(monkeypatch, "./t", "a" * long, "TracerPid")
    assert found is not None and found.reason == "looks"


def test_what_calls_ptrace_is_let_go_whatever_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    found = seen(monkeypatch, "./sandbox", "100", traits=Traits(traces=True))
    assert found == LetGo(300, "sandbox", "traces", 100)
    found = seen(monkeypatch, "./sandbox", traits=Traits(traces=True))
    assert found == LetGo(300, "sandbox", "traces")


def test_who_reads_the_tracers_number_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    assert seen(monkeypatch, "./a", traits=Traits(looks=True)) == LetGo(300, "a", "looks")
    found = seen(monkeypatch, "/bin/grep", "TracerPid", "/proc/self/status")
    assert found == LetGo(300, "grep", "looks")


@pytest.mark.parametrize(
    ("linked", "variables", "checker"),
    [
        ("asan", {}, "asan"),
        ("lsan", {}, "lsan"),
        ("", {"LD_PRELOAD": "/usr/lib/gcc/12/libasan.so"}, "asan"),
        ("", {"LD_PRELOAD": "libjemalloc.so.2:/x/libclang_rt.asan-x86_64.so"}, "asan"),
        ("", {"LD_PRELOAD": "liblsan.so.0"}, "lsan"),
        ("", {"LD_PRELOAD": "libtsan.so.2 libubsan.so.1"}, ""),
        ("", {"ASAN_OPTIONS": "detect_leaks=1"}, ""),
        ("asan", {"ASAN_OPTIONS": "abort_on_error=1:detect_leaks=0"}, ""),
        ("asan", {"ASAN_OPTIONS": "detect_leaks=0:detect_leaks=1"}, "asan"),
        ("asan", {"LSAN_OPTIONS": "detect_leaks=0", "ASAN_OPTIONS": "detect_leaks=1"}, ""),
        ("lsan", {"ASAN_OPTIONS": "detect_leaks=0"}, "lsan"),
        ("lsan", {"LSAN_OPTIONS": "detect_leaks=false"}, ""),
    ],
)
def test_a_leak_check_that_will_be_made_lets_the_program_go(
    monkeypatch: pytest.MonkeyPatch, linked: str, variables: dict[str, str], checker: str
) -> None:
    found = seen(monkeypatch, "./t", traits=Traits(leak_checker=linked), variables=variables)
    expected = LetGo(300, "t", "leak-check", checker=checker) if checker else None
    assert found == expected
