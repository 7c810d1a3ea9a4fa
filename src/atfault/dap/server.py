"""Where an editor reaches a session: at a socket, or through our standard streams."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import sys
from collections.abc import Callable

from atfault.dap.connection import MAX_LINE, Connection
from atfault.dap.doors import Door
from atfault.dap.entrance import Entrance
from atfault.dap.launch import Launch
from atfault.dap.session import Session
from atfault.errors import UsageError

STREAMS = (stat.S_ISFIFO, stat.S_ISSOCK, stat.S_ISCHR)
"""What asyncio can wait for."""


async def serve_door(door: Door, token: str, launch: Launch, say: Callable[[str], None]) -> None:
    """Wait for one editor, and serve it. token: see `Entrance`. Raises FormatError."""
    try:
        entered = await Entrance(token, say).first(door)
    finally:
        door.close()
    await Session(entered.connection, launch, entered.hello, entered.start).serve()


async def serve_streams(launch: Launch) -> None:
    """Serve the editor that has started us. Raises FormatError, UsageError."""
    for name, descriptor in (("input", 0), ("output", 1)):
        mode, is_null = os.fstat(descriptor).st_mode, os.path.samefile(descriptor, os.devnull)
        if is_null or not any(of_kind(mode) for of_kind in STREAMS):
            raise UsageError(
                f"debug: --stdio: standard {name} is no pipe, socket or terminal; an editor starts "
                "it so"
            )
    loop = asyncio.get_running_loop()
    # Whatever else writes to standard output would garble the messages.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    reader = asyncio.StreamReader(limit=MAX_LINE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, output)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    await Session(Connection(reader, writer), launch).serve()
    with contextlib.suppress(OSError):
        transport.close()
