/* Writes scores as text. A voice is written in one piece, whoever else writes. */
#include <stdio.h>
#include <string.h>

static FILE *out;

int score_open(const char *path)
{
    out = fopen(path, "w");
    return out ? 0 : -1;
}

/* Notes are letters; a bar has four of them, and a voice sixteen bars at most. */
int score_voice(const char *name, const char *notes)
{
    size_t length = strlen(notes);
    flockfile(out);
    fprintf(out, "%s:", name);
    for (size_t i = 0; i < length; i++) {
        if (i % 4 == 0)
            fputs(" |", out);
        if (i / 4 >= 16)
            return -1;
        fprintf(out, " %c", notes[i]);
    }
    fputs(" ||\n", out);
    funlockfile(out);
    return (int)(length / 4);
}

void score_close(void)
{
    fclose(out);
}
