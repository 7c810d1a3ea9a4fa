"""Processes around a process, for people."""

from __future__ import annotations

import pytest

from atfault.model.family import brief_command


@pytest.mark.parametrize(
    "argv, shown",
    [
        (("python", "mailer.py"), "python mailer.py"),
        (
            ("/srv/venv/bin/python", "/srv/app/current/jobs/mailer.py"),
            "…/bin/python …/jobs/mailer.py",
        ),
        (("/usr/bin/python3", "-c", "x" * 60), "/usr/bin/python3 -c " + "x" * 19 + "…"),
        (("python", "-c", "\nimport json, sys\nprint(1)\n"), "python -c import json, sys…"),
        (("sh", "-c", "\\nmake all\\nmake it"), "sh -c make all…"),
        (("grep", "a\\nb", "x"), "grep a\\nb x"),
        ((), ""),
    ],
)
def test_of_the_paths_in_a_long_command_the_ends_are_kept(argv, shown):
    assert brief_command(argv, 40) == shown
