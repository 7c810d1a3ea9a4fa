# The first byte of a stored bitmap is wrong, and it is put together from what follows as it comes.
# https://github.com/Ezibenroc/PyRoaringBitMap/issues/124
import base64

import pyroaring

STORED = "OjAAAAEAAAAAAAkAEAAAADIAMwA0ADUANgA3ADgAOgA7ADwA"


def load(text):
    return pyroaring.FrozenBitMap.deserialize(base64.b64decode(text))  # <-- also


print(len(load(STORED)))
damaged = load("AjAAAAEAAAAAAAkAEAAAADIAMwA0ADUANgA3ADgAOgA7ADwA")
print(damaged)  # <-- here
