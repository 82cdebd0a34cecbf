/* The vectors on the chip: the same sources as the firmware, spoken to over the serial line. */
#include <avr/interrupt.h>
#include <avr/sleep.h>

#include "../avr/uart.h"
#include "../board.h"
#include "vectors.h"

int main(void)
{
    char request[VECTORS_LINE], answer[VECTORS_LINE], byte;
    uint8_t length = 0;

    uart_init();
    sei();
    for (;;) {
        if (!uart_take(&byte)) {
            sleep_mode();
        } else if (byte != '\n') {
            request[length++] = byte;
        } else {
            request[length] = 0;
            vectors_line(request, answer);
            for (length = 0; answer[length]; length++)
                ;
            answer[length++] = '\n';
            board_send(answer, length);
            length = 0;
        }
    }
}
