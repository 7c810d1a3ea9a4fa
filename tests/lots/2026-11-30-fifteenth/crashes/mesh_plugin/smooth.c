#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "mesh.h"

static PyObject *smooth_apply(PyObject *module, PyObject *args)
{
    PyObject *capsule;
    int rounds = 1;
    if (!PyArg_ParseTuple(args, "O|i", &capsule, &rounds))
        return NULL;
    Mesh *mesh = PyCapsule_GetPointer(capsule, "meshes.Mesh");
    double most = 0.0;
    for (int round = 0; round < rounds; round++)
        for (long i = 1; i + 1 < mesh->number; i++) {
            mesh->heights[i] = (mesh->heights[i - 1] + mesh->heights[i] + mesh->heights[i + 1]) / 3.0;
            if (mesh->heights[i] > most)
                most = mesh->heights[i];
        }
    return PyFloat_FromDouble(most);
}

static PyMethodDef functions[] = {
    {"apply", smooth_apply, METH_VARARGS, "Smooths a mesh, so many times."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "smooth", .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC PyInit_smooth(void) { return PyModule_Create(&definition); }
