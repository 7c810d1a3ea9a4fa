#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <time.h>

static PyObject *on_level;
static pthread_t reader;

static void *read_levels(void *unused)
{
    struct timespec pause = {0, 200000000};
    for (long number = 0; number < 50; number++) {
        nanosleep(&pause, NULL);
        PyObject *level = PyLong_FromLong(1000 + number * 37 % 900);
        PyObject *result = PyObject_CallOneArg(on_level, level);
        Py_XDECREF(result);
        Py_DECREF(level);
    }
    return NULL;
}

static PyObject *meter_start(PyObject *self, PyObject *function)
{
    Py_INCREF(function);
    on_level = function;
    if (pthread_create(&reader, NULL, read_levels, NULL))
        return PyErr_SetFromErrno(PyExc_OSError);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"start", meter_start, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "meter", NULL, -1, methods};

PyMODINIT_FUNC PyInit_meter(void)
{
    return PyModule_Create(&module);
}
