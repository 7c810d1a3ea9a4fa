"""In which phase of its work Numba raised what no record explains, by the module of its frame: that
tells what is at fault, as `callee` of "other" (numba.facts).

    decorate        an option, a type or a signature that the program declares
    implementation  what implements an operation or a call, for the types that it was given
    python          a pass that reads or rewrites the function
"""

import re

from atfault_probe.numba import calls
from atfault_probe.numba.lowered import is_in
from atfault_probe.numba.places import line_of
from atfault_probe.numba.types import get, is_numbas

DECLARING = ("numba.core.decorators", "numba.core.extending", "numba.extending",
             "numba.core.types", "numba.core.ccallback", "numba.cuda.decorators",
             "numba.experimental", "numba.np.ufunc", "numba.stencils")  # fmt: skip
"""Modules whose functions take what a program declares."""
OPTIONS = ("numba.core.options", "numba.core.targetconfig", "numba.core.cpu_options",
           "numba.core.caching", "numba.core.registry")  # fmt: skip
"""Where a decorator's options are read, some at the first call."""
_DEFERRED = "numba.core.types.misc:get"
"""Of a deferred type, which nobody has defined."""
_PHASES = (  # prefixes of "module:function"
    ("decorate", ("numba.core.decorators", "numba.core.extending", "numba.extending",
                  "numba.core.ccallback", "numba.core.withcontexts", "numba.core.sigutils",
                  *OPTIONS, "numba.core.typeinfer:lock", "numba.core.typeinfer:add_type",
                  "numba.core.callconv:create_error_model", _DEFERRED)),
    ("implementation",
     ("numba.np", "numba.cpython", "numba.typed", "numba.misc", "numba.core.typing",
      "numba.core.typeinfer", "numba.core.imputils", "numba.core.base", "numba.core.lowering",
      "numba.core.callconv", "numba.core.cgutils", "numba.core.datamodel", "numba.core.boxing",
      "numba.core.pythonapi", "numba.core.optional", "numba.core.unsafe", "numba.core.types",
      "numba.core.externals", "numba.core.entrypoints", "numba.core.dispatcher",
      "numba.experimental")),
    ("python",
     ("numba.core.byteflow", "numba.core.bytecode", "numba.core.interpreter",
      "numba.core.controlflow", "numba.core.ir", "numba.core.inline_closurecall",
      "numba.core.untyped_passes", "numba.core.typed_passes", "numba.core.object_mode_passes",
      "numba.core.transforms", "numba.core.ssa", "numba.core.analysis", "numba.core.rewrites",
      "numba.core.postproc", "numba.core.generators", "numba.core.pylowering",
      "numba.core.compiler", "numba.parfors", "numba.core.annotations")),
)  # fmt: skip
_WITH = ("BEFORE_WITH", "SETUP_WITH", "LOAD_SPECIAL")
MAX_TEXTS = 12
MAX_TEXT = 300
_WORD = re.compile(r"[^\W\d]\w*")
_STATEMENTS = ("inst", "stmt", "expr", "call_expr", "value")


def of_frames(frames):
    """The phase of the innermost frame that is of one; "" where none is."""
    for module, function, _ in reversed(frames):
        for phase, prefixes in _PHASES:
            if ("%s:%s" % (module, function)).startswith(prefixes):
                return phase
    return ""


def tell(told, code, error, frames):
    """What a pass failed at, where no more is known of it.

    frames: numba.facts.frames_of the traceback, of this pass alone.
    """
    # A jump out of the block has taken the loop round it away.
    left = code.head_of_block() if frames[-1][1] == "add_edge" else None
    if left is not None:
        told.update(what="opcode", name="objmode_left", place=left)
        return
    phase = of_frames(frames) or "python"
    told["callee"], told["near"] = phase, texts(frames[-1][2], error)
    told["name"] = ""
    if phase == "decorate":
        _of_block(told, code, frames)
        if told["place"] is None:
            of_dispatcher(told, frames)
    if told["place"] is None:
        told["place"] = _statement_of(code, frames) or call_at(code, line_of(error))


def of_dispatcher(told, frames):
    """With the compiled function that Numba had in its hands, whose decorator says it."""
    for _, _, frame in reversed(frames):
        for one in frame.f_locals.values():
            one = get(one, "dispatcher") or one
            if calls.is_dispatcher(one):
                function = get(one, "py_func")
                told["function"] = calls.told_function(function)
                told["place"] = [function.__code__.co_firstlineno, None, None, None]
                return


def texts(frame, error):
    """Short texts among a frame's variables, those that it holds in a container too; those that the
    error quotes first, then the words of it that are keys of a dict."""
    found, said = [], error.args[0] if error.args and type(error.args[0]) is str else ""
    words = _WORD.findall(said)
    keys = []
    for value in list(frame.f_locals.values()):
        many = type(value) in (set, frozenset, tuple, list)
        for one in list(value)[:MAX_TEXTS] if many else [value]:
            if type(one) is str and 0 < len(one) <= MAX_TEXT and one not in found:
                found.append(one)
        if type(value) is dict:
            keys += [one for one in words if dict.__contains__(value, one) and one not in keys]
    places = [(said.find(repr(one)), one) for one in found]
    told = [one for at, one in sorted(places, key=lambda pair: pair[0]) if at >= 0 or one == said]
    told += [one for one in keys if one not in told]
    return [*told, *[one for one in found if one not in told]][:MAX_TEXTS]


def _of_block(told, code, frames):
    """The head of the block of which the declaration is."""
    for _, function, frame in reversed(frames):
        values = frame.f_locals
        block = (values.get("blocks") or {}).get(values.get("blk_start"))
        line = get(get(block, "loc"), "line")
        if function == "mutate_with_body" and type(line) is int:
            told["place"] = code.before(_WITH, line) or [line, None, None, None]
            return


def call_at(code, line):
    """Of the one call in a line; the line where there are several."""
    places = [
        code.of_statement(one)
        for one in code.statements()
        if line is not None and get(get(one, "value"), "op") == "call" and line_of(one) == line
    ]
    return places[0] if len(places) == 1 else line and [line, None, None, None]


def _statement_of(code, frames):
    """Of the statement that Numba was at; None where none of its frames has one."""
    for _, _, frame in reversed(frames):
        # "call" is what the innermost was at; elsewhere it may be left over.
        for name in (*_STATEMENTS, *(("call",) if frame is frames[-1][2] else ())):
            one = frame.f_locals.get(name)
            if one is None or not is_numbas(type(one)) or not is_in(one, code):
                continue
            whole = [each for each in code.statements() if get(each, "value") is one]
            if line_of(one) is not None:
                return code.of_statement((whole or [one])[0])
    return None
