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


HANDLED = """\
Traceback (most recent call last):
  File "/srv/run.py", line 64, in <module>
    groups = cluster(load())
  File "/srv/near.py", line 26, in near
    scores = vectors @ vectors.T
RuntimeError: not enough memory

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/run.py", line 67, in <module>
    {handler}
  File "/srv/report.py", line 19, in fail
    open(out, "w").write(text)
FileNotFoundError: [Errno 2] No such file or directory: 'out/FAILED'
"""
GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "/srv/app.py", line 7, in serve
  |     async with group:
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/srv/march.py", line 88, in render
    |     kernel(grid, block)
    | DriverError: invalid argument
    +------------------------------------
"""


def test_a_mishap_of_a_handler_is_not_what_failed_first() -> None:
    assert line_of(HANDLED.format(handler="report.fail(out)")) == 26


def test_what_a_handler_raises_says_it_in_other_words() -> None:
    assert line_of(HANDLED.format(handler="raise report.failed(out)")) == 19


def test_the_part_of_a_group_is_what_failed() -> None:
    assert line_of(GROUP) == 88
