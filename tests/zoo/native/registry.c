/* Takes and gives references in the wrong ways that there are. It declares what it needs of the
   stable ABI itself, so that one build serves every interpreter. */
#include <stddef.h>

typedef struct object object;
extern object *PyList_GetItem(object *, ptrdiff_t);
extern object *PyObject_CallObject(object *, object *);
extern object *PyObject_GetAttrString(object *, const char *);
extern object *PyTuple_New(ptrdiff_t);
extern int PyTuple_SetItem(object *, ptrdiff_t, object *);
extern void Py_DecRef(object *);

static object *listener;

/* should keep a reference of its own */
void listen(object *callable) { listener = callable; }

object *notify(void) { return PyObject_CallObject(listener, NULL); }

/* should return a new reference: the list only lends the item */
object *first_of(object *list) { return PyList_GetItem(list, 0); }

/* PyTuple_SetItem takes over the references, which are only lent here */
object *pair(object *left, object *right) {
    object *tuple = PyTuple_New(2);
    PyTuple_SetItem(tuple, 0, left);
    PyTuple_SetItem(tuple, 1, right);
    return tuple;
}

/* gives back an argument that it was only lent */
long has_name(object *thing) {
    object *name = PyObject_GetAttrString(thing, "name");
    if (name) Py_DecRef(name);
    Py_DecRef(thing);
    return name != NULL;
}
