typedef struct object object;
extern void *PyEval_SaveThread(void);
extern void PyEval_RestoreThread(void *);

int wait_for(long handle) {
    void *state = PyEval_SaveThread();
    if (handle < 0)
        return -1; /* and the lock is not taken back */
    PyEval_RestoreThread(state);
    return 0;
}
