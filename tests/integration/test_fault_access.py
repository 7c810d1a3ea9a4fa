"""The faulting instruction of programs that really fault, one for each way to do so."""

from __future__ import annotations

import pytest

from atfault.model.absent import Absent
from atfault.model.state import FaultAccess
from atfault.native.fault import fault_access
from atfault.snapshot.core import open_core
from support import programs
from support.cores import Core, interpreter, make_core, shared_library

LIBRARY = r"""
#include <stdint.h>
#include <sys/mman.h>
static const char text[4096] __attribute__((aligned(4096))) = "constant";
#define P(x) ((void *)(uintptr_t)(x))
void read_null_field(void) { asm volatile("movl 24(%0), %%eax" : : "r"(P(0)) : "eax"); }
void read_index(void) {
    asm volatile("movss (%0,%1,4), %%xmm0" : : "r"(P(0x10000)), "r"(-3L) : "xmm0");
}
void write_wild(void) { asm volatile("movq %0, (%1)" : : "r"(7L), "r"(P(0x5000)) : "memory"); }
void write_constant(void) { asm volatile("incb (%0)" : : "r"(text) : "memory"); }
void add_to_memory(void) { asm volatile("addl $1, (%0)" : : "r"(P(0x6000)) : "memory"); }
void non_canonical(void) {
    asm volatile("movq 8(%0), %%rax" : : "r"(P(0x4141414141414141)) : "rax");
}
void misaligned(void) {
    static char block[64] __attribute__((aligned(16)));
    asm volatile("movaps %%xmm0, 4(%0)" : : "r"(block) : "memory");
}
void copy(void) {
    asm volatile("rep movsb" : : "S"(text), "D"(P(0x7000)), "c"(100L) : "memory");
}
void fill(void) { asm volatile("rep stosq" : : "D"(P(0x8000)), "a"(0L), "c"(10L) : "memory"); }
void call_null(void) { ((void (*)(void))P(0))(); }
void call_data(void) { ((void (*)(void))(uintptr_t)text)(); }
void call_through(void) { asm volatile("call *16(%0)" : : "r"(P(0x20)) : "memory"); }
void push_low(void) { asm volatile("movq %0, %%rsp; pushq %%rbx" : : "r"(P(0x9008)) : "memory"); }
void pop_low(void) { asm volatile("movq %0, %%rsp; popq %%rbx" : : "r"(P(0x9008)) : "memory"); }
void divide(void) { asm volatile("idivl %0" : : "r"(0), "a"(5), "d"(0)); }
void divide_memory(void) {
    static int zero;
    asm volatile("idivl %0" : : "m"(zero), "a"(5), "d"(0));
}
void overflow(void) { asm volatile("idivl %0" : : "r"(-1), "a"(INT32_MIN), "d"(-1)); }
void trap(void) { __builtin_trap(); }
void across_pages(void) {
    char *pages = mmap(P(0), 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages + 4096, 4096);
    asm volatile("movq 4092(%0), %%rax" : : "r"(pages) : "rax");
}
void thread_local_null(void) { asm volatile("movq %%fs:0x7f000000, %%rax" : : : "rax"); }
"""


def faulted(call: str) -> Core:
    library = shared_library(LIBRARY, "c", "-O1 -fno-stack-protector")
    return make_core(interpreter("self"), programs.NATIVE.format(call=f"lib.{call}()"), library)


def access(call: str) -> FaultAccess:
    pytest.importorskip("capstone", reason="capstone is not installed")
    with open_core(faulted(call).path) as snapshot:
        found = fault_access(snapshot, snapshot.threads[0])
    assert isinstance(found, FaultAccess)
    return found


@pytest.mark.representative("faulting instructions")
@pytest.mark.parametrize(
    ("call", "kind", "address", "size"),
    [
        ("read_null_field", "read", 24, 4),
        ("read_index", "read", 0xFFF4, 4),
        ("write_wild", "write", 0x5000, 8),
        ("add_to_memory", "write", 0x6000, 4),
        ("non_canonical", "read", 0x4141414141414149, 8),
        ("copy", "write", 0x7000, 1),
        ("fill", "write", 0x8000, 8),
        ("call_null", "execute", 0, None),
        ("call_through", "read", 0x30, 8),
        ("push_low", "write", 0x9000, 8),
        ("pop_low", "read", 0x9008, 8),
    ],
)
def test_kind_address_and_size(call: str, kind: str, address: int, size: int | None) -> None:
    found = access(call)
    assert (found.kind, found.address, found.size) == (kind, address, size), found


def test_a_write_to_a_constant() -> None:
    found = access("write_constant")
    assert (found.kind, found.size) == ("write", 1)
    assert found.instruction.startswith("inc byte ptr [")


def test_a_misaligned_vector_store_has_its_computed_address() -> None:
    found = access("misaligned")
    assert found.kind == "write"
    assert found.address is not None and found.address % 16 == 4
    assert found.instruction.startswith("movaps")


def test_data_as_code_is_an_execution() -> None:
    assert access("call_data").kind == "execute"


def test_an_access_across_a_page_border_has_the_address_that_is_missing() -> None:
    found = access("across_pages")
    assert (found.kind, found.size) == ("read", 8)
    assert found.address is not None and found.address % 4096 == 0


def test_a_thread_local_access_is_followed_through_the_segment() -> None:
    assert access("thread_local_null").kind == "read"


def test_base_and_index_registers_are_named() -> None:
    registers = access("read_index").registers
    assert [value for _, value in registers] == [0x10000, (1 << 64) - 3]


@pytest.mark.representative("faulting instructions")
@pytest.mark.parametrize(("call", "value"), [("divide", 0), ("divide_memory", 0), ("overflow", -1)])
def test_a_division_has_its_divisor(call: str, value: int) -> None:
    found = access(call)
    assert found.registers == (("divisor", value),)
    assert found.instruction.startswith("idiv")


def test_a_trap_is_named() -> None:
    assert access("trap").instruction == "ud2"


@pytest.mark.representative("faulting instructions")
def test_an_abort_is_no_fault() -> None:
    core = make_core(interpreter("self"), "import os; os.abort()")
    with open_core(core.path) as snapshot:
        assert isinstance(fault_access(snapshot, snapshot.threads[0]), Absent)
