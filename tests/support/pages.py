"""What a page of the documentation shows: its programs, and what was typed with what came of it.

```python title="bank.py"             a program, to be saved under that name
```
$ atfault run bank.py                 what is typed, and what it prints; "…" stands for what is
Deadlock between 2 threads: …         left out there
```
"""

from __future__ import annotations

import os
import re

import doc_examples

ROOT = doc_examples.ROOT
_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')


def programs(page: str) -> dict[str, str]:
    """Name → text of each program of docs/<page>."""
    titled = ((_TITLE.search(kind), text) for kind, text in blocks(page))
    return {title[1]: text for title, text in titled if title is not None}


def save_programs(page: str, folder: str) -> None:
    """Write each of them into `folder`."""
    for name, text in programs(page).items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def shown(page: str, typed: str, time: int = 0) -> str:
    """What docs/<page> shows behind the line `typed`; time: where it is typed again, 1."""
    found = [text for _, text in blocks(page) if f"{typed}\n" in text]
    return found[time].split(f"{typed}\n", 1)[1]


def not_printed(quoted: str, printed: str) -> list[str]:
    """The parts of what a page quotes that were not printed, in that order. Numbers, and where
    lines are broken, may be others."""
    rest = doc_examples.told(printed)
    missing = []
    for part in re.split(r"^\s*…$", quoted, flags=re.MULTILINE):
        text = doc_examples.told(part)
        if text in rest:
            rest = rest.split(text, 1)[1] if text else rest
        else:
            missing.append(part)
    return missing


def blocks(page: str) -> list[tuple[str, str]]:
    """(info string, text) of each code block."""
    with open(os.path.join(ROOT, "docs", page), encoding="utf-8") as file:
        return _BLOCK.findall(file.read())
