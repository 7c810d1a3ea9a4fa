#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

/* A reef has a buoy, which tells of the waves above it; the buoy knows its reef. */

typedef struct Reef Reef;

typedef struct {
    PyObject_HEAD
    Reef *reef; /* outlives its buoy */
    double height;
    long waves;
} Buoy;

struct Reef {
    PyObject_HEAD
    Buoy *buoy;
    PyObject *name;
};

static PyTypeObject reef_type, buoy_type;

static int buoy_traverse(Buoy *self, visitproc visit, void *arg)
{
    Py_VISIT((PyObject *)self->reef);
    return 0;
}

static void buoy_dealloc(Buoy *self)
{
    PyObject_GC_UnTrack(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int reef_traverse(Reef *self, visitproc visit, void *arg)
{
    Py_VISIT((PyObject *)self->buoy);
    Py_VISIT(self->name);
    return 0;
}

static int reef_clear(Reef *self)
{
    Py_CLEAR(self->buoy);
    Py_CLEAR(self->name);
    return 0;
}

static void reef_dealloc(Reef *self)
{
    PyObject_GC_UnTrack(self);
    reef_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *reef_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    PyObject *name;
    if (!PyArg_ParseTuple(args, "U", &name))
        return NULL;
    Reef *self = (Reef *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->name = Py_NewRef(name);
    self->buoy = (Buoy *)buoy_type.tp_alloc(&buoy_type, 0);
    self->buoy->reef = self;
    return (PyObject *)self;
}

static PyObject *reef_wave(Reef *self, PyObject *args)
{
    double height;
    if (!PyArg_ParseTuple(args, "d", &height))
        return NULL;
    self->buoy->waves++;
    self->buoy->height += (height - self->buoy->height) / self->buoy->waves;
    return PyFloat_FromDouble(self->buoy->height);
}

static PyMethodDef reef_methods[] = {
    {"wave", (PyCFunction)reef_wave, METH_VARARGS, "wave(height): the mean height so far"},
    {NULL},
};
static PyMemberDef reef_members[] = {{"name", T_OBJECT, offsetof(Reef, name), READONLY, NULL}, {NULL}};

static PyTypeObject reef_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "reef.Reef",
    .tp_basicsize = sizeof(Reef),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = reef_new,
    .tp_dealloc = (destructor)reef_dealloc,
    .tp_traverse = (traverseproc)reef_traverse,
    .tp_clear = (inquiry)reef_clear,
    .tp_methods = reef_methods,
    .tp_members = reef_members,
};
static PyTypeObject buoy_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "reef.Buoy",
    .tp_basicsize = sizeof(Buoy),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)buoy_dealloc,
    .tp_traverse = (traverseproc)buoy_traverse,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "reef", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_reef(void)
{
    PyObject *self = PyModule_Create(&module);
    if (PyType_Ready(&reef_type) < 0 || PyType_Ready(&buoy_type) < 0)
        return NULL;
    PyModule_AddObjectRef(self, "Reef", (PyObject *)&reef_type);
    return self;
}
