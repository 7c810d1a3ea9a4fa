"""Compile a module of Cython into a folder of its own, and import it."""

import importlib.util
import os
import subprocess
import sys
import sysconfig
import tempfile


def extension(name):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".pyx")
    folder = tempfile.mkdtemp(prefix="built-")
    made = os.path.join(folder, name + ".c")
    library = os.path.join(folder, name + sysconfig.get_config_var("EXT_SUFFIX"))
    subprocess.run([sys.executable, "-m", "cython", "-3", source, "-o", made], check=True)
    include = sysconfig.get_path("include")
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-g", "-O1", "-I", include, made, "-o", library], check=True
    )
    spec = importlib.util.spec_from_file_location(name, library)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
