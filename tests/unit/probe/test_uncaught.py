"""What the probe hands over, of every interpreter here, and how it is read back."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import textwrap

import pytest
from tests.integration.test_run_exceptions import TRAPS

import atfault_probe
from atfault.analyze.exception import analyze_exception
from atfault.decode.exceptions.uncaught import read_uncaught
from atfault.errors import AtfaultError, FormatError, UnsupportedInput
from atfault.formats.journal import parse
from atfault.model.absent import Absent
from atfault.model.endings import Termination
from atfault.model.hand_over import HandOver
from atfault.model.process import ProcessInfo
from atfault.model.values import Value
from atfault.options import Options
from support.interpreters import every_interpreter
from support.parts import times

BOOTSTRAP = os.path.join(os.path.dirname(atfault_probe.__file__), "bootstrap")
OPTIONS = Options()
each = pytest.mark.parametrize("python", every_interpreter())


def hand_over(tmp_path, body: str, python=None, options: Options = OPTIONS) -> HandOver:
    """Of a program that ends by an exception, or starts one that does."""
    executable = sys.executable
    if python is not None:
        (executable, *_) = python.argv_prefix
        if python.sysroot is not None:
            pytest.skip("not an interpreter of this machine's own files")
    (data,) = contents(tmp_path, body, executable)
    return read_uncaught(data, options)


def contents(tmp_path, body: str, executable: str = sys.executable) -> list[bytes]:
    folder = tmp_path / "probe"
    folder.mkdir(exist_ok=True, parents=True)
    path = tmp_path / "job.py"
    path.write_text(textwrap.dedent(body), encoding="utf-8")
    env = {**os.environ, "ATFAULT_PROBE_FOLDER": str(folder), "PYTHONPATH": BOOTSTRAP}
    subprocess.run([executable, str(path)], env=env, stderr=subprocess.PIPE, cwd=tmp_path)
    return [one.read_bytes() for one in sorted(folder.iterdir())]


def values(handed: HandOver, at: int = 0) -> dict[str, Value]:
    frames = handed.exception.error.frames
    variables = frames[at].locals
    assert not isinstance(variables, Absent)
    return {one.name: one.value for one in variables if isinstance(one.value, Value)}


def texts(handed: HandOver, at: int = 0) -> dict[str, str]:
    return {name: value.text for name, value in values(handed, at).items()}


@each
def test_frames_values_and_the_interpreter_are_told(tmp_path, python):
    body = """
        class Grid:
            def __init__(self): self.width, self.name = 4, "g"

        def pick(row, *rest, scale=1.5):
            grid = Grid()
            text, data, items = "a\\u00e9\\n", b"\\x00x", [1, (2, None), {"k": True}]
            return items[row]

        pick(9)
    """
    if python is None:
        pytest.skip("no such interpreter here")
    handed = hand_over(tmp_path, body, python)
    error = handed.exception.error
    assert (error.type, error.message) == ("IndexError", "list index out of range")
    assert error.is_a("LookupError") and not error.is_a("OSError")
    assert [frame.function for frame in error.frames] == ["pick", "<module>"]
    assert [frame.location.line for frame in error.frames] == [8, 10]
    assert error.frames[0].first_line == 5
    if python.minor >= 11:
        place = error.frames[0].location
        assert (place.column, place.end_column) == (12, 22)
    shown = texts(handed)
    assert shown["row"] == "9" and shown["scale"] == "1.5"
    assert shown["text"] == repr("a\xe9\n") and shown["data"] == repr(b"\x00x")
    assert shown["items"] == "[1, (2, None), {'k': True}]"
    assert shown["grid"] == "Grid(width=4, name='g')"
    assert not isinstance(handed.python, Absent)
    assert handed.python.version == python.version
    assert handed.python.free_threaded == python.free_threaded
    assert handed.exception.source == "main" and handed.exception.thread == "MainThread"


@each
def test_a_hostile_program_is_told_of_without_being_called(tmp_path, python):
    if python is None or not python.has_numpy:
        pytest.skip("no numpy there")
    handed = hand_over(tmp_path, TRAPS, python)
    error = handed.exception.error
    assert error.type == "__main__.Error"
    assert isinstance(error.message, Absent)  # made of an object that has a __str__ of its own
    shown = values(handed, -2 if error.frames[-1].function == "<module>" else -1)
    assert shown["trap"].type == "__main__.Trap" and shown["trap"].children == ()
    assert shown["array"].array is None
    assert [value.type for _, value in shown["held"].children] == [
        "__main__.Trap",
        "dict",
        "tuple",
        "slice",
    ]


@each
def test_how_a_command_ended_is_told_of_the_exception_that_is_about_it(tmp_path, python):
    if python is None:
        pytest.skip("no such interpreter here")
    body = """
        import subprocess
        class Failed(subprocess.CalledProcessError):
            def __str__(self): raise SystemExit(3)
        raise Failed(-9, ["job"])
    """
    error = hand_over(tmp_path, body, python).exception.error
    assert (error.type, error.returncode) == ("__main__.Failed", -9)
    assert isinstance(error.message, Absent)
    body = body.replace("-9", "'nine'")
    assert hand_over(tmp_path / "two", body, python).exception.error.returncode is None


@each
def test_the_chain_and_its_groups_are_told(tmp_path, python):
    if python is None:
        pytest.skip("no such interpreter here")
    body = """
        def first(): {}["x"]
        try:
            try: first()
            except KeyError as error: raise ValueError("bad", 3) from error
        except ValueError as error:
            raise OSError(2, "No such file", "f.txt")
    """
    exception = hand_over(tmp_path, body, python).exception
    assert [(one.type, one.message) for one in exception.chain()] == [
        ("FileNotFoundError", "[Errno 2] No such file: 'f.txt'"),
        ("ValueError", "('bad', 3)"),
        ("KeyError", "'x'"),
    ]
    assert exception.error.context == 1 and exception.exceptions[1].cause == 2
    assert exception.exceptions[2].frames[0].function == "first"


def test_parts_of_a_group_and_notes_are_told(tmp_path):
    body = """
        error = ExceptionGroup("several", [ValueError("v"), ExceptionGroup("in", [OSError("o")])])
        error.add_note("a note")
        raise error
    """
    exception = hand_over(tmp_path, body).exception
    assert exception.error.message == "several (2 sub-exceptions)"
    assert exception.error.notes == ("a note",)
    parts = [exception.exceptions[at] for at in exception.error.group]
    assert [one.type for one in parts] == ["ValueError", "ExceptionGroup"]
    assert exception.exceptions[parts[1].group[0]].type == "OSError"


def test_a_context_that_was_suppressed_is_left_out(tmp_path):
    body = """
        try: 1/0
        except ZeroDivisionError: raise ValueError from None
    """
    assert len(hand_over(tmp_path, body).exception.exceptions) == 1


def test_secrets_are_masked_by_the_names_that_hold_them(tmp_path):
    body = """
        def login(user, password, config):
            url = "pg://ada:hunter2@db/x"
            raise RuntimeError("cannot log in to " + url)
        login("ada", "hunter2", {"api_key": "hunter2", "port": 5432})
    """
    (data,) = contents(tmp_path, body)
    handed = read_uncaught(data, OPTIONS)
    assert "hunter2" not in repr(handed)
    assert texts(handed)["password"] == "<masked>"
    assert texts(handed)["config"] == "{'api_key': <masked>, 'port': 5432}"
    assert "hunter2" in repr(read_uncaught(data, OPTIONS._replace(mask_secrets=False)))
    hidden = read_uncaught(data, OPTIONS._replace(locals=False))
    assert isinstance(hidden.exception.error.frames[0].locals, Absent)


def test_much_of_everything_stays_bounded(tmp_path):
    body = """
        import sys
        big = "x" * 10_000_000
        row = list(range(10_000))
        many = [row[:] for _ in range(100)] * 100
        nested = []
        for _ in range(100_000): nested = [nested]
        ring = []; ring.append(ring)
        number = 10 ** 100_000
        def fall(n):
            here = (big, many, nested, ring, number)
            return fall(n + 1)
        sys.setrecursionlimit(5000)
        fall(0)
    """
    (data,) = contents(tmp_path, body)
    assert len(data) < 2_000_000
    error = read_uncaught(data, OPTIONS).exception.error
    assert error.type == "RecursionError"
    assert len(error.frames) <= 40 and error.left_out > 4000


def test_of_arrays_shape_and_extremes_are_told(tmp_path):
    np = pytest.importorskip("numpy")
    assert np
    body = """
        import numpy as np
        def use(table, ids, half, one, names):
            raise ValueError
        use(np.zeros((3, 4)), np.array([[5, -2], [9, 0]], np.int32), np.float16(0.5), np.int64(7),
            np.array([["a"]]))
    """
    shown = values(hand_over(tmp_path, body))
    ids = shown["ids"].array
    assert ids is not None and shown["table"].array is not None
    assert (shown["table"].array.shape, shown["table"].array.dtype) == ((3, 4), "float64")
    assert (ids.dtype, ids.low, ids.high, ids.low_at, ids.high_at) == ("int32", -2, 9, 1, 2)
    assert ids.first == (5, -2, 9, 0)
    assert (shown["one"].number, shown["half"].text) == (7, "0.5")


def test_a_file_beside_the_script_is_not_taken_for_a_module_of_ours(tmp_path):
    for name in ("json", "struct", "mmap", "traceback", "importlib"):
        (tmp_path / f"{name}.py").write_text("print('SHADOWED')\nraise SystemExit(9)\n")
    body = "import sys; sys.excepthook = sys.excepthook\nraise KeyError(3)"
    assert hand_over(tmp_path, body).exception.error.message == "3"


def test_a_folder_that_is_gone_harms_nobody(tmp_path):
    env = {**os.environ, "ATFAULT_PROBE_FOLDER": "/nowhere/at/all", "PYTHONPATH": BOOTSTRAP}
    done = subprocess.run([sys.executable, "-c", "1/0"], env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


@each
def test_the_journal_of_a_program_needs_nothing_of_its_own_modules(tmp_path, python):
    if python is None or python.sysroot is not None:
        pytest.skip("not an interpreter of this machine's own files")
    for name in ("mmap", "struct"):
        (tmp_path / f"{name}.py").write_text("print('SHADOWED')\nraise SystemExit(9)\n")
    body = """
        import sys
        record = sys.modules["atfault_probe.hooks"].recorder()
        record(1, b"was here")
        assert record is sys.modules["atfault_probe.hooks"].recorder()
        assert "mmap" not in sys.modules
    """
    (data,) = contents(tmp_path, body, python.argv_prefix[0])
    (one,) = parse(data).records
    assert (one.file, one.line) == (str(tmp_path / "job.py"), 4)
    assert one.payload == b"was here"


# What is read is not trusted


def test_what_is_no_hand_over_is_refused():
    for data in (b"", b"[]", b"nonsense", b"[" * 100_000, b'{"version": 1}'):
        with pytest.raises(FormatError):
            read_uncaught(data, OPTIONS)
    with pytest.raises(UnsupportedInput, match="version 7"):
        read_uncaught(b'{"version": 7}', OPTIONS)


@pytest.mark.chance
def test_damaged_hand_overs_are_read_or_refused(tmp_path):
    body = """
        import numpy as np
        def use(table, text, held):
            raise ValueError("x") from KeyError(2)
        use(np.arange(3), "t", [{"k": (1, b"z", use)}])
    """
    (data,) = contents(tmp_path, body)
    plain = json.loads(data)
    chance = random.Random(3)
    junk = [None, True, -1, 1 << 70, 1.5, "x", [], {}, [[]], {"k": "array"}, "\x1b[31m", "\ud800"]

    def damage(part):
        if isinstance(part, dict):
            return {
                key: chance.choice(junk) if chance.random() < 0.05 else damage(value)
                for key, value in part.items()
            }
        if isinstance(part, list):
            return [chance.choice(junk) if chance.random() < 0.05 else damage(v) for v in part]
        return part

    for _ in range(times("ATFAULT_FUZZ_CASES", few=60, many=600)):
        try:
            handed = read_uncaught(json.dumps(damage(plain)).encode(), OPTIONS)
        except AtfaultError:
            continue
        handed.exception.chain()
        for one in handed.exception.exceptions:
            assert all(place < len(handed.exception.exceptions) for place in one.group)


@pytest.mark.parametrize("name", ["/x\0y", "/x\udfff", "/x\ud800y"])
def test_a_path_that_no_file_can_have_is_none(name):
    error = {"type": "ImportError", "message": "m: undefined symbol: _Z3foov", "path": name}
    plain = {
        "version": 1,
        "how": "main",
        "exceptions": [{**error, "bases": ["ImportError"]}],
        "python": {"executable": name, "prefix": name, "stdlib": name, "version": "3.11.7"},
        "library_path": name,
        "path": [name, "/usr"],
    }
    handed = read_uncaught(json.dumps(plain).encode(), OPTIONS)
    assert (handed.search_path, handed.executable, handed.library_path) == (("/usr",), "", "")
    assert handed.exception.error.path is None
    report = analyze_exception(
        handed, ProcessInfo(7), Termination(exit_code=1), OPTIONS, always=True
    )
    assert report is not None
