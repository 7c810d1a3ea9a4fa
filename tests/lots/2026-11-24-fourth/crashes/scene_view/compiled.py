"""Compiles a module of pybind11 that lies beside, and imports it."""

import importlib.util
import os
import subprocess
import sysconfig
import tempfile

import pybind11

HERE = os.path.dirname(os.path.abspath(__file__))


def compiled(name):
    target = os.path.join(tempfile.mkdtemp(prefix=f"{name}-"), f"{name}.so")
    command = ["g++", "-shared", "-fPIC", "-g", "-O1", "-std=c++17", "-fvisibility=hidden"]
    command += [f"-I{sysconfig.get_path('include')}", f"-I{pybind11.get_include()}", "-o", target]
    subprocess.run([*command, os.path.join(HERE, f"{name}.cpp")], check=True)
    spec = importlib.util.spec_from_file_location(name, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
