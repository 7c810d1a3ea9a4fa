/* The bus of a pen plotter. A descriptor is all it needs: a serial line, or a pipe. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    PyObject_HEAD
    int descriptor;
    long sent;
} Bus;

static int bus_init(Bus *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "i", &self->descriptor) ? 0 : -1;
}

/* The line has room for so little at a time that this may take a while. */
static int wait_for_room(int descriptor)
{
    struct pollfd ask = {.fd = descriptor, .events = POLLOUT};
    int ready;
    Py_BEGIN_ALLOW_THREADS
    ready = poll(&ask, 1, 1000);
    Py_END_ALLOW_THREADS
    return ready;
}

static PyObject *bus_ready(Bus *self, PyObject *ignored)
{
    return PyBool_FromLong(wait_for_room(self->descriptor) > 0);
}

static PyObject *bus_send(Bus *self, PyObject *args)
{
    const char *line;
    Py_ssize_t length, done = 0;
    int failed = 0;
    if (!PyArg_ParseTuple(args, "y#", &line, &length))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    while (done < length && !failed) {
        ssize_t n = write(self->descriptor, line + done, length - done);
        if (n >= 0)
            done += n;
        else if (errno == EAGAIN)
            failed = wait_for_room(self->descriptor) < 0;
        else
            failed = 1;
    }
    Py_END_ALLOW_THREADS
    self->sent += done;
    return PyLong_FromSsize_t(done);
}

static PyMethodDef bus_methods[] = {
    {"ready", (PyCFunction)bus_ready, METH_NOARGS, "Is there room?"},
    {"send", (PyCFunction)bus_send, METH_VARARGS, "Send bytes, all of them."},
    {NULL},
};

static PyTypeObject BusType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "plotter.bus.Bus",
    .tp_basicsize = sizeof(Bus),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)bus_init,
    .tp_methods = bus_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "bus", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_bus(void)
{
    PyObject *m = PyModule_Create(&module);
    if (m == NULL || PyModule_AddType(m, &BusType) < 0)
        return NULL;
    return m;
}
