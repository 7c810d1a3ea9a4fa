"""Compile a C extension into a folder of its own, and import it."""

import importlib.util
import os
import subprocess
import sysconfig
import tempfile


def extension(name):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".c")
    library = os.path.join(tempfile.mkdtemp(prefix="built-"), name + ".so")
    include = sysconfig.get_path("include")
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-g", "-O1", "-I", include, source, "-o", library], check=True
    )
    spec = importlib.util.spec_from_file_location(name, library)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
