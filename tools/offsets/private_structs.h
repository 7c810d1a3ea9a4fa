/* Structures that CPython defines in its .c files or in headers it does not install.
 *
 * Each is written down again here from the named upstream file, for offsetof alone. Only the order
 * and the types of the members matter.
 */

#if PY_VERSION_HEX < 0x030B0000
/* Objects/dict-common.h, 3.8 to 3.10. From 3.11 on internal/pycore_dict.h has them. */
typedef struct {
    Py_hash_t me_hash;
    PyObject *me_key;
    PyObject *me_value;
} PyDictKeyEntry;

struct _dictkeysobject {
    Py_ssize_t dk_refcnt;
    Py_ssize_t dk_size;     /* slots of the hash table, a power of two */
    void *dk_lookup;        /* one of the look-up functions */
    Py_ssize_t dk_usable;
    Py_ssize_t dk_nentries;
    char dk_indices[];      /* the hash table, then the entries */
};
#endif

#if PY_VERSION_HEX < 0x030A0000
/* Objects/moduleobject.c, 3.8 and 3.9. From 3.10 on internal/pycore_moduleobject.h has it. */
typedef struct {
    PyObject_HEAD
    PyObject *md_dict;
    struct PyModuleDef *md_def;
    void *md_state;
    PyObject *md_weaklist;
    PyObject *md_name;
} PyModuleObject;
#endif
