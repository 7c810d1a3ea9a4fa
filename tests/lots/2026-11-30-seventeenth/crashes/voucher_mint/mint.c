#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct mint {
    uint64_t state;
    const char *letters;
    long made;
};

/* The seed must not be seen by other processes, so it has a page of its own. */
struct mint *mint_open(uint64_t seed) {
    struct mint *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (m == MAP_FAILED)
        return NULL;
    madvise(m, 4096, MADV_WIPEONFORK);
    m->state = seed;
    m->letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    return m;
}

void mint_voucher(struct mint *m, char *code, int size) {
    for (int i = 0; i < size; i++) {
        m->state = m->state * 6364136223846793005ULL + 1442695040888963407ULL;
        code[i] = m->letters[m->state >> 59];
    }
    code[size] = 0;
    m->made++;
}
