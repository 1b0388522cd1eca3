/* The sowing of Hoyito, which both programs in C include. */
#ifndef HOYITO_SOWING_H
#define HOYITO_SOWING_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOUR = 4, MOST_PLACES = 24, FEW_LAPS = 32, MOST_LAPS = 4096 };

/* Sow in laps from `start`; return the number of stones taken. `way` is 1 for counter-clockwise, -1
 * for clockwise; `stones` is how many are on the board. Only a long turn is recorded, to see whether
 * its laps repeat.
 */
static int sow(uint8_t *holes, int places, int start, int way, int stones) {
    static uint8_t ends[MOST_LAPS][MOST_PLACES + 1];
    uint8_t before[MOST_PLACES];
    int seen = -1; /* how many laps' ends are recorded; -1 before the second attempt */
    memcpy(before, holes, places);
    for (;;) {
        int at = start, hand = holes[start], left = stones, last = 0;
        for (int lap = 0; seen >= 0 || lap < FEW_LAPS; lap++) {
            holes[at] = 0;
            for (; hand; hand--) {
                at += way;
                if (at == places) at = 0;
                if (at < 0) at = places - 1;
                last = ++holes[at];
                if (last == FOUR) {
                    holes[at] = 0;
                    last = 0;
                    left -= FOUR;
                    if (left == FOUR) {
                        memset(holes, 0, places);
                        return stones;
                    }
                }
            }
            if (last <= 1) return stones - left;
            hand = last;
            if (seen >= 0) {
                uint8_t end[MOST_PLACES + 1];
                memcpy(end, holes, places);
                end[places] = (uint8_t)at;
                for (int i = 0; i < seen; i++)
                    if (!memcmp(ends[i], end, places + 1)) return stones - left;
                if (seen == MOST_LAPS) {
                    fprintf(stderr, "a turn of more than %d laps\n", MOST_LAPS);
                    exit(1);
                }
                memcpy(ends[seen++], end, places + 1);
            }
        }
        memcpy(holes, before, places);
        seen = 0;
    }
}

#endif
