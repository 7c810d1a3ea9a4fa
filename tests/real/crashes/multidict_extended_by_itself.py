# A mapping is extended by itself: its table moves while it is read.
# https://github.com/aio-libs/multidict/issues/1398
from multidict import MultiDict


def double(headers):
    headers.extend(headers)  # <-- here


for size in range(6, 600):
    double(MultiDict((str(n), n) for n in range(size)))
