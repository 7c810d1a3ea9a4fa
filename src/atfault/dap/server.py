"""Where an editor reaches a session: on a port, or through our standard streams."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable

from atfault.dap.connection import MAX_BODY, Connection
from atfault.dap.launch import Launch
from atfault.dap.session import Session
from atfault.errors import AccessError


async def serve_port(
    host: str, port: int, launch: Launch, on_ready: Callable[[str, int], None]
) -> None:
    """Wait for one editor, and serve it. on_ready hears where, when it can connect. Raises
    AccessError, FormatError."""
    arrived: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()

    def arrive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if arrived.done():
            writer.close()
        else:
            arrived.set_result(Connection(reader, writer))

    try:
        server = await asyncio.start_server(arrive, host, port, limit=MAX_BODY)
    except OSError as error:
        raise AccessError(f"{host}:{port} cannot be listened on: {error.strerror}") from None
    on_ready(host, server.sockets[0].getsockname()[1])
    connection = await arrived
    server.close()
    await Session(connection, launch).serve()


async def serve_streams(launch: Launch) -> None:
    """Serve the editor that has started us. Raises FormatError."""
    loop = asyncio.get_running_loop()
    # Whatever else writes to standard output would garble the messages.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    reader = asyncio.StreamReader(limit=MAX_BODY)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, output)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    await Session(Connection(reader, writer), launch).serve()
    with contextlib.suppress(OSError):
        transport.close()
