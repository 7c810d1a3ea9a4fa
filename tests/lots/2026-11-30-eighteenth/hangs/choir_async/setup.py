import pathlib

from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup

HERE = pathlib.Path(__file__).parent

setup(
    name="choir",
    ext_modules=[Pybind11Extension("choir", [str(HERE / "choir.cpp")], extra_compile_args=["-g", "-O1"], cxx_std=17)],
    script_args=["build_ext", "--build-lib", str(HERE), "--build-temp", str(HERE / "build")],
)
