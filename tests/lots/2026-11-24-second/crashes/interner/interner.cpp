// Keeps one object of each kind: the first one that came.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *known;  // list

static PyObject *intern(PyObject *, PyObject *object)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(known); i++) {
        PyObject *other = PyList_GetItem(known, i);
        int same = PyObject_RichCompareBool(other, object, Py_EQ);
        if (same < 0)
            return nullptr;
        if (same)
            return other;
    }
    if (PyList_Append(known, object) < 0)
        return nullptr;
    return Py_NewRef(object);
}

static PyObject *count(PyObject *, PyObject *)
{
    return PyLong_FromSsize_t(PyList_GET_SIZE(known));
}

static PyMethodDef methods[] = {
    {"intern", intern, METH_O, nullptr},
    {"count", count, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "interner", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC PyInit_interner()
{
    known = PyList_New(0);
    return PyModule_Create(&module);
}
