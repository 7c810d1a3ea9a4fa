import pathlib

from setuptools import Extension, setup

HERE = pathlib.Path(__file__).parent

setup(
    name="plates",
    ext_modules=[Extension("plates", [str(HERE / "plates.c")], extra_compile_args=["-g", "-O1"])],
    script_args=["build_ext", "--build-lib", str(HERE), "--build-temp", str(HERE / "build")],
)
