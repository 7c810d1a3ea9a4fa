import os

import nanobind
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
base = os.path.dirname(nanobind.__file__)
setup(
    name="drones",
    ext_modules=[
        Extension(
            "drones",
            ["drones.cpp", os.path.relpath(os.path.join(base, "src", "nb_combined.cpp"))],
            include_dirs=[nanobind.include_dir(), os.path.join(base, "ext", "robin_map", "include")],
            extra_compile_args=["-std=c++17", "-g", "-O1", "-DNDEBUG", "-fvisibility=hidden", "-fno-strict-aliasing"],
            language="c++",
        )
    ],
    script_args=["-q", "build_ext", "--inplace", "--build-temp", "build"],
)
