/* Counts the files below a folder */
#include <dirent.h>
#include <stdio.h>

long folder_count(const char *path, const char *name)
{
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", path, name);
    DIR *folder = opendir(full);
    struct dirent *entry;
    long count = 0;
    while ((entry = readdir(folder)))
        if (entry->d_type == DT_REG)
            count++;
    closedir(folder);
    return count;
}
