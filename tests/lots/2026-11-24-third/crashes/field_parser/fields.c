#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *none_or_text(const char *start, Py_ssize_t length)
{
    if (length == 0)
        return Py_None;
    return PyUnicode_FromStringAndSize(start, length);
}

static PyObject *fields_split(PyObject *self, PyObject *arguments)
{
    const char *line;
    Py_ssize_t length;
    if (!PyArg_ParseTuple(arguments, "s#", &line, &length))
        return NULL;
    PyObject *fields = PyList_New(0);
    const char *start = line;
    for (const char *at = line;; at++) {
        if (at == line + length || *at == ';') {
            PyObject *field = none_or_text(start, at - start);
            PyList_Append(fields, field);
            Py_DECREF(field);
            start = at + 1;
        }
        if (at == line + length)
            return fields;
    }
}

static PyMethodDef methods[] = {
    {"split", fields_split, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "fields", NULL, -1, methods};

PyMODINIT_FUNC PyInit_fields(void)
{
    return PyModule_Create(&module);
}
