/* Tells a Python function, from a thread of its own, that a relay has clicked */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <unistd.h>

static PyObject *listener;

static void *clicks(void *unused)
{
    for (int i = 0; i < 200; i++) {
        usleep(5000);
        PyObject *number = PyLong_FromLong(100000 + i);
        PyObject *done = PyObject_CallOneArg(listener, number);
        Py_XDECREF(done);
        Py_DECREF(number);
    }
    return NULL;
}

static PyObject *start(PyObject *module, PyObject *function)
{
    pthread_t thread;
    Py_INCREF(function);
    listener = function;
    pthread_create(&thread, NULL, clicks, NULL);
    pthread_detach(thread);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"start", start, METH_O, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "relay", NULL, -1, methods};
PyMODINIT_FUNC PyInit_relay(void) { return PyModule_Create(&module); }
