"""atfault: which line of a Python program is at fault for its native crash or hang, and why.

    report = atfault.explain_core("core.4711")
    report.diagnosis[0].cause, report.diagnosis[0].blame[0].line
    print(report.to_text())

What `__all__` names is the public interface, and all of it: the modules below may change with any
release. They are imported when one of its names is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atfault import lazy
from atfault.version import __version__

if TYPE_CHECKING:
    from atfault.api import (
        Report,
        dump,
        explain_core,
        explain_process,
        explain_text,
        load,
        open_core,
        open_process,
    )
    from atfault.errors import (
        AccessError,
        FormatError,
        InputError,
        NoProcessState,
        UnsupportedInput,
        UnsupportedMachine,
        UsageError,
    )
    from atfault.errors import AtfaultError as Error
    from atfault.process import (
        Frame,
        Holding,
        Location,
        Lock,
        Process,
        Thread,
        Value,
        Variable,
        Waiting,
    )

__all__ = [
    "AccessError",
    "Error",
    "FormatError",
    "Frame",
    "Holding",
    "InputError",
    "Location",
    "Lock",
    "NoProcessState",
    "Process",
    "Report",
    "Thread",
    "UnsupportedInput",
    "UnsupportedMachine",
    "UsageError",
    "Value",
    "Variable",
    "Waiting",
    "__version__",
    "dump",
    "explain_core",
    "explain_process",
    "explain_text",
    "load",
    "open_core",
    "open_process",
]
_IN_API = (
    *("Report", "dump", "explain_core", "explain_process", "explain_text", "load"),
    *("open_core", "open_process"),
)
_IN_PROCESS = (
    *("Frame", "Holding", "Location", "Lock", "Process", "Thread", "Value", "Variable"),
    "Waiting",
)
_EXTENSION = ("load_ipython_extension", "unload_ipython_extension")
"""What IPython calls (`%load_ext atfault`)."""
_OTHER_NAMES = {"Error": "AtfaultError"}


def __getattr__(name: str) -> Any:
    if name in _EXTENSION:
        return lazy.load(f"atfault.jupyter.extension:{name}")
    if name not in __all__:
        raise AttributeError(f"module 'atfault' has no attribute {name!r}")
    module = "api" if name in _IN_API else "process" if name in _IN_PROCESS else "errors"
    globals()[name] = found = lazy.load(f"atfault.{module}:{_OTHER_NAMES.get(name, name)}")
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
