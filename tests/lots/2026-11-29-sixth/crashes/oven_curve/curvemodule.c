#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *blend(PyObject *self, PyObject *args)
{
    float from, to, share;
    if (!PyArg_ParseTuple(args, "ddd", &from, &to, &share))
        return NULL;
    return PyFloat_FromDouble(from + (to - from) * share);
}

static PyMethodDef methods[] = {{"blend", blend, METH_VARARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "curve", NULL, -1, methods};
PyMODINIT_FUNC PyInit_curve(void) { return PyModule_Create(&module); }
