"""Jobs for the printer. They travel through a pipe of this process as records of one size."""

import collections
import ctypes
import os

lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libspool.so"))


class Job(ctypes.Structure):
    _fields_ = [("pages", ctypes.c_int), ("size", ctypes.c_size_t), ("data", ctypes.c_char_p)]

    @classmethod
    def of(cls, pages):
        text = b"\f".join(pages)
        return cls(len(pages), len(text), text)


lib.job_sum.argtypes = [ctypes.POINTER(Job)]
lib.job_sum.restype = ctypes.c_uint


class Spool:
    def __init__(self, room):
        self.records = collections.deque(maxlen=room)

    def push(self, job):
        self.records.append(bytes(job))

    def pop(self):
        return Job.from_buffer_copy(self.records.popleft())

    def __len__(self):
        return len(self.records)
