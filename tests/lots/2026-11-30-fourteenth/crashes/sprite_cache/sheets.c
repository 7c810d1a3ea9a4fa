/* Sheets of sprites: the pixels are part of the object, so that one allocation does for all. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#define SIDE 320

typedef struct {
    PyObject_HEAD
    PyObject *weak;
    int used;
    unsigned pixels[SIDE * SIDE];
} Sheet;

static int sheet_init(Sheet *self, PyObject *args, PyObject *kwargs)
{
    unsigned colour;
    if (!PyArg_ParseTuple(args, "I", &colour))
        return -1;
    for (int i = 0; i < SIDE * SIDE; i++)
        self->pixels[i] = colour + i % 7;
    return 0;
}

static void sheet_dealloc(Sheet *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *sheet_sum(Sheet *self, PyObject *args)
{
    int x, y, side;
    unsigned long sum = 0;
    if (!PyArg_ParseTuple(args, "iii", &x, &y, &side))
        return NULL;
    if (x < 0 || y < 0 || side < 0 || x + side > SIDE || y + side > SIDE)
        return PyErr_Format(PyExc_ValueError, "%d, %d is not on the sheet", x, y);
    self->used++;
    for (int row = y; row < y + side; row++)
        for (int column = x; column < x + side; column++)
            sum += self->pixels[row * SIDE + column];
    return PyLong_FromUnsignedLong(sum);
}

static PyMethodDef sheet_methods[] = {
    {"sum", (PyCFunction)sheet_sum, METH_VARARGS, "The pixels of a square, added up."},
    {NULL},
};

static PyMemberDef sheet_members[] = {
    {"used", T_INT, offsetof(Sheet, used), READONLY, "how often"},
    {NULL},
};

static PyTypeObject SheetType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "sheets.Sheet",
    .tp_basicsize = sizeof(Sheet),
    .tp_weaklistoffset = offsetof(Sheet, weak),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)sheet_init,
    .tp_dealloc = (destructor)sheet_dealloc,
    .tp_methods = sheet_methods,
    .tp_members = sheet_members,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "sheets", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_sheets(void)
{
    PyObject *m = PyModule_Create(&module);
    if (m == NULL || PyModule_AddType(m, &SheetType) < 0)
        return NULL;
    return m;
}
