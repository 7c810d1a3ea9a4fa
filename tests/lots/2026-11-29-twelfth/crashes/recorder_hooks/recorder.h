/* Version 3 of the recorder's interface. */
#ifndef RECORDER_H
#define RECORDER_H

typedef void (*on_block)(const short *samples, int number, void *context);
typedef void (*on_overload)(int peak, void *context);

struct hooks {
    void *context;
    const char *name; /* since version 3 */
    on_block block;
    on_overload overload;
};

struct settings {
    struct hooks hooks;
    double rate;
    int block_size;
    int limit;
};

struct recorder;
struct recorder *recorder_open(const struct settings *settings);
int recorder_feed(struct recorder *recorder, const short *samples, int number);
void recorder_close(struct recorder *recorder);

#endif
