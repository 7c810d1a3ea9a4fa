#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* take(fd): the next line of the pipe, without the GIL while there is none */
static PyObject *take(PyObject *self, PyObject *argument)
{
    char text[256];
    ssize_t size;
    int ready;
    int fd = PyObject_AsFileDescriptor(argument);
    if (fd < 0)
        return NULL;
    struct pollfd watched = {.fd = fd, .events = POLLIN};
    do {
        Py_BEGIN_ALLOW_THREADS
        ready = poll(&watched, 1, -1);
        Py_END_ALLOW_THREADS
        if (ready < 0 && PyErr_CheckSignals() < 0)
            return NULL;
    } while (ready < 0 && errno == EINTR);
    if (ready < 0 || (size = read(fd, text, sizeof text)) < 0)
        return PyErr_SetFromErrno(PyExc_OSError);
    return PyBytes_FromStringAndSize(text, size);
}

static PyMethodDef methods[] = {
    {"take", take, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_mailbox", NULL, -1, methods};

PyMODINIT_FUNC PyInit__mailbox(void)
{
    return PyModule_Create(&module);
}
