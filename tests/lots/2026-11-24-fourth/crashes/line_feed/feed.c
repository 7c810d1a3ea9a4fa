#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    const char *data;
    Py_ssize_t size, place;
} FeedObject;

static PyObject *feed_attach(FeedObject *self, PyObject *source)
{
    Py_buffer view;
    if (PyObject_GetBuffer(source, &view, PyBUF_SIMPLE) < 0)
        return NULL;
    self->data = view.buf;
    self->size = view.len;
    PyBuffer_Release(&view);
    Py_RETURN_NONE;
}

static PyObject *feed_next(FeedObject *self, PyObject *unused)
{
    const char *start = self->data + self->place;
    const char *end = memchr(start, '\n', self->size - self->place);
    if (!end)
        Py_RETURN_NONE;
    self->place = end + 1 - self->data;
    return PyUnicode_DecodeUTF8(start, end - start, "replace");
}

static PyMethodDef methods[] = {
    {"attach", (PyCFunction)feed_attach, METH_O, "read lines from this buffer"},
    {"next", (PyCFunction)feed_next, METH_NOARGS, "the next line, or None"},
    {0},
};

static PyTypeObject FeedType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "feed.Feed",
    .tp_basicsize = sizeof(FeedObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_methods = methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "feed", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_feed(void)
{
    if (PyType_Ready(&FeedType) < 0)
        return NULL;
    PyObject *m = PyModule_Create(&module);
    Py_INCREF(&FeedType);
    PyModule_AddObject(m, "Feed", (PyObject *)&FeedType);
    return m;
}
