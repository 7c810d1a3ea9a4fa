#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    PyObject *label;
    unsigned char bars[1024];
} Scan;

static PyObject *scan_new(PyTypeObject *type, PyObject *args, PyObject *words)
{
    PyObject *label;
    Py_buffer bars;
    if (!PyArg_ParseTuple(args, "Oy*", &label, &bars))
        return NULL;
    Scan *self = (Scan *)type->tp_alloc(type, 0);
    if (self) {
        self->label = Py_NewRef(label);
        memcpy(self->bars, bars.buf, bars.len < 1024 ? bars.len : 1024);
    }
    PyBuffer_Release(&bars);
    return (PyObject *)self;
}

static int scan_traverse(Scan *self, visitproc visit, void *arg)
{
    Py_VISIT(self->label);
    return 0;
}

static int scan_clear(Scan *self)
{
    Py_CLEAR(self->label);
    return 0;
}

static void scan_dealloc(Scan *self)
{
    PyObject_GC_UnTrack(self);
    scan_clear(self);
    PyObject_Free(self);
}

static PyObject *scan_dark(Scan *self, PyObject *nothing)
{
    long dark = 0;
    for (int i = 0; i < 1024; i++)
        dark += self->bars[i] < 96;
    return PyLong_FromLong(dark);
}

static PyMethodDef scan_methods[] = {
    {"dark", (PyCFunction)scan_dark, METH_NOARGS, "How many bars are dark."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Scan_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "scans.Scan",
    .tp_basicsize = sizeof(Scan),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = scan_new,
    .tp_traverse = (traverseproc)scan_traverse,
    .tp_clear = (inquiry)scan_clear,
    .tp_dealloc = (destructor)scan_dealloc,
    .tp_methods = scan_methods,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "scans", .m_size = -1};

PyMODINIT_FUNC PyInit_scans(void)
{
    if (PyType_Ready(&Scan_Type) < 0)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Scan", (PyObject *)&Scan_Type) < 0)
        Py_CLEAR(module);
    return module;
}
