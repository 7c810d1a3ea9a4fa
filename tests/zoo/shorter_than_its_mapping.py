# zoo: cause=file-truncated signal=SIGBUS needs=gcc native=records.c text=shorter
import ctypes
import os
import tempfile

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/records.so")


def record(place):
    return library.record(place)  # <-- here


with tempfile.NamedTemporaryFile(suffix=".db") as file:
    file.write(bytes(5000))
    file.flush()
    library.open_records(file.name.encode())
    print(record(100), record(500_000))
