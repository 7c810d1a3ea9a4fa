# A C++ function throws, and its declaration says nothing of exceptions.
# https://github.com/Saluev/python-liborigin2/issues/14
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = """
# distutils: language = c++
cdef extern from *:
    '''
    #include <stdexcept>
    #include <string>
    static long field(const char *line, int at)
    {
        std::string text(line);
        return std::stol(text.substr(at, 4));
    }
    '''
    long field(const char *line, int at)

def column(bytes line, int at):
    return field(line, at)
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".pyx")
    with open(path, "w") as file:
        file.write(source)
    subprocess.run([sys.executable, "-m", "cython", "-3", "--cplus", path], check=True)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, name + ".so")
    flags = ["-g", "-O1", "-w", "-shared", "-fPIC", "-I", include]
    subprocess.run(["g++", *flags, path[:-3] + "cpp", "-o", library], check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


records = build("records", SOURCE)


def year(line):
    return records.column(line, 5)  # <-- here


print(year(b"date 1999"))
print(year(b"da"))
