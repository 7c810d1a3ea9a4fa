/* Sand: what the wind takes and what falls down. The kernels have a file each. */
#include <Python.h>
#include <numpy/arrayobject.h>

PyObject *erode(PyObject *module, PyObject *args);

static PyObject *highest(PyObject *module, PyObject *args)
{
    PyObject *given;
    if (!PyArg_ParseTuple(args, "O", &given))
        return NULL;
    PyArrayObject *sand = (PyArrayObject *)PyArray_FROM_OTF(given, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
    if (sand == NULL)
        return NULL;
    const double *data = PyArray_DATA(sand);
    double most = 0;
    for (npy_intp i = 0; i < PyArray_SIZE(sand); i++)
        if (data[i] > most)
            most = data[i];
    Py_DECREF(sand);
    return PyFloat_FromDouble(most);
}

static PyMethodDef methods[] = {
    {"highest", highest, METH_VARARGS, NULL},
    {"erode", erode, METH_VARARGS, NULL},
    {NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "dunes", NULL, -1, methods};

PyMODINIT_FUNC PyInit_dunes(void)
{
    import_array();
    return PyModule_Create(&module);
}
