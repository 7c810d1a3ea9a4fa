"""What the index of a file of atfault_probe.salvage says."""

from typing import Any, NamedTuple


class SavedValue(NamedTuple):
    """A local that was saved, or what stands in its place."""

    name: str
    type: str
    value: str = ""
    """Of a plain value, as Python writes it."""
    length: int | None = None
    shape: tuple[int, ...] | None = None
    dtype: str = ""
    device: str = ""


class SavedFrame(NamedTuple):
    file: str
    line: int | None
    function: str
    locals: tuple[SavedValue, ...]


class LostValue(NamedTuple):
    type: str
    why: str
    shape: tuple[int, ...] | None = None
    dtype: str = ""


class SavedLoader(NamedTuple):
    """How far a torch DataLoader had come."""

    name: str
    batches: int
    """That its last pass had given out."""
    of: int | None = None
    """Batches in a pass; None: not known."""
    passes: int = 0
    """That ended before."""


class SavedError(NamedTuple):
    """The exception that ended the program."""

    type: str
    message: str


class Salvage(NamedTuple):
    """What a file has. frames[-1] is the innermost."""

    created: str
    pid: int | None
    error: SavedError
    frames: tuple[SavedFrame, ...]
    random: tuple[str, ...]
    lost: tuple[LostValue, ...]
    plain: dict[str, Any]
    """The index as it stands in the file."""
    loaders: tuple[SavedLoader, ...] = ()
