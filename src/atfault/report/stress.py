"""The table of a stress run: what was tried, how often, and how often it failed.

    5 threads, 1,000 calls each in a round; CPython 3.11.7, numpy 2.4.6; seed 3
                                      runs  failed    calls
      one thread                         5       0  180,000
      many threads                       3       3   25,333  SIGSEGV in rec_run (racy.so), rec.py:10
      many threads, one lock             3       0  120,000
      many threads, an instance each     3       0  120,000

With --compare there is a column for each environment instead.
"""

from collections.abc import Sequence
from typing import NamedTuple

from atfault.model.counts import counted
from atfault.model.report import Report
from atfault.model.stress import StressEnvironment, StressPhase, StressReport
from atfault.report.escape import clean, crop, pad
from atfault.report.layout import Style, bullet, wrapped
from atfault.report.places import Places

ROWS = (
    (("reference", "alone"), "one thread"),
    (("free",), "many threads"),
    (("locked",), "many threads, one lock"),
    (("own",), "many threads, an instance each"),
)
NAME_WIDTH = max(len(name) for _, name in ROWS)
MAX_PACKAGES = 8
MAX_VERSION = 40


class Row(NamedTuple):
    """One way of calling the target."""

    name: str
    runs: int
    failed: int
    calls: int
    what: str
    """The failures, or why it was not run."""


def stress_rows(environment: StressEnvironment, places: Places) -> list[Row]:
    """The table of one environment."""
    rows = []
    for names, title in ROWS:
        phases = [phase for phase in environment.phases if phase.name in names]
        if not phases:
            continue
        what = [_failures(phase, places) for phase in phases if phase.failures]
        runs = sum(phase.runs for phase in phases)
        if not runs:
            what = [f"not run: {clean(phase.skipped)}" for phase in phases if phase.skipped][:1]
        rows.append(
            Row(
                title,
                runs,
                sum(phase.failed_runs for phase in phases),
                sum(phase.calls for phase in phases),
                "; ".join(what),
            )
        )
    return rows


def _failures(phase: StressPhase, places: Places) -> str:
    parts = []
    for failure in phase.failures:
        text = clean(failure.text)
        if failure.file:
            text += f", {places.line(failure.file, failure.line)}"
        parts.append(text)
    more = f" and {len(parts) - 1} more" if len(parts) > 1 else ""
    return parts[0] + more


def stress_title(stress: StressReport) -> str:
    """How it was called: "5 threads, 1,000 calls each in a round, seed 3"."""
    text = f"{stress.threads} threads, {counted(stress.calls, 'call')} each in a round"
    if stress.calls < stress.iterations:
        text += f" (of {stress.iterations:,} asked for: one call takes long)"
    how = (
        ""
        if stress.close is None
        else ", floats within rtol {:g} and atol {:g}".format(*stress.close)
    )
    return f"{text}{how}, seed {stress.seed}"


def environment_words(environment: StressEnvironment) -> str:
    """ "CPython 3.11.7, numpy 2.4.6"."""
    if not environment.version:
        return clean(environment.executable)
    free = ", free-threaded" if environment.free_threaded else ""
    gil = " with the GIL" if environment.free_threaded and environment.gil_enabled else ""
    parts = [f"{clean(environment.implementation)} {clean(environment.version)}{free}{gil}"]
    parts += [
        f"{clean(package.name)} {clean(package.version[:MAX_VERSION])}"
        for package in environment.packages[:MAX_PACKAGES]
    ]
    if len(environment.packages) > MAX_PACKAGES:
        parts.append(counted(len(environment.packages) - MAX_PACKAGES, "more package"))
    return ", ".join(parts)


def stress_lines(report: Report, places: Places, style: Style, width: int) -> list[str]:
    """The table; [] for a report without a stress run."""
    stress = report.stress
    if stress is None or not stress.environments:
        return []
    lines = ["", "  " + style.paint("strong", "Tried")]
    lines += _indented(stress_title(stress), width)
    if len(stress.environments) == 1:
        lines += _indented(environment_words(stress.environments[0]), width)
        return lines + _single(stress.environments[0], places, style, width)
    return lines + _side_by_side(stress.environments, places, style, width)


def first_death(report: Report) -> Report | None:
    """The first child whose crashed thread is known."""
    for child in report.children:
        if any(thread.crashed and thread.frames for thread in child.threads):
            return child
    return None


def death_lines(report: Report, places: Places, style: Style, width: int) -> list[str]:
    """What the children died of, each cause once: one race has many faces."""
    found: dict[tuple[str, str], list[str]] = {}
    for child in report.children:
        best = child.diagnosis[0]
        place = ""
        if best.blame:
            place = f" ({places.line(best.blame[0].file, best.blame[0].line)})"
        text = places.answer(best) + place
        found.setdefault((best.cause, place), []).append(text)
    if not found:
        return []
    lines = ["", "  " + style.paint("strong", "What they died of")]
    for texts in found.values():
        times = f", {len(texts)} times" if len(texts) > 1 else ""
        lines += bullet(f"{texts[0]}{times}", width)
    return lines


def _single(environment: StressEnvironment, places: Places, style: Style, width: int) -> list[str]:
    rows = stress_rows(environment, places)
    calls = max([len(f"{row.calls:,}") for row in rows] + [5])
    lines = [f"    {'':<{NAME_WIDTH}}  runs  failed  {'calls':>{calls}}"]
    used = 4 + NAME_WIDTH + 2 + 4 + 2 + 6 + 2 + calls + 2
    for row in rows:
        lead = f"    {row.name:<{NAME_WIDTH}}  "
        if row.runs:
            failed = f"{row.failed:>6}"
            failed = style.paint("alarm", failed) if row.failed else failed
            lead += f"{row.runs:>4}  {failed}  {row.calls:>{calls},}"
        else:
            lead += style.paint("quiet", crop(row.what, width - 6 - NAME_WIDTH))
        room = width - used
        if row.what and row.runs and room >= 30:
            lines.append(f"{lead}  {crop(row.what, room)}")
        elif row.what and row.runs:
            lines += [lead, *wrapped(f"      {row.what}", width, hanging=6)]
        else:
            lines.append(lead)
    return lines


def _side_by_side(
    environments: Sequence[StressEnvironment], places: Places, style: Style, width: int
) -> list[str]:
    column = max(8, (width - 4 - NAME_WIDTH - 2 * len(environments)) // len(environments))
    rows: list[tuple[str, list[str], bool]] = [
        ("", [clean(environment.name) for environment in environments], False),
        ("Python", [_python(environment) for environment in environments], False),
    ]
    rows += [(name, versions, False) for name, versions in _packages(environments)]
    tables = [
        {row.name: row for row in stress_rows(environment, places)} for environment in environments
    ]
    for _, title in ROWS:
        cells = [_cell(table.get(title)) for table in tables]
        rows.append((title, cells, any(table[title].failed for table in tables if title in table)))
    verdicts = [f"{clean(e.cause)} ({clean(e.confidence)})" for e in environments]
    rows.append(("verdict", verdicts, False))
    lines = []
    for name, cells, _ in rows:
        text = "  ".join(pad(crop(cell, column, keep_end=not name), column) for cell in cells)
        line = f"    {crop(name, NAME_WIDTH):<{NAME_WIDTH}}  {text}".rstrip()
        lines.append(style.paint("strong", line) if name in ("", "verdict") else line)
    return lines


def _cell(row: Row | None) -> str:
    if row is None or not row.runs:
        return "-"
    text = f"{row.failed} of {row.runs} failed"
    return f"{text}: {row.what}" if row.failed else text


def _python(environment: StressEnvironment) -> str:
    free = "t" if environment.free_threaded else ""
    gil = ", GIL on" if environment.free_threaded and environment.gil_enabled else ""
    return f"{clean(environment.version)}{free}{gil}"


def _packages(environments: Sequence[StressEnvironment]) -> list[tuple[str, list[str]]]:
    """Packages of either environment, those of other versions first."""
    known = [{p.name: p.version for p in environment.packages} for environment in environments]
    names = sorted({name for versions in known for name in versions})
    rows = [
        (clean(name), [clean(versions.get(name, "-")[:MAX_VERSION]) for versions in known])
        for name in names
    ]
    rows.sort(key=lambda row: len(set(row[1])) == 1)
    return rows[:MAX_PACKAGES]


def _indented(text: str, width: int) -> list[str]:
    return ["    " + line for line in wrapped(text, width - 4)]
