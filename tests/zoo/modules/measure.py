"""Run by script_in_subprocess.py, on its own."""

import ctypes
import sys

name = sys.argv[1]
text = ctypes.create_string_buffer(name.encode()) if name else None
print(ctypes.CDLL(None).strlen(text))  # <-- here
