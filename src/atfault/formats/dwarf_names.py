"""The numbers of DWARF 5 (section 7.5.4) that are used here: what kind of thing an entry
describes, what it says of it, and kinds of units."""

from __future__ import annotations

from enum import IntEnum


class Tag(IntEnum):
    """DW_TAG_*"""

    ARRAY_TYPE = 0x01
    FORMAL_PARAMETER = 0x05
    LEXICAL_BLOCK = 0x0B
    MEMBER = 0x0D
    POINTER_TYPE = 0x0F
    COMPILE_UNIT = 0x11
    STRUCTURE_TYPE = 0x13
    SUBROUTINE_TYPE = 0x15
    TYPEDEF = 0x16
    INLINED_SUBROUTINE = 0x1D
    MODULE = 0x1E
    BASE_TYPE = 0x24
    CONST_TYPE = 0x26
    SUBPROGRAM = 0x2E
    VARIABLE = 0x34
    VOLATILE_TYPE = 0x35
    NAMESPACE = 0x39


class At(IntEnum):
    """DW_AT_*"""

    SIBLING = 0x01
    LOCATION = 0x02
    NAME = 0x03
    BYTE_SIZE = 0x0B
    BIT_OFFSET = 0x0C
    BIT_SIZE = 0x0D
    STMT_LIST = 0x10
    LOW_PC = 0x11
    HIGH_PC = 0x12
    COMP_DIR = 0x1B
    CONST_VALUE = 0x1C
    ABSTRACT_ORIGIN = 0x31
    COUNT = 0x37
    DATA_MEMBER_LOCATION = 0x38
    DECL_LINE = 0x3B
    ENCODING = 0x3E
    FRAME_BASE = 0x40
    SPECIFICATION = 0x47
    TYPE = 0x49
    RANGES = 0x55
    CALL_COLUMN = 0x57
    CALL_FILE = 0x58
    CALL_LINE = 0x59
    DATA_BIT_OFFSET = 0x6B
    STR_OFFSETS_BASE = 0x72
    ADDR_BASE = 0x73
    RNGLISTS_BASE = 0x74
    DWO_NAME = 0x76
    LOCLISTS_BASE = 0x8C
    GNU_DWO_NAME = 0x2130


class UnitKind(IntEnum):
    """DW_UT_*; of DWARF 4 and below all are COMPILE."""

    COMPILE = 1
    TYPE = 2
    PARTIAL = 3
    SKELETON = 4
    SPLIT_COMPILE = 5
    SPLIT_TYPE = 6
