#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    int year;
    double value;
    char country[24];
    char *motif;
} Stamp;

static int stamp_init(Stamp *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"country", "motif", "year", "value", NULL};
    const char *country, *motif;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "ssid", names, &country, &motif, &self->year, &self->value))
        return -1;
    strncpy(self->country, country, sizeof self->country - 1);
    free(self->motif);
    self->motif = strdup(motif);
    return 0;
}

static void stamp_dealloc(Stamp *self) {
    free(self->motif);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *stamp_label(Stamp *self, PyObject *unused) {
    return PyUnicode_FromFormat("%s %d: %s", self->country, self->year, self->motif);
}

static PyMemberDef members[] = {
    {"year", T_INT, offsetof(Stamp, year), 0, NULL},
    {"value", T_DOUBLE, offsetof(Stamp, value), 0, NULL},
    {"motif", T_STRING, offsetof(Stamp, motif), READONLY, NULL},
    {"country", T_STRING, offsetof(Stamp, country), READONLY, NULL},
    {NULL},
};

static PyMethodDef methods[] = {{"label", (PyCFunction)stamp_label, METH_NOARGS, NULL}, {NULL}};

static PyTypeObject StampType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stamp.Stamp",
    .tp_basicsize = sizeof(Stamp),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)stamp_init,
    .tp_dealloc = (destructor)stamp_dealloc,
    .tp_members = members,
    .tp_methods = methods,
};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "stamp", NULL, -1};

PyMODINIT_FUNC PyInit_stamp(void) {
    if (PyType_Ready(&StampType) < 0)
        return NULL;
    PyObject *m = PyModule_Create(&module);
    Py_INCREF(&StampType);
    PyModule_AddObject(m, "Stamp", (PyObject *)&StampType);
    return m;
}
