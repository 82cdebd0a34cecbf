/* The vectors on the host: requests on standard input, answers on standard output. */
#include <stdio.h>
#include <string.h>

#include "vectors.h"

int main(void)
{
    char request[VECTORS_LINE], answer[VECTORS_LINE];

    while (fgets(request, sizeof request, stdin)) {
        request[strcspn(request, "\n")] = 0;
        vectors_line(request, answer);
        puts(answer);
    }
    return 0;
}
