/* Splits a route ("Bonn>Mainz>Worms") into its stops */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

static PyObject *split(PyObject *module, PyObject *text)
{
    const char *rest = PyUnicode_AsUTF8(text);
    if (!rest)
        return NULL;
    Py_ssize_t count = 1;
    for (const char *c = rest; *c; c++)
        count += *c == '>';
    PyObject *stops = PyTuple_New(count);
    for (Py_ssize_t i = 0; i < count; i++) {
        size_t length = strcspn(rest, ">");
        if (length) /* ">>" has no stop in it */
            PyTuple_SET_ITEM(stops, i, PyUnicode_FromStringAndSize(rest, length));
        rest += length + (rest[length] == '>');
    }
    return stops;
}

static PyMethodDef methods[] = {{"split", split, METH_O, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "routes", NULL, -1, methods};
PyMODINIT_FUNC PyInit_routes(void) { return PyModule_Create(&module); }
