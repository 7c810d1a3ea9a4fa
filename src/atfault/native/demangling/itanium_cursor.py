"""What the readers of Itanium C++ names share: the cursor with its bounds, packs, and how pieces of
text join; see `itanium` for the scheme."""

from __future__ import annotations

Type = tuple[str, str]

MAX_NAME = 16384
MAX_OUTPUT = 65536
MAX_DEPTH = 160
MAX_STEPS = 40_000


class NotMangled(Exception):
    """The name does not follow the grammar, or not the part of it that is known here."""


class Pack(tuple):  # type: ignore[type-arg]
    """Values of a template parameter pack (or of a type that depends on one), one per element."""

    __slots__ = ()


class Cursor:
    """A place in one mangled name, what was read before it, and the bounds on the reading."""

    __slots__ = (
        "conversion",
        "dependent",
        "depth",
        "forward",
        "in_lambda",
        "is_repeat",
        "names_parameter",
        "pack_index",
        "pack_size",
        "pos",
        "size",
        "steps",
        "subs",
        "targs",
        "text",
    )

    def __init__(self, name: str) -> None:
        self.text = name + "\0"
        self.size = 0
        self.pos = 2
        self.subs: list[Type | Pack] = []
        self.targs: list[Type | Pack] = []
        self.pack_index: int | None = None
        self.pack_size: int | None = None
        self.depth = 0
        self.steps = 0
        self.forward = False
        self.in_lambda = False
        self.conversion = False
        # Substitutions that name a template parameter: index → (where the text of it begins, the
        # template arguments it was read with). By the ABI such a substitution means the parameter,
        # of whatever template is around its use, so there it is read again.
        self.dependent: dict[int, tuple[int, list[Type | Pack]]] = {}
        self.names_parameter = False
        self.is_repeat = False

    def expect(self, char: str) -> None:
        if self.text[self.pos] != char:
            raise NotMangled(f"{char!r} expected at {self.pos}")
        self.pos += 1

    def number(self) -> int:
        text, start, end = self.text, self.pos, self.pos
        while "0" <= text[end] <= "9":
            end += 1
        if end == start or end - start > 9:
            raise NotMangled(f"number expected at {start}")
        self.pos = end
        return int(text[start:end])

    def index(self) -> int:
        """`_` → 0, `0_` → 1, `1_` → 2 …"""
        if self.text[self.pos] == "_":
            self.pos += 1
            return 0
        value = self.number() + 1
        self.expect("_")
        return value

    def bounded(self, text: str) -> str:
        """Count output made so far: substitutions can double it with each two characters."""
        self.size += len(text)
        if self.size > 16 * MAX_OUTPUT or len(text) > MAX_OUTPUT:
            raise NotMangled("output too long")
        return text

    def enter(self) -> None:
        self.depth += 1
        self.steps += 1
        if self.depth > MAX_DEPTH or self.steps > MAX_STEPS:
            raise NotMangled("too deep")

    def element(self, value: Type | Pack) -> Type:
        """A pack stands for its current element inside an expansion, for all of them outside."""
        if not isinstance(value, Pack):
            return value
        if self.pack_index is None:
            return ", ".join(left + right for left, right in value), ""
        self.pack_size = len(value) if self.pack_size is None else min(self.pack_size, len(value))
        if self.pack_index < len(value):
            element: Type = value[self.pack_index]
            return element
        return "", ""


def declare(inner: Type, sign: str) -> Type:
    """A pointer or reference to `inner`; references to references collapse."""
    left, right = inner
    if right.startswith("(") or right.startswith(" ["):
        gap = "" if right.startswith("(") or left.endswith((" ", "(")) else " "
        return f"{left}{gap}({sign}", f"){right}"
    if sign != "*" and left.endswith("&") and not right.startswith(")("):
        if sign == "&" and left.endswith("&&"):
            return left[:-1], right
        return left, right
    return left + sign, right


def join_template(name: str, arguments: str) -> str:
    gap = " " if name.endswith("<") else ""
    return f"{name}{gap}{arguments}"


def template_text(arguments: list[Type | Pack]) -> str:
    """ "<int, char*>"; a blank keeps a closing > from the one before it, as c++filt writes it."""
    parts: list[str] = []
    for argument in arguments:
        if isinstance(argument, Pack):
            parts.extend(left + right for left, right in argument)
        else:
            parts.append(argument[0] + argument[1])
    text = ", ".join(part for part in parts if part)
    return f"<{text} >" if text.endswith(">") else f"<{text}>"
