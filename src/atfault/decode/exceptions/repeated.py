"""Exceptions whose message repeats another's traceback: a worker's, raised again in its parent.

    IndexError: Caught IndexError in DataLoader worker process 0.
    Original Traceback (most recent call last):
      File "/home/me/data.py", line 9, in __getitem__
      ...

The one in the message becomes one that the other came from. What the guard said is read from its
text, where its facts did not come along.
"""

from __future__ import annotations

import re

from atfault.decode.exceptions.refused import BASES, refused_in_text
from atfault.model.absent import Absent
from atfault.model.exception import RaisedException
from atfault.text.tracebacks import tracebacks

ORIGINAL = re.compile(
    r"^(?:Original |-- Process \d{1,7} terminated with the following error:\n)"
    r"(?=Traceback \(most recent call last\):\n)",
    re.MULTILINE,
)
"""Of a DataLoader and DataParallel; of torch.multiprocessing.spawn."""
MAX_EXCEPTIONS = 32
_GUARD = "/atfault_probe/torch_guard/torch.py"


def with_repeated(exceptions: tuple[RaisedException, ...]) -> tuple[RaisedException, ...]:
    """The same exceptions in their places, and those found in messages behind them."""
    found = list(exceptions)
    for at, one in enumerate(exceptions):
        message = "" if isinstance(one.message, Absent) else one.message
        header = ORIGINAL.search(message)
        if header is None or one.cause is not None or one.context is not None:
            continue
        printed = tracebacks(message[header.end() :])
        if printed and len(found) < MAX_EXCEPTIONS:
            found[at] = one._replace(cause=len(found))
            found.append(printed[-1].error._replace(cause=None, context=None, group=()))
    return tuple(map(_with_guards_facts, found))


def _with_guards_facts(one: RaisedException) -> RaisedException:
    if one.refused is not None or one.type not in BASES or isinstance(one.message, Absent):
        return one
    frames = tuple(frame for frame in one.frames if not frame.location.file.endswith(_GUARD))
    bases = tuple(dict.fromkeys((*one.bases, *BASES[one.type])))
    return one._replace(refused=refused_in_text(one.message), bases=bases, frames=frames)
