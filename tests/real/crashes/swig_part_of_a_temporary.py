# The part belongs to the whole, which was a temporary: it is destroyed before the part is asked.
# https://github.com/tpaviot/pythonocc-core/issues/214
import importlib
import os
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = """
%module shapes
%inline %{
struct Curve {
    double *poles;
    Curve() : poles(new double[100000]) { for (int n = 0; n < 100000; n++) poles[n] = n; }
    virtual ~Curve() { delete[] poles; poles = nullptr; }
    virtual double value(int at) { return poles[at]; }
};
struct Edge {
    Edge() : curve_(new Curve) {}
    ~Edge() { delete curve_; }
    Curve *curve() { return curve_; }
private:
    Curve *curve_;
};
%}
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
shapes = build("shapes", SOURCE)


def middle(make):
    return make().curve().value(50_000)  # <-- here


print(middle(shapes.Edge))
