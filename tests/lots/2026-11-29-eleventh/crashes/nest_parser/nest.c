/* Reads nested lists such as (a (b c) d), and tells how deep they are. */
#include <ctype.h>

struct reader {
    const char *at;
    char word[200];
};

static int read_list(struct reader *reader);

static int read_item(struct reader *reader)
{
    if (*reader->at == '(')
        return read_list(reader);
    int length = 0;
    while (isalnum((unsigned char)*reader->at) && length < 199)
        reader->word[length++] = *reader->at++;
    reader->word[length] = 0;
    return 0;
}

static int read_list(struct reader *reader)
{
    struct reader inner = *reader;
    int deepest = 0;
    inner.at++;
    while (*inner.at && *inner.at != ')') {
        if (*inner.at == ' ') {
            inner.at++;
            continue;
        }
        int depth = read_item(&inner);
        if (depth > deepest)
            deepest = depth;
    }
    if (*inner.at == ')')
        inner.at++;
    reader->at = inner.at;
    return deepest + 1;
}

int nest_depth(const char *text)
{
    struct reader reader = {text, ""};
    return read_item(&reader);
}
