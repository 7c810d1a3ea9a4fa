/* Sessions of a library, which must not be used once the library was closed. */
#include <stddef.h>
#include <sys/mman.h>

#define COUNT 64
struct session { long id; char state[4088]; };
static struct session *sessions;
static int used;

int open_library(void) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    sessions = mmap(NULL, COUNT * sizeof *sessions, PROT_READ | PROT_WRITE, flags, -1, 0);
    used = 0;
    return sessions != MAP_FAILED;
}

struct session *open_session(void) {
    struct session *session = &sessions[used++];
    session->id = used;
    return session;
}

long close_session(struct session *session) {
    long id = session->id;
    session->id = 0;
    return id;
}

void close_library(void) { munmap(sessions, COUNT * sizeof *sessions); }
