# A function that has given the GIL away makes a capsule, which is a Python object.
# https://github.com/wjakob/nanobind/issues/656
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

import nanobind

SOURCE = """
#include <nanobind/nanobind.h>
namespace nb = nanobind;

static nb::object resample(size_t count) {
    double *samples = new double[count];
    return nb::capsule(samples, [](void *samples) noexcept { delete[] (double *) samples; });
}

NB_MODULE(sounds, module) {
    module.def("resample", &resample, nb::call_guard<nb::gil_scoped_release>());
}
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".cpp")
    with open(path, "w") as file:
        file.write(source)
    library = os.path.join(folder, name + ".so")
    base = os.path.dirname(nanobind.__file__)
    include = [sysconfig.get_paths()["include"], nanobind.include_dir()]
    include.append(os.path.join(base, "ext", "robin_map", "include"))
    headers = ["-I" + one for one in include]
    sources = [path, os.path.join(base, "src", "nb_combined.cpp")]
    flags = ["-std=c++17", "-g", "-O1", "-fno-strict-aliasing", "-DNDEBUG", "-shared", "-fPIC"]
    subprocess.run(["g++", *flags, *headers, *sources, "-o", library], check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


def play(sounds):
    return sounds.resample(100)  # <-- here


print(play(build("sounds", SOURCE)))
