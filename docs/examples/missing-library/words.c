/* A library for texts, which several programs use. */
int count_words(const char *text)
{
    int words = 0;
    for (const char *at = text; *at; at++)
        words += *at != ' ' && (at == text || at[-1] == ' ');
    return words;
}
