# Lists in lists, by the hundred thousand: the decoder of Rust calls itself for each.
# https://github.com/MarshalX/python-libipld/issues/9
import libipld


def decode(depth):
    return libipld.decode_dag_cbor(b"\x81" * depth + b"\x80")  # <-- here


print(decode(3))
decode(500_000)
