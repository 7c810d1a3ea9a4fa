#ifndef ENVELOPE_H
#define ENVELOPE_H
#include <Python.h>

PyObject *envelope(PyObject *self, PyObject *args);

#endif
