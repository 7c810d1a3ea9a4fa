#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <unistd.h>

/* A scope that takes samples in a thread of its own and hands them on in blocks. */

typedef struct {
    PyObject_HEAD
    pthread_t thread;
    int running;
    volatile int stop;
    int block;
    PyObject *callback;
} Scope;

static void *sample(void *argument)
{
    Scope *self = argument;
    long position = 0;
    while (!self->stop) {
        usleep(20000);
        position += self->block;
        PyGILState_STATE state = PyGILState_Ensure();
        PyObject *result = PyObject_CallFunction(self->callback, "li", position, self->block);
        if (!result)
            PyErr_WriteUnraisable(self->callback);
        Py_XDECREF(result);
        PyGILState_Release(state);
    }
    return NULL;
}

static int scope_init(Scope *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "iO", &self->block, &self->callback))
        return -1;
    Py_INCREF(self->callback);
    self->running = pthread_create(&self->thread, NULL, sample, self) == 0;
    return 0;
}

static PyObject *scope_stop(Scope *self, PyObject *none)
{
    self->stop = 1;
    if (self->running) {
        pthread_t thread = self->thread;
        Py_BEGIN_ALLOW_THREADS
        pthread_join(thread, NULL);
        Py_END_ALLOW_THREADS
        self->running = 0;
    }
    Py_RETURN_NONE;
}

static void scope_dealloc(Scope *self)
{
    if (self->running) {
        self->stop = 1;
        pthread_join(self->thread, NULL);
    }
    Py_XDECREF(self->callback);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef scope_methods[] = {
    {"stop", (PyCFunction)scope_stop, METH_NOARGS, "End the capture."},
    {NULL},
};

static PyTypeObject ScopeType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "scopelib.Scope",
    .tp_basicsize = sizeof(Scope),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)scope_init,
    .tp_dealloc = (destructor)scope_dealloc,
    .tp_methods = scope_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "scopelib", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_scopelib(void)
{
    PyObject *m = PyModule_Create(&module);
    if (!m || PyType_Ready(&ScopeType) < 0)
        return NULL;
    Py_INCREF(&ScopeType);
    PyModule_AddObject(m, "Scope", (PyObject *)&ScopeType);
    return m;
}
