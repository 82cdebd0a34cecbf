#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "../board.h"
#include "../protocol.h"

enum { RING = 128, FETCH_AT = 64 }; /* RING divides 256, so indices may run round */

static volatile char heard[RING], saying[RING];
static volatile uint8_t heard_in, heard_out, saying_in, saying_out;
static volatile bool line_ended;

ISR(USART_RX_vect)
{
    char byte = (char)UDR0;

    if ((uint8_t)(heard_in - heard_out) < RING)
        heard[heard_in++ % RING] = byte;
    if (byte == '\n')
        line_ended = true;
}

ISR(USART_UDRE_vect)
{
    if (saying_in == saying_out)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = (uint8_t)saying[saying_out++ % RING];
}

void uart_init(void)
{
    UBRR0 = (F_CPU + BAUD_RATE * 4) / (BAUD_RATE * 8) - 1;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    /* An open line must not look like a stream of breaks. */
    PORTD |= _BV(PD0);
}

bool uart_take(char *byte)
{
    line_ended = false;
    if (heard_in == heard_out)
        return false;
    *byte = heard[heard_out % RING];
    heard_out++;
    return true;
}

bool uart_waiting(void)
{
    return line_ended || (uint8_t)(heard_in - heard_out) >= FETCH_AT;
}

void board_send(const char *text, uint8_t length)
{
    if (RING - (uint8_t)(saying_in - saying_out) < length)
        return;
    while (length--)
        saying[saying_in++ % RING] = *text++;
    UCSR0B |= _BV(UDRIE0);
}
