"""Keys of the nodes in the graph of who waits for whom."""

from __future__ import annotations


def thread_key(tid: int) -> str:
    """The key of a thread in the graph, as `Resource.key` of a join has it."""
    return f"thread:{tid}"


def task_key(address: int, pid: int) -> str:
    """The key of a task of asyncio in the graph."""
    return f"task:{address:#x}@{pid}"
