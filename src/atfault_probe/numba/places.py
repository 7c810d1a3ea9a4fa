"""Where in a function that Numba compiles something stands, from what its compiler keeps.

Numba's intermediate representation keeps lines. The columns come from elsewhere: the name of a
temporary variable holds the offset of the instruction whose result it is ("$binop_add8.2",
"$54load_method.6": Numba counts from 2), and the code object knows the place of each instruction
(3.11+). What is assigned to a variable of the program's own at once is computed by the instruction
before the one that stores it.

A place is [line, end line, column, end column], columns in bytes from 0; of the last three any may
be None.
"""

import re
import sys

from atfault_probe.numba.types import get, is_numbas
from atfault_probe.plain.types import module_dict

MAX_STATEMENTS = 20_000
MAX_FOLLOWED = 24
_OFFSET = re.compile(r"\$(?:(\d+)[a-z_]|[a-z][a-z_]*?(\d+)(?:\.|$))")
_VERSION = re.compile(r"\.\d+$")
_ARGUMENT = "arg."
_INLINED = "closure__"
"""What begins the names that Numba makes of those of a comprehension that it takes apart."""
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")
_WITH = ("BEFORE_WITH", "SETUP_WITH", "LOAD_SPECIAL")
_NO_WORK = ("CACHE", "EXTENDED_ARG", "NOP", "PRECALL", "COPY", "RESUME")


def instructions(code):
    """What `dis` tells of it, which Numba has imported; () where nobody has."""
    listed = module_dict("dis").get("get_instructions")
    return () if listed is None else listed(code)


def in_loop(code, offset):
    """Whether a jump from behind an instruction goes back to before it."""
    jumps = (one for one in instructions(code) if "JUMP" in one.opname)
    return any(type(one.argval) is int and one.argval <= offset <= one.offset for one in jumps)


def told_code(code):
    """What a record has of the function that a code object is of."""
    return {
        "name": code.co_name,
        "qualname": getattr(code, "co_qualname", code.co_name),
        "file": code.co_filename,
        "first_line": code.co_firstlineno,
    }


def lasti_of(error, frame):
    """Of the frame's entry in the traceback, as the frame itself may have gone on; -1 for none."""
    found, traceback = -1, error.__traceback__
    while traceback is not None:
        if traceback.tb_frame is frame:
            found = traceback.tb_lasti
        traceback = traceback.tb_next
    return found


def place_at(code, lasti, line):
    """The place of an instruction, by the offset that a frame or a traceback has for it; of the
    line alone where no more is known."""
    if hasattr(code, "co_positions") and lasti >= 0:
        places = list(code.co_positions())
        if lasti // 2 < len(places) and type(places[lasti // 2][0]) is int:
            return list(places[lasti // 2])
    return [line, None, None, None]


class Code:
    """The function being compiled."""

    def __init__(self, func_id, func_ir):
        self.func_id = func_id
        self._func = get(func_id, "func") if func_id is not None else None
        self.code = getattr(self._func, "__code__", None)
        self._positions = None
        bytecode = sys.modules.get("numba.core.bytecode")
        self._shift = getattr(bytecode, "_FIXED_OFFSET", 0)
        self._assigned = {}
        self._ir = func_ir
        self._read = False

    def told(self):
        code = self.code
        if code is None:
            return {"name": "?", "qualname": "?", "file": "", "first_line": 0}
        return told_code(code)

    def at_offset(self, offset):
        """The place of an instruction, by the offset that Numba has for it; None when unknown."""
        return self.at(offset - self._shift)

    def at(self, offset):
        """Of an instruction, by its own offset."""
        if self.code is None or not hasattr(self.code, "co_positions"):
            return None
        if self._positions is None:
            self._positions = list(self.code.co_positions())
        if not 0 <= offset // 2 < len(self._positions):
            return None
        place = list(self._positions[offset // 2])
        return place if type(place[0]) is int else None

    def of_temporary(self, name):
        offset = offset_of(name)
        return None if offset is None else self.at_offset(offset)

    def stored_in(self, made):
        """The variable of the program's that what a statement makes is stored in at once: Numba has
        put a list's own, temporary name in its place. "" where that is not clear.

        Of a comprehension that Numba has taken apart (up to Python 3.11) the line alone is known,
        and that its code is loaded, and called, at one place.
        """
        line, offset = line_of(made), offset_of(get(get(made, "target"), "name"))
        wanted = None if offset is None else self.at_offset(offset)
        found, last, loaded = set(), None, []
        for offset, name in self._instructions():
            place, argument = self.at(offset), self.code.co_code[offset + 1]
            if name == "LOAD_CONST" and wanted is None and _covers(place, line):
                constants = self.code.co_consts
                held = constants[argument] if argument < len(constants) else None
                loaded += [place] if getattr(held, "co_name", "") in _COMPREHENSIONS else []
            elif name == "STORE_FAST" and last in (loaded if wanted is None else [wanted]):
                found.add(self.code.co_varnames[argument])
            if name not in _NO_WORK:
                last = place
        return found.pop() if len(found) == 1 else ""

    def of_instruction(self, names, line, after=None):
        """The place of the one instruction of those names (or the first from the offset `after` on)
        that belongs to the line; None where that is not clear."""
        found = []
        for offset, name in self._instructions():
            if name in names and (after is None or offset >= after - self._shift):
                place = self.at(offset)
                if _covers(place, line):
                    found.append(place)
        if after is not None:
            return found[0] if found else None
        return found[0] if len(found) == 1 else None

    def before(self, names, line):
        """The place of what comes before each instruction of those names that belongs to the line:
        what computes the value that it stores or returns; None where that is not clear."""
        found, last = [], None
        for offset, name in self._instructions():
            if name.startswith(names) and last is not None and _covers(self.at(offset), line):
                found.append(last)
            if name not in _NO_WORK:
                last = self.at(offset)
        return found[0] if len(found) == 1 else None

    def after_handler(self, name):
        """The line of the first handler of exceptions that stores into a variable ("except E as
        name"); None where that is not known."""
        last, seen = "", False
        for offset, opname in self._instructions():
            seen = seen or opname == "PUSH_EXC_INFO"
            names = self.code.co_varnames
            at = self.code.co_code[offset + 1]
            if seen and opname == "STORE_FAST" and at < len(names) and names[at] == name:
                place = self.at(offset)
                if last != "LOAD_CONST" and place is not None:
                    return place
            last = opname
        return None

    def result(self):
        """The place of the first value that it returns, a constant None left out; None for none."""
        last, made = "", None
        for offset, name in self._instructions():
            argument = self.code.co_code[offset + 1]
            if name == "RETURN_VALUE" and last and made is not None:
                return made
            if name not in _NO_WORK:
                constant = name == "LOAD_CONST" and argument < len(self.code.co_consts)
                is_none = constant and self.code.co_consts[argument] is None
                last, made = "" if is_none else name, self.at(offset)
        return None

    def _instructions(self):
        """(offset, name) of each, without the room for caches behind it."""
        opcodes = sys.modules.get("opcode")
        if self.code is None or opcodes is None or not hasattr(self.code, "co_positions"):
            return
        code = self.code.co_code
        for offset in range(0, len(code), 2):
            name = opcodes.opname[code[offset]]
            if name != "CACHE":
                yield offset, name

    def head_of_block(self):
        """The place of what the one `with` of the function enters; None for several, or none."""
        found, last = [], None
        for offset, name in self._instructions():
            found += [last] if name in _WITH else []
            last = last if name in _NO_WORK else self.at(offset)
        return found[0] if len(found) == 1 else None

    def statements(self):
        """All statements of the intermediate representation."""
        count = 0
        for _, block in sorted((get(self._ir, "blocks") or {}).items()):
            for statement in get(block, "body") or ():
                count += 1
                if count > MAX_STATEMENTS:
                    return
                yield statement

    def assigned(self, name):
        """The assignments to a variable of the representation."""
        if not self._read:
            self._read = True
            for statement in self.statements():
                if type(statement).__name__ == "Assign" and is_numbas(type(statement)):
                    target = get(get(statement, "target"), "name")
                    self._assigned.setdefault(target, []).append(statement)
        return self._assigned.get(name, [])

    def origins(self, name):
        """(the program's own name for it, [origin]): where the values of a variable come from.

        An origin: {kind, name, index, place}; kind: "argument", "global", "constant" or
        "expression".
        """
        shown = [own_name(name)]
        found = []
        self._follow(name, shown, found, set())
        return shown[0], found

    def _follow(self, name, shown, found, seen):
        if name in seen or len(seen) > MAX_FOLLOWED:
            return
        seen.add(name)
        for statement in self.assigned(name):
            value = get(statement, "value")
            kind = type(value).__name__
            place = self.of_statement(statement)
            if kind == "Var":
                inner = get(value, "name")
                if not shown[0]:
                    shown[0] = own_name(inner)
                self._follow(inner, shown, found, seen)
            elif kind == "Arg":
                index = get(value, "index")
                found.append(_origin("argument", get(value, "name"), place, name, index))
            elif kind in ("Global", "FreeVar"):
                found.append(_origin("global", get(value, "name"), place, name))
            elif kind == "Const":
                found.append(_origin("constant", "", place, name))
            elif kind == "Expr" and get(value, "op") == "phi":
                for one in get(value, "incoming_values") or ():
                    if get(one, "name") is not None:
                        self._follow(get(one, "name"), shown, found, seen)
            elif kind == "Expr" and get(value, "op") == "cast":
                self._follow(get(get(value, "value"), "name"), shown, found, seen)
            else:
                found.append(_origin("expression", "", place, name))

    def of_statement(self, statement):
        """The place of what a statement computes; its line alone when no more is known."""
        line = line_of(statement)
        target = get(get(statement, "target"), "name")
        place = self.of_temporary(target) if type(target) is str else None
        if place is None and type(get(statement, "value")).__name__ == "Var":
            place = self.of_temporary(get(get(statement, "value"), "name"))
        if place is not None and (line is None or _covers(place, line)):
            return place
        if line is not None and own_name(target) and not _is_argument(statement):
            place = self.before(("STORE_FAST", "STORE_DEREF"), line)
            if place is not None:
                return place
        return None if line is None else [line, None, None, None]


def _covers(place, line):
    return place is not None and place[0] <= line <= (place[1] or place[0])


def _is_argument(statement):
    return type(get(statement, "value")).__name__ == "Arg"


def _origin(kind, name, place, variable, index=None):
    return {"kind": kind, "name": name, "place": place, "variable": variable, "index": index}


def offset_of(name):
    match = _OFFSET.match(name) if type(name) is str else None
    return None if match is None else int(match.group(1) or match.group(2))


def own_name(name):
    """The program's name of a variable of the representation; "" for a temporary one."""
    if type(name) is not str:
        return ""
    if name.startswith(_ARGUMENT):
        name = name[len(_ARGUMENT) :]
    name = _VERSION.sub("", name)
    return name if name.isidentifier() and not name.startswith(_INLINED) else ""


def line_of(thing):
    """The line that Numba has for a statement, an expression or an exception."""
    line = get(get(thing, "loc"), "line")
    return line if type(line) is int and line > 0 else None
