"""A report as the text of a bug report, in Markdown, for whoever looks after the code that failed.

title, what happened and why, the stack, the arguments, a skeleton of the call, what was tried,
versions

Whatever comes from the program stands in a fence or a span of code, or is escaped: it is text,
whatever it holds.

The call that failed as a small program: what its arguments were, as far as a report tells.

It is a skeleton: arrays have their shape and type, and zeros for their contents. Nothing of the
report is run; what goes into the program is a literal, a call that is made here, or a comment.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Callable

from atfault.model.findings import Finding
from atfault.model.report import FrameReport, LocalReport, Report, ThreadReport
from atfault.model.signals import signal_description
from atfault.report.escape import clean, code, crop, fenced, prose
from atfault.report.folding import Folder, interpreter_program, is_runtime
from atfault.report.grouping import leading_tids
from atfault.report.headline import crashed_thread, headline
from atfault.report.names import short_function
from atfault.report.places import Places, command_line, module_title
from atfault.report.sections import section

MAX_ROWS = 40
MAX_EVIDENCE = 12
MAX_WARNINGS = 8
MAX_VALUES = 24
MAX_VALUE, MAX_TEXT, MAX_CODE, MAX_TITLE = 400, 2000, 160, 160
MAX_THREADS = 3
"""Of a hang, whose stacks are shown."""
FAILED = ("crash", "exception", "stress")
"""Kinds of reports that tell of a call that failed."""
SKELETON = (
    "A skeleton of the call that failed, made from the report: shapes, types and plain values are\n"
    "those of the program, the contents of arrays are not."
)
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
MAX_CALL, MAX_LITERAL, MAX_COMMENT, MAX_NAMES = 2000, 500, 100, 24


def render_issue(report: Report, cwd: str = "") -> str:
    """The Markdown text, with a newline at its end. cwd: the reader's folder, to which paths are
    shown relative."""
    places = Places(report, cwd)
    told = telling_run(report)
    title = _section("the title", lambda: [f"# {_title(told, report)}"])
    sections = [
        title,
        _section("what happened", lambda: _happened(report, title, places)),
        _section("the stacks", lambda: _stacks(told, places)),
        _section("the values", lambda: _values(told)),
        _section("the skeleton of the call", lambda: _reproducer(told)),
        _section("what was tried", lambda: _tried(report, places)),
        _section("the versions", lambda: _versions(report)),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _section(what: str, lines: Callable[[], list[str]]) -> list[str]:
    return section(f"writing {what}", lines, lambda text: prose(clean(text)))


def telling_run(report: Report) -> Report:
    """The run that the first finding is of: a further one, or else the first."""
    if report.diagnosis and report.diagnosis[0].under_guard:
        for run in report.again:
            if run.diagnosis[0].under_guard:
                return run
    return report


def _title(told: Report, report: Report) -> str:
    """ "Segmentation fault in fill (blend.c:16): out-of-bounds"."""
    cause = report.diagnosis[0].cause
    frame = _failed_in(told)
    if told.kind != "crash" or told.signal is None or frame is None:
        return prose(crop(clean(report.headline or headline(report)), MAX_TITLE))
    what = clean(signal_description(told.signal.name))
    where = f"{crop(short_function(frame), 60)} ({module_title(frame).rsplit('/', 1)[-1]})"
    cause = "" if cause == "unknown" else f": {clean(cause)}"
    return prose(crop(f"{what} in {where}{cause}", MAX_TITLE))


def _failed_in(report: Report) -> FrameReport | None:
    """The innermost frame of native code that is neither the C library's nor the interpreter's."""
    thread = crashed_thread(report)
    for frame in () if thread is None else thread.frames:
        if frame.kind == "python":
            return None
        if (
            not is_runtime(frame)
            and frame.function != "??"
            and frame.module != report.process.executable
        ):
            return frame
    return None


def _happened(report: Report, title: list[str], places: Places) -> list[str]:
    line = prose(clean(report.headline or headline(report)))
    said = [] if title == [f"# {line}"] else [line + ".", ""]
    return ["## What happened", "", *said, *explained(report, places)]


def explained(report: Report, places: Places) -> list[str]:
    """The exception, the answer, the line at fault, and the reasons."""
    finding = report.diagnosis[0]
    lines = [*_raised(report), _answer(finding, places)]
    if finding.blame:
        blame = finding.blame[0]
        where = places.line(blame.file, blame.line)
        inside = f", in {code(blame.function)}" if blame.function else ""
        lines += [
            "",
            f"At {code(where)}{inside}:" if blame.source else f"At {code(where)}{inside}",
        ]
        if blame.source:
            digits = len(str(blame.source[-1].line))
            excerpt = [
                f"{'>' if one.line == blame.line else ' '} {one.line:>{digits}} | {clean(one.text)}"
                for one in blame.source
            ]
            lines += ["", *fenced(excerpt)]
    told = [one.text for one in finding.evidence[:MAX_EVIDENCE]]
    told += [f"In doubt: {one.text}" for one in finding.doubts[:MAX_EVIDENCE]]
    reasons = [places.told(text, finding)[:MAX_TEXT] for text in told]
    return [*lines, *([""] if reasons else []), *(f"- {prose(text)}" for text in reasons)]


def _raised(report: Report) -> list[str]:
    """The exception as Python prints it."""
    exception = report.exception
    if exception is None:
        return []
    said = f"{exception.type}: {exception.message}" if exception.message else exception.type
    return [*fenced(clean(line) for line in said[:MAX_TEXT].splitlines()), ""]


def _answer(finding: Finding, places: Places) -> str:
    summary = places.told(finding.summary, finding)[:MAX_TEXT]
    return f"**{prose(clean(finding.cause))}** ({clean(finding.confidence)}): {prose(summary)}"


def _stacks(report: Report, places: Places) -> list[str]:
    lines = stack_blocks(report, places)
    return (
        ["## Stack", "", "Python and native frames, most recent call last.", *lines]
        if lines
        else []
    )


def stack_blocks(report: Report, places: Places) -> list[str]:
    """The stacks of the threads that tell most, each a block of code behind an empty line."""
    folder = Folder(places, interpreter_program(report), with_hint=False)
    lines: list[str] = []
    for thread in _telling_threads(report):
        if thread.frames:
            lines += ["", *fenced(_stack(thread, folder, places))]
    return lines


def _telling_threads(report: Report) -> list[ThreadReport]:
    crashed = [thread for thread in report.threads if thread.crashed]
    leading = leading_tids(report)
    chosen = crashed or [thread for thread in report.threads if thread.tid in leading]
    return (chosen or list(report.threads[:1]))[:MAX_THREADS]


def _stack(thread: ThreadReport, folder: Folder, places: Places) -> list[str]:
    doing = "crashed" if thread.crashed else clean(thread.state)
    title = f'thread "{clean(thread.name)}"' if thread.name else f"thread {thread.tid}"
    lines = [f"{title} {doing}".rstrip()]
    cells = []
    for row in folder.fold(thread.frames, MAX_ROWS).rows:
        frame = row.frame
        if frame is None:
            cells.append(("", row.note.strip("[]"), "", ""))
            continue
        place = places.of_frame(frame)
        text = crop(clean(frame.code or ""), MAX_CODE) if frame.code else module_title(frame)
        function = short_function(frame) if frame.kind != "python" else clean(frame.function)
        cells.append((clean(frame.kind), place, crop(function, 60), "" if text == place else text))
    width = [max((len(cell[at]) for cell in cells if cell[0]), default=0) for at in (1, 2)]
    for kind, place, function, text in cells:
        if not kind:
            lines.append(f"  [{clean(place)}]")
        else:
            row_text = f"  {kind:<6}  {place:<{width[0]}}  {function:<{width[1]}}  {text}"
            lines.append(row_text.rstrip())
    if not thread.merged or thread.stop_reason:
        lines.append(
            f"  [{clean(thread.stop_reason) or 'native and Python frames are not merged'}]"
        )
    return lines


def _first_thread(report: Report) -> ThreadReport | None:
    return next(iter(_telling_threads(report)), None)


def _values(report: Report) -> list[str]:
    frame = failing_frame(_first_thread(report))
    if frame is None or not frame.locals:
        return []
    rows = [
        f"{clean(one.name)} = {crop(clean(one.value), MAX_VALUE)}"
        + (f"    ({clean(one.type)})" if one.type else "")
        for one in frame.locals[:MAX_VALUES]
    ]
    more = len(frame.locals) - len(rows)
    rows += [f"… and {more} more"] if more > 0 else []
    return ["## Values", "", f"Variables of {code(frame.function)}:", "", *fenced(rows)]


def _reproducer(report: Report) -> list[str]:
    lines = skeleton(report, _first_thread(report)) if report.kind in FAILED else []
    if not lines:
        return []
    return ["## Reproducer", "", SKELETON, "", *fenced(lines, "python")]


def _tried(report: Report, places: Places) -> list[str]:
    if report.again:
        lines = ["## What was tried", ""]
        for run in report.again:
            best = run.diagnosis[0]
            where = ""
            if best.blame:
                where = f" at {code(places.line(best.blame[0].file, best.blame[0].line))}"
            lines.append(f"- {prose(clean(run.process.relation))}: {_answer(best, places)}{where}")
        return lines
    for advice in report.diagnosis[0].advice:
        if advice.is_again and advice.command:
            text = "It was not run again with checks of its memory yet:"
            return ["## What was tried", "", text, "", *fenced([clean(advice.command)])]
    return []


def _versions(report: Report) -> list[str]:
    python, found = report.process.python, report.environment
    rows = []
    if python is not None:
        free = ", free-threaded" if python.free_threaded else ""
        rows.append(("Python", f"{python.implementation} {python.version}{free}"))
    if found is not None:
        rows += [("System", found.os), ("C library", found.libc)]
        rows += list(found.packages.items())
    command = command_line(report)
    rows += [("Command", command)] if command else []
    if found is not None:
        rows.append(("Report", f"atfault {found.atfault}, {report.created}"))
    lines = [f"- {prose(clean(name))}: {code(value)}" for name, value in rows if value]
    warnings = [
        f"- not read, or doubtful: {prose(clean(t))}" for t in report.warnings[:MAX_WARNINGS]
    ]
    if found is None:
        lines.append("- the report is of a version of atfault that noted no more of the system")
    return ["## Versions", "", *lines, *warnings]


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
        for source in (text, f"{text}\n    pass"):
            if not text or len(text) > MAX_CALL or not text.isprintable():
                continue
            try:
                return source, ast.parse(source)
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
