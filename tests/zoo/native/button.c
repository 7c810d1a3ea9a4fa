/* Calls the Python function that it was given, and gives up when that raises, as Qt does. */
#include <stdlib.h>

typedef struct _object PyObject;
extern PyObject *PyObject_CallObject(PyObject *callable, PyObject *args);
extern void PyErr_Print(void);

void button_press(PyObject *slot)
{
    if (PyObject_CallObject(slot, NULL) == NULL) {
        PyErr_Print();
        abort();
    }
}

void button_press_unseen(PyObject *slot)
{
    if (PyObject_CallObject(slot, NULL) == NULL)
        abort();
}
