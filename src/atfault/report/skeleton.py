"""The call that failed as a small program: what its arguments were, as far as a report tells.

It is a skeleton: arrays have their shape and type, and zeros for their contents. Nothing of the
report is run; what goes into the program is a literal, a call that is made here, or a comment.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys

from atfault.model.report import FrameReport, LocalReport, Report, ThreadReport
from atfault.report.escape import clean, crop

ALIASES = {
    "np": "numpy",
    "pd": "pandas",
    "nb": "numba",
    "pa": "pyarrow",
    "plt": "matplotlib.pyplot",
    "sp": "scipy",
    "tf": "tensorflow",
    "F": "torch.nn.functional",
}
"""Names that packages are usually imported as."""
LITERALS = ("int", "float", "complex", "bool", "NoneType", "str", "bytes", "list", "tuple", "dict")
ARRAYS = {"numpy.ndarray": ("np", "numpy"), "torch.Tensor": ("torch", "torch")}
"""Type → (name that makes one, module to import)."""
_ARRAY = re.compile(r"(?:\w+\()?([a-z]+\d*)\[(\d{1,18}(?:, \d{1,18}){0,31})?\](?: at | \(|$|,)")
_DTYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 "
    "complex128 bfloat16".split()
)
MAX_CODE, MAX_LITERAL, MAX_COMMENT, MAX_NAMES = 2000, 500, 100, 24


def failing_frame(thread: ThreadReport | None) -> FrameReport | None:
    """The Python frame that made the call: the innermost of the user's, or else of all."""
    frames = [] if thread is None else [one for one in thread.frames if one.kind == "python"]
    own = (frame for frame in frames if frame.mine)
    return next(own, frames[0] if frames else None)


def skeleton(report: Report, thread: ThreadReport | None) -> list[str]:
    """The lines of the program; [] where the call or its variables are not known."""
    frame = failing_frame(thread)
    if frame is None or frame.locals is None:
        return []
    code, tree = _call(report, frame)
    if tree is None:
        return []
    known = {one.name: one for one in frame.locals}
    imports: dict[str, None] = {}
    lines: list[str] = []
    for name in _names(tree):
        if name in known:
            lines.append(_assignment(known[name], imports))
        elif name in _packages(report, thread) or name in sys.stdlib_module_names:
            imports[f"import {name}"] = None
        elif name in ALIASES:
            imports[f"import {ALIASES[name]} as {name}"] = None
        elif not hasattr(builtins, name):
            lines.append(f"{name} = ...  # not a variable of that function: its module's, perhaps")
    return [*sorted(imports), *([""] if imports else []), *lines, *([""] if lines else []), code]


def _call(report: Report, frame: FrameReport) -> tuple[str, ast.AST | None]:
    """(the failing expression, or else its line, as it is written; parsed, where that is possible).
    Where the frame tells no columns it is the line."""
    for text in (_expression(report, frame), frame.code or ""):
        for code in (text, f"{text}\n    pass"):
            if not text or len(text) > MAX_CODE or not text.isprintable():
                continue
            try:
                return code, ast.parse(code)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
    return "", None


def _expression(report: Report, frame: FrameReport) -> str:
    """What stands between the frame's columns, by the source lines that a finding keeps."""
    column, end = frame.column, frame.end_column
    if column is None or end is None or frame.end_line != frame.line:
        return ""
    for finding in report.diagnosis:
        for blame in finding.blame:
            if (blame.file, blame.line) != (frame.file, frame.line):
                continue
            for line in blame.source:
                if line.line == frame.line:
                    raw = line.text.encode("utf-8", "replace")[column - 1 : end - 1]
                    return raw.decode("utf-8", "replace")
    return ""


def _names(tree: ast.AST) -> list[str]:
    """Names that are read, in the order of their first use; those that the code binds itself are
    none."""
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    names.sort(key=lambda node: (node.lineno, node.col_offset))
    found = dict.fromkeys(node.id for node in names if node.id not in bound)
    return list(found)[:MAX_NAMES]


def _packages(report: Report, thread: ThreadReport | None) -> frozenset[str]:
    """Modules with native code of which the stack and the report tell."""
    frames = () if thread is None else thread.frames
    files = {(frame.module or "").rsplit("/", 1)[-1] for frame in frames}
    modules = {name.partition(".")[0] for name in files if ".so" in name}
    packages = set() if report.environment is None else set(report.environment.packages)
    return frozenset(modules | packages)


def _assignment(variable: LocalReport, imports: dict[str, None]) -> str:
    name, shown = variable.name, clean(variable.value)
    comment = crop(f"{clean(variable.type)}: {shown}" if variable.type else shown, MAX_COMMENT)
    made = _array(variable, imports)
    if made:
        return f"{name} = {made}  # {comment}"
    literal = _literal(variable)
    return f"{name} = {literal}" if literal else f"{name} = ...  # {comment}"


def _array(variable: LocalReport, imports: dict[str, None]) -> str:
    maker, module = ARRAYS.get(variable.type, ("", ""))
    match = _ARRAY.match(variable.value)
    if not maker or match is None or match[1] not in _DTYPES:
        return ""
    imports[f"import {module} as {maker}" if maker != module else f"import {module}"] = None
    shape = tuple(map(int, match[2].split(", "))) if match[2] else ()
    return f"{maker}.zeros({shape!r}, dtype={maker}.{match[1]})"


def _literal(variable: LocalReport) -> str:
    """The value as Python writes it, where the report has all of it; "" if not."""
    text = variable.value
    if variable.type not in LITERALS or len(text) > MAX_LITERAL or "…" in text:
        return ""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return ""
    if type(value).__name__ != variable.type or "<masked>" in text:
        return ""
    return ascii(value)
