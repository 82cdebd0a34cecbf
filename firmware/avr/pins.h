/* Made by firmware/generate.py. Change the table it is made from instead. */
#ifndef PINS_H
#define PINS_H

#define BUILD_PIN PD2
#define BUILD_PORT PORTD
#define BUILD_DDR DDRD
#define AUCTION_PIN PD3
#define AUCTION_PORT PORTD
#define AUCTION_DDR DDRD
#define MARK_1_PIN PD4
#define MARK_1_PORT PORTD
#define MARK_1_DDR DDRD
#define MARK_2_PIN PD5
#define MARK_2_PORT PORTD
#define MARK_2_DDR DDRD
#define MARK_3_PIN PD7
#define MARK_3_PORT PORTD
#define MARK_3_DDR DDRD
#define MARK_RAIL_PIN PB0
#define MARK_RAIL_PORT PORTB
#define MARK_RAIL_DDR DDRB
#define RING_PIN PD6
#define RING_PORT PORTD
#define RING_DDR DDRD
#define BUZZER_PIN PB3
#define BUZZER_PORT PORTB
#define BUZZER_DDR DDRB
#define NOISE_PIN PC0
#define NOISE_PORT PORTC
#define NOISE_DDR DDRC

#endif
