import pathlib
import sys

from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup

here = pathlib.Path(__file__).resolve().parent
sys.argv[1:] = ["-q", "build_ext", "--build-lib", str(here), "--build-temp", str(here / "build")]
setup(
    name="gravel-grader",
    ext_modules=[Pybind11Extension("gravel_grader", [str(here / "grader.cpp")], cxx_std=17, extra_compile_args=["-g", "-O1"])],
)
