/* Constant tables stay in flash on the AVR, whose RAM is small. */
#ifndef FLASH_H
#define FLASH_H

#ifdef __AVR__
#define FLASH __flash
#else
#define FLASH
#endif

#endif
