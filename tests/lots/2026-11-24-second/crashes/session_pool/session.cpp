// Sessions with a buffer of their own.
#include <cstdlib>
#include <string>

struct Session {
    std::string user;
    char *buffer;
};

extern "C" {

Session *session_open(const char *user)
{
    return new Session{user, static_cast<char *>(std::calloc(1, 256))};
}

int session_write(Session *session, const char *text)
{
    int used = 0;
    while (text[used] && used < 255) {
        session->buffer[used] = text[used];
        used++;
    }
    return used;
}

void session_close(Session *session)
{
    std::free(session->buffer);
    delete session;
}
}
