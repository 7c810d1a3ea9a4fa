#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

typedef struct {
    double zero;
    double per_step;
    long readings;
} Calibration;

typedef struct {
    PyObject_HEAD
    double tare;
} Scale;

static int scale_init(Scale *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"tare", NULL};
    self->tare = 0;
    return PyArg_ParseTupleAndKeywords(args, kwargs, "|d", names, &self->tare) ? 0 : -1;
}

static PyObject *scale_weigh(Scale *self, PyObject *steps) {
    Calibration *c = PyType_GetModuleState(Py_TYPE(self));
    double value = PyFloat_AsDouble(steps);
    if (value == -1 && PyErr_Occurred())
        return NULL;
    c->readings++;
    return PyFloat_FromDouble((value - c->zero) * c->per_step - self->tare);
}

static void scale_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef scale_methods[] = {{"weigh", (PyCFunction)scale_weigh, METH_O, NULL}, {NULL}};
static PyMemberDef scale_members[] = {{"tare", T_DOUBLE, offsetof(Scale, tare), 0, NULL}, {NULL}};
static PyType_Slot scale_slots[] = {
    {Py_tp_init, scale_init},
    {Py_tp_dealloc, scale_dealloc},
    {Py_tp_methods, scale_methods},
    {Py_tp_members, scale_members},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};
static PyType_Spec scale_spec = {"scales.Scale", sizeof(Scale), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 scale_slots};

static PyObject *calibrate(PyObject *module, PyObject *args) {
    Calibration *c = PyModule_GetState(module);
    if (!PyArg_ParseTuple(args, "dd", &c->zero, &c->per_step))
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"calibrate", calibrate, METH_VARARGS, NULL}, {NULL}};

static int scales_exec(PyObject *module) {
    Calibration *c = PyModule_GetState(module);
    c->zero = 0;
    c->per_step = 0.01;
    PyObject *type = PyType_FromModuleAndSpec(module, &scale_spec, NULL);
    if (!type)
        return -1;
    int failed = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return failed;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, scales_exec}, {0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "scales", NULL, sizeof(Calibration), methods, slots};

PyMODINIT_FUNC PyInit_scales(void) { return PyModuleDef_Init(&module); }
