"""Entries of debug information made by hand: forms, references, children, damage."""

from __future__ import annotations

import random
import struct

import pytest

from atfault.errors import FormatError
from atfault.formats.dwarf_forms import Form
from atfault.formats.dwarf_info import DebugInfo, Die, checked
from atfault.formats.dwarf_names import At, Tag, UnitKind
from support.cfi_builder import sleb, uleb
from support.dwarf_builder import END, abbrevs, debug_info, first_entry, unit, with_length

ANY = 0x2000
"""An attribute of nobody's."""


def die_with(form: int, value: bytes, version: int = 5, **sections: bytes) -> Die:
    """An entry whose first attribute has a value of that form, with a name behind it."""
    names = [(ANY, form), (At.NAME, Form.STRING)]
    bases = [(base, Form.SEC_OFFSET) for base in (At.STR_OFFSETS_BASE, At.ADDR_BASE)]
    info = debug_info(
        abbrev=abbrevs((1, Tag.COMPILE_UNIT, True, bases), (2, Tag.VARIABLE, False, names)),
        info=unit(
            version, b"\x01" + struct.pack("<II", 8, 8) + b"\x02" + value + b"behind\0" + END
        ),
        **sections,
    )
    (die,) = info.unit(info.headers[0]).top.children()
    assert die.text(At.NAME) == "behind"
    return die


@pytest.mark.parametrize(
    ("form", "value", "number"),
    [
        (Form.DATA1, b"\xfe", 254),
        (Form.DATA2, b"\1\2", 0x201),
        (Form.DATA4, b"\1\0\0\2", 0x2000001),
        (Form.DATA8, bytes(7) + b"\1", 1 << 56),
        (Form.DATA16, bytes(15) + b"\1", 1 << 120),
        (Form.UDATA, uleb(300), 300),
        (Form.SDATA, sleb(-300), -300),
        (Form.FLAG, b"\1", 1),
        (Form.FLAG_PRESENT, b"", 1),
        (Form.SEC_OFFSET, b"\1\0\0\0", 1),
        (Form.INDIRECT, uleb(Form.DATA2) + b"\1\2", 0x201),
        (Form.ADDR, bytes(8), None),
        (Form.BLOCK1, b"\1\2", None),
        (Form.STRING, b"12\0", None),
    ],
)
def test_numbers(form: int, value: bytes, number: int | None) -> None:
    assert die_with(form, value).number(ANY) == number


@pytest.mark.parametrize(
    ("form", "size"),
    [
        (Form.BLOCK1, b"\3"),
        (Form.BLOCK2, b"\3\0"),
        (Form.BLOCK4, b"\3\0\0\0"),
        (Form.BLOCK, b"\3"),
        (Form.EXPRLOC, b"\3"),
    ],
)
def test_blocks(form: int, size: bytes) -> None:
    die = die_with(form, size + b"abc")
    assert (die.block(ANY), die.number(ANY), die.address(ANY)) == (b"abc", None, None)


STRINGS = {"str": b"no\0there\0", "line_str": b"\0line\0"}


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (Form.STRING, b"here\0", "here"),
        (Form.STRP, b"\3\0\0\0", "there"),
        (Form.LINE_STRP, b"\1\0\0\0", "line"),
        (Form.STRX1, b"\1", "there"),
        (Form.STRX2, b"\1\0", "there"),
        (Form.STRX3, b"\1\0\0", "there"),
        (Form.STRX4, b"\1\0\0\0", "there"),
        (Form.STRX, uleb(1), "there"),
        (Form.GNU_STRP_ALT, b"\0\0\0\0", ""),
        (Form.DATA1, b"\1", ""),
    ],
)
def test_texts(form: int, value: bytes, text: str) -> None:
    offsets = bytes(8) + struct.pack("<II", 0, 3)
    assert die_with(form, value, **STRINGS, str_offsets=offsets).text(ANY) == text


def test_a_long_text_is_cut_and_one_that_is_not_there_is_refused() -> None:
    long = b"x" * 200_000
    assert die_with(Form.STRP, bytes(4), str=long + b"\0").text(ANY) == "x" * 65536
    assert die_with(Form.STRP, bytes(4), str=b"x" * 1000 + b"\0").text(ANY) == "x" * 1000
    with pytest.raises(FormatError, match="no string"):
        die_with(Form.STRP, b"\xff\0\0\0", str=b"x\0").text(ANY)


@pytest.mark.parametrize(
    ("form", "value"),
    [
        (Form.ADDR, struct.pack("<Q", 0x1234)),
        (Form.ADDRX1, b"\1"),
        (Form.ADDRX2, b"\1\0"),
        (Form.ADDRX3, b"\1\0\0"),
        (Form.ADDRX4, b"\1\0\0\0"),
        (Form.ADDRX, uleb(1)),
    ],
)
def test_addresses(form: int, value: bytes) -> None:
    addresses = bytes(8) + struct.pack("<QQ", 7, 0x1234)
    assert die_with(form, value, addr=addresses).address(ANY) == 0x1234


def test_a_constant_may_stand_with_the_kind_of_entry() -> None:
    kinds = abbrevs((1, Tag.COMPILE_UNIT, False, [(At.DECL_LINE, Form.IMPLICIT_CONST, -7)]))
    info = debug_info(abbrev=kinds, info=unit(5, b"\x01"))
    assert info.unit(info.headers[0]).top.number(At.DECL_LINE) == -7


KINDS = abbrevs(
    (1, Tag.COMPILE_UNIT, True, [(At.NAME, Form.STRING)]),
    (2, Tag.NAMESPACE, True, [(At.NAME, Form.STRING), (At.SIBLING, Form.REF4)]),
    (3, Tag.SUBPROGRAM, True, [(At.NAME, Form.STRING), (At.LOW_PC, Form.ADDR)]),
    (4, Tag.SUBPROGRAM, False, [(At.SPECIFICATION, Form.REF4), (At.LOW_PC, Form.ADDR)]),
    (5, Tag.SUBPROGRAM, False, [(At.NAME, Form.STRING)]),
    (300, Tag.SUBPROGRAM, False, [(At.ABSTRACT_ORIGIN, Form.REF_ADDR), (At.LOW_PC, Form.ADDR)]),
)


def tree(version: int = 5, wide: bool = False) -> bytes:
    """
    x.c                        a unit
      space (sibling → outer)
        declared               no code
        inside                 code
      outer
        nested                 code
      → declared               code
    """
    first = first_entry(version, wide=wide)
    low = struct.pack("<Q", 0x1000)
    head = b"\x01x.c\0"
    declared = b"\x05declared\0"
    inside = b"\x03inside\0" + low + END
    space_start = first + len(head)
    space_head = b"\x02space\0" + bytes(4)
    declared_at = space_start + len(space_head)
    after = declared_at + len(declared + inside + END)
    space = b"\x02space\0" + struct.pack("<I", after) + declared + inside + END
    outer = b"\x03outer\0" + low + b"\x03nested\0" + low + END + END
    instance = b"\x04" + struct.pack("<I", declared_at) + low
    return unit(version, head + space + outer + instance + END, wide=wide)


def name_of(die: Die) -> str:
    return die.described(At.NAME).text(At.NAME)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("version", [2, 3, 4, 5])
def test_functions_are_found_where_they_are_looked_for(version: int, wide: bool) -> None:
    info = debug_info(abbrev=KINDS, info=tree(version, wide))
    found = info.unit(info.headers[0])
    assert [name_of(one) for one in found.functions()] == ["outer", "nested", "declared"]
    into = frozenset((Tag.NAMESPACE,))
    everything = ["inside", "outer", "nested", "declared"]
    assert [name_of(one) for one in found.functions(into)] == everything
    assert [name_of(one) for one in found.functions(None)] == everything
    top = [name_of(one) for one in found.top.children()]
    assert top == ["space", "outer", "declared"]
    space = next(found.top.children())
    assert [name_of(one) for one in space.children()] == ["declared", "inside"]


def test_entries_of_other_units_and_of_a_shared_file_are_followed() -> None:
    shared = debug_info(
        abbrev=abbrevs(
            (1, Tag.COMPILE_UNIT, True, []), (2, Tag.SUBPROGRAM, False, [(At.NAME, Form.STRP)])
        ),
        info=unit(4, b"\x01\x02" + bytes(4) + END),
        str=b"shared\0",
    )
    kinds = abbrevs(
        (1, Tag.COMPILE_UNIT, True, []),
        (2, Tag.SUBPROGRAM, False, [(At.NAME, Form.GNU_STRP_ALT)]),
        (3, Tag.SUBPROGRAM, False, [(At.ABSTRACT_ORIGIN, Form.REF_ADDR)]),
        (4, Tag.SUBPROGRAM, False, [(At.ABSTRACT_ORIGIN, Form.GNU_REF_ALT)]),
    )
    first = unit(5, b"\x01\x02" + bytes(4) + END)
    at = first_entry(5) + 1
    second = unit(
        5,
        b"\x01\x03" + struct.pack("<I", at) + b"\x04" + struct.pack("<I", first_entry(4) + 1) + END,
    )
    for supplement, names in ((shared, ["shared", "shared"]), (None, ["", ""])):
        info = debug_info(supplement, abbrev=kinds, info=first + second)
        assert len(info.headers) == 2
        found = info.unit(info.headers[1]).top.children()
        assert [name_of(one) for one in found] == names


def test_a_reference_of_dwarf_2_has_the_size_of_an_address() -> None:
    kinds = abbrevs(
        (1, Tag.COMPILE_UNIT, True, []),
        (2, Tag.SUBPROGRAM, False, [(At.ABSTRACT_ORIGIN, Form.REF_ADDR), (At.NAME, Form.STRING)]),
    )
    at = first_entry(2)
    info = debug_info(
        abbrev=kinds, info=unit(2, b"\x01\x02" + struct.pack("<Q", at) + b"f\0" + END)
    )
    (die,) = info.unit(info.headers[0]).top.children()
    origin = die.reference(At.ABSTRACT_ORIGIN)
    assert die.text(At.NAME) == "f"
    assert origin is not None and origin.tag == Tag.COMPILE_UNIT


def test_an_entry_that_leads_to_itself_has_no_name() -> None:
    kinds = abbrevs(
        (1, Tag.COMPILE_UNIT, True, []),
        (2, Tag.SUBPROGRAM, False, [(At.ABSTRACT_ORIGIN, Form.REF4)]),
    )
    at = first_entry(5) + 1
    info = debug_info(abbrev=kinds, info=unit(5, b"\x01\x02" + struct.pack("<I", at) + END))
    (die,) = info.unit(info.headers[0]).top.children()
    assert name_of(die) == ""


def test_units_of_other_kinds_and_versions_are_passed_over() -> None:
    types = unit(5, bytes(12) + b"\x01", kind=UnitKind.TYPE)
    strange = with_length(struct.pack("<H", 9) + bytes(20))
    skeleton = unit(5, bytes(8) + b"\x01x\0\0", kind=UnitKind.SKELETON)
    info = debug_info(abbrev=KINDS, info=types + strange + skeleton + tree())
    assert [one.version for one in info.headers] == [5, 9, 5, 5]
    assert [one.is_readable for one in info.headers] == [True, False, True, True]
    with pytest.raises(FormatError, match="version 9"):
        info.unit(info.headers[1])
    assert info.unit(info.headers[2]).is_split and not info.unit(info.headers[3]).is_split


def test_a_dwo_name_says_that_a_unit_is_split() -> None:
    for name in (At.DWO_NAME, At.GNU_DWO_NAME):
        kinds = abbrevs((1, Tag.COMPILE_UNIT, False, [(name, Form.STRING)]))
        info = debug_info(abbrev=kinds, info=unit(4, b"\x01x.dwo\0"))
        assert info.unit(info.headers[0]).is_split


def test_entries_that_go_back_are_refused() -> None:
    data = bytearray(tree())
    at = data.index(b"space\0") + 6
    for target in (0, at - 4, 1 << 20):
        data[at : at + 4] = struct.pack("<I", target)
        info = debug_info(abbrev=KINDS, info=bytes(data))
        with pytest.raises(FormatError, match="out of order"):
            list(info.unit(info.headers[0]).functions())


def everything(info: DebugInfo) -> int:
    """Look at all that is there, once; how many entries that were."""
    count = 0
    for header in info.headers:
        found = info.unit(header)
        todo = [found.top]
        while todo:
            die = todo.pop()
            count += 1
            for spec in die.abbrev.specs:
                die.number(spec.name)
                die.text(spec.name)
                die.address(spec.name)
                die.block(spec.name)
                die.reference(spec.name)
            name_of(die)
            todo.extend(die.children())
        count += len(list(found.functions()))
    return count


def test_any_bytes_end_in_entries_or_in_a_refusal() -> None:
    chance = random.Random(4)
    good = refused = 0
    for _ in range(3000):
        parts = {"abbrev": bytearray(KINDS), "info": bytearray(tree() + tree(4) + tree(3, True))}
        for _ in range(chance.randrange(1, 4)):
            part = chance.choice(list(parts.values()))
            part[chance.randrange(len(part))] = chance.randrange(256)
        info = debug_info(**{name: bytes(part) for name, part in parts.items()})
        try:
            with checked():
                good += everything(info) > 0
        except FormatError:
            refused += 1
    assert good > 100 and refused > 100


def test_units_behind_a_damaged_one_are_said_to_be_missing() -> None:
    info = debug_info(abbrev=KINDS, info=tree() + tree()[:-1])
    assert len(info.headers) == 1 and "cut off" in info.problem
    whole = debug_info(abbrev=KINDS, info=tree() + tree())
    assert len(whole.headers) == 2 and whole.problem == ""
