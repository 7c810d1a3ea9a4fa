#include <stdlib.h>
#include <string.h>

struct sampler {
    int every;
    long seen, kept;
};

static const char *setting(const char *text, const char *name) {
    size_t size = strlen(name);
    for (; text; text = strchr(text, '\n'), text = text ? text + 1 : NULL)
        if (!strncmp(text, name, size) && text[size] == '=')
            return text + size + 1;
    return NULL;
}

struct sampler *sampler_open(const char *config) {
    struct sampler *s = calloc(1, sizeof *s);
    const char *every = setting(config, "every");
    s->every = every ? atoi(every) : 10;
    return s;
}

int sampler_keeps(struct sampler *s) {
    int keeps = s->seen++ % s->every == 0;
    s->kept += keeps;
    return keeps;
}

void sampler_close(struct sampler *s) { free(s); }
