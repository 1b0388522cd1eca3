/* The moves of Hoyito, which both searches for proofs include. */
#ifndef HOYITO_RULES_H
#define HOYITO_RULES_H

#include <stdbool.h>

#include "hoyito_sowing.h"

enum { MOST_MOVES = 24, MOST_STONES = 96 };
enum { COUNTERCLOCKWISE, FIRST_MOVE, EACH_MOVE };

typedef struct {
    uint8_t holes[MOST_PLACES];
    int8_t ways[2]; /* 1 counter-clockwise, -1 clockwise, 0 not chosen */
    uint8_t turn, stones;
} Position;

typedef struct {
    Position after;
    int taken, place, way; /* place is -1 for a pass */
    int score;
} Child;

static int half, places, direction;

static Child *add(Child *child, const Position *from, int place, int way) {
    child->after = *from;
    child->place = place;
    child->way = way;
    child->taken = 0;
    if (place >= 0) {
        child->taken = sow(child->after.holes, places, place, way, from->stones);
        child->after.stones -= child->taken;
        if (direction == FIRST_MOVE) child->after.ways[from->turn] = (int8_t)way;
    }
    child->after.turn ^= 1;
    return child + 1;
}

static int children(const Position *from, Child *found) {
    Child *next = found;
    int fixed = from->ways[from->turn], first = half * from->turn;
    for (int place = first; place < first + half; place++) {
        if (!from->holes[place]) continue;
        if (fixed >= 0) next = add(next, from, place, 1);
        if (fixed <= 0) next = add(next, from, place, -1);
    }
    if (next == found) next = add(next, from, -1, 0);
    return (int)(next - found);
}

/* The start of a game, which has the holes a side and the direction of all others. */
static Position start_of(int holes, const char *named) {
    half = holes;
    places = 2 * half;
    direction = named[0] == 'c' ? COUNTERCLOCKWISE : named[0] == 'f' ? FIRST_MOVE : EACH_MOVE;
    Position start = {.stones = (uint8_t)(FOUR * places)};
    memset(start.holes, FOUR, (size_t)places);
    start.ways[0] = start.ways[1] = direction == COUNTERCLOCKWISE;
    return start;
}

/* Print a line of a proof: the holes, the stones needed, the directions, and the answer. */
static void print_answer(const Position *p, int need, int prover, int place, int way) {
    for (int each = 0; each < places; each++) printf("%02x", p->holes[each]);
    printf(" %d %d %d ", need, p->ways[0], p->ways[1]);
    if (place < 0) printf("pass\n");
    else if (p->ways[prover]) printf("%c\n", 'a' + place % half);
    else printf("%c%c\n", 'a' + place % half, way > 0 ? '>' : '<');
}

#endif
