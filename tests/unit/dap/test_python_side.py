"""Which of debugpy's threads is which of the system's."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

from atfault.dap.python_side import PythonSide


def test_a_thread_that_has_begun_just_now_is_not_taken_for_the_main_thread(tmp_path: Path) -> None:
    async def go() -> PythonSide:
        python = PythonSide(lambda event, body: None)
        with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as program:
            listener.bind(str(tmp_path / "door"))
            listener.listen()
            program.connect(str(tmp_path / "door"))
            await python.accept(listener, lambda pid: pid == os.getpid(), lambda: False)
            await python.close()
        return python

    python = asyncio.run(go())
    python.begun(1)
    python.begun(2)
    python.begun(3)
    assert python.candidates(os.getpid()) == [1]
    assert python.candidates(os.getpid() + 1) == [2, 3]
