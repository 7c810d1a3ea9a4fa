// A library for texts, as a distribution has compiled it.
#include "words.h"

int count_words(const std::string &text)
{
    int words = 0;
    for (std::size_t at = 0; at < text.size(); at++)
        words += text[at] != ' ' && (at == 0 || text[at - 1] == ' ');
    return words;
}
