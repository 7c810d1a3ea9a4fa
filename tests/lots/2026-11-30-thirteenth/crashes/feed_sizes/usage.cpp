#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Usage {
    std::uintmax_t bytes = 0;
    std::size_t files = 0;
};

Usage add_up(const std::vector<std::string> &paths)
{
    Usage usage;
    for (const auto &path : paths) {
        usage.bytes += fs::file_size(path);
        usage.files++;
    }
    return usage;
}

PyObject *measure(PyObject *, PyObject *argument)
{
    PyObject *paths = PySequence_Fast(argument, "paths have to be a sequence");
    if (!paths)
        return nullptr;
    std::vector<std::string> names;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(paths); i++) {
        const char *name = PyUnicode_AsUTF8(PySequence_Fast_GET_ITEM(paths, i));
        if (!name) {
            Py_DECREF(paths);
            return nullptr;
        }
        names.emplace_back(name);
    }
    Py_DECREF(paths);
    Usage usage = add_up(names);
    return Py_BuildValue("nK", (Py_ssize_t)usage.files, (unsigned long long)usage.bytes);
}

PyMethodDef methods[] = {
    {"measure", measure, METH_O, "Files and bytes."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "_usage", nullptr, -1, methods};

}

PyMODINIT_FUNC PyInit__usage()
{
    return PyModule_Create(&module);
}
