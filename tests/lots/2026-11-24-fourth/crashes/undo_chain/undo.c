#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *before;
    PyObject *change;
} StepObject;

static void step_dealloc(StepObject *self)
{
    Py_XDECREF(self->change);
    Py_XDECREF(self->before);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *step_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *before, *change;
    if (!PyArg_ParseTuple(args, "OO", &before, &change))
        return NULL;
    StepObject *self = (StepObject *)type->tp_alloc(type, 0);
    if (self) {
        Py_INCREF(before);
        Py_INCREF(change);
        self->before = before;
        self->change = change;
    }
    return (PyObject *)self;
}

static PyMemberDef members[] = {
    {"before", T_OBJECT, offsetof(StepObject, before), READONLY, NULL},
    {"change", T_OBJECT, offsetof(StepObject, change), READONLY, NULL},
    {0},
};

static PyTypeObject StepType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "undo.Step",
    .tp_basicsize = sizeof(StepObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = step_new,
    .tp_dealloc = (destructor)step_dealloc,
    .tp_members = members,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "undo", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_undo(void)
{
    if (PyType_Ready(&StepType) < 0)
        return NULL;
    PyObject *m = PyModule_Create(&module);
    Py_INCREF(&StepType);
    PyModule_AddObject(m, "Step", (PyObject *)&StepType);
    return m;
}
