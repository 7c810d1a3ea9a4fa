"""What is found of programs of the zoo that crash and hang, from cores that were recorded
(support/recorded.py), and where one fact is otherwise (support/near_misses.py)."""

from __future__ import annotations

import pytest

from atfault.diagnose.engine import diagnose
from atfault.model.case import Case
from support import findings_kept, recorded


@pytest.mark.parametrize("name", recorded.names())
def test_what_is_found_of_a_recorded_core_is_what_it_was(name, recorded_cores):
    case = Case(recorded.state_of(name, recorded_cores))
    diagnosis = diagnose(case)
    findings_kept.note(case, None, diagnosis)
    assert diagnosis.findings and not diagnosis.warnings
