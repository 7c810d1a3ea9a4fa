"""Compile a module of nanobind into a folder of its own, and import it."""

import importlib.util
import os
import subprocess
import sysconfig
import tempfile

import nanobind


def extension(name):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".cpp")
    package = os.path.dirname(nanobind.__file__)
    library = os.path.join(tempfile.mkdtemp(prefix="built-"), name + ".so")
    includes = [
        sysconfig.get_path("include"),
        os.path.join(package, "include"),
        os.path.join(package, "ext", "robin_map", "include"),
    ]
    runtime = os.path.join(package, "src", "nb_combined.cpp")
    command = ["g++", "-std=c++17", "-shared", "-fPIC", "-g", "-O0", "-fvisibility=hidden"]
    command += ["-DNDEBUG", "-DNB_COMPACT_ASSERTIONS", "-fno-strict-aliasing"]
    command += [word for include in includes for word in ("-I", include)]
    subprocess.run([*command, source, runtime, "-o", library], check=True)
    spec = importlib.util.spec_from_file_location(name, library)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
