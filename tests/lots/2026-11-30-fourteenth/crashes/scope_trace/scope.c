/* An oscilloscope: a record has a header of the device, and the samples behind it. */
#include <Python.h>
#include <numpy/arrayobject.h>
#include <math.h>
#include <stdlib.h>

struct record {
    int channel, number;
    double seconds;
    float offset, gain, spare[2];
    float samples[];
};

static struct record *acquire(int channel, int number)
{
    struct record *r = malloc(sizeof *r + number * sizeof(float));
    if (r == NULL)
        return NULL;
    r->channel = channel;
    r->number = number;
    r->seconds = 1e-6;
    for (int i = 0; i < number; i++)
        r->samples[i] = (float)sin(i * 0.01 * (channel + 1));
    return r;
}

static PyObject *trace(PyObject *module, PyObject *args)
{
    int channel, number;
    if (!PyArg_ParseTuple(args, "ii", &channel, &number))
        return NULL;
    struct record *r = acquire(channel, number);
    if (r == NULL)
        return PyErr_NoMemory();
    npy_intp size = number;
    PyObject *samples = PyArray_SimpleNewFromData(1, &size, NPY_FLOAT, r->samples);
    if (samples != NULL)
        PyArray_ENABLEFLAGS((PyArrayObject *)samples, NPY_ARRAY_OWNDATA);
    return samples;
}

static PyMethodDef methods[] = {
    {"trace", trace, METH_VARARGS, "trace(channel, number): the samples of a channel."},
    {NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "scope", NULL, -1, methods};

PyMODINIT_FUNC PyInit_scope(void)
{
    import_array();
    return PyModule_Create(&module);
}
