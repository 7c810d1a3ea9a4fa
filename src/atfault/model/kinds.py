"""What threads and tasks wait for: its kinds, and the keys of threads and tasks among it."""

from typing import Literal

ResourceKind = Literal[
    "lock",
    "rlock",
    "condition",
    "semaphore",
    "event",
    "barrier",
    "queue",
    "future",
    "import-lock",
    "gil",
    "mutex",
    "rwlock",
    "native-condition",
    "thread",
    "process",
    "pipe",
    "socket",
    "stream",
    "terminal",
    "file",
    "fd",
    "task",
    "time",
    "gpu",
    "unknown",
]
PYTHON_LOCKS = frozenset(("lock", "rlock", "import-lock"))
LOCKS = PYTHON_LOCKS | {"mutex", "rwlock"}
OWNED = LOCKS | {"gil"}
"""Who has taken it, and nobody else, gives it back."""
TAKEN = LOCKS | {"condition", "semaphore"}
"""What is taken and given back; a condition, since it is a lock as well."""
HELD = PYTHON_LOCKS | {"semaphore"}
"""What a `with` of Python's takes."""
POLLS = frozenset(
    ("epoll_wait", "epoll_pwait", "epoll_pwait2", "poll", "ppoll", "select", "pselect6")
)
"""System calls that wait for any of several descriptors."""
BROUGHT = frozenset(("event", "condition", "queue"))
"""What nobody holds: somebody has to set, notify, fill or empty it."""
OF_PYTHON = HELD | BROUGHT | {"barrier", "future"}
"""What any Python thread could release, set, fill or complete, when no holder is known."""
NATIVE_LOCKS = frozenset(("mutex", "rwlock", "semaphore"))
OF_FUTEX = NATIVE_LOCKS | {"native-condition", "barrier", "unknown"}
"""What native code may wait for at a word of memory."""
CHANNELS = frozenset(("pipe", "socket", "terminal"))


def thread_key(tid: int) -> str:
    """The key of a thread in the graph of waits, as `Resource.key` of a join has it."""
    return f"thread:{tid}"


def task_key(address: int, pid: int) -> str:
    """The key of a task of asyncio in the graph."""
    return f"task:{address:#x}@{pid}"
