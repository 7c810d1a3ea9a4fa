# A nogil loop leaves a bytearray behind its end, and the IndexError is made without the GIL.
# https://github.com/cython/cython/pull/6947
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = """
def checksum(bytearray data, Py_ssize_t count):
    cdef Py_ssize_t i
    cdef int total = 0
    with nogil:
        for i in range(count):
            total += data[i]
    return total
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".pyx")
    with open(path, "w") as file:
        file.write(source)
    subprocess.run([sys.executable, "-m", "cython", "-3", path], check=True)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, name + ".so")
    command = ["gcc", "-g", "-O1", "-shared", "-fPIC", "-I", include, path[:-3] + "c", "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


sums = build("sums", SOURCE)
packet = bytearray(b"abcdef")
print(sums.checksum(packet, 6))
print(sums.checksum(packet, 7))  # <-- here
