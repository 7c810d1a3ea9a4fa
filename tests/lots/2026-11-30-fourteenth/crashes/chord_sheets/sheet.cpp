// Chords above a text: each line has as many as were written there.
#include <string>

struct Chord {
    std::string name;
    int column = 0;
};

extern "C" {

Chord *chords_new(int number) { return new Chord[number]; }

void chords_set(Chord *chords, int at, const char *name, int column)
{
    chords[at].name = name;
    chords[at].column = column;
}

int chords_write(const Chord *chords, int number, char *line, int width)
{
    int end = 0;
    for (int i = 0; i < number; i++)
        for (size_t k = 0; k < chords[i].name.size() && chords[i].column + (int)k < width; k++) {
            end = chords[i].column + (int)k + 1;
            line[end - 1] = chords[i].name[k];
        }
    return end;
}

void chords_delete(Chord *chords) { delete chords; }

}
