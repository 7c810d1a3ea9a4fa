"""Every hand-made report, by name."""

from __future__ import annotations

from support.crash_reports import SAMPLES as CRASHES
from support.hang_reports import HANGS
from support.stress_reports import SAMPLES as STRESS

SAMPLES = {**CRASHES, **HANGS, **STRESS}
