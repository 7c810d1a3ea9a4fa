/* Hosts plugins that change sounds: a table of functions, with flush since version 2 */
struct plugin { int version; int (*change)(int); void (*flush)(void); };

int host_play(const struct plugin *plugin, int samples)
{
    int sum = 0;
    for (int i = 0; i < samples; i++)
        sum += plugin->change(i);
    plugin->flush();
    return sum;
}
