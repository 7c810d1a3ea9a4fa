// The same for Python.
#include "words.h"

extern "C" int words_in(const char *text)
{
    return count_words(text);
}
