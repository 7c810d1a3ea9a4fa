# A listener is told of an event while its base is being destroyed: the method is there no more.
# https://github.com/google/leveldb/issues/46
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

import pybind11

SOURCE = """
#include <pybind11/pybind11.h>

struct Source;
struct Listener {
    Source *source = nullptr;
    virtual ~Listener();
    virtual int priority() const = 0;
};
struct Source {
    int total = 0;
    void leave(const Listener &listener) { total -= listener.priority(); }
    void enter(Listener &listener) { listener.source = this; total += listener.priority(); }
};
Listener::~Listener()
{
    if (source)
        source->leave(*this);
}
struct Printer : Listener {
    int priority() const override { return 3; }
};

PYBIND11_MODULE(events, m) {
    pybind11::class_<Source>(m, "Source")
        .def(pybind11::init<>())
        .def("enter", [](Source &source, Listener &listener) { source.enter(listener); });
    pybind11::class_<Listener>(m, "Listener");
    pybind11::class_<Printer, Listener>(m, "Printer").def(pybind11::init<>());
}
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".cpp")
    with open(path, "w") as file:
        file.write(source)
    includes = ["-I" + sysconfig.get_paths()["include"], "-I" + pybind11.get_include()]
    library = os.path.join(folder, name + ".so")
    flags = ["-std=c++17", "-g", "-O1", "-DNDEBUG", "-shared", "-fPIC"]
    subprocess.run(["g++", *flags, *includes, path, "-o", library], check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


events = build("events", SOURCE)
source = events.Source()
printer = events.Printer()
source.enter(printer)
del printer  # <-- here
print("left")
