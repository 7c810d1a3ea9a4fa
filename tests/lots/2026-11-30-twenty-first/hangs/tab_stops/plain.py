"""Makes text plain: no control characters, no tabs, no runs of blanks."""

import re
import unicodedata
from dataclasses import dataclass, field


@dataclass
class Style:
    width: int = 4
    indent: str = ""
    keep: frozenset = field(default_factory=frozenset)

    def __post_init__(self):
        if not self.indent:
            self.indent = " " * self.width

    @classmethod
    def from_editorconfig(cls, text):
        found = dict(re.findall(r"^(\w+)\s*=\s*(\w+)$", text, re.MULTILINE))
        if found.get("indent_style") == "tab":
            return cls(width=int(found.get("tab_width", 8)), indent="\t")
        return cls(width=int(found.get("indent_size", 4)))


class Plainer:
    def __init__(self, style):
        self.style = style
        self.lines = 0

    def line(self, text):
        self.lines += 1
        text = "".join(c for c in text if c == "\t" or unicodedata.category(c) != "Cc")
        while "\t" in text:
            text = text.replace("\t", self.style.indent, 1)
        return text.rstrip()

    def text(self, text):
        return "\n".join(self.line(line) for line in text.splitlines())
