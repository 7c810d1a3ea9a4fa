#include <string>
int count_words(const std::string &text);
