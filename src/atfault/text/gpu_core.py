"""What cuda-gdb prints of a GPU core: text → record.

CUDA Exception: Warp Illegal Address
The exception was triggered at PC 0x7f31abb9f6d0  fill(int*, int) (fill.cu:7)
[Current focus set to CUDA kernel 0, grid 1, block (0,0,0), thread (32,0,0), device 0, sm 1, warp 0, lane 0]
#0  0x00007f2e6fbff300 in fill<<<(1,1,1),(128,1,1)>>> (rows=0x…, n=4) at fill.py:31
"""  # noqa: E501

import re

from atfault.model.absent import Absent
from atfault.model.gpu import GpuCore, GpuFrame

MAX_LINES, MAX_LINE = 5000, 4000
MAX_FRAMES = 32
_EXCEPTION = re.compile(r"^CUDA Exception: ([^\n]{1,200}?)\.?$")
_FOCUS = re.compile(
    r"^\[Current focus set to CUDA kernel \d{1,9}, grid \d{1,19}, (?:cluster \([\d,]{1,40}\), )?"
    r"block \((\d{1,10}),(\d{1,10}),(\d{1,10})\), thread \((\d{1,10}),(\d{1,10}),(\d{1,10})\), "
    r"device (\d{1,5})"
)
_TRIGGERED = re.compile(
    r"^The exception was triggered at PC 0x[0-9a-f]{1,16}"
    r"(?: +(?P<function>[^\n]{1,1000}?))??(?: \((?P<file>[^\s():]{1,1000}):(?P<line>\d{1,7})\))?$"
)
_FRAME = re.compile(r"^#(\d{1,4}) +(?:0x[0-9a-f]{1,16} in )?(\S[^\n]*)$")
_LAUNCH = re.compile(r"<<<\([\d,]{1,40}\),\([\d,]{1,40}\)>>>")
_AT = re.compile(r"\) at (?P<file>[^\s:]{1,1000}):(?P<line>\d{1,7})(?: |$)")


def read_gpu_core(text: str) -> GpuCore | Absent:
    """The thread that the debugger is at: the one that failed. Absent where it names none."""
    exception, triggered = "", None
    frames: list[GpuFrame] = []
    block = thread = None
    device = None
    for line in text.splitlines()[:MAX_LINES]:
        line = line[:MAX_LINE].strip()
        if not exception and (match := _EXCEPTION.match(line)):
            exception = match[1]
        elif triggered is None and (match := _TRIGGERED.match(line)):
            triggered = match
        elif block is None and (match := _FOCUS.match(line)):
            numbers = [int(number) for number in match.groups()]
            block = (numbers[0], numbers[1], numbers[2])
            thread = (numbers[3], numbers[4], numbers[5])
            device = numbers[6]
        elif (match := _FRAME.match(line)) and int(match[1]) == len(frames) < MAX_FRAMES:
            frames.append(_frame(match[2]))  # a backtrace repeats the one that was shown first
    if not frames and triggered is not None and (triggered["function"] or triggered["file"]):
        frames.append(_of_triggered(triggered))
    if block is None and not exception and not frames:
        return Absent("cuda-gdb printed nothing of a kernel")
    return GpuCore(exception, tuple(frames), block, thread, device)


def _frame(text: str) -> GpuFrame:
    place = _AT.search(text)
    launch = _LAUNCH.search(text)
    name = text[: launch.start()] if launch else text.partition(" (")[0]
    return GpuFrame(
        name.strip(),
        place["file"] if place else "",
        int(place["line"]) if place else None,
    )


def _of_triggered(match: re.Match[str]) -> GpuFrame:
    line = match["line"]
    return GpuFrame(
        (match["function"] or "").strip(), match["file"] or "", int(line) if line else None
    )
