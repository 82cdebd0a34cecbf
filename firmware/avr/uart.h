/* The serial line, both ways through rings that interrupts fill and empty. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_init(void);

/* The next byte heard; false when there is none. */
bool uart_take(char *byte);

/* A line has ended, or so much has come that it should be fetched. */
bool uart_waiting(void);

#endif
