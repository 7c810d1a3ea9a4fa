#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

static int fill(int fd, char *to, size_t size)
{
    while (size) {
        ssize_t got = read(fd, to, size);
        if (got < 0) {
            if (errno == EINTR)
                continue;
            PyErr_SetFromErrno(PyExc_OSError);
            return -1;
        }
        if (got == 0) {
            PyErr_SetNone(PyExc_EOFError);
            return -1;
        }
        to += got;
        size -= (size_t)got;
    }
    return 0;
}

static PyObject *next_frame(PyObject *self, PyObject *args)
{
    int fd;
    uint32_t size;
    PyObject *body;
    if (!PyArg_ParseTuple(args, "i:next_frame", &fd))
        return NULL;
    if (fill(fd, (char *)&size, sizeof size) < 0)
        return NULL;
    body = PyBytes_FromStringAndSize(NULL, size);
    if (body && fill(fd, PyBytes_AS_STRING(body), size) < 0)
        Py_CLEAR(body);
    return body;
}

static PyObject *checksum(PyObject *self, PyObject *args)
{
    const char *data;
    Py_ssize_t size;
    uint32_t a = 1, b = 0;
    if (!PyArg_ParseTuple(args, "y#:checksum", &data, &size))
        return NULL;
    for (Py_ssize_t i = 0; i < size; i++) {
        a = (a + (unsigned char)data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return PyLong_FromUnsignedLong(b << 16 | a);
}

static PyMethodDef methods[] = {
    {"next_frame", next_frame, METH_VARARGS, "The next frame of a descriptor."},
    {"checksum", checksum, METH_VARARGS, "Adler's checksum."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "frames", NULL, -1, methods};

PyMODINIT_FUNC PyInit_frames(void)
{
    return PyModule_Create(&module);
}
