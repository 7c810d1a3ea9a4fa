"""Which libraries gdb reads the symbols of."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from atfault.dap.libraries import Libraries, has_lines, is_wanted
from support.compiled import compile_once


class Gdb:
    """Writes down what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def command(self, text: str) -> Any:
        self.asked.append(text)
        return {}

    async def console(self, text: str) -> str:
        self.asked.append(text)
        return ""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A library with lines, and one without."""
    folder = tmp_path_factory.mktemp("libraries")
    (folder / "f.c").write_text("int f(void) { return 1; }\n")
    return [
        compile_once(str(folder / "f.c"), str(folder / name), "-shared", "-fPIC", *more)
        for name, more in (("lib+lines.so", ("-g",)), ("bare.so", ()))
    ]


def test_a_library_with_lines_can_be_stopped_in(built: list[str], tmp_path: Path) -> None:
    assert [has_lines(path) for path in built] == [True, False]
    (tmp_path / "text.so").write_text("no library")
    assert not has_lines(str(tmp_path / "text.so"))
    assert not has_lines(str(tmp_path / "absent.so"))


@pytest.mark.parametrize(
    "name", ["libc.so.6", "ld-linux-x86-64.so.2", "libstdc++.so.6", "libpython3.12.so.1.0"]
)
def test_what_gdb_works_by_is_read_without_lines(name: str) -> None:
    assert is_wanted(f"/nowhere/{name}") and not is_wanted(f"/nowhere/x{name}")


def loaded(path: str) -> dict[str, str]:
    return {"target-name": path, "host-name": path, "symbols-loaded": "0"}


def test_each_is_read_once_when_it_has_lines_or_is_on_a_stack(built: list[str]) -> None:
    lined, bare = built
    gdb, libraries = Gdb(), Libraries()

    async def go() -> None:
        for path in built:
            libraries.hear("library-loaded", loaded(path))
        for _ in range(2):
            await libraries.read_new_ones(gdb)  # type: ignore[arg-type]
        [asked] = gdb.asked
        assert asked.startswith("sharedlibrary ^/") and asked.endswith("/lib.lines.so$")
        for _ in range(2):
            await libraries.read_for(gdb, [bare, lined, "/not/loaded.so"])  # type: ignore[arg-type]
        assert [one.endswith("bare.so$") for one in gdb.asked] == [False, True]
        libraries.hear("library-unloaded", loaded(bare))
        await libraries.read_for(gdb, [bare])  # type: ignore[arg-type]
        assert len(gdb.asked) == 2

    asyncio.run(go())


def test_once_all_are_read_nothing_stops_for_them() -> None:
    gdb, libraries = Gdb(), Libraries()

    async def go() -> None:
        for _ in range(2):
            await libraries.read_all(gdb)  # type: ignore[arg-type]
        await libraries.stop_at_new_ones(gdb, True)  # type: ignore[arg-type]

    asyncio.run(go())
    at_once = ["-gdb-set auto-solib-add on", "-gdb-set stop-on-solib-events 0"]
    assert gdb.asked == [*at_once, "sharedlibrary", *at_once]
