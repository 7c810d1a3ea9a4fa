"""What a traced program has lost, in a sentence."""

from __future__ import annotations

import grp
import pwd

from atfault.snapshot.tracing.privileges import LostPrivileges


def in_words(lost: LostPrivileges) -> str:
    """One line, unescaped."""
    rights = []
    if lost.user is not None:
        rights.append(f"the rights of {_user(lost.user)} (set-user-id)")
    if lost.group is not None:
        rights.append(f"the rights of group {_group(lost.group)} (set-group-id)")
    if lost.capabilities:
        rights.append("the capabilities of its file")
    return (
        f"{lost.executable} runs without {' and '.join(rights)}: Linux withholds them from a "
        "program that is traced, unless root traces it; if it needs them: sudo atfault run …"
    )


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
