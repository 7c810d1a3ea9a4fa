#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *listener;

static PyObject *board_listen(PyObject *self, PyObject *function)
{
    listener = function;
    Py_RETURN_NONE;
}

static PyObject *board_post(PyObject *self, PyObject *text)
{
    if (!listener)
        Py_RETURN_NONE;
    return PyObject_CallOneArg(listener, text);
}

static PyMethodDef methods[] = {
    {"listen", board_listen, METH_O, NULL},
    {"post", board_post, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "board", NULL, -1, methods};

PyMODINIT_FUNC PyInit_board(void)
{
    return PyModule_Create(&module);
}
