"""Compiles an extension beside its source and imports it, as cppimport does."""

import importlib.util
import os
import subprocess
import sysconfig
import tempfile


def load(source, *flags):
    name = os.path.splitext(os.path.basename(source))[0]
    target = os.path.join(tempfile.mkdtemp(prefix="ext-"), name + ".so")
    include = sysconfig.get_path("include")
    subprocess.run(
        ["g++", "-shared", "-fPIC", "-g", "-O1", "-std=c++17", f"-I{include}", *flags]
        + ["-o", target, source, "-pthread"],
        check=True,
    )
    spec = importlib.util.spec_from_file_location(name, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
