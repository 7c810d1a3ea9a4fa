# An iterator returns itself: two Python objects hold one C++ object, and one of them frees it.
# https://github.com/swig/swig/issues/3086
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = """
%module options
%{
#include <vector>
#include <stdexcept>
struct Cursor {
    std::vector<int> *values;
    size_t place = 0;
    Cursor(int count) : values(new std::vector<int>(count, 7)) {}
    ~Cursor() { delete values; values = nullptr; }
    Cursor *__iter__() { return this; }
    int take() { return values->at(place++); }
};
%}
struct Cursor { Cursor(int count); ~Cursor(); Cursor *__iter__(); int take(); };
%inline %{
Cursor *start(int count) { return new Cursor(count); }
%}
%newobject start;
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".i")
    with open(path, "w") as file:
        file.write(source)
    subprocess.run([SWIG, "-python", "-c++", "-outdir", folder, path], check=True)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, "_" + name + ".so")
    wrapper = os.path.join(folder, name + "_wrap.cxx")
    command = ["g++", "-g", "-O1", "-shared", "-fPIC", "-I", include, wrapper, "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


def find_swig():
    import swig

    return os.path.join(swig.BIN_DIR, "swig")


SWIG = find_swig()
options = build("options", SOURCE)


def first():
    cursor = options.Cursor(1000).__iter__()  # <-- here
    return cursor.take()  # <-- here


print(first())
