#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <pthread.h>
#include <unistd.h>

static pthread_t watcher;
static PyObject *on_reading;
static int stopping;

/* Degrees below zero make the callback run; it says whether to go on. */
static int report(int tenths) {
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *answer = PyObject_CallFunction(on_reading, "d", tenths / 10.0);
    if (!answer) {
        PyErr_WriteUnraisable(on_reading);
        PyGILState_Release(state);
        goto out;
    }
    stopping = !PyObject_IsTrue(answer);
    Py_DECREF(answer);
out:
    PyGILState_Release(state);
    return stopping;
}

static void *watch(void *unused) {
    int tenths = 30;
    while (!stopping) {
        usleep(20000);
        tenths -= 7;
        report(tenths);
    }
    return NULL;
}

static PyObject *frost_start(PyObject *self, PyObject *callback) {
    Py_INCREF(callback);
    Py_XSETREF(on_reading, callback);
    stopping = 0;
    pthread_create(&watcher, NULL, watch, NULL);
    Py_RETURN_NONE;
}

static PyObject *frost_join(PyObject *self, PyObject *unused) {
    Py_BEGIN_ALLOW_THREADS
    pthread_join(watcher, NULL);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"start", frost_start, METH_O, NULL}, {"join", frost_join, METH_NOARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "frost", NULL, -1, methods};

PyMODINIT_FUNC PyInit_frost(void) { return PyModule_Create(&module); }
