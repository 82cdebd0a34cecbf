/* Made by firmware/generate.py. Change the table it is made from instead. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#define PROTOCOL_VERSION 1
#define FIRMWARE_VERSION 2
#define PIN_TABLE 0x4620
#define BAUD_RATE 115200UL
#define LINE_CHARS 60

enum { PHASE_NONE, PHASE_IDLE, PHASE_ROLLING, PHASE_SHOWN, PHASE_AUCTION, PHASE_SOLD };
enum { TONE_NONE, TONE_TICK, TONE_START, TONE_SIGNAL, TONE_SECOND, TONE_LONG, TONE_VOID, TONE_CHIME };
enum { KEY_BUILD, KEY_AUCTION };

#define HEARTBEAT_MS 250
#define RESEND_MS 60
#define PRESS_REPEAT_MS 40
#define COAST_MS 500
#define GRACE_MS 40
#define SILENCE_MS 2000
#define HELD_MS 700
#define HELLO_REPEAT_MS 300
#define BOOT_MS 3000
#define FLAG_PAUSED 1
#define FLAG_MUTED 2
#define FLAG_BANK 4
#define FLAG_PLAYING 8
#define FLAG_CHIME 16

#define FIELDS_MAX 9
#define LINE_HELLO 'H'
#define LINE_IDENTITY 'I'
#define LINE_STATE 'S'
#define LINE_FRAME 'F'
#define LINE_PRESS 'P'
#define LINE_ACK 'A'
#define LINE_BYE 'B'
#define LINE_ODDS 'O'
#define LINE_QUERY 'Q'
#define LINE_DIAGNOSIS 'D'

/* What a host may say: letter, count of fields, largest value of each. */
#define HOST_LINES { \
    {'H', 1, {255UL}}, \
    {'S', 7, {5UL, 4UL, 3600000UL, 3600000UL, 30000UL, 3600000UL, 31UL}}, \
    {'F', 7, {255UL, 255UL, 255UL, 255UL, 255UL, 7UL, 65535UL}}, \
    {'A', 0, {0}}, \
    {'B', 0, {0}}, \
    {'O', 5, {255UL, 255UL, 255UL, 255UL, 1UL}}, \
    {'Q', 0, {0}}, \
}

#endif
