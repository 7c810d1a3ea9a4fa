#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *entries;
    PyObject *owner;
} Spool;

static int spool_traverse(Spool *self, visitproc visit, void *arg)
{
    Py_VISIT(self->entries);
    Py_VISIT(self->owner);
    return 0;
}

static int spool_clear(Spool *self)
{
    Py_CLEAR(self->entries);
    Py_CLEAR(self->owner);
    return 0;
}

static void spool_dealloc(Spool *self)
{
    PyObject_GC_UnTrack(self);
    spool_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *spool_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *owner;
    Spool *self;
    if (!PyArg_ParseTuple(args, "O", &owner))
        return NULL;
    self = (Spool *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->entries = PyDict_New();
    Py_INCREF(owner);
    self->owner = owner;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyObject *spool_put(Spool *self, PyObject *args)
{
    PyObject *key, *entry;
    if (!PyArg_ParseTuple(args, "OO", &key, &entry))
        return NULL;
    if (PyDict_SetItem(self->entries, key, entry) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static Py_ssize_t spool_length(Spool *self)
{
    return PyDict_Size(self->entries);
}

static PyMethodDef spool_methods[] = {
    {"put", (PyCFunction)spool_put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PySequenceMethods spool_sequence = {.sq_length = (lenfunc)spool_length};

static PyTypeObject SpoolType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "_spool.Spool",
    .tp_basicsize = sizeof(Spool),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = spool_new,
    .tp_dealloc = (destructor)spool_dealloc,
    .tp_traverse = (traverseproc)spool_traverse,
    .tp_clear = (inquiry)spool_clear,
    .tp_methods = spool_methods,
    .tp_as_sequence = &spool_sequence,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_spool", NULL, -1, NULL};

PyMODINIT_FUNC PyInit__spool(void)
{
    PyObject *self;
    if (PyType_Ready(&SpoolType) < 0 || !(self = PyModule_Create(&module)))
        return NULL;
    Py_INCREF(&SpoolType);
    PyModule_AddObject(self, "Spool", (PyObject *)&SpoolType);
    return self;
}
