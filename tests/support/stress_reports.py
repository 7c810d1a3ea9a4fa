"""Hand-made stress reports."""

from __future__ import annotations

from atfault.model.findings import Advice, Blame, Evidence, Finding
from atfault.model.stress import (
    StressEnvironment,
    StressFailure,
    StressPackage,
    StressPhase,
    StressReport,
)
from support.crash_reports import out_of_bounds
from support.report_parts import CWD, HOSTILE, report, source


def phases(failed=3, runs=3, text="SIGSEGV in brush_fill (libbrush.so)"):
    failure = StressFailure("crash", text, failed, f"{CWD}/brush.py", 9, "fill")
    if not failed:
        skipped = "nothing failed without it"
        others = (StressPhase("locked", skipped=skipped), StressPhase("own", skipped=skipped))
    else:
        others = (
            StressPhase("locked", 3, 0, 24, 0, 120_000),
            StressPhase("own", 3, 0, 24, 0, 120_000),
        )
    return (
        StressPhase("reference", 2, 0, 2, 0, 10_000),
        StressPhase("alone", 3, 0, 18, 0, 90_000),
        StressPhase(
            "free", runs, failed, 7, failed, 25_333, failed, 1.5, (failure,) if failed else ()
        ),
        *others,
    )


def environment(name="old", failed=3, **more):
    cause, confidence = ("data-race", "certain") if failed else ("no-race-found", "likely")
    numpy = "1.26.4" if failed else "2.4.6"
    return StressEnvironment(
        name=name,
        executable=f"/home/ada/{name}/bin/python",
        version="3.11.7" if failed else "3.13.0",
        implementation="CPython",
        free_threaded=False,
        gil_enabled=True,
        packages=(StressPackage("brushes", "2.0"), StressPackage("numpy", numpy)),
        cause=cause,
        confidence=confidence,
        summary="crashed in 3 of 3 runs from many threads" if failed else "no failure",
        reference="constant",
        phases=phases(failed, 3 if failed else 8, **more),
    )


def stress_report(*environments, iterations=1000, calls=1000, **more):
    environments = environments or (environment(),)
    first = environments[0]
    line = "        return self._lib.brush_fill(self._handle, area)"
    blame = Blame(f"{CWD}/brush.py", 9, "fill", "", source(8, "    def fill(self, area):", line))
    finding = Finding(
        first.cause,
        first.summary,
        first.confidence,
        (blame,) if first.cause == "data-race" else (),
        (Evidence("many threads: crashed in 3 of 3 runs"),),
        (Advice("hold one lock round each of these calls: it cured it here"),),
    )
    crash = out_of_bounds()
    return report(
        [finding],
        [],
        kind="stress",
        headline="Brush.fill is not thread-safe",
        children=(crash, crash) if first.cause == "data-race" else (),
        stress=StressReport(
            "brush.py:Brush.fill", "make", 5, iterations, calls, 7, None, tuple(environments)
        ),
        **more,
    )._replace(command=("atfault", "stress", "brush.py:Brush.fill"))


def race():
    return stress_report()


def no_race():
    return stress_report(environment("python", 0), calls=12)


def compared():
    return stress_report(environment("old"), environment("new", 0))


def hostile():
    return stress_report(environment(HOSTILE, 3, text=HOSTILE)._replace(version=HOSTILE))


SAMPLES = {
    "stress_race": race,
    "stress_no_race": no_race,
    "stress_compared": compared,
}
