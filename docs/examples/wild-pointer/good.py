"""Print the user's settings folder, asking the C library for the variables."""

import ctypes
import os

libc = ctypes.CDLL(None)
libc.getenv.argtypes = [ctypes.c_char_p]
libc.getenv.restype = ctypes.c_char_p


def variable(name):
    """A variable of the environment; "" when it is not set."""
    value = libc.getenv(name.encode())
    return value.decode() if value else ""


def settings_folder():
    home = variable("XDG_CONFIG_HOME") or variable("HOME")
    return os.path.join(home, "gallery")


print("settings are in", settings_folder())
