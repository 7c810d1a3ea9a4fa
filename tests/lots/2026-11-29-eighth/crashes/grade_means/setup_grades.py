"""Builds the module grades: python setup_grades.py build_ext --inplace"""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

here = os.path.dirname(os.path.abspath(__file__))
setup(
    name="grades",
    ext_modules=cythonize(
        [Extension("grades", [os.path.relpath(os.path.join(here, "grades.pyx"))], extra_compile_args=["-g", "-O1"])],
        compiler_directives={"language_level": 3},
        build_dir="made",
        emit_linenums=True,
    ),
)
