"""Calls that are known to be thread-safe, with what they are called with."""

from __future__ import annotations

import hashlib
import json
import random
import re
import sqlite3
import struct
import threading
import time
import zlib

DATA = bytes(range(256)) * 40


def numpy_sum(array):
    return array.sum(axis=0)


def numpy_dot(left, right):
    return left @ right


def numpy_sort(array):
    import numpy

    return numpy.sort(array)


def make_array():
    import numpy

    return numpy.random.rand(120, 80)


def make_two():
    import numpy

    return numpy.random.rand(60, 70), numpy.random.rand(70, 50)


def torch_matmul(left, right):
    return left @ right


def make_tensors():
    import torch

    return torch.rand(64, 64), torch.rand(64, 64)


def sha256():
    return hashlib.sha256(DATA * 20).hexdigest()


def shared_sha256(state):
    copy = state.copy()
    copy.update(DATA)
    return copy.digest()


def make_hash():
    return hashlib.sha256(DATA)


def compressed():
    return zlib.decompress(zlib.compress(DATA)) == DATA


def json_round_trip(value):
    return json.loads(json.dumps(value))


def make_value():
    return {"names": ["ada", "grace"], "scores": [1.5, 2.25, None], "more": {"deep": [[1], [2]]}}


def regular_expression():
    return re.sub(r"(\w+)@(\w+)\.org", r"\2", "ada@lovelace.org, grace@hopper.org")


class Table:
    """A connection that its own lock guards."""

    def __init__(self):
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute("create table word (text)")
        self._lock = threading.Lock()

    def add(self):
        with self._lock:
            self._connection.execute("insert into word values ('x')")
            return self._connection.execute("select count(*) from word").fetchone()[0]


def make_table():
    return Table()


def packed():
    return struct.unpack("<id", struct.pack("<id", 7, 1.5))


class Dice:
    """A generator that its own lock guards."""

    def __init__(self):
        self._random = random.Random(7)
        self._lock = threading.Lock()

    def gauss(self):
        with self._lock:
            return self._random.gauss(0, 1)


def make_dice():
    return Dice()


def parsed_time():
    return time.strptime("2026-11-21 06:30", "%Y-%m-%d %H:%M")
