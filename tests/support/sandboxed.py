"""Functions that tests run in a sandbox: a child finds them by their names."""

from __future__ import annotations

import ctypes
import os
import sys


def counting(saved):
    return {"count": 0 if saved is None else saved}


def count_of(state):
    return state["count"]


def add(state, number):
    state["count"] += number
    return state["count"]


def crash(state):
    ctypes.string_at(0)


def leave(state, code):
    os._exit(code)


def leave_politely(state, code):
    sys.exit(code)


def fail(state):
    raise KeyError("no such label")


class Unpicklable(Exception):
    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def fail_oddly(state):
    raise Unpicklable("this", "that")


def cannot_set_up(saved):
    raise ValueError("no model")


def pid(state):
    return os.getpid()


def not_picklable(state):
    return lambda: None


def doubled(state, tensor):
    return tensor * 2


def filled(state, tensor):
    tensor.fill_(7)


def on_meta(state):
    import torch

    return {"inner": [torch.empty(3, device="meta")]}


def cuda_error(state):
    raise RuntimeError("CUDA error: device-side assert triggered\nCUDA kernel errors might be")
