# A part of an array of bytes of one width is cast to bytes of any width.
# https://github.com/apache/arrow/issues/41306
import pyarrow as pa

letters = pa.array([b"a", b"b", b"c"], pa.binary(1))


def tail(column, skipped):
    return column.slice(skipped).cast(pa.binary())  # <-- here


print(len(tail(letters, 0)))
print(len(tail(letters, 1)))  # <-- also
