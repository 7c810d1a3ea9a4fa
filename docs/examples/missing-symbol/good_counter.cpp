// The same for Python, written for version 2.
#include <string>

int count_words(const std::string &text, char separator);

extern "C" int words_in(const char *text)
{
    return count_words(text, ' ');
}
