"""Lines and inlined functions of what GCC compiles, held against addr2line's and drgn's.

Each of the two is wrong here and there: binutils 2.40 takes the first file of DWARF 5 for another
one, and drgn finds no function within a namespace, a class or a function.
"""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from atfault.errors import AtfaultError, FormatError
from atfault.native.debug_lines import SPLIT, DebugLines, debug_info
from atfault.native.drgn_lines import DrgnLines
from atfault.native.places import Job, Place
from support import needs
from support.local_files import local

C = """
#include <stdlib.h>
struct node { struct node *next; double v; };
static inline double deep(const double *p, long n)
{ double s = 0; for (long i = 0; i < n; i++) s += p[i] * p[i]; return s; }
static inline double mid(const double *p, long n)
{ if (n > 3) return deep(p, n - 1) + deep(p + 1, n - 1); return deep(p, n); }
static int order(const void *a, const void *b)
{ return *(const double *)a < *(const double *)b ? -1 : 1; }
double walk(struct node *n, int depth) {
  double s = 0;
  while (n) { s += n->v + mid(&n->v, depth); n = n->next; if (depth > 7) abort(); }
  return s;
}
double unused(double x) { return x * 3; }
double outer(double *p, long n) { qsort(p, n, sizeof *p, order); return mid(p, n) * 2; }
int main(int argc, char **argv) { double x[4] = {1, 2, 3, argc}; return outer(x, 4); }
"""
CXX = """
#include <functional>
#include <map>
#include <string>
#include <vector>
namespace lab { namespace {
  template <class T> struct Grid {
    std::vector<T> cells;
    T at(int r) const { return cells.at(r); }
    T sum() const { T s{}; for (auto &x : cells) s += x; return s; }
  };
  double applied(const std::function<double(double)> &f, double x) { return f(x) + f(x + 1); }
  int hidden(std::map<std::string, int> &m) { return m["a"]++; }
} }
int main(int argc, char **argv) {
  lab::Grid<double> g{{1, 2, 3}};
  std::map<std::string, int> m;
  auto twice = [&](double x) { return g.at(int(x)) + argc; };
  return g.sum() + lab::applied(twice, argc) + lab::hidden(m);
}
"""
BUILDS = {
    "DWARF 2": ("c", "-O2 -gdwarf-2"),
    "DWARF 3": ("c", "-O2 -gdwarf-3"),
    "DWARF 4": ("c", "-O2 -gdwarf-4"),
    "DWARF 5": ("c", "-O2 -gdwarf-5"),
    "64-bit DWARF": ("c", "-O2 -g -gdwarf64"),
    "not optimised": ("c", "-O0 -g"),
    "packed": ("c", "-O2 -g -gz"),
    "few words": ("c", "-O2 -g1"),
    "whole program": ("c", "-O2 -g -flto"),
    "left out functions": ("c", "-O2 -g -ffunction-sections -Wl,--gc-sections"),
    "C++, DWARF 4": ("c++", "-O2 -gdwarf-4"),
    "C++, DWARF 5": ("c++", "-O2 -gdwarf-5"),
    "C++, types apart": ("c++", "-O1 -g -fdebug-types-section"),
}
SOURCES = {"c": C, "c++": CXX}


def run(*command: str, text: str = "", folder: Path | None = None) -> str:
    program = needs.found(command[0])
    done = subprocess.run(
        (program, *command[1:]), input=text, capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def build(folder: Path, language: str, *options: str) -> str:
    path, source = str(folder / "built"), folder / f"source.{language}"
    source.write_text(SOURCES[language])
    compiler = {"c": "gcc", "c++": "g++"}[language]
    run(compiler, "-x", language, str(source), "-x", "none", "-o", path, *options)
    return path


def functions_of(path: str) -> list[int]:
    """Addresses of all of its own functions, every third byte of them."""
    found: list[int] = []
    for line in run("nm", "-S", "--defined-only", path).splitlines():
        fields = line.split()
        if len(fields) == 4 and fields[2] in "tTwW" and not fields[3].startswith("_start"):
            start, size = int(fields[0], 16), int(fields[1], 16)
            found.extend(range(start, start + size, 3))
    return sorted(set(found))


def by_addr2line(path: str, addresses: list[int]) -> dict[int, list[tuple[str, int]]]:
    """[(file, line)], the innermost inlined one first."""
    asked = "".join(f"{one:#x}\n" for one in addresses)
    found: dict[int, list[tuple[str, int]]] = {}
    current: list[tuple[str, int]] = []
    for line in run("addr2line", "-a", "-i", "-e", path, text=asked).splitlines():
        if line.startswith("0x"):
            current = found[int(line, 16)] = []
            continue
        file, _, number = line.partition(" (disc")[0].rpartition(":")
        if number.isdigit() and number != "0":
            current.append((os.path.basename(file), int(number)))
    return found


def by_drgn(path: str, addresses: list[int]) -> dict[int, list[tuple[str, int]]]:
    pytest.importorskip("drgn", reason="drgn is not installed")
    job = Job(1, local(path), None, 0x100000, 0x200000, 0x100000, tuple(addresses))
    found = DrgnLines().find(job)
    return {one: in_short(found.get(one, ())) for one in addresses}


def read(path: str, addresses: list[int]) -> DebugLines:
    lines = DebugLines()
    info = debug_info(local(path), None)
    assert info is not None
    lines.find(info, addresses)
    return lines


def in_short(places: tuple[Place, ...]) -> list[tuple[str, int]]:
    return [(os.path.basename(file), line) for _, file, line, _ in places if line]


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.slow) if one.startswith("C++") else one for one in BUILDS],
)
def test_lines_and_inlined_functions_are_those_of_other_readers(name: str, tmp_path: Path) -> None:
    language, options = BUILDS[name]
    path = build(tmp_path, language, *options.split())
    addresses = functions_of(path)
    found = read(path, addresses)
    assert found.problem == ""
    ours = {one: in_short(found.places.get(one, ())) for one in addresses}
    others = by_addr2line(path, addresses), by_drgn(path, addresses)
    differing = {
        f"{one:#x}": (ours[one], *[other[one] for other in others])
        for one in addresses
        if ours[one] not in [other[one] for other in others]
    }
    assert not differing
    assert sum(bool(one) for one in ours.values()) > 50
    if name not in ("not optimised", "few words"):
        assert sum(len(one) > 1 for one in ours.values()) > 20


def test_an_index_that_is_missing_or_of_another_unit_costs_nothing(tmp_path: Path) -> None:
    path = build(tmp_path, "c", "-O2", "-g")
    addresses = functions_of(path)
    whole = read(path, addresses).places
    assert len(whole) > 100
    run("objcopy", "-R", ".debug_aranges", path)
    assert read(path, addresses).places == whole


def test_functions_have_their_names(tmp_path: Path) -> None:
    path = build(tmp_path, "c", "-O2", "-g")
    found = read(path, functions_of(path)).places.values()
    chains = {tuple(name for name, _, _, _ in places) for places in found}
    assert ("deep", "mid", "mid", "walk") in chains or ("deep", "mid", "walk") in chains
    assert ("order",) in chains and ("main",) in chains
    path = build(tmp_path, "c++", "-O2", "-g")
    places = read(path, functions_of(path)).places.values()
    names = {name for one in places for name, _, _, _ in one}
    assert {"at", "hidden", "operator()"} <= names


@pytest.mark.slow
def test_what_dwz_shares_between_files_is_found(tmp_path: Path) -> None:
    path = build(tmp_path, "c++", "-O2", "-g")
    addresses = functions_of(path)
    whole = read(path, addresses).places
    other = tmp_path / "other"
    other.write_bytes(Path(path).read_bytes())
    run("dwz", "-m", "shared", "-M", "shared", "built", "other", folder=tmp_path)
    assert read(path, addresses).places == whole
    (tmp_path / "shared").unlink()
    with pytest.raises(FormatError, match="partly in shared, which is not here"):
        debug_info(local(path), None)


def test_a_separate_debug_file_is_read_where_it_is_for_the_same_place(tmp_path: Path) -> None:
    path = build(tmp_path, "c", "-O2", "-g")
    addresses = functions_of(path)
    whole = read(path, addresses).places
    debug, stripped = str(tmp_path / "built.debug"), str(tmp_path / "stripped")
    run("objcopy", "--only-keep-debug", path, debug)
    run("strip", "-o", stripped, path)
    info = debug_info(local(stripped), local(debug))
    lines = DebugLines()
    assert info is not None
    lines.find(info, addresses)
    assert lines.places == whole
    moved = build(tmp_path, "c", "-O2", "-g", "-no-pie")
    with pytest.raises(FormatError, match="another place"):
        debug_info(local(stripped), local(moved))


def test_split_debug_information_is_left_out_and_said(tmp_path: Path) -> None:
    path = build(tmp_path, "c", "-O2", "-g", "-gsplit-dwarf")
    lines = read(path, functions_of(path))
    assert (lines.places, lines.problem, lines.is_split) == ({}, SPLIT, True)


def test_code_of_an_assembler_has_lines_and_no_functions(tmp_path: Path) -> None:
    source = tmp_path / "a.s"
    source.write_text(
        ".text\n.globl f\n.type f, @function\nf:\n  nop\n  nop\n  ret\n.size f, .-f\n"
    )
    path = str(tmp_path / "a.so")
    run("gcc", "-g", "-shared", str(source), "-o", path)
    start = next(int(x.split()[0], 16) for x in run("nm", path).splitlines() if x.endswith(" f"))
    found = read(path, [start, start + 2]).places
    assert [(name, line) for name, _, line, _ in found[start]] in ([("", 5)], [("f", 5)])
    assert [line for _, _, line, _ in found[start + 2]] == [7]


def test_damaged_debug_information_ends_in_places_or_a_problem(tmp_path: Path) -> None:
    path = build(tmp_path, "c", "-O2", "-g")
    addresses = functions_of(path)[::20]
    data = Path(path).read_bytes()
    (start,) = [
        int(line.split(".debug_aranges")[1].split()[2], 16)
        for line in run("readelf", "-SW", path).splitlines()
        if ".debug_aranges" in line
    ]
    chance = random.Random(5)
    problems = 0
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(chance.randrange(1, 30)):
            damaged[chance.randrange(start, len(data))] = chance.randrange(256)
        Path(path).write_bytes(damaged)
        lines = DebugLines()
        try:
            info = debug_info(local(path), None)
            if info is not None:
                lines.find(info, addresses)
        except AtfaultError:
            problems += 1
        problems += bool(lines.problem)
    assert problems > 20
