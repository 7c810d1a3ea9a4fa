#include <Python.h>
#include <pthread.h>
#include <unistd.h>

static PyObject *callback;
static pthread_t thread;
static volatile int running;
static int interval;

static void *beat(void *unused)
{
    for (long number = 1; running; number++) {
        usleep(interval * 1000);
        PyObject *argument = PyLong_FromLong(number);
        PyObject *result = PyObject_CallOneArg(callback, argument);
        Py_DECREF(argument);
        Py_XDECREF(result);
    }
    return unused;
}

static PyObject *pulse_start(PyObject *self, PyObject *args)
{
    PyObject *function;
    if (!PyArg_ParseTuple(args, "Oi", &function, &interval))
        return NULL;
    Py_INCREF(function);
    Py_XSETREF(callback, function);
    running = 1;
    pthread_create(&thread, NULL, beat, NULL);
    Py_RETURN_NONE;
}

static PyObject *pulse_stop(PyObject *self, PyObject *unused)
{
    running = 0;
    Py_BEGIN_ALLOW_THREADS
    pthread_join(thread, NULL);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"start", pulse_start, METH_VARARGS, "call a function every some milliseconds"},
    {"stop", pulse_stop, METH_NOARGS, "stop that"},
    {0},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "pulse", NULL, -1, methods};

PyMODINIT_FUNC PyInit_pulse(void)
{
    return PyModule_Create(&module);
}
