/* Small vectors for physics in games: no list, no boxes around the numbers. */
#include <Python.h>
#include <math.h>

typedef struct {
    PyObject_HEAD
    int size;
} Head;

typedef struct {
    PyObject_HEAD
    int size;
    double values[6];
} Vector;

static PyObject *vector_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Py_ssize_t size = PyTuple_GET_SIZE(args);
    if (size > 6) {
        PyErr_SetString(PyExc_ValueError, "at most six numbers");
        return NULL;
    }
    Vector *self = (Vector *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->size = (int)size;
    for (Py_ssize_t i = 0; i < size; i++) {
        self->values[i] = PyFloat_AsDouble(PyTuple_GET_ITEM(args, i));
        if (PyErr_Occurred()) {
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static PyObject *vector_length(Vector *self, PyObject *ignored)
{
    double sum = 0;
    for (int i = 0; i < self->size; i++)
        sum += self->values[i] * self->values[i];
    return PyFloat_FromDouble(sqrt(sum));
}

static PyObject *vector_scaled(Vector *self, PyObject *by)
{
    double factor = PyFloat_AsDouble(by);
    if (PyErr_Occurred())
        return NULL;
    Vector *result = (Vector *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);
    if (result == NULL)
        return NULL;
    result->size = self->size;
    for (int i = 0; i < self->size; i++)
        result->values[i] = self->values[i] * factor;
    return (PyObject *)result;
}

static PyMethodDef vector_methods[] = {
    {"length", (PyCFunction)vector_length, METH_NOARGS, NULL},
    {"scaled", (PyCFunction)vector_scaled, METH_O, NULL},
    {NULL},
};

static PyTypeObject VectorType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "vectorkit.Vector",
    .tp_basicsize = sizeof(Head),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = vector_new,
    .tp_methods = vector_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "vectorkit", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_vectorkit(void)
{
    PyObject *m = PyModule_Create(&module);
    if (m == NULL || PyModule_AddType(m, &VectorType) < 0)
        return NULL;
    return m;
}
