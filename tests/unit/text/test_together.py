"""What several tools tell of one end."""

from __future__ import annotations

import io

from atfault.analyze.text import analyze_text
from atfault.model.findings import Finding
from atfault.options import Options

DIED = (
    "Fatal Python error: Illegal instruction\n\n"
    "Current thread 0x00007f44d2be7740 (most recent call first):\n"
    '  File "/usr/lib/python3.12/site-packages/boost/basic.py", line 412 in _call\n'
    '  File "/app/forecast/model.py", line 53 in load\n\n'
)
TRAP = (
    "[88211.402113] traps: python[41120] trap invalid opcode ip:7f448a3c51d2 sp:7ffc3f5e1f00"
    " error:0 in lib_boost.so[7f448a1f0000+2c4000]\n"
)
WAITED = "".join(
    f"[rank{rank}]:[E802 11:31:10.210 ProcessGroupNCCL.cpp:629] [Rank {rank}] Watchdog caught"
    " collective operation timeout: WorkNCCL(SeqNum=4808, OpType=ALLREDUCE, NumelIn=12)\n"
    for rank in (0, 1, 2, 4)
)
GAVE_UP = "Fatal Python error: Aborted\n\nThread 0x00007fb5 (most recent call first):\n"
GO = """\
SIGSEGV: segmentation violation
PC=0x7f3c0a8f61a4 m=7 sigcode=1 addr=0x18

goroutine 34 gp=0xc000102e00 m=7 mp=0xc000300008 [syscall]:
runtime.cgocall(0x6f3c40, 0xc00012b8a8)
\t/usr/local/go/src/runtime/cgocall.go:167 +0x4b fp=0xc00012b880
gateway/score.(*Ranker).Score(0xc00011a0c0)
\t/home/wim/gateway/score/score.go:71 +0x13c fp=0xc00012b978
"""
LLDB = """\
Process 5127 stopped
* thread #4, name = 'work', stop reason = EXC_ARITHMETIC (code=EXC_I386_DIV, subcode=0x0)
    frame #0: 0x000000010a6f1e2b _bucket.so`width(lo=0, n=0) at bucket.c:38:24
"""
RUST = """\
thread 'main' panicked at /usr/local/cargo/registry/src/index-19/tokio-1.4/src/shutdown.rs:51:21:
cannot drop a runtime here
stack backtrace:
   1: tokio::shutdown
             at /usr/local/cargo/registry/src/index-19/tokio-1.4/src/shutdown.rs:51:21
   2: feed::close
             at ./src/session.rs:94:9
Fatal Python error: Aborted

Thread 0x00007f10bb4e2740 (most recent call first):
  File "/usr/lib/python3.12/selectors.py", line 452 in select
"""


def first(text: str) -> Finding:
    return analyze_text(io.BytesIO(text.encode()), "-", Options()).diagnosis[0]


def test_the_kernels_line_is_told_where_the_stack_says_that_it_was() -> None:
    found = first(DIED + TRAP)
    assert found.cause == "illegal-instruction" and "lib_boost.so" in found.summary
    assert [(one.file, one.line) for one in found.blame] == [("/app/forecast/model.py", 53)]


def test_stacks_of_another_signal_do_not_say_where() -> None:
    assert first(DIED.replace("Illegal instruction", "Aborted") + TRAP).blame == ()


def test_stacks_of_who_gave_up_waiting_do_not_hide_who_had_not_come() -> None:
    found = first(WAITED + GAVE_UP)
    assert found.cause == "waits-for-rank" and "rank 3 has not come" in found.summary


def test_a_goroutine_of_go_1_23_is_read() -> None:
    found = first(GO)
    assert found.cause == "null-dereference" and found.blame[0].line == 71


def test_an_arithmetic_exception_of_mach_is_a_division() -> None:
    found = first(LLDB)
    assert found.cause == "integer-division-by-zero" and found.blame[0].file == "bucket.c"


def test_of_a_panic_in_a_package_the_programs_own_places_are_quoted() -> None:
    found = first(RUST)
    assert found.cause == "assertion-failed" and found.blame == ()
    assert any("session.rs:94" in one.text for one in found.quotes)
