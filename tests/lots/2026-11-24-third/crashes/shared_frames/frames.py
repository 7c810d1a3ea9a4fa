"""Frames of a camera in shared memory."""

import multiprocessing.shared_memory as shared_memory

import numpy as np

SHAPE = (8, 480, 640)


def create():
    size = int(np.prod(SHAPE))
    memory = shared_memory.SharedMemory(create=True, size=size)
    frames = np.ndarray(SHAPE, dtype=np.uint8, buffer=memory.buf)
    for number in range(len(frames)):
        frames[number] = number * 20
    return memory


def attach(name):
    memory = shared_memory.SharedMemory(name=name)
    return np.ndarray(SHAPE, dtype=np.uint8, buffer=memory.buf)
