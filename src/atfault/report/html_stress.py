"""The table of a stress run in the HTML report, the same as in the text (see report/stress.py)."""

from __future__ import annotations

from collections.abc import Callable

from atfault.model.report import Report
from atfault.report.places import Places
from atfault.report.stress import environment_words, stress_rows, stress_title


def stress_html(report: Report, places: Places, text: Callable[[str], str]) -> list[str]:
    """The section; [] for a report without a stress run. text: foreign text as HTML."""
    stress = report.stress
    if stress is None:
        return []
    out = ["<h2>Tried</h2>", f"<p>{text(stress_title(stress))}</p>"]
    for environment in stress.environments:
        verdict = f"{environment.cause} ({environment.confidence})"
        out.append(
            f"<p><b>{text(environment.name)}</b>: {text(environment_words(environment))}; "
            f"<b>{text(verdict)}</b></p>"
        )
        out.append('<div class="scroll"><table class="stack">')
        out.append("<tr><td></td><td>runs</td><td>failed</td><td>calls</td><td></td></tr>")
        for row in stress_rows(environment, places):
            marked = ' class="mine"' if row.failed else ""
            cells = (row.name, f"{row.runs:,}", f"{row.failed:,}", f"{row.calls:,}", row.what)
            joined = "".join(f"<td>{text(cell)}</td>" for cell in cells)
            out.append(f"<tr{marked}>{joined}</tr>")
        out.append("</table></div>")
    return out
