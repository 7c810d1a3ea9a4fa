"""A small language of three-address code, and its blocks."""

import dataclasses
import re

NAME = re.compile(r"[a-z]\w*")
KEYWORDS = {"if", "goto", "return", "print"}


@dataclasses.dataclass
class Block:
    label: str
    lines: list = dataclasses.field(default_factory=list)
    next: list = dataclasses.field(default_factory=list)

    def effects(self):
        """(names read before they are set, names set)"""
        read, written = set(), set()
        for line in self.lines:
            target, equals, value = line.rpartition(" = ")
            value = re.sub(r"goto \w+", "", value)
            read |= {name for name in NAME.findall(value) if name not in KEYWORDS} - written
            if equals:
                written.add(target.strip())
        return read, written


def blocks(text):
    found = {}
    current = None
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.endswith(":"):
            label = line[:-1]
            if current and not current.lines[-1].startswith(("goto", "return")):
                current.next.append(label)
            current = found[label] = Block(label)
            continue
        current.lines.append(line)
        for label in re.findall(r"goto (\w+)", line):
            current.next.append(label)
    return found
