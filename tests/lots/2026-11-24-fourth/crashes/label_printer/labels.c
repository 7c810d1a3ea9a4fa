#include <stdio.h>
#include <string.h>

/* The checksum of the line that is printed below the bars. */
int label_checksum(const char *article, int lot, const char *customer)
{
    char line[40];
    int sum = 0;
    sprintf(line, "%s/%05d/%s", article, lot, customer);
    for (size_t i = 0; i < strlen(line); i++)
        sum = (sum * 31 + line[i]) % 9973;
    return sum;
}
