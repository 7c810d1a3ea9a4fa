"""Which exception of a text is told."""

from __future__ import annotations

from atfault.decode.exceptions.uncaught_text import passes_on, read_told
from atfault.options import Options

LOADER = """\
Traceback (most recent call last):
  File "/srv/train.py", line 71, in fit
    for clip in loader:
RuntimeError: DataLoader worker (pid(s) 1207) exited unexpectedly
"""
LAUNCHER = """\
Traceback (most recent call last):
  File "/opt/bin/torchrun", line 8, in <module>
    sys.exit(main())
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
"""
ORIGINAL = """\
Traceback (most recent call last):
  File "/srv/train.py", line 71, in fit
    for clip in loader:
KeyError: Caught KeyError in DataLoader worker process 3.
Original Traceback (most recent call last):
  File "/srv/packing.py", line 74, in collate
    row["spans"]
KeyError: 'spans'
"""


def line_of(text: str) -> int:
    handed = read_told(text, None, Options())
    assert handed is not None
    return handed.exception.error.frames[0].location.line


def test_of_those_that_pass_an_end_on_the_programs_own_goes_before_the_launchers() -> None:
    assert line_of(LOADER + LAUNCHER) == 71
    handed = read_told(LOADER + LAUNCHER, None, Options())
    assert handed is not None and passes_on(handed)


def test_what_a_worker_raised_goes_before_what_its_parent_raises_of_it() -> None:
    assert line_of(ORIGINAL + LAUNCHER) == 74
