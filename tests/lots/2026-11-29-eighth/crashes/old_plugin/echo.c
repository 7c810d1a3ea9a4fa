/* A plugin of version 1 */
static int echo(int sample) { return sample / 2; }

struct { int version; int (*change)(int); char name[32]; } plugin = {1, echo, "echo of a large hall"};
