#include <Python.h>

/* Mistakes with what is kept in static variables. */

static PyObject *seen;
static PyObject *listener;

static PyObject *remember(PyObject *self, PyObject *args)
{
    PyObject *key, *value;
    if (!PyArg_ParseTuple(args, "OO", &key, &value) || PyDict_SetItem(seen, key, value) < 0)
        return NULL;
    Py_DECREF(value); /* wrong: PyDict_SetItem takes a reference of its own */
    Py_RETURN_NONE;
}

static PyObject *listen(PyObject *self, PyObject *object)
{
    listener = object; /* wrong: it is only lent */
    Py_RETURN_NONE;
}

static PyObject *tell(PyObject *self, PyObject *text)
{
    return PyObject_CallOneArg(listener, text);
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_VARARGS, ""},
    {"listen", listen, METH_O, ""},
    {"tell", tell, METH_O, ""},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "keeping", NULL, -1, methods};
PyMODINIT_FUNC PyInit_keeping(void)
{
    seen = PyDict_New();
    return PyModule_Create(&module);
}
