# A field that says nothing is given for a default.
# https://github.com/msgspec/msgspec/issues/342
from msgspec import defstruct, field


def make(name, default):
    return defstruct(name, [("size", int, default)])  # <-- here


print(make("A", 1))
print(make("B", field(default=1)))
print(make("C", field()))
