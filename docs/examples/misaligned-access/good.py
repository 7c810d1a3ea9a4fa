"""Add an echo to a sound: the sound itself, a little later."""

import ctypes

import numpy as np

mixer = ctypes.CDLL("./libmix.so")
mixer.mix.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]


def add_echo(sound, delay):
    delay -= delay % 4
    later = sound[delay:]
    mixer.mix(later.ctypes.data, sound.ctypes.data, len(later))


sound = np.sin(np.arange(48_000, dtype=np.float32) / 30)
add_echo(sound, delay=4410)
print("loudest", round(float(sound.max()), 3))
