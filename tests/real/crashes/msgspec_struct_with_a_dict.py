# A struct with a dictionary of its own is freed wrongly; the interpreter finds out as it ends.
# https://github.com/msgspec/msgspec/issues/362
import msgspec


class Record(msgspec.Struct, dict=True):
    name: str


def describe(name):
    record = Record(name=name)
    return len(record.name)


print(describe("bye"))
