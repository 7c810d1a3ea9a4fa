#include <Python.h>
#include <signal.h>
#include <time.h>

static PyObject *callback;

/* Called by the C library in a thread of its own, each time the timer has run down. */
static void on_tick(union sigval value)
{
    PyObject *result = PyObject_CallNoArgs(callback);
    Py_XDECREF(result);
}

static PyObject *every(PyObject *self, PyObject *args)
{
    int milliseconds;
    PyObject *function;
    if (!PyArg_ParseTuple(args, "iO", &milliseconds, &function))
        return NULL;
    Py_INCREF(function);
    callback = function;
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_tick};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer))
        return PyErr_SetFromErrno(PyExc_OSError);
    struct itimerspec period = {
        .it_interval = {milliseconds / 1000, milliseconds % 1000 * 1000000},
        .it_value = {milliseconds / 1000, milliseconds % 1000 * 1000000},
    };
    timer_settime(timer, 0, &period, NULL);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"every", every, METH_VARARGS, "Call a function again and again."}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "tick", NULL, -1, methods};

PyMODINIT_FUNC PyInit_tick(void)
{
    return PyModule_Create(&module);
}
