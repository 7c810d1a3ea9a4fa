"""What the probe hands over at an uncaught exception."""

from typing import NamedTuple

from atfault.model.absent import Absent
from atfault.model.exception import RefusedArgument, UncaughtException
from atfault.model.process import Rank
from atfault.model.state import KnownText, PythonInfo


class HandOver(NamedTuple):
    """An exception, and the process in which it happened."""

    exception: UncaughtException
    python: PythonInfo | Absent = Absent("not handed over")
    executable: str = ""
    library_path: str = ""
    """LD_LIBRARY_PATH when the interpreter started."""
    launch_blocking: bool = False
    """CUDA_LAUNCH_BLOCKING was set: what fails on a GPU fails at the line of its launch."""
    launch: RefusedArgument | None = None
    """A launch on a GPU whose arguments, as they are known by now, were out of range."""
    search_path: tuple[str, ...] = ()
    """sys.path."""
    loaded: tuple[str, ...] = ()
    """Paths of the shared objects in the process; empty where nobody looked."""
    texts: tuple[KnownText, ...] = ()
    """Of code that is in no file. A cell of IPython's is called "In[5]", here and in the frames."""
    rank: Rank | None = None
    when: int | None = None
    """Nanoseconds since the epoch; None when it is not told."""
