"""What the loader or the GPU's runtime printed, without a traceback round it → `HandOver`.

    python3: error while loading shared libraries: libx.so.1: cannot open shared object file: …
    ./server: symbol lookup error: /opt/libx.so: undefined symbol: _ZN3geo4sizeEl
    ImportError: /venv/…/_C.so: undefined symbol: _ZN3c105ErrorC2ENS_14SourceLocationESs
    OMP: Error #15: Initializing libiomp5.so, but found libomp.so already initialized.

Whether the files are here or not: what can be read of them is read, and nothing is run.
"""

from __future__ import annotations

import re

from atfault.decode.exceptions.uncaught_text import UNKNOWN
from atfault.decode.imports.loader_messages import said
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.hand_over import HandOver
from atfault.model.secret_texts import mask_text
from atfault.options import Options
from atfault.text.cuda import cuda_error
from atfault.text.lines import LogLine
from atfault.text.outcome import is_remark
from atfault.text.tables import table

MAX_LINES = 200_000
MAX_LINE = 4000
MAX_TRIED = 100
"""Lines with a mark in them that are read."""
MAX_MORE = 12
"""Lines behind the one that says it: a message may go on."""
MARKS = tuple(one["text"] for one in table("loader_marks.tsv"))
"""One of them is in whatever is understood."""
_FAILS = ("CUDA error: ", "hipError")
_GPU = ("CUDA", "Cuda failure", "cuda runtime error", "THCudaCheck", "hipError")
_TYPE = re.compile(r"(?:^|\s)((?:[\w.]{1,100}\.)?(?:\w{1,60}Error|\w{1,60}Exception)): ")
_LINES_UP = "cannot be run in"


def read_refusal(text: str, options: Options) -> tuple[int, HandOver] | None:
    """(number of the line, from 1; the exception that it stands for) of the first line that says
    why something could not be loaded, or what failed on a GPU; None where none does. What is only
    remarked, as the program goes on without it, is none."""
    gpu, marks = (tuple(one for one in words if one in text) for words in (_GPU, MARKS))
    if not gpu and not marks:
        return None
    lines = text.splitlines()[:MAX_LINES]
    kept = [LogLine(number, line) for number, line in enumerate(lines, 1)]
    left = MAX_TRIED
    for number, line in enumerate(lines, 1):
        line = line[:MAX_LINE]
        of_gpu = any(mark in line for mark in gpu)
        if not of_gpu and not any(mark in line for mark in marks):
            continue
        left -= 1
        if left < 0:
            break
        more = lines[number : number + MAX_MORE] if _LINES_UP in line else []
        message = " ".join((line, *more))[:MAX_LINE].strip()
        is_import = said(message) is not None and not is_remark(kept, number - 1)
        if not is_import and (not of_gpu or not _is_gpu_failure(message)):
            continue
        named = _TYPE.search(message)
        kind = "ImportError" if is_import else "RuntimeError"
        kind = kind if named is None else named[1].rpartition(".")[2]
        shown = mask_text(message) if options.mask_secrets else message
        bases = (kind, "ImportError") if is_import else (kind, "RuntimeError")
        error = RaisedException(kind, shown, bases=bases)
        return number, HandOver(UncaughtException("text", (error,)), UNKNOWN)
    return None


def _is_gpu_failure(message: str) -> bool:
    return any(mark in message for mark in _FAILS) or cuda_error(message) is not None
