/* libFuzzer's way in: make fuzz. */
#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    clock_now = 0;
    begin();
    for (size_t i = 0; i < size; i++) {
        take((char)data[i]);
        if (data[i] == '\n')
            pass_time(data[i ? i - 1 : 0] * 20U);
    }
    must_read_again(7);
    return 0;
}
