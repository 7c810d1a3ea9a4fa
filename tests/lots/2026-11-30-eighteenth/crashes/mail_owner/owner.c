#include <pwd.h>
#include <stdio.h>
#include <string.h>

/* Where a user's letters are kept; gives the length of the path. */
int owner_box(const char *user, char *path, int room) {
    struct passwd *entry = getpwnam(user);
    return snprintf(path, room, "/var/mail/%u-%s", (unsigned)entry->pw_uid, entry->pw_name);
}
