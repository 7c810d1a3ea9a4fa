#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    double x, y;
    PyObject *label;
} Point;

#define SPARE 64
static Point *spare[SPARE];
static int spares;

static PyObject *point_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    double x, y;
    PyObject *label = Py_None;
    if (!PyArg_ParseTuple(args, "dd|O", &x, &y, &label)) return NULL;
    Point *self;
    if (spares) {
        self = spare[--spares];
        _Py_NewReference((PyObject *)self);
    } else {
        self = (Point *)type->tp_alloc(type, 0);
        if (!self) return NULL;
    }
    self->x = x;
    self->y = y;
    Py_INCREF(label);
    self->label = label;
    return (PyObject *)self;
}

static void point_dealloc(PyObject *object) {
    Point *self = (Point *)object;
    PyTypeObject *type = Py_TYPE(object);
    Py_CLEAR(self->label);
    if (spares < SPARE)
        spare[spares++] = self;
    else
        type->tp_free(object);
    Py_DECREF(type);
}

static PyObject *point_between(PyObject *object, PyObject *other) {
    Point *a = (Point *)object, *b = (Point *)other;
    return PyObject_CallFunction((PyObject *)Py_TYPE(object), "ddO", (a->x + b->x) / 2, (a->y + b->y) / 2, a->label);
}

static PyMethodDef methods[] = {{"between", point_between, METH_O, NULL}, {NULL}};
static PyMemberDef members[] = {
    {"x", T_DOUBLE, offsetof(Point, x), 0, NULL},
    {"y", T_DOUBLE, offsetof(Point, y), 0, NULL},
    {"label", T_OBJECT, offsetof(Point, label), READONLY, NULL},
    {NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_new, point_new}, {Py_tp_dealloc, point_dealloc}, {Py_tp_methods, methods}, {Py_tp_members, members}, {0, NULL},
};
static PyType_Spec spec = {"points.Point", sizeof(Point), 0, Py_TPFLAGS_DEFAULT, slots};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "points", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_points(void) {
    PyObject *m = PyModule_Create(&module);
    PyObject *type = PyType_FromSpec(&spec);
    if (!m || !type || PyModule_AddObject(m, "Point", type) < 0) return NULL;
    return m;
}
