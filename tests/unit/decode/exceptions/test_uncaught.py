"""What is read of the exception that the probe hands over, as a whole, and what of one in which a
single field is missing, or something else: kept in tests/golden/decode/uncaught.txt."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest

from atfault.decode.exceptions.uncaught import MAX_BYTES, read_uncaught
from atfault.errors import AtfaultError, FormatError, UnsupportedInput
from atfault.options import Options
from support.flattened import differences, leaves, tampered, told

JUNK = {"a text": "x\0y", "a number": 7, "null": None, "a list": [3], "an object": {"k": "int"}}

VALUES = [
    ["n", "argument", {"k": "int", "t": "int", "v": 5}],
    ["big", "local", {"k": "int", "t": "int", "v": "123…"}],
    ["on", "local", {"k": "plain", "t": "bool", "v": "True"}],
    ["nothing", "odd", {"k": "plain", "t": "NoneType", "v": "None"}],
    ["what", "local", {"k": "plain", "t": "ellipsis"}],
    ["word", "global", {"k": "text", "t": "str", "v": "abc", "n": 3}],
    ["cut", "local", {"k": "text", "t": "str", "v": "abc", "n": 900}],
    ["told", "local", {"k": "text", "t": "str", "v": "password=hunter2", "n": 16}],
    ["password", "local", {"k": "text", "t": "str", "v": "hunter2", "n": 7}],
    ["api_key", "local", {"k": "int", "t": "int", "v": 12345}],
    ["secret", "local", {"k": "plain", "t": "bool", "v": "False"}],
    ["raw", "local", {"k": "bytes", "t": "bytes", "v": "00ff", "n": 2}],
    ["raws", "local", {"k": "bytes", "t": "bytes", "v": "41", "n": 9}],
    ["token", "local", {"k": "bytes", "t": "bytes", "v": "41", "n": 1}],
    ["said", "local", {"k": "bytes", "t": "bytes", "v": b"password=hunter2".hex(), "n": 16}],
    [
        "rows",
        "local",
        {"k": "items", "t": "list", "n": 3, "c": [{"k": "int", "t": "int", "v": 1}]},
    ],
    ["pair", "local", {"k": "items", "t": "tuple", "n": 1, "c": [{"k": "int", "t": "i", "v": 1}]}],
    ["few", "local", {"k": "items", "t": "set", "n": 1, "c": [{"k": "int", "t": "i", "v": 1}]}],
    [
        "table",
        "local",
        {
            "k": "map",
            "t": "dict",
            "n": 3,
            "c": [
                [{"k": "text", "t": "str", "v": "a", "n": 1}, {"k": "int", "t": "int", "v": 1}],
                [{"k": "text", "t": "str", "v": "password"}, {"k": "text", "t": "str", "v": "b"}],
            ],
        },
    ],
    [
        "secrets",
        "local",
        {
            "k": "map",
            "t": "dict",
            "c": [
                [
                    {"k": "text", "t": "str", "v": "ab12cd34ef56", "n": 12},
                    {"k": "text", "t": "str", "v": "b"},
                ]
            ],
        },
    ],
    [
        "array",
        "local",
        {
            "k": "array",
            "t": "numpy.ndarray",
            "shape": [4, 2],
            "dtype": "<i8",
            "itemsize": 8,
            "device": "cpu",
            "low": -1,
            "high": 9,
            "low_at": 3,
            "high_at": 0,
            "c": [5, 6],
            "least": -0.5,
            "most": "nan",
            "least_at": 1,
            "most_at": 2,
        },
    ],
    [
        "tensor",
        "local",
        {
            "k": "array",
            "t": "torch.Tensor",
            "shape": [],
            "dtype": "|b1",
            "device": "device(type='cuda', index=1)",
            "least": "-inf",
            "most": "inf",
        },
    ],
    [
        "job",
        "local",
        {
            "k": "object",
            "t": "app.Job",
            "c": [
                ["size", {"k": "int", "t": "int", "v": 1}],
                ["token", {"k": "text", "t": "str", "v": "abc", "n": 3}],
                ["part", {"k": "object", "t": "Part", "c": [["a", {"k": "object", "t": "b.C"}]]}],
            ],
        },
    ],
]

REFUSED = {
    "function": "nll_loss",
    "argument": "target",
    "dtype": "int64",
    "shape": [4],
    "device": "cuda:0",
    "low": 0,
    "high": 2,
    "exempt": -100,
    "bad": [[[3], 3], [[0], "nan"], [[1], True]],
    "bad_count": 2,
    "whose": "input",
    "extents": [4, 3],
    "dim": 1,
    "problem": "range",
    "needed": 8,
    "there": 9,
    "seen": [2, 5],
    "forward": ["/app/cell.py", 5, "forward"],
    "plain": "index out of range",
}

HANDED = {
    "version": 1,
    "how": "thread",
    "pid": 100,
    "tid": 101,
    "thread": "worker",
    "python": {
        "version": "3.12.4",
        "implementation": "CPython",
        "free_threaded": True,
        "prefix": "/usr",
        "stdlib": "/usr/lib/python3.12",
        "executable": "/usr/bin/python3",
    },
    "library_path": "/opt/lib:/usr/lib",
    "launch": REFUSED,
    "launch_blocking": True,
    "path": ["/app", "/usr/lib"],
    "loaded": ["numpy", "torch"],
    "texts": [
        {"file": "/app/cell.py", "cell": "In[5]", "text": "a = 1\nb = 2"},
        {"file": "/app/made.py", "text": "c = 3"},
    ],
    "rank": {"rank": 1, "world_size": 2, "local_rank": 0},
    "when": 1700000000,
    "exceptions": [
        {
            "type": "app.Broken",
            "message": "it broke: password=hunter2",
            "bases": ["ValueError", "Exception"],
            "cause": 1,
            "context": 0,
            "group": [1, 0],
            "notes": ["first", "token=abcdef"],
            "name": "numpy",
            "path": "/app/lib.so",
            "returncode": -9,
            "left_out": 3,
            "refused": REFUSED,
            "frames": [
                {
                    "file": "/app/main.py",
                    "line": 3,
                    "position": [3, 4, 4, 9],
                    "function": "main",
                    "qualname": "App.main",
                    "first_line": 2,
                    "locals": [["one", "local", {"k": "int", "t": "int", "v": 1}]],
                },
                {"file": "/app/cell.py", "line": 2, "function": "run", "position": [2, None, 0, 5]},
            ],
        },
        {"type": "KeyError", "message": None},
    ],
}


def of_values(values: object) -> bytes:
    frame = {"file": "/app/main.py", "line": 3, "function": "main", "locals": values}
    error = {"type": "ValueError", "message": "", "frames": [frame]}
    return json.dumps({"version": 1, "how": "main", "exceptions": [error]}).encode()


def read(data: bytes, **options: bool) -> dict[str, str]:
    try:
        return leaves(read_uncaught(data, Options(**options)))
    except AtfaultError as error:
        return {"": f"{type(error).__name__}: {error}"}


def sections(plain: object, as_data: Callable[[object], bytes]) -> str:
    """What is read of it, then what is otherwise where one place of it is: those with the same
    outcome in one line."""
    before = read(as_data(plain))
    lines = [f"{path.removeprefix('.')} = {text}" for path, text in before.items()]
    for place, changes in tampered(plain, JUNK).items():
        same: dict[str, list[str]] = {}
        for what, changed in changes.items():
            same.setdefault(differences(before, read(as_data(changed))), []).append(what)
        lines += [
            f"{place}: {', '.join(whats)}: {out or 'as before'}" for out, whats in same.items()
        ]
    return "\n".join(lines) + "\n"


def as_json(plain: object) -> bytes:
    return json.dumps(plain).encode()


def test_what_is_read_of_a_hand_over_and_of_one_with_a_field_that_is_something_else(golden):
    golden(os.path.join("decode", "uncaught.txt"), sections(HANDED, as_json))


def test_what_is_read_of_values_and_of_those_with_a_field_that_is_something_else(golden):
    golden(os.path.join("decode", "uncaught_values.txt"), sections(VALUES, of_values))


def test_values_are_shown_as_they_are_where_nothing_is_to_be_masked(golden):
    lines = told(read_uncaught(of_values(VALUES), Options(mask_secrets=False)))
    golden(os.path.join("decode", "uncaught_unmasked.txt"), "\n".join(lines) + "\n")
    assert "not asked for" in str(read(of_values(VALUES), locals=False))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"[]", "no JSON object"),
        (b" " * (MAX_BYTES + 1), "more than 16 MiB"),
        (as_json({**HANDED, "exceptions": []}), "without an exception"),
        (as_json({**HANDED, "how": "magic"}), "how it came to be"),
    ],
)
def test_what_is_no_hand_over_is_refused_by_name(data, said):
    with pytest.raises(FormatError, match=said):
        read_uncaught(data, Options())


def test_another_version_is_named():
    with pytest.raises(UnsupportedInput, match="version 2; this atfault reads 1"):
        read_uncaught(as_json({**HANDED, "version": 2}), Options())


def nested(depth: int) -> dict[str, object]:
    inner: dict[str, object] = {"k": "int", "t": "int", "v": 1}
    for _ in range(depth):
        inner = {"k": "items", "t": "list", "n": 1, "c": [inner]}
    return inner


def test_values_end_at_a_depth_and_at_a_number():
    text = read(of_values([["deep", "local", nested(6)], ["deeper", "local", nested(7)]]))
    shown = [one for path, one in text.items() if path.endswith(".value.text")]
    assert shown == [repr("[" * 6 + "1" + "]" * 6), repr("[" * 7 + "…" + "]" * 7)]
    many = [["n", "local", {"k": "items", "t": "set", "c": [nested(0)] * 64}]] * 200
    frame = {"file": "a.py", "line": 1, "function": "f"}
    error = {"type": "E", "message": "m", "frames": [{**frame, "locals": many}] * 2}
    data = {"version": 1, "how": "main", "exceptions": [error]}
    values = [
        value
        for one in read_uncaught(as_json(data), Options()).exception.error.frames
        if isinstance(one.locals, tuple)
        for value in one.locals
    ]
    assert 20_000 // 65 <= len(values) <= 20_000 // 65 + 1


def test_exceptions_and_frames_are_bounded():
    error = {"type": "E", "message": "m", "frames": [{"file": "a.py", "line": 1}] * 65}
    data = {"version": 1, "how": "main", "exceptions": [error] * 17}
    found = read_uncaught(as_json(data), Options()).exception
    assert (len(found.exceptions), len(found.error.frames)) == (16, 64)


def test_numbers_of_many_digits_are_not_computed():
    data = of_values([["n", "local", {"k": "int", "t": "int", "v": 0}]])
    for digits, shown in (("9" * 20, repr("9" * 20)), ("9" * 21, "''")):
        text = read(data.replace(b'"v": 0', b'"v": ' + digits.encode()))
        assert [one for path, one in text.items() if path.endswith("value.text")] == [shown]
