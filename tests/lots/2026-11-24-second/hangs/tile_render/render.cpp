// Renders tiles in threads, and tells Python of each that is done.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <thread>
#include <vector>

struct Renderer {
    std::vector<std::thread> workers;
    PyObject *done = nullptr;
};

static double shade(int tile)
{
    double value = tile;
    for (int i = 0; i < 20000000; i++)
        value = value * 0.999999 + 1e-3;
    return value;
}

static void work(Renderer *renderer, int first, int tiles, int step)
{
    for (int tile = first; tile < tiles; tile += step) {
        double value = shade(tile);
        PyGILState_STATE state = PyGILState_Ensure();
        PyObject *result = PyObject_CallFunction(renderer->done, "id", tile, value);
        if (!result)
            PyErr_WriteUnraisable(renderer->done);
        Py_XDECREF(result);
        PyGILState_Release(state);
    }
}

static void destroy(PyObject *capsule)
{
    auto *renderer = static_cast<Renderer *>(PyCapsule_GetPointer(capsule, "renderer"));
    Py_XDECREF(renderer->done);
    delete renderer;
}

static PyObject *start(PyObject *, PyObject *args)
{
    int threads, tiles;
    PyObject *done;
    if (!PyArg_ParseTuple(args, "iiO", &threads, &tiles, &done))
        return nullptr;
    auto *renderer = new Renderer;
    renderer->done = Py_NewRef(done);
    for (int t = 0; t < threads; t++)
        renderer->workers.emplace_back(work, renderer, t, tiles, threads);
    return PyCapsule_New(renderer, "renderer", destroy);
}

static PyObject *wait(PyObject *, PyObject *capsule)
{
    auto *renderer = static_cast<Renderer *>(PyCapsule_GetPointer(capsule, "renderer"));
    if (!renderer)
        return nullptr;
    for (auto &worker : renderer->workers)
        worker.join();
    renderer->workers.clear();
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"start", start, METH_VARARGS, nullptr},
    {"wait", wait, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "render", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr,
};

PyMODINIT_FUNC PyInit_render()
{
    return PyModule_Create(&module);
}
