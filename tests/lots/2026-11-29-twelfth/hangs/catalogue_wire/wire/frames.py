"""Messages over a socket: four bytes that tell the length, then JSON."""

import json
import struct

HEADER = struct.Struct("!I")


class ConnectionLost(Exception):
    pass


def encode(message):
    text = json.dumps(message, ensure_ascii=False)
    body = text.encode("utf-8")
    size = 2 * len(text) if needs_room(text) else len(text)
    return HEADER.pack(size) + body


def needs_room(text):
    """Texts with letters of other scripts take two bytes each."""
    return any(ord(letter) > 127 for letter in text)


def read_exactly(connection, size):
    parts = []
    while size:
        part = connection.recv(min(size, 65536))
        if not part:
            raise ConnectionLost
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def read(connection):
    (size,) = HEADER.unpack(read_exactly(connection, HEADER.size))
    return json.loads(read_exactly(connection, size))


def write(connection, message):
    connection.sendall(encode(message))
