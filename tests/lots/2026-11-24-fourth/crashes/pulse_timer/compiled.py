"""Compiles a module in C that lies beside, and imports it."""

import importlib.util
import os
import subprocess
import sysconfig
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def compiled(name, *options):
    target = os.path.join(tempfile.mkdtemp(prefix=f"{name}-"), f"{name}.so")
    command = ["gcc", "-shared", "-fPIC", "-g", "-O1", "-pthread", *options]
    command += [f"-I{sysconfig.get_path('include')}", "-o", target]
    subprocess.run([*command, os.path.join(HERE, f"{name}.c"), "-lm"], check=True)
    spec = importlib.util.spec_from_file_location(name, target)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
