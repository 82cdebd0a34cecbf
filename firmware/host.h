/* The chip's half of the conversation; docs/protocol.md tells both halves. */
#ifndef HOST_H
#define HOST_H

#include "panel.h"

void host_line(panel_t *panel, const line_t *line, uint32_t now);

/* Say who we are: the answer to hello, and to a host that has not greeted since our start. */
void host_identify(const panel_t *panel, uint16_t number);

/* Nobody is there any more: the unit plays on by itself. */
void host_gone(panel_t *panel, uint32_t now);

#endif
