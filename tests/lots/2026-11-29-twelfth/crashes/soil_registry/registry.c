/* A register of profiles: objects by number, in a list. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *items;
    long lookups;
} Registry;

static int registry_init(Registry *self, PyObject *args, PyObject *keywords)
{
    self->items = PyList_New(0);
    return self->items ? 0 : -1;
}

static void registry_dealloc(Registry *self)
{
    Py_XDECREF(self->items);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *registry_add(Registry *self, PyObject *item)
{
    if (PyList_Append(self->items, item) < 0)
        return NULL;
    return PyLong_FromSsize_t(PyList_GET_SIZE(self->items) - 1);
}

static PyObject *registry_find(Registry *self, PyObject *number)
{
    Py_ssize_t at = PyLong_AsSsize_t(number);
    PyObject *item;
    if (at == -1 && PyErr_Occurred())
        return NULL;
    self->lookups++;
    item = PyList_GetItem(self->items, at);
    return item;
}

static PyObject *registry_count(Registry *self, PyObject *unused)
{
    return PyLong_FromSsize_t(PyList_GET_SIZE(self->items));
}

static PyMethodDef registry_methods[] = {
    {"add", (PyCFunction)registry_add, METH_O, "add an item, returns its number"},
    {"find", (PyCFunction)registry_find, METH_O, "the item of that number"},
    {"count", (PyCFunction)registry_count, METH_NOARGS, "how many there are"},
    {NULL},
};

static PyTypeObject RegistryType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "registry.Registry",
    .tp_basicsize = sizeof(Registry),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)registry_init,
    .tp_dealloc = (destructor)registry_dealloc,
    .tp_methods = registry_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "registry", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_registry(void)
{
    PyObject *made = PyModule_Create(&module);
    if (!made || PyType_Ready(&RegistryType) < 0)
        return NULL;
    Py_INCREF(&RegistryType);
    PyModule_AddObject(made, "Registry", (PyObject *)&RegistryType);
    return made;
}
