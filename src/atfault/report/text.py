"""The report as text for people: the answer first, then its reasons, then the stacks.

headline
cause (confidence): summary
the user's line, with its neighbours
Why, Next
other findings
stacks, children, what could not be read
the answer again, if it has scrolled away
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from atfault import lazy
from atfault.contained import contained
from atfault.model.findings import Advice, Blame, Finding
from atfault.model.rank_numbers import in_short, spans
from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.report.escape import clean, crop, width_of
from atfault.report.excerpt import excerpt_lines, is_elsewhere
from atfault.report.headline import headline
from atfault.report.layout import MAX_PROSE, PLAIN, Style, bullet, wrapped
from atfault.report.places import VERBOSE, Places, command_line, environment_words
from atfault.report.started import (
    alike_words,
    consequence_words,
    later_words,
    program_words,
    rank_words,
    start_words,
)
from atfault.report.threads import ACTIVITY, WAITS, ThreadLines

if TYPE_CHECKING:
    from atfault.model.report_company import JobReport, RankGroupReport
    from atfault.report.waits import Link, Picture

STRESS, NUMBA, TASKS = "atfault.report.stress", "atfault.report.numba", "atfault.report.tasks"
"""Sections that few reports have, loaded for those."""
MAX_TEXT = 2000
"""Characters of one summary, reason or warning."""
MAX_PATH, MAX_NAME = 200, 60
"""Columns in the line that names the blamed line."""
MAX_EVIDENCE = 12
MAX_QUOTES = 6
MAX_WARNINGS = 8
MAX_OTHER_FINDINGS = 4
MAX_CHILDREN = 20
MAX_OTHER_BLAMES = 3
MAX_BLAMED = 3
"""Threads at one line that are named without -v."""
MAX_CHILD_STACKS = 6
"""Processes besides the first whose stacks are shown without -v."""
MAX_THREADS_OF_CHILD = 2
MAX_GROUPS = 12
"""Of ranks of a job."""
MAX_INNER = 3
"""Frames further in than the user's line that are shown of those without -v."""


def render(
    report: Report,
    *,
    style: Style = PLAIN,
    width: int = 100,
    height: int = 50,
    verbose: bool = False,
    cwd: str = "",
    footer: str = "",
    more: str = VERBOSE,
) -> str:
    """The report as text, with a newline at its end.

    width: columns of the terminal. Stacks and source lines fill them, sentences 120 at the most.
    height: lines of a screen; a longer report repeats its answer at the end.
    cwd: the reader's working directory, to which paths are shown relative.
    more: by which the reader is shown what is left out here; "" where nothing does.
    """
    places = Places(report, cwd, more=more)
    return _TextReport(report, style, width, height, verbose, places).render(footer)


class _TextReport:
    """Builds the lines of one report."""

    def __init__(
        self,
        report: Report,
        style: Style,
        width: int,
        height: int,
        verbose: bool,
        places: Places,
    ) -> None:
        self._report = report
        self._paint = style.paint
        self._style = style
        self._full_width = width
        self._width = min(width, MAX_PROSE)
        self._height = height
        self._verbose = verbose
        self._places = places
        self._lines: list[str] = []
        self._hidden: list[str] = []
        """What -v would show besides."""

    def render(self, footer: str) -> str:
        for what, add in (
            ("the headline", self._headline),
            ("the answer", self._answer),
            ("where it was started", self._started),
            ("what followed", self._consequences),
            ("the other findings", self._other_findings),
            ("the stress run", self._stress),
            ("what Numba compiled", self._numba),
            ("the stacks", self._stacks),
            ("the tasks", self._tasks),
            ("the further runs", self._again),
            ("the other processes", self._children),
            ("what was not checked", self._not_checked),
            ("what was set aside", self._set_aside),
            ("the warnings", self._warnings),
        ):
            self._section(what, add)
        self._section("the end", lambda: self._ending(footer))
        return "\n".join(self._lines) + "\n"

    def _section(self, what: str, add: Callable[[], None]) -> None:
        """Add a section, or a line that says why it is not there."""
        told: list[str] = []
        with contained(f"showing {what}", told):
            add()
        for text in told:
            self._add("", *bullet(clean(text), self._width))

    def _answer(self) -> None:
        self._finding(self._report.diagnosis[0])

    def _add(self, *lines: str) -> None:
        self._lines += lines

    def _told(self, text: str, finding: Finding) -> str:
        return self._places.told(text, finding)[:MAX_TEXT]

    def _title(self, report: Report) -> str:
        return self._told(report.headline or headline(report), report.diagnosis[0])

    def _headline(self) -> None:
        title = self._title(self._report)
        first, *rest = wrapped(title[:MAX_TEXT], self._width, hanging=2)
        self._add(self._paint("alarm", first), *(self._paint("alarm", line) for line in rest))

    def _finding(self, finding: Finding) -> None:
        cause = clean(finding.cause)
        lead = f"  {cause} ({clean(finding.confidence)})"
        drawn = self._picture(finding)
        if drawn is None or not drawn.closed:  # a ring says it all
            lead += f": {self._told(finding.summary, finding)}"
        lines = wrapped(lead, self._width, hanging=4)
        if lines[0].startswith(f"  {cause}"):
            lines[0] = "  " + self._paint("strong", cause) + lines[0][2 + len(cause) :]
        self._add("", *lines)
        if drawn is not None:
            self._add(*lazy.load(WAITS).picture_lines(drawn, self._style, self._width))
        self._quotes(finding)
        self._blame(finding)
        self._reasons(finding, is_drawn=drawn is not None and drawn.closed)

    def _picture(self, finding: Finding) -> Picture | None:
        """Of who waits for whom, where that is known."""
        if self._report.waits is None:
            return None
        drawn: Picture | None = lazy.load(WAITS).picture(finding, self._report, self._places)
        return drawn

    def _drawn(self) -> tuple[Link, ...]:
        """The links of the picture that stands above the stacks."""
        drawn = self._picture(self._report.diagnosis[0])
        return () if drawn is None else lazy.load(WAITS).shown_links(drawn)

    def _quotes(self, finding: Finding) -> None:
        """The lines of the text that was given; the first is the one to read."""
        if not finding.quotes:
            return
        self._add("")
        digits = len(str(max(quote.line for quote in finding.quotes)))
        room = max(20, self._full_width - 4 - 6 - digits - 2)
        for at, quote in enumerate(finding.quotes[: None if self._verbose else MAX_QUOTES]):
            text = crop(clean(quote.text), room)
            number = f"line {quote.line:>{digits}}"
            if at == 0:
                self._add("  " + self._paint("strong", number) + "  " + self._paint("mine", text))
            else:
                self._add(f"  {number}  {text}")

    def _blame(self, finding: Finding) -> None:
        """The most telling line with its neighbours; one more for each other thread, and those that
        no stack shows."""
        if not finding.blame:
            return
        first = finding.blame[0]
        shown = [first]
        for blame in finding.blame[1:]:
            others = len(shown) - 1 < MAX_OTHER_BLAMES
            another = all(blame.thread != one.thread for one in shown)
            if self._verbose or (
                others and (another or is_elsewhere(blame, finding, self._report))
            ):
                shown.append(blame)
        several = any(one.thread != first.thread for one in shown)
        threads: dict[tuple[str, int | None], list[str]] = {}
        places = {(blame.file, blame.line) for blame in shown}
        for blame in (one for one in finding.blame if (one.file, one.line) in places):
            threads.setdefault((blame.file, blame.line), []).append(blame.thread)
        for blame in shown:
            names = threads.pop((blame.file, blame.line), None)
            if names is not None:
                self._add("", *self._blamed_line(blame, names if several else []))

    def _blamed_line(self, blame: Blame, threads: list[str]) -> list[str]:
        file = crop(self._places.line(blame.file, blame.line), MAX_PATH, keep_end=True)
        inside = f", in {crop(clean(blame.function), MAX_NAME)}" if blame.function else ""
        names = [f'"{crop(clean(name), MAX_NAME)}"' for name in dict.fromkeys(threads) if name]
        if len(names) > MAX_BLAMED + 1 and not self._verbose:
            names[MAX_BLAMED:] = [f"{len(names) - MAX_BLAMED} more"]
        plural = "s" if len(names) > 1 else ""
        thread = f", thread{plural} {_enumerated(names)}" if names else ""
        first, *rest = wrapped(f"  {file}{inside}{thread}", self._width, hanging=4)
        if first.startswith(f"  {file}"):
            first = "  " + self._paint("strong", file) + first[2 + len(file) :]
        return [
            first,
            *rest,
            *excerpt_lines(blame, self._style, self._full_width),
        ]

    def _reasons(self, finding: Finding, *, is_drawn: bool = False) -> None:
        """is_drawn: a picture tells what the graph of waits says."""
        reasons = [one for one in finding.evidence if not (is_drawn and one.in_picture)]
        if reasons:
            self._add("", "  " + self._paint("strong", "Why"))
            limit = len(reasons) if self._verbose else MAX_EVIDENCE
            for evidence in reasons[:limit]:
                self._add(*bullet(self._told(evidence.text, finding), self._width))
            if len(reasons) > limit:
                self._hidden.append(_count(len(reasons) - limit, "more reason"))
        if finding.doubts:
            self._add(*([] if reasons else [""]), "  " + self._paint("strong", "In doubt"))
            for doubt in finding.doubts[:MAX_EVIDENCE]:
                self._add(*bullet(self._told(doubt.text, finding), self._width))
        if finding.advice:
            self._add(
                *([] if reasons or finding.doubts else [""]), "  " + self._paint("strong", "Next")
            )
            for advice in finding.advice:
                self._add(*self._advice(advice, finding))

    def _advice(self, advice: Advice, finding: Finding) -> list[str]:
        """A command is never wrapped or cropped: it is there to be copied."""
        text = self._told(advice.text, finding)
        if not advice.command:
            return bullet(text, self._width)
        command = clean(advice.command)
        painted = "    - " + self._paint("command", command)
        if 6 + len(command) + 4 + len(text) <= self._width:
            return [f"{painted}    {text}" if text else painted]
        return [painted, *("      " + line for line in wrapped(text, self._width - 6))]

    def _started(self) -> None:
        """Of a process that the program started: where that was."""
        start = self._report.started
        program = program_words(self._report)
        if start is None and not self._report.alike and not program:
            return
        words = []
        if start is not None:
            self._add("", "  " + self._paint("strong", start_words(start)))
            line = start.line
            if line is not None:
                self._add(*self._blamed_line(line, []))
            words = later_words(self._report, start, self._places)
        else:
            self._add("")
        alike = alike_words(self._report)
        for text in filter(None, (*words, alike, program)):
            self._add(*bullet(text, self._width))

    def _consequences(self) -> None:
        """What failed in other processes because of this."""
        told = consequence_words(self._report)
        if told:
            self._add("", "  " + self._paint("strong", "What followed from it"))
            for text in told:
                self._add(*bullet(text, self._width))

    def _other_findings(self) -> None:
        others = self._report.diagnosis[1:]
        if not others:
            return
        sure = all(finding.confidence == "certain" for finding in others)
        self._add("", "  " + self._paint("strong", "Also" if sure else "Also possible"))
        limit = len(others) if self._verbose else MAX_OTHER_FINDINGS
        for finding in others[:limit]:
            text = f"{clean(finding.cause)} ({clean(finding.confidence)}): "
            text += self._told(finding.summary, finding)
            if finding.blame:
                first = finding.blame[0]
                where = f"({self._places.line(first.file, first.line)})"
                text += "" if where in text else f" {where}"
            self._add(*bullet(text, self._width))
            if finding.confidence != "possible":
                commands = [advice.command for advice in finding.advice if advice.command]
                self._add(*("      " + self._paint("command", clean(c)) for c in commands[:1]))
            if self._verbose:
                doubts = [f"in doubt: {one.text}" for one in finding.doubts]
                for told in (*[one.text for one in finding.evidence], *doubts):
                    reason = self._told(told, finding)
                    self._add(*("  " + line for line in bullet(reason, self._width - 2)))
        if len(others) > limit:
            self._hidden.append(_count(len(others) - limit, "more finding"))

    def _stress(self) -> None:
        """What a stress run tried, and the stack of the first child that it killed."""
        if self._report.stress is None:
            return
        stress = lazy.load(STRESS)
        self._add(*stress.stress_lines(self._report, self._places, self._style, self._width))
        child = stress.first_death(self._report)
        if child is not None and not self._verbose:
            threads = ThreadLines(child, self._places, self._style, self._full_width, verbose=False)
            self._add(*threads.render(max_stacks=0))
        if not self._verbose:
            self._add(*stress.death_lines(self._report, self._places, self._style, self._width))

    def _numba(self) -> None:
        """What Numba compiled: all of it where that is asked for, or nothing else is to be told."""
        numba = self._report.numba
        if numba is None or not numba.functions:
            return
        width = self._full_width - 2
        numba_lines = lazy.load(NUMBA).numba_lines
        lines, left_out = numba_lines(numba, self._places, width, verbose=self._verbose)
        self._add("", "  " + self._paint("strong", lines[0]), *(f"  {line}" for line in lines[1:]))
        if left_out:
            self._hidden.append(_count(left_out, "more line") + " of what was compiled")

    def _stacks(self) -> None:
        threads = ThreadLines(
            self._report,
            self._places,
            self._style,
            self._full_width,
            verbose=self._verbose,
            drawn=self._drawn(),
        )
        self._add(*threads.render())
        self._hidden += threads.hidden

    def _tasks(self) -> None:
        if not self._report.tasks:
            return
        task_lines = lazy.load(TASKS).task_lines
        self._add(
            *task_lines(self._report, self._places, self._style, self._width, verbose=self._verbose)
        )

    def _again(self) -> None:
        """Further runs of the command that died: the one that gave the answer with the stack of
        the thread that did, the others by -v."""
        blame = self._report.diagnosis[0].blame[:1]
        shown: list[Report] = []
        for run in self._report.again:
            own = run.diagnosis[0].blame[:1]
            if self._verbose or (not shown and [b[:2] for b in own] == [b[:2] for b in blame]):
                shown.append(run)
        if len(shown) < len(self._report.again):
            count = len(self._report.again) - len(shown)
            self._hidden.append(_count(count, "more run") + " of it")
        for run in shown:
            relation = clean(run.process.relation)
            title = f"{relation[:1].upper()}{relation[1:]}: {self._title(run)}"
            self._add("", *("  " + line for line in wrapped(title, self._width - 2, hanging=2)))
            threads = ThreadLines(
                run, self._places, self._style, self._full_width - 2, verbose=self._verbose
            )
            lines = threads.render(max_stacks=0)
            self._add(*(f"  {line}" if line else "" for line in lines[1:]))

    def _children(self) -> None:
        """Processes it started that died or hang too: the answer of each, the rest by -v."""
        children = self._report.children
        if self._report.stress is not None and not self._verbose:
            self._hidden += [_count(len(children), "crash report")] if children else []
            return
        if self._report.job is not None and (
            not self._verbose or all(child.job is not None for child in children)
        ):
            self._groups(self._report.job)
            return
        for at, child in enumerate(children[:MAX_CHILDREN]):
            best = child.diagnosis[0]
            is_told = best.cause == "unknown" or best in self._report.diagnosis
            plain = child.kind in ("hang", "snapshot") and is_told
            title = f"Child process {child.process.pid or '?'}"
            relation = clean(child.process.relation)
            title += f", {relation}" if relation not in ("", "child") else ""
            title += "" if plain else f": {self._title(child)}"
            self._add("", *("  " + line for line in wrapped(title, self._width - 2, hanging=2)))
            if self._verbose:
                inner = _TextReport(
                    child, self._style, self._full_width - 4, 1 << 30, True, self._places
                )
                self._add(*(f"    {line}".rstrip() for line in inner.render("").splitlines()[1:]))
                continue
            if plain:
                self._add(*self._stacks_of_child(child) if at < MAX_CHILD_STACKS else [])
                continue
            text = self._places.answer(best)[:MAX_TEXT]
            if best.blame:
                text += f" ({self._places.line(best.blame[0].file, best.blame[0].line)})"
            self._add(*("    " + line for line in wrapped(text, self._width - 4, hanging=2)))
        if len(children) > MAX_CHILDREN:
            more = _count(len(children) - MAX_CHILDREN, "more child process", "es")
            self._add("", f"  {more}: in the JSON report")

    def _groups(self, job: JobReport) -> None:
        """The ranks of a job, a group of those that are in one place with one stack."""
        by_pid = {child.process.pid: child for child in self._report.children if not child.job}
        groups = job.groups[:MAX_GROUPS]
        for at, group in enumerate(groups):
            number = group.number
            ranks = clean(group.ranks if self._verbose else in_short(group.ranks))
            title = f"{'rank' if number == 1 else 'ranks'} {ranks} ({number:,})"
            title = f"{title}: {clean(group.place)}"
            first, *rest = wrapped(title, self._width - 2, hanging=2)
            self._add("", "  " + self._paint("strong", first), *("  " + line for line in rest))
            pids = group.pids if at < MAX_CHILD_STACKS else ()
            child = by_pid.get(pids[0]) if pids else None
            if child is not None:
                self._add(*self._stacks_of_child(child, most=1)[1:])
            elif group.stack and not by_pid and at < MAX_CHILD_STACKS:
                self._add(*self._stack_of_group(group))
        more = len(job.groups) - len(groups)
        if more:
            self._add("", f"  {_count(more, 'more group')} of ranks: in the JSON report")
        if job.missing:
            named = in_short(spans(job.missing))
            self._add("", f"  not seen: {_count(len(job.missing), 'rank')}: {named}")
        more_jobs = [child for child in self._report.children if child.job is not None]
        for child in more_jobs[:MAX_CHILDREN]:
            inner = _TextReport(
                child, self._style, self._full_width - 4, 1 << 30, self._verbose, self._places
            )
            self._add("", "  " + self._paint("strong", "Another job"))
            self._add(*(f"    {line}".rstrip() for line in inner.render("").splitlines()))
        self._hidden += [_count(len(by_pid), "process", "es")] if by_pid else []

    def _stack_of_group(self, group: RankGroupReport) -> list[str]:
        """Of ranks of which nothing but that is kept."""
        own = next((at for at, one in enumerate(group.stack) if one.mine), 0)
        inner = 0 if self._verbose else max(own - MAX_INNER, 0)
        frames = [
            FrameReport(
                *("python", place.function, place.file, place.line, None, None, None, False),
                *("python", None, place.mine, None),
            )
            for place in group.stack[inner:]
        ]
        thread = ThreadReport(0, "", False, None, "", None, (), tuple(frames), "")
        alone = self._report._replace(threads=(thread,), diagnosis=(), waits=None)
        lines = ThreadLines(
            alone, self._places, self._style, self._full_width - 2, verbose=self._verbose
        ).render(max_stacks=1)
        return [f"  {line}" for line in lines[2:]]

    def _stacks_of_child(self, child: Report, most: int = MAX_THREADS_OF_CHILD) -> list[str]:
        """Of a relative that was looked at because the process waits for it, or it for it."""
        width = self._full_width - 2
        threads = ThreadLines(
            child, self._places, self._style, width, verbose=False, drawn=self._drawn()
        )
        lines = threads.render(max_stacks=most)
        return [f"  {line}" if line else "" for line in lines[1:]]

    def _not_checked(self) -> None:
        unchecked = self._report.not_checked
        if not unchecked:
            return
        if not self._verbose:
            self._hidden.append(_count(len(unchecked), "check") + " that could not run")
            return
        self._add("", "  " + self._paint("strong", "Not checked"))
        for entry in unchecked:
            self._add(*bullet(f"{clean(entry.rule)}: {clean(entry.reason)}", self._width))

    def _set_aside(self) -> None:
        """What rules had found, and something else says better or speaks against."""
        aside = self._report.set_aside
        if not aside or not self._verbose:
            return
        self._add("", "  " + self._paint("strong", "Set aside"))
        for one in aside:
            self._add(*bullet(f"{clean(one.rule)}: {clean(one.because)}", self._width))

    def _warnings(self) -> None:
        warnings = self._report.warnings
        if not warnings:
            return
        limit = len(warnings) if self._verbose else MAX_WARNINGS
        self._add("", "  " + self._paint("warning", "Not read, or doubtful"))
        for text in warnings[:limit]:
            self._add(*bullet(clean(text[:MAX_TEXT]), self._width))
        if len(warnings) > limit:
            self._hidden.append(_count(len(warnings) - limit, "more warning"))

    def _ending(self, footer: str) -> None:
        lines = self._process_lines()
        if self._verbose and self._report.environment is not None:
            lines.append(", ".join(environment_words(self._report.environment)))
        if self._report.activity is not None:
            lines.append(lazy.load(ACTIVITY).watched_words(self._report.activity))
        if self._hidden and self._places.more:
            lines.append(f"{self._places.more} also shows " + _enumerated(self._hidden))
        if footer:
            lines.append(clean(footer))
        self._add("")
        for text in filter(None, lines):
            self._add(
                *(self._paint("quiet", "  " + line) for line in wrapped(text, self._width - 2))
            )
        if len(self._lines) + 2 > self._height:
            self._add("", *self._answer_again())

    def _process_lines(self) -> list[str]:
        """Which process this was: "python paint.py, pid 4711, CPython 3.11.7, 2026-11-21 02:39".
        A long command has a line of its own."""
        process = self._report.process
        command = command_line(self._report)
        parts = []
        if process.pid:
            parts.append(f"pid {process.pid}")
        if process.rank is not None:
            parts.append(rank_words(process.rank))
        if process.python is not None:
            python = process.python
            free = ", free-threaded" if python.free_threaded else ""
            parts.append(f"{clean(python.implementation)} {clean(python.version)}{free}")
        if self._report.created:
            parts.append(clean(self._report.created[:16].replace("T", " ")) + " UTC")
        facts = ", ".join(parts)
        if command and facts and width_of(command) + 2 + width_of(facts) <= self._width - 2:
            return [f"{command}, {facts}"]
        return [command if self._verbose else crop(command, self._full_width - 2), facts]

    def _answer_again(self) -> list[str]:
        best = self._report.diagnosis[0]
        place = ""
        if best.blame:
            place = self._places.line(best.blame[0].file, best.blame[0].line) + ": "
        told = self._told(best.summary, best)
        text = f"{place}{clean(best.cause)} ({clean(best.confidence)}): {told}"
        return [self._paint("strong", line) for line in wrapped(text, self._width, hanging=2)]


def _count(number: int, noun: str, plural: str = "s") -> str:
    return f"{number:,} {noun}{'' if number == 1 else plural}"


def _enumerated(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]
