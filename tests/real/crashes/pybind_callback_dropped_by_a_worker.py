# A thread of C++ drops its copy of a Python function, and holds no GIL.
# https://github.com/robotpy/robotpy-cscore/issues/52
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

import pybind11

SOURCE = """
#include <pybind11/pybind11.h>
#include <thread>
namespace py = pybind11;

struct Event { py::object text; };

struct Camera {
    py::function listener;
    explicit Camera(py::function f) : listener(std::move(f)) {}
    void publish(int count) {
        py::list events;
        for (int i = 0; i < count; i++)
            events.append(py::str("frame"));
        py::gil_scoped_release release;
        std::thread worker([this, &events, count] {
            for (int i = 0; i < count; i++) {
                Event event{py::dict()};
                events[i] = event.text;
            }
        });
        worker.join();
    }
};

PYBIND11_MODULE(camera, m) {
    py::class_<Camera>(m, "Camera")
        .def(py::init<py::function>())
        .def("publish", &Camera::publish);
}
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".cpp")
    with open(path, "w") as file:
        file.write(source)
    includes = ["-I" + sysconfig.get_paths()["include"], "-I" + pybind11.get_include()]
    library = os.path.join(folder, name + ".so")
    flags = ["-std=c++17", "-g", "-O1", "-DNDEBUG", "-shared", "-fPIC", "-pthread"]
    subprocess.run(["g++", *flags, *includes, path, "-o", library], check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


camera = build("camera", SOURCE).Camera(print)
camera.publish(2000)  # <-- here
