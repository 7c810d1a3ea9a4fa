import os

import numpy
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
setup(
    name="_tremor",
    ext_modules=[
        Extension(
            "_tremor",
            ["module.c", "envelope.c"],
            include_dirs=[numpy.get_include()],
            define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
            extra_compile_args=["-g", "-O1"],
        )
    ],
    script_args=["-q", "build_ext", "--inplace"],
)
