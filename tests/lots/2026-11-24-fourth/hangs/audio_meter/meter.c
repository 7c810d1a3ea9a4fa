#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static PyObject *on_clip;
static double level;
static long blocks;

static PyObject *meter_listen(PyObject *self, PyObject *callback)
{
    Py_INCREF(callback);
    Py_XSETREF(on_clip, callback);
    Py_RETURN_NONE;
}

static PyObject *meter_capture(PyObject *self, PyObject *args)
{
    double gain;
    if (!PyArg_ParseTuple(args, "d", &gain))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    pthread_mutex_lock(&guard);
    usleep(20000);
    blocks++;
    level = gain * fabs(sin(blocks * 0.7));
    if (level > 1.0 && on_clip) {
        PyGILState_STATE state = PyGILState_Ensure();
        PyObject *result = PyObject_CallFunction(on_clip, "d", level);
        if (!result)
            PyErr_WriteUnraisable(on_clip);
        Py_XDECREF(result);
        PyGILState_Release(state);
    }
    pthread_mutex_unlock(&guard);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyObject *meter_level(PyObject *self, PyObject *unused)
{
    double value;
    pthread_mutex_lock(&guard);
    value = level;
    pthread_mutex_unlock(&guard);
    return PyFloat_FromDouble(value);
}

static PyMethodDef methods[] = {
    {"listen", meter_listen, METH_O, "call something when the level is above 1"},
    {"capture", meter_capture, METH_VARARGS, "take one block"},
    {"level", meter_level, METH_NOARGS, "the level of the last block"},
    {0},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "meter", NULL, -1, methods};

PyMODINIT_FUNC PyInit_meter(void)
{
    return PyModule_Create(&module);
}
