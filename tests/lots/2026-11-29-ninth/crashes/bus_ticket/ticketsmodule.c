/* Tickets, and the stamps that are put on them */
#include <Python.h>
#include <structmember.h>

typedef struct { PyObject_HEAD int zones; PyObject *stamp; } Ticket;
typedef struct { PyObject_HEAD int hour; int line; } Stamp;

static PyTypeObject StampType;

static void ticket_dealloc(Ticket *ticket)
{
    Py_XDECREF(ticket->stamp);
    Py_TYPE(ticket)->tp_free((PyObject *)ticket);
}

static int ticket_init(Ticket *ticket, PyObject *args, PyObject *keywords)
{
    return PyArg_ParseTuple(args, "i", &ticket->zones) ? 0 : -1;
}

static PyObject *ticket_enter(Ticket *ticket, PyObject *args)
{
    int hour, line;
    if (!PyArg_ParseTuple(args, "ii", &hour, &line))
        return NULL;
    Stamp *stamp = (Stamp *)StampType.tp_alloc(&StampType, 0);
    if (!stamp)
        return NULL;
    stamp->hour = hour;
    stamp->line = line;
    Py_XSETREF(ticket->stamp, (PyObject *)stamp);
    return Py_NewRef(ticket->stamp);
}

static PyMethodDef ticket_methods[] = {
    {"enter", (PyCFunction)ticket_enter, METH_VARARGS, "Stamps it."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef ticket_members[] = {
    {"zones", T_INT, offsetof(Ticket, zones), READONLY, NULL},
    {"stamp", T_OBJECT, offsetof(Ticket, stamp), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMemberDef stamp_members[] = {
    {"hour", T_INT, offsetof(Stamp, hour), READONLY, NULL},
    {"line", T_INT, offsetof(Stamp, line), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyTypeObject TicketType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tickets.Ticket",
    .tp_basicsize = sizeof(Ticket),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)ticket_init,
    .tp_dealloc = (destructor)ticket_dealloc,
    .tp_methods = ticket_methods,
    .tp_members = ticket_members,
};

static PyTypeObject StampType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "tickets.Stamp",
    .tp_basicsize = sizeof(Stamp),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = stamp_members,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "tickets", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_tickets(void)
{
    if (PyType_Ready(&TicketType) < 0)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Ticket", (PyObject *)&TicketType) < 0)
        Py_CLEAR(module);
    return module;
}
