#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <signal.h>
#include <sys/time.h>

static PyObject *listener;
static long beats;

static void on_alarm(int number) {
    PyObject *answer = PyObject_CallFunction(listener, "l", ++beats);
    Py_XDECREF(answer);
}

static PyObject *beat_start(PyObject *self, PyObject *args) {
    int milliseconds;
    PyObject *callback;
    if (!PyArg_ParseTuple(args, "iO", &milliseconds, &callback))
        return NULL;
    Py_INCREF(callback);
    Py_XSETREF(listener, callback);
    struct sigaction action = {0};
    action.sa_handler = on_alarm;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    struct itimerval every = {{0, milliseconds * 1000}, {0, milliseconds * 1000}};
    setitimer(ITIMER_REAL, &every, NULL);
    Py_RETURN_NONE;
}

static PyObject *beat_stop(PyObject *self, PyObject *unused) {
    struct itimerval never = {{0}};
    setitimer(ITIMER_REAL, &never, NULL);
    return PyLong_FromLong(beats);
}

static PyMethodDef methods[] = {
    {"start", beat_start, METH_VARARGS, NULL}, {"stop", beat_stop, METH_NOARGS, NULL}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "beat", NULL, -1, methods};

PyMODINIT_FUNC PyInit_beat(void) { return PyModule_Create(&module); }
