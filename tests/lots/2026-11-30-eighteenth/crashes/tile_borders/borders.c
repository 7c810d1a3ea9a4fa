#define PY_SSIZE_T_CLEAN
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <Python.h>
#include <numpy/arrayobject.h>

/* The sum of the outermost cells of a tile, `width` cells deep. */
static PyObject *borders_sum(PyObject *self, PyObject *args) {
    PyArrayObject *tile;
    int width;
    if (!PyArg_ParseTuple(args, "O!i", &PyArray_Type, &tile, &width))
        return NULL;
    if (PyArray_TYPE(tile) != NPY_DOUBLE || PyArray_NDIM(tile) != 2) {
        PyErr_SetString(PyExc_TypeError, "a tile of doubles with rows and columns");
        return NULL;
    }
    npy_intp rows = PyArray_DIM(tile, 0), columns = PyArray_DIM(tile, 1);
    double sum = 0;
    for (npy_intp row = 0; row < rows; row++)
        for (npy_intp column = 0; column < columns; column++)
            if (row < width || column < width || row >= rows - width || column >= columns - width)
                sum += *(double *)PyArray_GETPTR2(tile, column, row);
    return PyFloat_FromDouble(sum);
}

static PyMethodDef methods[] = {{"sum", borders_sum, METH_VARARGS, NULL}, {NULL}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "borders", NULL, -1, methods};

PyMODINIT_FUNC PyInit_borders(void) {
    import_array();
    return PyModule_Create(&module);
}
