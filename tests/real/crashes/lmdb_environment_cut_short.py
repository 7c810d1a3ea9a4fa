# A copy of the database is put in place of the open one, and is shorter.
# https://github.com/jnwatson/py-lmdb/issues/344
import os
import tempfile

import lmdb

folder = tempfile.mkdtemp()
environment = lmdb.open(folder, map_size=1 << 26)
with environment.begin(write=True) as transaction:
    for number in range(20_000):
        transaction.put(b"%08d" % number, b"x" * 200)


def read(number):
    with environment.begin() as transaction:
        return transaction.get(b"%08d" % number)  # <-- here


print(len(read(3)))
with open(os.path.join(folder, "data.mdb"), "r+b") as file:
    file.truncate(3 * 4096)
print(len(read(15_000)))
