#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject **turbines;
    Py_ssize_t count, room;
    PyObject *journal;
} Farm;

static int farm_traverse(PyObject *object, visitproc visit, void *arg) {
    Farm *self = (Farm *)object;
    for (Py_ssize_t i = 0; i < self->count; i++) Py_VISIT(self->turbines[i]);
    Py_VISIT(self->journal);
    return 0;
}

static int farm_clear(PyObject *object) {
    Farm *self = (Farm *)object;
    Py_ssize_t count = self->count;
    self->count = 0;
    for (Py_ssize_t i = 0; i < count; i++) Py_DECREF(self->turbines[i]);
    Py_CLEAR(self->journal);
    return 0;
}

static void farm_dealloc(PyObject *object) {
    Farm *self = (Farm *)object;
    for (Py_ssize_t i = 0; i < self->count; i++) Py_DECREF(self->turbines[i]);
    free(self->turbines);
    Py_XDECREF(self->journal);
    Py_TYPE(object)->tp_free(object);
}

static PyObject *farm_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *journal;
    if (!PyArg_ParseTuple(args, "O", &journal)) return NULL;
    Farm *self = (Farm *)type->tp_alloc(type, 0);
    if (!self) return NULL;
    Py_INCREF(journal);
    self->journal = journal;
    return (PyObject *)self;
}

static PyObject *farm_add(PyObject *object, PyObject *turbine) {
    Farm *self = (Farm *)object;
    if (self->count == self->room) {
        self->room = self->room ? self->room * 2 : 64;
        self->turbines = realloc(self->turbines, self->room * sizeof(PyObject *));
    }
    Py_INCREF(turbine);
    self->turbines[self->count++] = turbine;
    Py_RETURN_NONE;
}

static PyObject *farm_power(PyObject *object, PyObject *wind) {
    Farm *self = (Farm *)object;
    double sum = 0;
    for (Py_ssize_t i = 0; i < self->count; i++) {
        PyObject *power = PyObject_CallOneArg(self->turbines[i], wind);
        if (!power) return NULL;
        sum += PyFloat_AsDouble(power);
        Py_DECREF(power);
    }
    return PyFloat_FromDouble(sum);
}

static PyMethodDef methods[] = {{"add", farm_add, METH_O, NULL}, {"power", farm_power, METH_O, NULL}, {NULL}};
static PyTypeObject type = {
    PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "farm.Farm", .tp_basicsize = sizeof(Farm),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, .tp_new = farm_new, .tp_dealloc = farm_dealloc,
    .tp_traverse = farm_traverse, .tp_clear = farm_clear, .tp_methods = methods,
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "farm", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_farm(void) {
    PyObject *m = PyModule_Create(&module);
    if (!m || PyType_Ready(&type) < 0) return NULL;
    Py_INCREF(&type);
    PyModule_AddObject(m, "Farm", (PyObject *)&type);
    return m;
}
