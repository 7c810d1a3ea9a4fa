/* What a satchel can carry: weighs what a judge lets through. */
#include <Python.h>

static PyObject *weigh(PyObject *module, PyObject *args)
{
    PyObject *things, *judge;
    if (!PyArg_ParseTuple(args, "O!O", &PyList_Type, &things, &judge))
        return NULL;
    Py_ssize_t weight = 0;
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(things); at++) {
        PyObject *thing = PyList_GET_ITEM(things, at);
        PyObject *verdict = PyObject_CallOneArg(judge, thing);
        if (verdict == NULL)
            return NULL;
        int carried = PyObject_IsTrue(verdict);
        Py_DECREF(verdict);
        if (carried < 0)
            return NULL;
        Py_ssize_t each = PyObject_Length(thing);
        if (each < 0)
            return NULL;
        if (carried)
            weight += each;
    }
    return PyLong_FromSsize_t(weight);
}

static PyMethodDef methods[] = {
    {"weigh", weigh, METH_VARARGS, "weigh(things, judge): how long are those that judge lets through?"},
    {NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "satchel", NULL, -1, methods};

PyMODINIT_FUNC PyInit_satchel(void)
{
    return PyModule_Create(&module);
}
