# A scheduler's thread still runs when its object goes: std::thread ends the process for that.
# https://github.com/artfwo/aalink/issues/3
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

import pybind11

SOURCE = """
#include <pybind11/pybind11.h>
#include <atomic>
#include <chrono>
#include <thread>

struct Scheduler {
    std::atomic<bool> stopped{false};
    std::thread worker;
    Scheduler()
    {
        worker = std::thread([this] {
            while (!stopped)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
        });
    }
    void stop() { stopped = true; worker.join(); }
};

PYBIND11_MODULE(scheduling, m) {
    pybind11::class_<Scheduler>(m, "Scheduler")
        .def(pybind11::init<>())
        .def("stop", &Scheduler::stop);
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


scheduling = build("scheduling", SOURCE)


def play(fails):
    scheduler = scheduling.Scheduler()
    if fails:
        return 1  # <-- here
    scheduler.stop()
    return 0


print(play(False))
print(play(True))  # <-- also
