#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define CLASSES 9
#define ZONES 24

typedef struct {
    PyObject_HEAD
    double rate[CLASSES][ZONES];
    int zones;
} Table;

static PyObject *table_set(Table *self, PyObject *args)
{
    int class, zone;
    double rate;
    if (!PyArg_ParseTuple(args, "iid", &class, &zone, &rate))
        return NULL;
    if (class < 0 || class >= CLASSES) {
        PyErr_Format(PyExc_ValueError, "no class %d", class);
        return NULL;
    }
    if (zone < 0 || zone >= self->zones) {
        PyErr_Format(PyExc_ValueError, "no zone %s in a table of %d", zone, self->zones);
        return NULL;
    }
    self->rate[class][zone] = rate;
    Py_RETURN_NONE;
}

static PyObject *table_toll(Table *self, PyObject *args)
{
    int class;
    PyObject *zones, *item;
    double sum = 0;
    if (!PyArg_ParseTuple(args, "iO", &class, &zones))
        return NULL;
    zones = PySequence_Fast(zones, "zones have to be a sequence");
    if (!zones)
        return NULL;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(zones); i++) {
        item = PySequence_Fast_GET_ITEM(zones, i);
        long zone = PyLong_AsLong(item);
        if (zone == -1 && PyErr_Occurred()) {
            Py_DECREF(zones);
            return NULL;
        }
        if (zone < 0 || zone >= self->zones || class < 0 || class >= CLASSES) {
            Py_DECREF(zones);
            PyErr_SetString(PyExc_ValueError, "no such class or zone");
            return NULL;
        }
        sum += self->rate[class][zone];
    }
    Py_DECREF(zones);
    return PyFloat_FromDouble(sum);
}

static int table_init(Table *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"zones", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i", names, &self->zones))
        return -1;
    if (self->zones < 1 || self->zones > ZONES) {
        PyErr_Format(PyExc_ValueError, "zones: 1 to %d", ZONES);
        return -1;
    }
    return 0;
}

static PyMethodDef table_methods[] = {
    {"set", (PyCFunction)table_set, METH_VARARGS, "Set the rate of a class in a zone."},
    {"toll", (PyCFunction)table_toll, METH_VARARGS, "The toll of a way through zones."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject TableType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "_tolls.Table",
    .tp_basicsize = sizeof(Table),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)table_init,
    .tp_methods = table_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_tolls", NULL, -1, NULL};

PyMODINIT_FUNC PyInit__tolls(void)
{
    PyObject *self;
    if (PyType_Ready(&TableType) < 0 || !(self = PyModule_Create(&module)))
        return NULL;
    Py_INCREF(&TableType);
    PyModule_AddObject(self, "Table", (PyObject *)&TableType);
    return self;
}
