"""Every compiled pattern of the modules that read texts, and inputs made to slow it down.

A repeat of a pattern is pumped: what leads there, a sample of its body many times, and an end that
does not fit. So is what stands before a repeat, since a search begins again at each of these.
"""

import ast
import functools
import importlib
import inspect
import pkgutil
import re
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import atfault
from atfault.text.patterns import GAP

if sys.version_info >= (3, 11):
    from re import _parser
else:
    import sre_parse as _parser

ROOMS = ("text", "diagnose", "decode.imports", "decode.exceptions", "decode.given_text",
         "analyze.text", "model", "report")  # fmt: skip
PATTERNS = "atfault.text.patterns"
"""It reads patterns alone."""
METHODS = ("match", "fullmatch", "search", "sub", "subn", "finditer", "findall", "split")
NASTY = (
    *("error:1:1:1", "a.a.a.a", "   ", "((((", "[[[[", ' "" ""', "0123456789abcdef", "a", "1"),
    *("a ", "a:1:", "a: ", "error: ", "/a", "a,", "\t", "::", "<a", '"', "`", "a(1): ", "-a "),
    *(
        "a::b<",
        "a\\",
        "é",
        "'a' ",
        "~ ",
        "'",
        "‘",
        "«",
        "„",
        " /a",
        "(a",
        "a.c:1: ",
        "/a/a.c ",
        ": a",
    ),
)
ENDS = ("\x01!", "\n")
_SAMPLES = "a1 .-/x:(\x01"
MANY = 8
"""Times from which on a repeat counts as one."""


class Used(NamedTuple):
    """A pattern with where it stands, and how it is asked."""

    where: str
    pattern: re.Pattern[Any]
    method: str


@functools.cache
def patterns() -> list[Used]:
    """Those of the rooms that read texts, each once for each way that it is asked in."""
    names = [
        found.name
        for found in pkgutil.walk_packages(atfault.__path__, "atfault.")
        if found.name.removeprefix("atfault.").startswith(ROOMS) and found.name != PATTERNS
    ]
    modules = {name: importlib.import_module(name) for name in names}
    imported: dict[str, dict[str, tuple[str | None, str]]] = {}
    asked: dict[tuple[str | None, str], set[str]] = {}
    inline: list[Used] = []
    for name, module in modules.items():
        tree = ast.parse(inspect.getsource(module))
        imported[name] = _imported(tree)
        for key, methods in _asked(tree).items():
            origin = imported[name].get(key, (name, key))
            asked.setdefault(origin, set()).update(methods)
        inline += [*_inline(tree, module), *_of_tables(tree, module)]
    used: dict[tuple[str, str, int], Used] = {}
    for name, module in modules.items():
        for key, value in list(vars(module).items()):
            for pattern in _within(value, 0):
                for method in asked.get(imported[name].get(key, (name, key))) or ("search",):
                    known = (method, str(pattern.pattern), pattern.flags)
                    used.setdefault(known, Used(f"{name}:{key}", pattern, method))
    for one in inline:
        used.setdefault((one.method, str(one.pattern.pattern), one.pattern.flags), one)
    return list(used.values())


def _imported(tree: ast.Module) -> dict[str, tuple[str | None, str]]:
    """Name → (the module that it is from, its name there)."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _asked(tree: ast.Module) -> dict[str, set[str]]:
    """Name → the methods that are called of it, of what a loop or a dict takes from it, and of the
    tuples that it is in."""
    asked: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        loops = node.generators if hasattr(node, "generators") else [node]
        for loop in loops:
            if isinstance(loop, ast.For | ast.comprehension):
                within = {call.func.attr for call in ast.walk(node) if _is_asked(call)}
                for one in ast.walk(loop.iter):
                    if isinstance(one, ast.Name) and _is_constant(one.id):
                        asked.setdefault(one.id, set()).update(within)
        if _is_asked(node):
            base = node.func.value
            base = base.value if isinstance(base, ast.Subscript) else base
            if isinstance(base, ast.Name):
                asked.setdefault(base.id, set()).add(node.func.attr)
    for node in reversed(tree.body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name):
                for one in ast.walk(node.value):
                    if isinstance(one, ast.Name) and _is_constant(one.id):
                        asked.setdefault(one.id, set()).update(asked.get(target.id, ()))
    return asked


def _is_asked(node: Any) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in METHODS
    )


def _is_constant(name: str) -> bool:
    return name.isupper()


def _inline(tree: ast.Module, module: Any) -> Iterator[Used]:
    """What is given to re.search and its like as a text."""
    for node in ast.walk(tree):
        if (
            _is_asked(node)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and not _is_variable(node.args[0])
        ):
            text = eval(compile(ast.Expression(node.args[0]), "", "eval"), dict(vars(module)))
            where = f"{module.__name__}:{node.lineno}"
            yield Used(where, re.compile(text), node.func.attr)


def _of_tables(tree: ast.Module, module: Any) -> Iterator[Used]:
    """What a loop over a table of texts gives to re.search and its like."""
    for loop in ast.walk(tree):
        if not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Name):
            continue
        calls = [one for one in ast.walk(loop) if _is_asked(one) and one.args]
        calls = [one for one in calls if _is_variable(one.args[0])]
        table = vars(module).get(loop.iter.id, ())
        for method in {one.func.attr for one in calls if ast.unparse(one.func.value) == "re"}:
            for text in _texts(table):
                if re.search(r"[\\\[(]", text):
                    yield Used(f"{module.__name__}:{loop.lineno}", re.compile(text), method)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(one)


def _is_variable(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and not _is_constant(node.id)


def _within(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    """The patterns in tables, tuples and records."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 5 and isinstance(value, dict):
        for one in (*value.keys(), *value.values()):
            yield from _within(one, depth + 1)
    elif depth < 5 and isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _within(one, depth + 1)


# ---- pumping ------------------------------------------------------------------------------------


def pumped(pattern: re.Pattern[Any], length: int) -> Iterator[Any]:
    """Inputs of `length` characters, made from the pattern."""
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    tree = _parser.parse(pattern.pattern, flags)
    shapes = dict.fromkeys(("", one) for one in NASTY)
    for short in (False, True):
        shapes.update(dict.fromkeys(_pumps(tree, "", short)))
        shapes[("", _sample(tree, short)[:-1] or "a")] = None
    for before, body in shapes:
        for end in ENDS:
            text = (before + body * (length // len(body) + 1))[:length] + end
            yield text.encode() if isinstance(pattern.pattern, bytes) else text


def _pumps(tree: Any, before: str, short: bool) -> Iterator[tuple[str, str]]:
    """(what leads to a repeat, a sample of its body) for each."""
    for item in tree:
        op, value = str(item[0]), item[1]
        if op.endswith("_REPEAT"):
            body = _sample(value[2], short) or "a"
            if int(value[1]) > MANY:
                yield before, body
                if before:
                    yield from (("", before + body), ("", before), ("", before + " "))
            yield from _pumps(value[2], before, short)
        elif op == "SUBPATTERN":
            yield from _pumps(value[3], before, short)
        elif op == "BRANCH":
            for branch in value[1]:
                yield from _pumps(branch, before, short)
        elif op.startswith("ASSERT"):
            yield from _pumps(value[1], before, short)
        before += _sample([item], short)


def _sample(tree: Any, short: bool) -> str:
    """A text that the pattern takes, as a rule. short: of alternatives the shortest, else the
    first."""
    return "".join(_sample_of(str(item[0]), item[1], short) for item in tree)


def _sample_of(op: str, value: Any, short: bool) -> str:
    if op == "LITERAL":
        return chr(value)
    if op == "NOT_LITERAL":
        return "b" if value == ord("a") else "a"
    if op == "ANY":
        return "a"
    if op == "IN":
        fits = re.compile(_class_of(value))
        literal = [chr(what) for kind, what in value if str(kind) == "LITERAL"]
        return next((one for one in (*_SAMPLES, *literal) if fits.match(one)), "é")
    if op == "BRANCH":
        samples = [_sample(branch, short) for branch in value[1]]
        return min(samples, key=len) if short else samples[0]
    if op == "SUBPATTERN":
        return _sample(value[3], short)
    if op.endswith("_REPEAT"):
        return _sample(value[2], short) * min(int(value[0]), 50)
    return ""


def _class_of(items: Any) -> str:
    """The class in brackets again."""
    names = {"DIGIT": r"\d", "WORD": r"\w", "SPACE": r"\s"}
    text = ""
    for kind, what in items:
        if str(kind) == "NEGATE":
            text += "^"
        elif str(kind) == "LITERAL":
            text += re.escape(chr(what)) if chr(what) not in "^]" else "\\" + chr(what)
        elif str(kind) == "RANGE":
            text += f"{re.escape(chr(what[0]))}-{re.escape(chr(what[1]))}"
        else:
            name = str(what).removeprefix("CATEGORY_")
            text += names[name.removeprefix("NOT_")].upper() if "NOT_" in name else names[name]
    return f"[{text}]"


# ---- measuring ----------------------------------------------------------------------------------

LENGTH = 4000
"""Characters; no line that is kept of a text is half as long."""
GROWN = 8.0
"""Times that a text of LENGTH may take longer than a fourth of it. A search that reads on to the
end at each character takes 16 times as long, one that reads GAP characters on some 5 times."""
UNIT = re.compile(f".{{0,{GAP}}}!")
"""Reads GAP characters on at each character."""
MOST, LEAST = 8.0, 0.2
"""In times of UNIT: what a pattern may take at most, and what is too little to be compared."""
TRIES = 12
"""Of which the least counts: a machine that is busy makes nothing quicker."""
ROUNDS = 4
"""Of tries, each with a UNIT of its own: a machine that others share is not always as quick."""


class Measure:
    """How long patterns take beside UNIT, in CPU time of this thread."""

    def __init__(self) -> None:
        self._unit = _unit()

    def is_linear(self, used: Used, short: Any, long: Any) -> bool:
        """Whether a pattern takes time linear in the text, and little of it.

        short, long: inputs of LENGTH / 4 and LENGTH characters.
        """
        for _ in range(ROUNDS):
            if self._is_quick(used, short, long):
                return True
            self._unit = _unit()
        return False

    def _is_quick(self, used: Used, short: Any, long: Any) -> bool:
        took = begun = float("inf")
        for _ in range(TRIES):
            took = min(took, _seconds(used, long))
            if took <= LEAST * self._unit:
                return True
            begun = min(begun, _seconds(used, short))
            if took <= GROWN * begun and took <= MOST * self._unit:
                return True
        return False

    def late(self, used: Used) -> str:
        """An input that a pattern takes too long for; "" where there is none."""
        pairs = zip(pumped(used.pattern, LENGTH // 4), pumped(used.pattern, LENGTH), strict=True)
        found = (long for short, long in pairs if not self.is_linear(used, short, long))
        return next((ascii(one[:80]) for one in found), "")


def _unit() -> float:
    return min(_seconds(Used("", UNIT, "search"), "a" * LENGTH) for _ in range(TRIES))


def _seconds(used: Used, text: Any) -> float:
    ask = getattr(used.pattern, used.method)
    began = time.thread_time()
    if used.method in ("sub", "subn"):
        ask("", text)
    elif used.method == "finditer":
        list(ask(text))
    else:
        ask(text)
    return time.thread_time() - began
