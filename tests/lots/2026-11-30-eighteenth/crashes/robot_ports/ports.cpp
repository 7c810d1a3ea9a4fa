#include <Python.h>

#include "parts.hpp"

/* Sends a value to a port, whoever made it. */
static PyObject *ports_send(PyObject *self, PyObject *args) {
    PyObject *capsule;
    long value;
    if (!PyArg_ParseTuple(args, "Ol", &capsule, &value))
        return NULL;
    Port *port = static_cast<Port *>(PyCapsule_GetPointer(capsule, "robot.port"));
    if (!port)
        return NULL;
    return PyLong_FromLong(port->send(value));
}

static PyMethodDef methods[] = {{"send", ports_send, METH_VARARGS, NULL}, {NULL}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "ports", NULL, -1, methods};

PyMODINIT_FUNC PyInit_ports(void) { return PyModule_Create(&module); }
