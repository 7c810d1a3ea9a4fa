"""What lines tell of a crash, and which tool a line of a stack is of."""

from __future__ import annotations

import pytest

from atfault.text.lines import lines_of
from atfault.text.stacks import Dialect, Fact, crash_facts, dialects, facts_in, stacks_in


@pytest.mark.parametrize("row", crash_facts(), ids=lambda row: row.seen[:60])
def test_each_row_tells_the_fact_of_the_line_that_it_is_for(row: Fact) -> None:
    told = dict(facts_in(row.seen))
    assert row.fact in told
    assert not row.value or told[row.fact] == row.value


@pytest.mark.parametrize("row", dialects(), ids=lambda row: f"{row.part} of {row.tool}")
def test_each_row_takes_the_line_that_it_is_for(row: Dialect) -> None:
    assert row.pattern.match(row.seen) is not None
    if row.part == "thread":
        above = [one for one in dialects() if one.part == "thread" and one.pattern.match(row.seen)]
        assert above[0].tool == row.tool


RANKS = b"""### rank 0
Process 11: python a.py

Thread 11 (active): "MainThread"
    barrier (torch/distributed/distributed_c10d.py:4183)
    main (a.py:3)
[rank1] step 4
### rank 1
Process 12: python a.py

Thread 12 (active): "MainThread"
    main (a.py:9)
"""


def test_a_heading_says_whose_the_stacks_below_it_are_and_a_log_s_line_does_not() -> None:
    found = stacks_in(lines_of(RANKS).lines)
    assert [one.process for one in found.threads] == ["rank 0", "rank 1"]
    logged = RANKS.replace(b"### rank 1\n", b"")
    assert [one.process for one in stacks_in(lines_of(logged).lines).threads] == [
        "rank 0",
        "process 12",
    ]


SAMPLED = b"""    90 Thread_8: usb
    + 90 start  (in dyld) + 6
    +   80 loop()  (in a.so) + 4  [0x1]  loop.cpp:9
    +   ! 80 take_gil  (in Python) + 2
    +   10 rest()  (in a.so) + 4  [0x1]  loop.cpp:11
"""


def test_of_a_tree_of_samples_the_first_way_down_is_the_stack() -> None:
    found = stacks_in(lines_of(SAMPLED).lines)
    assert [one.function for one in found.threads[0].frames] == ["take_gil", "loop()", "start"]


MAPPED = b"""Program received signal SIGSEGV, Segmentation fault.
#0  0x0001 in store (p=0x7fffc4000080) at store.c:7
$1 = (void *) 0x7fffc4000080
      0x7fffc4000000     0x7fffc8001000  0x4001000        0x0  r--s   /data/a.npy
      0x7fffc9000000     0x7fffc9021000    0x21000        0x0  rw-p
"""


def test_the_mapping_that_holds_the_address_says_how_it_is_protected() -> None:
    found = stacks_in(lines_of(MAPPED).lines)
    assert (found.address, found.protection) == (0x7FFFC4000080, "r--")
    other = stacks_in(lines_of(MAPPED.replace(b"0x7fffc4000080\n", b"0x7f00c4000080\n")).lines)
    assert other.protection == ""


HANDLED = b"""[n4:71] *** Process received signal ***
[n4:71] Signal: Segmentation fault (11)
[n4:71] Failing at address: 0x10
[n4:71] [ 0] /lib64/libpthread.so.0(+0x12cf0)[0x2b1d7fc3acf0]
[n4:71] [ 1] /home/a/libgrid.so(cell+0x3e)[0x2b1d7b40dd9e] /home/a/grid.c:9
"""


def test_a_process_that_prints_its_own_stack_died_below_the_way_to_its_handler() -> None:
    found = stacks_in(lines_of(HANDLED).lines)
    assert [one.function for one in found.threads[0].frames] == ["cell"]
    assert (found.signal, found.address) == (11, 0x10)


LOCKED = b""""settle" #5 [7] daemon prio=5
	at Journal.append(Journal.java:71)
	- waiting to lock <0x1> (a Journal)
	at Accounts.settle(Accounts.java:138)
	- locked <0x2> (a Accounts)
"""


def test_the_locks_of_a_java_thread_are_told_apart_by_what_it_does_with_them() -> None:
    found = stacks_in(lines_of(LOCKED).lines)
    assert (found.threads[0].wants, found.threads[0].holds) == ("0x1", ("0x2",))
