/* Keeps the function that it is to call, as event sources do. */
typedef int (*listener)(int);

static listener kept;

void notifier_set(listener function) { kept = function; }

int notifier_fire(int event) { return kept ? kept(event) + 1 : 0; }
