typedef void (*crew_fn)(int kind, long number, void *about);
struct crew;
struct crew *crew_new(int threads, crew_fn work, void *about);
void crew_give(struct crew *crew, int kind, long number);
void crew_end(struct crew *crew);
