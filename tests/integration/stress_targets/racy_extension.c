/* An extension type that lets go of the GIL while it works on memory of the object: Mixer.mix is not
   thread-safe, Mixer.mix_locked guards it with a lock. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pythread.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    unsigned long *scratch;
    Py_ssize_t size;
    PyThread_type_lock lock;
} Mixer;

static unsigned long work(Mixer *self, const unsigned char *data, Py_ssize_t size)
{
    unsigned long sum = 0;
    self->size = size;
    self->scratch = malloc(size * sizeof(unsigned long));
    for (Py_ssize_t i = 0; i < size; i++)
        self->scratch[i] = data[i] * 31u;
    for (Py_ssize_t i = 0; i < self->size; i++)
        sum += self->scratch[i];
    free(self->scratch);
    self->scratch = NULL;
    return sum;
}

static PyObject *mix(Mixer *self, PyObject *args)
{
    const char *data;
    Py_ssize_t size;
    unsigned long sum;
    if (!PyArg_ParseTuple(args, "y#", &data, &size))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    sum = work(self, (const unsigned char *)data, size);
    Py_END_ALLOW_THREADS
    return PyLong_FromUnsignedLong(sum);
}

static PyObject *mix_locked(Mixer *self, PyObject *args)
{
    const char *data;
    Py_ssize_t size;
    unsigned long sum;
    if (!PyArg_ParseTuple(args, "y#", &data, &size))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    PyThread_acquire_lock(self->lock, WAIT_LOCK);
    sum = work(self, (const unsigned char *)data, size);
    PyThread_release_lock(self->lock);
    Py_END_ALLOW_THREADS
    return PyLong_FromUnsignedLong(sum);
}

static int init(Mixer *self, PyObject *args, PyObject *kwargs)
{
    self->lock = PyThread_allocate_lock();
    return self->lock == NULL ? -1 : 0;
}

static PyMethodDef methods[] = {
    {"mix", (PyCFunction)mix, METH_VARARGS, ""},
    {"mix_locked", (PyCFunction)mix_locked, METH_VARARGS, ""},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject mixer_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "racy_extension.Mixer",
    .tp_basicsize = sizeof(Mixer),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = methods,
    .tp_init = (initproc)init,
    .tp_new = PyType_GenericNew,
};

static PyModuleDef module = {PyModuleDef_HEAD_INIT, "racy_extension", "", -1, NULL};

PyMODINIT_FUNC PyInit_racy_extension(void)
{
    PyObject *made;
    if (PyType_Ready(&mixer_type) < 0)
        return NULL;
    made = PyModule_Create(&module);
    Py_INCREF(&mixer_type);
    PyModule_AddObject(made, "Mixer", (PyObject *)&mixer_type);
    return made;
}
