# A method in Python, called from C++, raises: nothing in C++ catches that.
# https://github.com/swig/swig/issues/1786
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = """
%module(directors="1") tasks
%feature("director") Task;
%{
#include <thread>
struct Task { virtual ~Task() {} virtual void run(int step) {} };
struct Queue {
    static void work(Task *task) { for (int step = 0; step < 3; step++) task->run(step); }
    void execute(Task *task) noexcept { work(task); }
};
%}
struct Task { virtual ~Task(); virtual void run(int step); };
struct Queue { void execute(Task *task) noexcept; };
"""


def build(name, source):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, name + ".i")
    with open(path, "w") as file:
        file.write(source)
    subprocess.run([SWIG, "-python", "-c++", "-outdir", folder, path], check=True)
    include = sysconfig.get_paths()["include"]
    library = os.path.join(folder, "_" + name + ".so")
    wrapper = os.path.join(folder, name + "_wrap.cxx")
    command = ["g++", "-g", "-O1", "-shared", "-fPIC", "-I", include, wrapper, "-o", library]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


def find_swig():
    import swig

    return os.path.join(swig.BIN_DIR, "swig")


SWIG = find_swig()
tasks = build("tasks", SOURCE)


class Count(tasks.Task):
    def run(self, step):
        print(10 // (2 - step))  # <-- here


def main():
    tasks.Queue().execute(Count())  # <-- here


main()
