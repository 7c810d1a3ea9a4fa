// A library for texts. Since version 2 it can be told what stands between words.
#include <string>

int count_words(const std::string &text, char separator)
{
    int words = 0;
    for (std::size_t at = 0; at < text.size(); at++)
        words += text[at] != separator && (at == 0 || text[at - 1] == separator);
    return words;
}
