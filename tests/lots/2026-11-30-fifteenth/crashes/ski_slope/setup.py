import os

import pybind11
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="slope",
    ext_modules=[
        Extension(
            "slope",
            ["slope.cpp"],
            include_dirs=[pybind11.get_include()],
            extra_compile_args=["-std=c++17", "-g", "-O1", "-DNDEBUG", "-fvisibility=hidden"],
            language="c++",
        )
    ],
    script_args=["-q", "build_ext", "--inplace", "--build-temp", "build"],
)
