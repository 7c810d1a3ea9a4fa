/* Which node of a ring a key belongs to. */
typedef struct { unsigned nodes[64]; unsigned count; } ring_t;

static ring_t ring;

void ring_add(unsigned node) { ring.nodes[ring.count++] = node; }

int ring_remove(unsigned node)
{
    unsigned i;
    for (i = 0; i < ring.count; i++)
        if (ring.nodes[i] == node) {
            ring.nodes[i] = ring.nodes[--ring.count];
            return 1;
        }
    return 0;
}

unsigned ring_node(const unsigned char *key)
{
    unsigned hash = 2166136261u;
    while (*key)
        hash = (hash ^ *key++) * 16777619u;
    return ring.nodes[hash % ring.count];
}
