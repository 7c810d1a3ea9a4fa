"""What `atfault doctor` found, field for field as its JSON (schema atfault.doctor/1)."""

from typing import Any, Literal, NamedTuple

from atfault.model.findings import Advice

SCHEMA_ID = "atfault.doctor/1"
State = Literal["problem", "note", "unknown", "ok"]
"""problem: it stands in the way; note: worth knowing; unknown: it could not be looked at."""


class Verdict(NamedTuple):
    """What one check found."""

    state: State
    meaning: str
    """What was found and what that means, in one sentence."""
    looked_at: str = ""
    """The file, setting or program: "/proc/sys/kernel/core_pattern: core"."""
    cure: tuple[Advice, ...] = ()


class CheckReport(NamedTuple):
    """A verdict with the check that gave it."""

    id: str
    title: str
    group: str
    verdict: Verdict


class DoctorReport(NamedTuple):
    created: str
    """RFC 3339, UTC."""
    atfault: str
    subject: str
    """What was looked at, in words: "this machine", "process 4711 (python)"."""
    python: str
    """The interpreter whose packages were checked; "" for none."""
    checks: tuple[CheckReport, ...]

    def count(self, state: State) -> int:
        return sum(one.verdict.state == state for one in self.checks)

    def to_plain(self) -> dict[str, Any]:
        """For json.dumps."""
        return {
            "schema": SCHEMA_ID,
            "created": self.created,
            "atfault": self.atfault,
            "subject": self.subject,
            "python": self.python or None,
            "problems": self.count("problem"),
            "checks": [_plain(one) for one in self.checks],
        }


def _plain(one: CheckReport) -> dict[str, Any]:
    verdict = one.verdict
    return {
        "id": one.id,
        "title": one.title,
        "group": one.group,
        "state": verdict.state,
        "meaning": verdict.meaning,
        "looked_at": verdict.looked_at,
        "advice": [{"text": cure.text, "command": cure.command} for cure in verdict.cure],
    }
