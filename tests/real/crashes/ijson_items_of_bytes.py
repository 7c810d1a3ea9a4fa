# A reader of JSON keeps what its first part has given away already.
# https://github.com/ICRAR/ijson/issues/29
import gc
import io

import ijson.backends.yajl2_c as ijson

TABLE = b"[" + b",".join(b'{"a": "%d", "b": "text"}' % n for n in range(2000)) + b"]"


def rows():
    for number, row in enumerate(ijson.items(io.BytesIO(TABLE), "item"), start=1):  # <-- here
        yield number, row


for _ in range(200):
    for number, row in rows():  # <-- also
        if number % 100 == 0:
            gc.collect()
