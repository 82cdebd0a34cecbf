/* A board that was busy counts a key's hold late: late LATE_MS prints the phase it is in then. */
#include <stdio.h>
#include <stdlib.h>

#include "../panel.h"

void board_send(const char *text, uint8_t length) { (void)text, (void)length; }
uint16_t board_noise(void) { return 0; }
uint16_t board_moment(void) { return 0; }
void board_save(const settings_t *settings) { (void)settings; }

int main(int argc, char **argv)
{
    static const settings_t SETTINGS = {.weights = {1, 1, 1, 1}};
    static panel_t panel;
    uint32_t wake, late = argc > 1 ? (uint32_t)atoi(argv[1]) : 0;

    panel_init(&panel, &SETTINGS, false, 0);
    panel_contact(&panel, KEY_AUCTION, true, true, 1000);
    panel_run(&panel, 1000 + DEBOUNCE_MS, &wake);
    panel_run(&panel, 1000 + DEBOUNCE_MS + HOLD_AUCTION_MS + late, &wake);
    printf("%d\n", panel.unit.phase);
    return 0;
}
