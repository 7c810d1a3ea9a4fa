"""The recorder's file: a head, and a list of records that goes to its end."""

from construct import (
    Const,
    Float32l,
    GreedyRange,
    Int8ul,
    Int16ul,
    Int32ul,
    Optional,
    PaddedString,
    Struct,
    Switch,
    this,
)

HEAD = Struct("magic" / Const(b"FLT1"), "plane" / PaddedString(8, "ascii"), "start" / Int32ul)

RECORD = Struct(
    "kind" / Int8ul,
    "tick" / Int16ul,
    "body"
    / Switch(
        this.kind,
        {
            1: Struct("height" / Float32l, "speed" / Float32l),
            2: Struct("engine" / Int8ul, "rpm" / Int16ul),
        },
    ),
)

FLIGHT = Struct("head" / HEAD, "records" / GreedyRange(Optional(RECORD)))
