#include <Python.h>
#include <numpy/arrayobject.h>

/* One step: where a slope is too steep, sand slides to the lower side. */
PyObject *erode(PyObject *module, PyObject *args)
{
    PyObject *given;
    double steep;
    if (!PyArg_ParseTuple(args, "Od", &given, &steep))
        return NULL;
    PyArrayObject *result = (PyArrayObject *)PyArray_FROM_OTF(given, NPY_DOUBLE, NPY_ARRAY_ENSURECOPY | NPY_ARRAY_IN_ARRAY);
    if (result == NULL)
        return NULL;
    double *sand = PyArray_DATA(result);
    npy_intp rows = PyArray_DIM(result, 0), columns = PyArray_DIM(result, 1);
    for (npy_intp r = 0; r < rows; r++)
        for (npy_intp c = 1; c < columns; c++) {
            double slope = sand[r * columns + c] - sand[r * columns + c - 1];
            if (slope > steep || slope < -steep) {
                sand[r * columns + c] -= slope / 4;
                sand[r * columns + c - 1] += slope / 4;
            }
        }
    return (PyObject *)result;
}
