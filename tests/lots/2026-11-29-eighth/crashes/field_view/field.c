/* A field of heights that can be enlarged, and lends its memory (buffer protocol) */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>

typedef struct { PyObject_HEAD double *values; Py_ssize_t count; } Field;

static int field_init(Field *self, PyObject *args, PyObject *kw)
{
    if (!PyArg_ParseTuple(args, "n", &self->count))
        return -1;
    self->values = calloc(self->count, sizeof(double));
    return 0;
}

static int field_getbuffer(Field *self, Py_buffer *view, int flags)
{
    return PyBuffer_FillInfo(view, (PyObject *)self, self->values, self->count * 8, 0, flags);
}

static PyObject *field_enlarge(Field *self, PyObject *count)
{
    double *before = self->values;
    Py_ssize_t wanted = PyLong_AsSsize_t(count);
    double *values = calloc(wanted, sizeof(double));
    for (Py_ssize_t i = 0; i < self->count; i++)
        values[i] = before[i];
    self->values = values;
    self->count = wanted;
    free(before);
    Py_RETURN_NONE;
}

static PyMethodDef field_methods[] = {{"enlarge", (PyCFunction)field_enlarge, METH_O, NULL}, {NULL}};
static PyBufferProcs buffers = {(getbufferproc)field_getbuffer, NULL};
static PyTypeObject FieldType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "field.Field",
    .tp_basicsize = sizeof(Field),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)field_init,
    .tp_methods = field_methods,
    .tp_as_buffer = &buffers,
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "field", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_field(void)
{
    PyObject *made = PyModule_Create(&module);
    PyModule_AddType(made, &FieldType);
    return made;
}
