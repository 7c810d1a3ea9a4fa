#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    const char *text;
} Index;

static int init(Index *self, PyObject *args, PyObject *names)
{
    return PyArg_ParseTuple(args, "s", &self->text) ? 0 : -1;
}

static PyObject *count(Index *self, PyObject *word)
{
    const char *wanted = PyUnicode_AsUTF8(word);
    long found = 0;
    if (!wanted)
        return NULL;
    for (const char *at = self->text; (at = strstr(at, wanted)); at++)
        found++;
    return PyLong_FromLong(found);
}

static PyMethodDef methods[] = {{"count", (PyCFunction)count, METH_O, NULL}, {NULL}};

static PyTypeObject type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "titles.Index",
    .tp_basicsize = sizeof(Index),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)init,
    .tp_methods = methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "titles", NULL, -1};

PyMODINIT_FUNC PyInit_titles(void)
{
    PyObject *made = PyModule_Create(&module);
    PyType_Ready(&type);
    PyModule_AddObject(made, "Index", (PyObject *)&type);
    return made;
}
