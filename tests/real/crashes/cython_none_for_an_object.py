# A cdef method is called on None: Cython lets None pass for any object.
# https://github.com/cython/cython/issues/6023
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = """
cdef class Engine:
    cdef double power
    def __init__(self, power):
        self.power = power
    cdef double push(self, double load):
        return self.power / load

cdef class Car:
    cdef Engine engine
    def __init__(self, Engine engine):
        self.engine = engine
    def speed(self, double load):
        return self.engine.push(load)
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".pyx")
    with open(path, "w") as file:
        file.write(source)
    subprocess.run([sys.executable, "-m", "cython", "-3", path], check=True)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, name + ".so")
    command = ["gcc", "-g", "-O1", "-shared", "-fPIC", "-I", include, path[:-3] + "c", "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


def drive(car, load):
    return car.speed(load)  # <-- here


cars = build("cars", SOURCE)
print(drive(cars.Car(cars.Engine(90)), 2))
print(drive(cars.Car(None), 2))  # <-- also
