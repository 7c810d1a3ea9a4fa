/* Listens for beacons in a thread of its own. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <unistd.h>

typedef struct {
    PyObject_HEAD
    PyObject *call;
    pthread_t thread;
    int running;
    unsigned interval;
} Listener;

static void tell(Listener *self, int number)
{
    PyObject *answer = PyObject_CallFunction(self->call, "i", number);
    if (!answer)
        PyErr_WriteUnraisable(self->call);
    Py_XDECREF(answer);
}

static void *listen_on(void *given)
{
    Listener *self = given;
    for (int number = 0; self->running; number++) {
        usleep(self->interval * 1000);
        tell(self, number);
    }
    return NULL;
}

static int listener_init(Listener *self, PyObject *args, PyObject *keywords)
{
    PyObject *call;
    if (!PyArg_ParseTuple(args, "OI", &call, &self->interval))
        return -1;
    Py_INCREF(call);
    self->call = call;
    return 0;
}

static void listener_dealloc(Listener *self)
{
    Py_XDECREF(self->call);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *listener_start(Listener *self, PyObject *unused)
{
    self->running = 1;
    if (pthread_create(&self->thread, NULL, listen_on, self))
        return PyErr_SetFromErrno(PyExc_OSError);
    Py_RETURN_NONE;
}

static PyObject *listener_stop(Listener *self, PyObject *unused)
{
    self->running = 0;
    Py_BEGIN_ALLOW_THREADS
    pthread_join(self->thread, NULL);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyMethodDef listener_methods[] = {
    {"start", (PyCFunction)listener_start, METH_NOARGS, "begin to listen"},
    {"stop", (PyCFunction)listener_stop, METH_NOARGS, "listen no more"},
    {NULL},
};

static PyTypeObject ListenerType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "beacons.Listener",
    .tp_basicsize = sizeof(Listener),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)listener_init,
    .tp_dealloc = (destructor)listener_dealloc,
    .tp_methods = listener_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "beacons", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_beacons(void)
{
    PyObject *made = PyModule_Create(&module);
    if (!made || PyType_Ready(&ListenerType) < 0)
        return NULL;
    Py_INCREF(&ListenerType);
    PyModule_AddObject(made, "Listener", (PyObject *)&ListenerType);
    return made;
}
