#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>

/* As in dlpack.h, version 0.8. */
typedef struct { int32_t type, id; } DLDevice;
typedef struct { uint8_t code, bits; uint16_t lanes; } DLDataType;
typedef struct {
    void *data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} DLTensor;
typedef struct DLManagedTensor {
    DLTensor tensor;
    void *context;
    void (*deleter)(struct DLManagedTensor *);
} DLManagedTensor;

typedef struct {
    PyObject_HEAD
    Py_ssize_t rows, columns;
    float *heights;
} Tile;

static void release(DLManagedTensor *managed)
{
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF((PyObject *)managed->context);
    PyGILState_Release(state);
    free(managed->tensor.shape);
    free(managed);
}

static void forget(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        DLManagedTensor *managed = PyCapsule_GetPointer(capsule, "dltensor");
        managed->deleter(managed);
    }
}

static PyObject *tile_dlpack(Tile *self, PyObject *args, PyObject *names)
{
    DLManagedTensor *managed = calloc(1, sizeof *managed);
    int64_t *shape = malloc(4 * sizeof *shape);
    shape[0] = self->rows;
    shape[1] = self->columns;
    shape[2] = self->columns * sizeof(float);
    shape[3] = sizeof(float);
    managed->tensor = (DLTensor){self->heights, {1, 0}, 2, {2, 32, 1}, shape, shape + 2, 0};
    managed->context = Py_NewRef(self);
    managed->deleter = release;
    return PyCapsule_New(managed, "dltensor", forget);
}

static PyObject *tile_device(Tile *self, PyObject *unused)
{
    return Py_BuildValue("(ii)", 1, 0);
}

static PyObject *tile_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    Py_ssize_t rows, columns, seed;
    if (!PyArg_ParseTuple(args, "nnn", &rows, &columns, &seed))
        return NULL;
    Tile *self = (Tile *)type->tp_alloc(type, 0);
    self->rows = rows;
    self->columns = columns;
    self->heights = malloc(rows * columns * sizeof(float));
    for (Py_ssize_t i = 0; i < rows * columns; i++)
        self->heights[i] = 300 + (i * seed % 997) / 50.0f;
    return (PyObject *)self;
}

static void tile_dealloc(Tile *self)
{
    free(self->heights);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef methods[] = {
    {"__dlpack__", (PyCFunction)(void (*)(void))tile_dlpack, METH_VARARGS | METH_KEYWORDS, NULL},
    {"__dlpack_device__", (PyCFunction)tile_device, METH_NOARGS, NULL},
    {NULL},
};

static PyTypeObject tile_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tiles.Tile",
    .tp_basicsize = sizeof(Tile),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = tile_new,
    .tp_dealloc = (destructor)tile_dealloc,
    .tp_methods = methods,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "tiles", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_tiles(void)
{
    PyObject *self = PyModule_Create(&module);
    if (PyType_Ready(&tile_type) < 0)
        return NULL;
    PyModule_AddObject(self, "Tile", Py_NewRef(&tile_type));
    return self;
}
