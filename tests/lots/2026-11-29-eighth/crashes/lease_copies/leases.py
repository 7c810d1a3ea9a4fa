"""Leases of flats: a dataclass around a handle of the library."""

import ctypes
import dataclasses
import os

library = ctypes.CDLL(os.environ["LEASES"])
library.lease_new.restype = ctypes.c_void_p
library.lease_new.argtypes = [ctypes.c_long, ctypes.c_long]
library.lease_sum.restype = ctypes.c_long
library.lease_sum.argtypes = library.lease_end.argtypes = [ctypes.c_void_p]


@dataclasses.dataclass
class Lease:
    tenant: str
    flat: int
    handle: int = dataclasses.field(repr=False)

    @classmethod
    def of(cls, tenant, flat, months, rent):
        return cls(tenant, flat, library.lease_new(months, rent))

    @property
    def total(self):
        return library.lease_sum(self.handle)

    def __del__(self):
        library.lease_end(self.handle)


class House:
    def __init__(self):
        self.leases = {}

    def let(self, lease):
        self.leases[lease.flat] = lease

    def rename(self, flat, tenant):
        """The tenant has married, say."""
        self.leases[flat] = dataclasses.replace(self.leases[flat], tenant=tenant)

    def empty(self):
        while self.leases:
            flat, lease = self.leases.popitem()
            print("flat", flat, lease.tenant, flush=True)
