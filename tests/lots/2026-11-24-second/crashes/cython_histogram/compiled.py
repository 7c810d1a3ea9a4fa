"""Compiles a module of Cython and imports it, as pyximport does."""

import importlib.util
import os
import subprocess
import sysconfig
import tempfile

from Cython.Compiler.Main import CompilationOptions, compile_single


def load(source):
    name = os.path.splitext(os.path.basename(source))[0]
    folder = tempfile.mkdtemp(prefix="pyx-")
    c_file = os.path.join(folder, name + ".c")
    compile_single(source, CompilationOptions(output_file=c_file), name)
    target = os.path.join(folder, name + ".so")
    include = sysconfig.get_path("include")
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-g", "-O1", "-w", f"-I{include}", "-o", target, c_file],
        check=True,
    )
    spec = importlib.util.spec_from_file_location(name, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
