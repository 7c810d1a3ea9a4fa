#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "mesh.h"

#define MESH_NAME "meshes.Mesh.2"

static void mesh_free(PyObject *capsule)
{
    Mesh *mesh = PyCapsule_GetPointer(capsule, MESH_NAME);
    if (mesh) {
        PyMem_Free(mesh->heights);
        PyMem_Free(mesh);
    }
}

static PyObject *mesh_grid(PyObject *module, PyObject *args)
{
    long number;
    if (!PyArg_ParseTuple(args, "l", &number))
        return NULL;
    Mesh *mesh = PyMem_Malloc(sizeof *mesh);
    mesh->number = number;
    mesh->heights = PyMem_Calloc(number, sizeof(double));
    for (long i = 0; i < number; i++)
        mesh->heights[i] = (i * 37) % 101;
    return PyCapsule_New(mesh, MESH_NAME, mesh_free);
}

static PyMethodDef functions[] = {
    {"grid", mesh_grid, METH_VARARGS, "A mesh of so many heights."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "meshes", .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC PyInit_meshes(void) { return PyModule_Create(&definition); }
