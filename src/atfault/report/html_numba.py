"""What Numba compiled, in the HTML report: the same as in the text (see report/numba.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from atfault.model.report import Report
from atfault.model.report_numba import NumbaOverloadReport
from atfault.report.numba import loop_lines, notes, passes_words, signature
from atfault.report.places import Places

MAX_FUNCTIONS = 200
MAX_OVERLOADS = 24


def numba_html(report: Report, places: Places, text: Callable[[str], str]) -> list[str]:
    """The section; [] for a report without one. text: foreign text as HTML."""
    numba = report.numba
    if numba is None or not (numba.functions or numba.compared):
        return []
    out = [f"<h2>{text('Compiled by Numba ' + numba.version)}</h2>"]
    out.append('<div class="scroll"><table class="stack">')
    out.append("<tr><td>seconds</td><td>function</td><td>where</td><td></td></tr>")
    for one in numba.functions[:MAX_FUNCTIONS]:
        seconds = sum(overload.seconds for overload in one.overloads)
        place = places.line(one.file, one.line)
        cells = (f"{seconds:.2f}", one.function, place, ", ".join(notes(one)))
        out.append(f'<tr class="mine">{_cells(cells, text)}</tr>')
        for overload in one.overloads[:MAX_OVERLOADS]:
            inside = "".join(_overload(overload, text))
            out.append(f'<tr><td>{overload.seconds:.2f}</td><td colspan="3">{inside}</td></tr>')
    out.append("</table></div>")
    if numba.compared:
        out.append("<h2>Compared with Python</h2>")
        out.append('<div class="scroll"><table class="stack">')
        out.append("<tr><td>function</td><td>calls</td><td>compared</td><td></td></tr>")
        for each in numba.compared[:MAX_FUNCTIONS]:
            verdict = "differs" if each.differs else ""
            row = _cells((each.function, f"{each.calls:,}", f"{each.compared:,}", verdict), text)
            marked = ' class="mine"' if each.differs else ""
            out.append(f"<tr{marked}>{row}</tr>")
        out.append("</table></div>")
    return out


def _cells(cells: tuple[str, ...], text: Callable[[str], str]) -> str:
    return "".join(f"<td>{text(cell)}</td>" for cell in cells)


def _overload(one: NumbaOverloadReport, text: Callable[[str], str]) -> Iterator[str]:
    more = [passes_words(one), *loop_lines(one, verbose=True)]
    if one.objects:
        more.append(f"Python objects: {', '.join(one.objects)}")
    more = [line for line in more if line]
    if not more and not one.lines:
        yield text(signature(one))
        return
    yield f"<details><summary>{text(signature(one))}</summary>"
    yield "".join(f"<p>{text(line)}</p>" for line in more)
    if one.lines:
        yield '<table class="stack">'
        for line in one.lines:
            names = ", ".join(f"{each.name}: {each.type}" for each in line.variables)
            yield f"<tr><td>{line.line}</td><td>{text(names)}</td></tr>"
        yield "</table>"
    yield "</details>"
