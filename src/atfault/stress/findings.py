"""What one campaign has found: the input of the verdict."""

from typing import Any, NamedTuple

from atfault.model.absent import Absent
from atfault.model.state import PythonInfo
from atfault.stress.plan import Environment
from atfault.stress.tally import Tally


class Findings(NamedTuple):
    """All that one campaign has found."""

    environment: Environment
    python: dict[str, Any]
    """As atfault_probe.stressing.target.environment tells it; {} when no child got so far."""
    info: PythonInfo | Absent
    """The same, as far as it tells whose code a file is."""
    packages: dict[str, str]
    place: dict[str, Any]
    """file, line and function of the target."""
    phases: tuple[Tally, ...]
    reference: str
    calls: int
    interrupted: bool = False
