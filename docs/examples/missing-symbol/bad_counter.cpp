// The same for Python, written for version 1.
#include "words.h"

extern "C" int words_in(const char *text)
{
    return count_words(text);
}
