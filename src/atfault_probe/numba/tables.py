"""What Numba's compiler kept of a compiled function: the types line by line, and what became of
its loops.

    types   [[line, [[name, type], …]], …]      "return" stands for the result
    loops   [{id, line, what, state, into, apart: [[id, reason], …]}]

what: "prange", "numpy.sum", or how Numba calls it; "stand-in" of a prange that is Python's range.
state: "parallel"; "fused" into the loop `into`; "serial" inside of the parallel loop `into`;
"ordinary", for one that was never to be parallel. apart: loops that it was not fused with; the
reason is Numba's own sentence.

Neither is known of a function from the cache.
"""

from atfault_probe.numba import stand_ins
from atfault_probe.numba.globals import named
from atfault_probe.numba.places import instructions, own_name
from atfault_probe.numba.types import get
from atfault_probe.plain.types import module_dict

MAX_LINES = 400
MAX_NAMES = 12
MAX_LOOPS = 100
MAX_APART = 4
MAX_TEXT = 200
_PRANGE, _STAND_IN = "prange", "stand-in"
_LOOPS = ("FOR_ITER",)


class Budget:
    """How many lines of all functions are told of."""

    def __init__(self, left=20_000):
        self.left = left


def types(overload, function, budget):
    """Of the function's own variables."""
    annotation = get(overload, "type_annotation")
    typemap = get(annotation, "typemap")
    if typemap is None:
        return []
    code = function.__code__
    known = {"return", *code.co_varnames, *code.co_cellvars, *code.co_freevars}
    found = {}
    for statement in _statements(get(annotation, "blocks"), 0):
        name, variable = _assigned(statement)
        loc = get(statement, "loc")
        line = get(loc, "line")
        if name not in known or type(line) is not int or get(loc, "filename") != code.co_filename:
            continue
        try:
            kind = get(typemap[variable], "name")
        except KeyError:
            continue
        names = found.setdefault(line, [])
        entry = [name, kind[:MAX_TEXT] if type(kind) is str else "?"]
        if entry not in names and len(names) < MAX_NAMES:
            names.append(entry)
    lines = sorted(found.items())[: min(MAX_LINES, max(budget.left, 0))]
    budget.left -= len(lines)
    return [[line, names] for line, names in lines]


def _statements(blocks, depth):
    """Those inside of parallel loops too."""
    for block in list((blocks or {}).values()):
        for statement in get(block, "body") or ():
            yield statement
            if type(statement).__name__ == "Parfor" and depth < 8:
                yield from get(get(statement, "init_block"), "body") or ()
                yield from _statements(get(statement, "loop_body"), depth + 1)


def _assigned(statement):
    """(the program's name for what a statement gives a value to, Numba's); ("", "") for none."""
    kind = type(statement).__name__
    if kind == "Assign":
        variable = get(get(statement, "target"), "name")
        return own_name(variable), variable
    if kind == "Return":
        return "return", get(get(statement, "value"), "name")
    return "", ""


def loops(overload, function):
    """[] of what was not compiled with parallel=True, nor in object mode."""
    if get(overload, "objectmode"):
        return [_stays(line, "") for line in _ordinary(function)[:MAX_LOOPS]]
    diagnostics = (get(overload, "metadata") or {}).get("parfor_diagnostics")
    if diagnostics is None or not get(diagnostics, "has_setup"):
        return []
    fused = _members(get(diagnostics, "fusion_info"))
    serial = _members(get(diagnostics, "nested_fusion_info"))
    apart = {}
    for report in list(get(diagnostics, "fusion_reports") or ())[: MAX_LOOPS * MAX_APART]:
        first, second, text = report
        if fused.get(second) != first and type(text) is str:
            reason = [second, text.partition(":")[2].strip()[:MAX_TEXT] or text[:MAX_TEXT]]
            reasons = apart.setdefault(first, [])
            if reason not in reasons:
                reasons.append(reason)
    found = []
    for one in list(get(diagnostics, "initial_parfors") or ())[:MAX_LOOPS]:
        number = get(one, "id")
        what, line = _pattern(one)
        state = "fused" if number in fused else "serial" if number in serial else "parallel"
        found.append(
            {
                "id": number,
                "line": line,
                "what": what[:MAX_TEXT],
                "state": state,
                "into": fused.get(number, serial.get(number)),
                "apart": apart.get(number, [])[:MAX_APART],
            }
        )
    known = {one["line"] for one in found}
    prange = module_dict("numba").get("prange")
    names = {name.rpartition(".")[2] for name, one in named(function) if one is prange}
    written = _lines_of(function, names) if prange is not None else []
    others = _lines_of(function, stand_ins.names_of(function))
    made = sum(one["what"] == _PRANGE for one in found)
    for line in _ordinary(function):
        if line not in known and len(found) < MAX_LOOPS:
            is_prange = line in written and made < len(written)
            what = _PRANGE if is_prange else _STAND_IN if line in others else ""
            found.append(_stays(line, what))
    return sorted(found, key=lambda one: one["line"])


def _stays(line, what):
    """A loop that was never to be parallel, or, where it is written as a prange, could not be."""
    return {"id": None, "line": line, "what": what, "state": "ordinary", "into": None, "apart": []}


def _lines_of(function, names):
    """The lines where the function takes something by one of the names."""
    line, found = function.__code__.co_firstlineno, []
    for one in instructions(function.__code__):
        started = getattr(one, "starts_line", None)
        line = started if type(started) is int and started is not True else line
        if one.opname.startswith("LOAD_") and one.argval in names:
            found.append(getattr(one, "line_number", None) or line)
    return found


def _members(table):
    """{member: the loop that it went into}."""
    return {one: root for root, many in dict(table or {}).items() for one in many}


def _pattern(parfor):
    """(what made it, its line)."""
    patterns = get(parfor, "patterns") or [""]
    line = get(get(parfor, "loc"), "line") or 0
    first = patterns[0]
    if type(first) is str:
        return first, line
    if first[0] == "prange" and first[1] == "internal":
        name, place = first[2]
        return ".".join([str(part) for part in reversed(name)]), get(place, "line") or line
    return str(first[0]), line


def _ordinary(function):
    """The lines of the function's for statements."""
    line, found = function.__code__.co_firstlineno, []
    places = (
        list(function.__code__.co_positions()) if hasattr(function.__code__, "co_positions") else []
    )
    for one in instructions(function.__code__):
        started = getattr(one, "starts_line", None)
        line = started if type(started) is int else line
        if one.opname in _LOOPS:
            at = one.offset // 2
            known = at < len(places) and type(places[at][0]) is int
            found.append(places[at][0] if known else line)
    return found
