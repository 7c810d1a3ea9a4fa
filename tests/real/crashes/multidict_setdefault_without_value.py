# A header is set by default, to no value: NULL goes into the table.
# https://github.com/aio-libs/multidict/issues/1159
from multidict import MultiDict


def ask(headers, name):
    return headers.setdefault(name)  # <-- here


print(ask(MultiDict(), "accept"))
