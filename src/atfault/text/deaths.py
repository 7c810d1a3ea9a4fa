"""What a shell, an editor or Windows says of a program that a signal ended.

Illegal instruction (core dumped)                               bash, of its own job
/bin/bash: line 1: 1758339 Illegal instruction     (core dumped) barbet in.fa
zsh: segmentation fault  python a.py
[1]    6886 illegal hardware instruction (core dumped)  python3
Segmentation fault: 11                                          macOS
Process finished with exit code 132 (interrupted by signal 4: SIGILL)       PyCharm
Process finished with exit code -1073741795 (0xC000001D)
"""

import re
from collections.abc import Sequence

from atfault.text.lines import LogLine

MAX_BEFORE = 40
WORDS = {
    "illegal instruction": "SIGILL", "illegal hardware instruction": "SIGILL",
    "segmentation fault": "SIGSEGV", "bus error": "SIGBUS", "aborted": "SIGABRT",
    "abort trap": "SIGABRT", "floating point exception": "SIGFPE",
    "floating-point exception": "SIGFPE", "trace/breakpoint trap": "SIGTRAP",
    "trace trap": "SIGTRAP",
}  # fmt: skip
"""As strsignal(3) says it, and as zsh does."""
_WORD = "|".join(re.escape(word) for word in WORDS)
_SHELL = re.compile(
    rf"(?i)(?:\S{{1,200}}: line \d{{1,7}}: +\d{{1,9}} |zsh: |\[\d{{1,4}}\] +(?:[+-] )?\d{{1,9}} )?"
    rf"(?P<word>{_WORD})(?:: \d{{1,2}})?(?:\s+\(core dumped\)(?:\s+\S.*)?|\s{{2,}}\S.*)?$"
)
_EDITOR = re.compile(
    r"Process finished with exit code -?\d{1,12} "
    r"\((?:interrupted by signal \d{1,2}:? ?(?P<name>SIG[A-Z]{2,6})?|(?P<code>0x[0-9A-Fa-f]{8}))"
)
_FEATURE = re.compile(
    r"(?i)\b(avx(?:512\w{0,6}|2)?|fma|bmi[12]|movbe|ssse3|sse4[._][12a]|popcnt|f16c)\b"
)
_LACKING = re.compile(r"compiled to use .{2,60} instructions, but these aren't available")
_INSTEAD = re.compile(
    r"[Ii]nstall (?:the )?[`'\"](?P<name>[\w.-]{2,60})[`'\"] (?:package )?instead"
)


def death_in(text: str) -> str:
    """The name of the signal, or Windows' code ("0xC0000005"), of a line that says so; ""."""
    match = _SHELL.match(text)
    if match is not None and (text.startswith(("zsh: ", "[")) or match["word"][0].isupper()):
        return WORDS[match["word"].lower()]
    match = _EDITOR.match(text)
    return "" if match is None else match["name"] or (match["code"] or "").replace("0X", "0x")


def features_lacking(lines: Sequence[LogLine]) -> tuple[str, ...]:
    """Features that a program missed, as it says itself: "… was compiled to use AVX instructions,
    but these aren't available on your machine"."""
    for line in reversed(lines[-MAX_BEFORE:]):
        if _LACKING.search(line.text):
            return tuple(dict.fromkeys(one[1].lower() for one in _FEATURE.finditer(line.text)))
    return ()


def features_named(lines: Sequence[LogLine]) -> tuple[tuple[str, ...], str]:
    """(features of processors, the package to install instead) that the last lines name."""
    text = "\n".join(line.text for line in lines[-MAX_BEFORE:])
    features = dict.fromkeys(match[1].lower() for match in _FEATURE.finditer(text))
    instead = _INSTEAD.search(text)
    return tuple(features), "" if instead is None else instead["name"]
