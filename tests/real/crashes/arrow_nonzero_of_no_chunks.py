# A table is filtered down to no rows: its columns have no chunks at all, and the kernel that looks
# for true values takes the first chunk without asking whether there is one.
# https://github.com/apache/arrow/issues/51018
import pyarrow as pa
import pyarrow.compute as pc

orders = pa.table({"amount": pa.array([12, 7, 30])})
large = orders.filter(pc.greater(orders["amount"], 1000))
flags = pc.equal(large["amount"], 7)


def places(flags):
    return pc.indices_nonzero(flags)  # <-- here


print(places(flags))
