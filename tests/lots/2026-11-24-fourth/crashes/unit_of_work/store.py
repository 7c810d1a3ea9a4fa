"""A store of amounts, with transactions."""

import contextlib
import sys

import cffi

ffi = cffi.FFI()
ffi.cdef(
    """
    void *store_new(void);
    void *store_begin(void *);
    void transaction_add(void *, const char *, long);
    void transaction_end(void *);
    long store_amount(void *, const char *);
    """
)
library = ffi.dlopen(sys.argv[1])


class Store:
    def __init__(self):
        self._store = library.store_new()

    @contextlib.contextmanager
    def transaction(self):
        transaction = library.store_begin(self._store)
        try:
            yield lambda name, amount: library.transaction_add(transaction, name.encode(), amount)
        finally:
            library.transaction_end(transaction)

    def __getitem__(self, name):
        return library.store_amount(self._store, name.encode())
