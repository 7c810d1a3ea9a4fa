"""How far each torch DataLoader has come, for what is saved after a failure (see salvage).

The iterator of a `for` loop has its count, and is freed before anybody can ask it: so it says its
count as it is freed. Nothing is kept alive for that, no batch costs anything, and no traceback has
a frame of ours.
"""

import weakref
from collections import deque

MAX_PASSES = 64
_passes = deque(maxlen=MAX_PASSES)
"""(weak reference to the data set, batches given out), the latest last."""
_undo = []


def watch(module):
    """Begin. module: torch.utils.data.dataloader. Calls after the first change nothing."""
    if _undo:
        return
    for name in ("_BaseDataLoaderIter", "_MultiProcessingDataLoaderIter"):
        cls = getattr(module, name)
        own = cls.__dict__.get("__del__")
        if own is None and name != "_BaseDataLoaderIter":
            continue
        cls.__del__ = _finalizer(own)
        _undo.append((cls, own))


def forget():
    """The classes as they were, and nothing remembered."""
    while _undo:
        cls, own = _undo.pop()
        if own is None:
            del cls.__del__
        else:
            cls.__del__ = own
    _passes.clear()


def _finalizer(own):
    def __del__(iterator):
        try:
            _passes.append((weakref.ref(iterator._dataset), iterator._num_yielded))
        except Exception:
            pass  # a data set that has no weak references (a list): nothing is known of it
        if own is not None:
            own(iterator)

    return __del__


def position_of(loader):
    """{batches, of, passes} of a DataLoader: how many batches its last pass has given out, how many
    a pass has (None: that is not known), and how many passes ended before; None where nobody saw
    it."""
    counts = [count for known, count in list(_passes) if known() is loader.dataset]
    alive = getattr(loader, "_iterator", None)  # with persistent_workers
    if alive is not None:
        counts.append(alive._num_yielded)
    if not counts:
        return None
    try:
        length = len(loader)
    except Exception:  # of a data set without a length
        length = None
    return {"batches": counts[-1], "of": length, "passes": len(counts) - 1}
