"""The table of layouts: what its columns are, which one holds for a release, how it is written."""

from __future__ import annotations

import copy
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from atfault.cpython import debug_offsets, offsets
from atfault.cpython.debug_offsets import DebugOffsets
from atfault.cpython.offsets import Structs, layouts, load

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "src/atfault/cpython/offsets/layouts.txt"


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gen", ROOT / "tools/offsets/generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- the table ---


def test_the_columns_are_those_of_the_known_versions_each_from_its_first_release(
    generate: Any,
) -> None:
    keys = [column.key for column in generate.read_table(TABLE.read_text())]
    assert keys == sorted(set(keys))
    assert {key[:2] for key in keys} == offsets.KNOWN
    assert {key[:2] for key in keys if key[2:] == (0, False)} == offsets.KNOWN


def test_every_value_of_every_column_is_loaded_and_no_other(generate: Any) -> None:
    for column in generate.read_table(TABLE.read_text()):
        minor, free_threaded, micro, has_jit = column.key
        structs, constants = [*layouts(minor, free_threaded, micro)][has_jit]
        assert has_jit or structs == load(minor, free_threaded, micro)[0]
        found = {(name, field): v for name in structs for field, v in structs[name].items()}
        found.update({("constant", name): value for name, value in constants.items()})
        assert found == column.values, column.since


def test_the_table_is_written_as_it_was_read_and_has_the_rows_that_are_asked_for(
    generate: Any,
) -> None:
    rows = generate.rows_of((ROOT / "tools/offsets/fields.txt").read_text())
    text = TABLE.read_text()
    assert generate.render(generate.read_table(text), rows) == text
    assert all(any(row in one.values for one in generate.read_table(text)) for row in rows)


def test_one_column_is_written_anew_and_the_others_stay(
    generate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def printed(*arguments: object) -> str:
        return "field PyObject sizeof 17\nconstant - RESUME 7\n"

    (tmp_path / "patchlevel.h").write_text(
        "#define PY_MINOR_VERSION        13\n#define PY_MICRO_VERSION        9\n"
    )
    table = tmp_path / "layouts.txt"
    before = {one.since: one for one in generate.read_table(TABLE.read_text())}
    monkeypatch.setattr(generate, "run_c", printed)
    for more, since in (([], "3.13.0"), (["--since", "3.13.9"], "3.13.9")):
        table.write_text(TABLE.read_text())
        command = ["generate.py", *more, "--output", str(table), str(tmp_path)]
        monkeypatch.setattr(sys, "argv", command)
        generate.main()
        after = {one.since: one for one in generate.read_table(table.read_text())}
        assert after.keys() == before.keys() | {since}
        assert [name for name in after if after[name] != before.get(name)] == [since]
        assert after[since].headers == "3.13.9"
        assert after[since].values == {("PyObject", "sizeof"): 17, ("constant", "RESUME"): 7}


# --- which column holds, where the process does not tell ---


@pytest.mark.parametrize(("micro", "fut_state"), [(0, 80), (5, 80), (6, 88), (13, 88), (99, 88)])
def test_futures_of_3_10_grew_with_its_sixth_patch_release(micro: int, fut_state: int) -> None:
    structs, _ = load(10, micro=micro)
    assert structs["FutureObj"]["fut_state"] == fut_state
    assert structs["TaskObj"]["task_coro"] == fut_state + 72


def test_of_an_unknown_release_only_what_all_have_at_the_same_place_is_known() -> None:
    whole = [structs for structs, _ in layouts(10)]
    structs, constants = load(10)
    assert "fut_state" not in structs["FutureObj"] and "task_coro" not in structs["TaskObj"]
    assert structs["FutureObj"]["fut_loop"] == whole[0]["FutureObj"]["fut_loop"]
    assert structs["PyThreadState"] == whole[0]["PyThreadState"]
    sizes = [one["PyInterpreterState"]["sizeof"] for one in whole]
    assert structs["PyInterpreterState"]["sizeof"] == max(sizes)
    assert constants == load(10, micro=6)[1]


def test_the_column_that_holds_comes_first_then_the_newest() -> None:
    sizes = [structs["PyThreadState"]["sizeof"] for structs, _ in layouts(13, micro=3)]
    assert sizes == [304, 312]
    sizes = [structs["PyThreadState"]["sizeof"] for structs, _ in layouts(13)]
    assert sizes == [312, 304]


# --- which holds, by what the process tells ---


def told(structs: Structs, minor: int, free_threaded: bool = False) -> DebugOffsets:
    """What a process with that layout says of itself."""
    found: Structs = {}
    for name, line in debug_offsets.GROUPS[minor]:
        for field in line.split():
            if field in structs.get(name, {}):
                found.setdefault(name, {})[field] = structs[name][field]
    return DebugOffsets(3 << 24 | minor << 16 | 0xF0, free_threaded, found)


def fit(minor: int, own: DebugOffsets, micro: int = 0) -> debug_offsets.Fit | None:
    return debug_offsets.fit((s for s, _ in layouts(minor, own.free_threaded, micro)), own)


MOVED = [
    (13, False, "_PyThreadStateImpl", "asyncio_running_loop"),
    (13, True, "_PyThreadStateImpl", "asyncio_running_loop"),
    (14, True, "PyInterpreterState", "asyncio_tasks_head"),
    (15, True, "PyInterpreterState", "asyncio_tasks_head"),
]


@pytest.mark.parametrize(("minor", "free_threaded", "owner", "field"), MOVED)
def test_a_field_that_moved_is_where_the_process_of_any_release_has_it(
    minor: int, free_threaded: bool, owner: str, field: str
) -> None:
    whole = [structs for structs, _ in layouts(minor, free_threaded)]
    assert len({structs[owner][field] for structs in whole}) == 2
    for structs in whole:
        for micro in (0, 99):  # that of its release is not needed
            found = fit(minor, told(structs, minor, free_threaded), micro)
            assert found is not None and found.left_out == ()
            assert found.structs[owner] == structs[owner]


@pytest.mark.parametrize("minor", [13, 14, 15])
@pytest.mark.parametrize("free_threaded", [False, True])
def test_a_process_of_a_known_layout_has_all_of_it(minor: int, free_threaded: bool) -> None:
    for structs, _ in layouts(minor, free_threaded):
        found = fit(minor, told(structs, minor, free_threaded))
        assert found is not None and found.left_out == ()
        for name, fields in structs.items():
            if name not in ("_PyRuntimeState", "_PyThreadStateImpl"):
                assert found.structs[name] == fields


def test_what_no_known_layout_has_between_the_same_neighbours_is_left_out() -> None:
    structs = copy.deepcopy(load(14, micro=0)[0])
    structs["PyInterpreterState"]["sizeof"] += 8
    structs["PyThreadState"]["sizeof"] += 8
    structs["_PyRuntimeState"]["sizeof"] += 8
    found = fit(14, told(structs, 14))
    assert found is not None
    assert found.left_out == (
        "PyInterpreterState.asyncio_tasks_head",
        "PyThreadState.datastack_limit",
        "PyThreadState.datastack_top",
        "PyThreadState.id",
        "_PyThreadStateImpl",
    )
    assert "_PyThreadStateImpl" not in found.structs
    interpreter = found.structs["PyInterpreterState"]
    assert "asyncio_tasks_head" not in interpreter
    assert interpreter["finalizing"] == structs["PyInterpreterState"]["finalizing"]
    thread = found.structs["PyThreadState"]
    assert "id" not in thread
    assert thread["current_exception"] == structs["PyThreadState"]["current_exception"]
    assert found.structs["_PyRuntimeState"]["main_thread"] == 832


@pytest.mark.parametrize(
    ("name", "field", "by"),
    [
        ("_PyInterpreterFrame", "previous", 8),
        ("PyCodeObject", "co_argcount", 8),
        ("PyCodeObject", "co_filename", -24),
        ("PyCodeObject", "co_qualname", 24),
    ],
)
def test_frames_and_code_objects_that_fit_no_layout_are_not_read_by_one(
    name: str, field: str, by: int
) -> None:
    structs = copy.deepcopy(load(14, micro=0)[0])
    structs[name][field] += by
    assert fit(14, told(structs, 14)) is None


def test_a_structure_of_which_an_offset_leads_out_is_damaged_and_taken_from_the_table() -> None:
    whole = load(14, micro=0)[0]
    structs = copy.deepcopy(whole)
    structs["PyThreadState"]["current_frame"] = 1 << 20
    found = fit(14, told(structs, 14))
    assert found is not None and found.left_out == ()
    assert found.structs["PyThreadState"] == whole["PyThreadState"]
    assert found.damaged == ("PyThreadState",)


@pytest.mark.parametrize(
    ("name", "field", "other"),
    [("PyThreadState", "next", "prev"), ("PyCodeObject", "co_filename", "co_name")],
)
def test_a_structure_with_two_fields_at_one_place_is_damaged_and_taken_from_the_table(
    name: str, field: str, other: str
) -> None:
    whole = load(14, micro=0)[0]
    structs = copy.deepcopy(whole)
    structs[name][field] = structs[name][other]
    found = fit(14, told(structs, 14))
    assert found is not None and found.damaged == (name,)
    assert found.structs[name] == whole[name]
