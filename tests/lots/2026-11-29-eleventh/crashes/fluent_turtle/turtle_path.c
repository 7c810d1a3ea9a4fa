/* The path of a turtle: path.line(3).turn(90).line(2), the way that people like it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>

typedef struct {
    PyObject_HEAD
    double x, y, angle;
    PyObject *points;
} Path;

static PyObject *path_new(PyTypeObject *type, PyObject *args, PyObject *kw)
{
    Path *self = (Path *)type->tp_alloc(type, 0);
    if (self)
        self->points = PyList_New(0);
    return (PyObject *)self;
}

static void path_dealloc(Path *self)
{
    Py_CLEAR(self->points);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *path_line(Path *self, PyObject *arg)
{
    double length = PyFloat_AsDouble(arg);
    if (PyErr_Occurred())
        return NULL;
    self->x += length * cos(self->angle * M_PI / 180);
    self->y += length * sin(self->angle * M_PI / 180);
    PyObject *point = Py_BuildValue("(dd)", self->x, self->y);
    if (!point || PyList_Append(self->points, point) < 0)
        return NULL;
    Py_DECREF(point);
    return (PyObject *)self;
}

static PyObject *path_turn(Path *self, PyObject *arg)
{
    double by = PyFloat_AsDouble(arg);
    if (PyErr_Occurred())
        return NULL;
    self->angle += by;
    return (PyObject *)self;
}

static PyObject *path_points(Path *self, PyObject *unused)
{
    return PyList_GetSlice(self->points, 0, PY_SSIZE_T_MAX);
}

static PyMethodDef path_methods[] = {
    {"line", (PyCFunction)path_line, METH_O, "go on"},
    {"turn", (PyCFunction)path_turn, METH_O, "turn by degrees"},
    {"points", (PyCFunction)path_points, METH_NOARGS, "where it was"},
    {NULL},
};

static PyTypeObject PathType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "turtle_path.Path",
    .tp_basicsize = sizeof(Path),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = path_new,
    .tp_dealloc = (destructor)path_dealloc,
    .tp_methods = path_methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "turtle_path", NULL, -1};

PyMODINIT_FUNC PyInit_turtle_path(void)
{
    PyObject *made = PyModule_Create(&module);
    if (PyModule_AddType(made, &PathType) < 0)
        return NULL;
    return made;
}
