import os

import nanobind
from setuptools import Extension, setup

os.chdir(os.path.dirname(os.path.abspath(__file__)))
package = os.path.dirname(nanobind.__file__)
setup(
    name="mosaic",
    ext_modules=[
        Extension(
            "mosaic",
            ["mosaic.cpp", "runtime.cpp"],
            include_dirs=[
                os.path.join(package, "include"),
                os.path.join(package, "src"),
                os.path.join(package, "ext", "robin_map", "include"),
            ],
            extra_compile_args=["-std=c++17", "-g", "-O1", "-DNDEBUG", "-DNB_COMPACT_ASSERTIONS", "-fvisibility=hidden", "-fno-strict-aliasing", "-w"],
            language="c++",
        )
    ],
    script_args=["-q", "build_ext", "--inplace", "--build-temp", "build"],
)
