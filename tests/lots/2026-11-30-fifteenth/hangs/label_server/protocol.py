import struct

MAGIC = b"LB"
HEAD = struct.Struct("!2sBH")
ASK, SET, LIST = range(3)


def pack(kind, text=""):
    body = text.encode()
    return HEAD.pack(MAGIC, kind, len(body)) + body


def unpack(data):
    magic, kind, length = HEAD.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("not a message of ours")
    return kind, data[HEAD.size : HEAD.size + length].decode()
