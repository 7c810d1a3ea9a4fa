"""Signals of the simulation: SIGUSR2 tells how it is, SIGHUP opens its files anew."""

import contextlib
import os
import signal
import sys
import time


class Control:
    def __init__(self, *reopen):
        self.started = time.monotonic()
        self.reopen = list(reopen)
        self.received = {}
        self._before = {}

    def __enter__(self):
        for number, handler in (
            (signal.SIGUSR2, self.on_status),
            (signal.SIGHUP, self.on_reopen),
        ):
            self._before[number] = signal.signal(number, handler)
        return self

    def __exit__(self, *_):
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number):
        name = signal.Signals(number).name
        self.received[name] = self.received.get(name, 0) + 1

    def on_status(self, number, frame):
        self._note(number)
        lines = []
        while frame is not None:
            lines.append(f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}")
            frame = frame.f_back
        up = time.monotonic() - self.started
        print(f"the simulation: up for {up:.0f} s, at", " < ".join(lines[:20]), file=sys.stderr)

    def on_reopen(self, number, frame):
        self._note(number)
        for function in self.reopen:
            with contextlib.suppress(OSError):
                function()


def quiet_pipes():
    """Whoever reads the output may go away."""
    with contextlib.suppress(ValueError):
        sys.stdout.reconfigure(line_buffering=True, errors="replace")
