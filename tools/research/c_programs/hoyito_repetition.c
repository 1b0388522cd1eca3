/* Search for a proof that a side of Hoyito forces so many stones, with repetition, and print it.
 *
 *     cc -O2 -std=c99 -o hoyito_repetition tools/research/c_programs/hoyito_repetition.c
 *     ./hoyito_repetition HOLES DIRECTION SIDE GOAL [MILLIONS]
 *
 * The third time that a position comes up, each side takes the stones in its own holes. So a side
 * reaches its goal too where it can stay for ever among positions that would then give it the goal
 * (good ones), by answers that depend on the position alone. All positions within reach are
 * listed, MILLIONS of them at most. Whoever leaves one that is not good goes to a lower rank; among
 * good ones the rank may stay. That is enough for a proof: a side that has none may still have more.
 *
 * What is printed is as in hoyito.c, and not trusted either.
 */
#include <stdio.h>
#include <stdlib.h>

#include "hoyito_rules.h"

/* The first two positions stand for all that are decided; ranks begin at 1, and 0 is no rank. */
enum { LOST, WON, START, NO_RANK = 0, MOST_RANK = UINT16_MAX };

typedef struct {
    uint64_t holes; /* six bits for each hole but the last, and one for the turn */
    uint8_t stones, need, ways;
} Packed;

static int prover, goal;
static Packed *packed;
static uint32_t *slots, *next, many = START, most;
static uint64_t slots_mask, *first, many_next;
static uint16_t *ranks, top = 1;
static uint8_t *good, *own, *taken_up;
static double *cost;

static void *room_for(uint64_t number, size_t size) {
    void *room = calloc(number, size);
    if (!room) {
        fprintf(stderr, "not enough memory\n");
        exit(1);
    }
    return room;
}

/* ---- the positions within reach ---- */

static Packed pack(const Position *p, int need) {
    Packed made = {0, p->stones, (uint8_t)need, (uint8_t)(p->ways[0] + 1 + 3 * (p->ways[1] + 1))};
    for (int place = 0; place < places - 1; place++) made.holes = made.holes << 6 | p->holes[place];
    made.holes = made.holes << 1 | p->turn;
    return made;
}

static Position unpack(Packed from) {
    Position p = {.turn = from.holes & 1, .stones = from.stones};
    p.ways[0] = (int8_t)(from.ways % 3 - 1);
    p.ways[1] = (int8_t)(from.ways / 3 - 1);
    int last = from.stones;
    for (int place = places - 2; place >= 0; place--) {
        p.holes[place] = from.holes >> (6 * (places - 2 - place) + 1) & 63;
        last -= p.holes[place];
    }
    p.holes[places - 1] = (uint8_t)last;
    return p;
}

static uint32_t number_of(const Position *p, int need) {
    if (need <= 0) return WON;
    if (need > p->stones) return LOST;
    Packed made = pack(p, need);
    uint64_t hash = made.holes ^ (uint64_t)(made.stones << 16 | made.need << 8 | made.ways) << 40;
    hash = (hash ^ hash >> 30) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ hash >> 27) * 0x94D049BB133111EBu;
    uint64_t at = (hash ^ hash >> 31) & slots_mask;
    for (; slots[at]; at = (at + 1) & slots_mask) {
        Packed *known = packed + slots[at];
        if (known->holes == made.holes && known->stones == made.stones &&
            known->need == made.need && known->ways == made.ways)
            return slots[at];
    }
    if (many == most) {
        fprintf(stderr, "more positions than that\n");
        exit(1);
    }
    packed[many] = made;
    return slots[at] = many++;
}

static bool is_good(const Position *p, int need) {
    for (int place = half * prover; place < half * prover + half; place++) need -= p->holes[place];
    return need <= 0;
}

static void list_positions(const Position *start) {
    Child found[MOST_MOVES];
    uint64_t room = (uint64_t)most * (direction == EACH_MOVE ? 10 : 6);
    next = room_for(room, sizeof *next);
    number_of(start, goal);
    for (uint32_t each = START; each < many; each++) {
        Position p = unpack(packed[each]);
        int need = packed[each].need, moves = children(&p, found);
        own[each] = p.turn == prover;
        good[each] = is_good(&p, need);
        first[each] = many_next;
        if (many_next + moves > room) {
            fprintf(stderr, "more moves than that\n");
            exit(1);
        }
        for (int i = 0; i < moves; i++)
            next[many_next++] = number_of(&found[i].after, need - own[each] * found[i].taken);
    }
    first[many] = many_next;
    fprintf(stderr, "%u positions\n", many - START);
}

/* ---- the ranks ---- */

/* Rank all from which lower ranks are forced, those first that are nearest to the end. */
static void rank_forced(void) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t each = many; each-- > START;) {
            if (ranks[each]) continue;
            int rank = own[each] ? MOST_RANK : NO_RANK;
            for (uint64_t at = first[each]; at < first[each + 1]; at++) {
                int after = ranks[next[at]] ? ranks[next[at]] : MOST_RANK;
                if (own[each] ? after < rank : after > rank) rank = after;
            }
            if (rank == MOST_RANK) continue;
            ranks[each] = (uint16_t)(rank + 1);
            if (ranks[each] > top) top = ranks[each];
            changed = true;
        }
    }
}

/* Give one rank to all good positions among which the side can stay; tell whether there are any. */
static bool rank_kept(void) {
    uint8_t *kept = taken_up;
    for (uint32_t each = START; each < many; each++) kept[each] = !ranks[each] && good[each];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t each = many; each-- > START;) {
            if (!kept[each]) continue;
            bool stays = !own[each];
            for (uint64_t at = first[each]; at < first[each + 1] && stays != own[each]; at++)
                stays = ranks[next[at]] || kept[next[at]];
            if (!stays) kept[each] = 0, changed = true;
        }
    }
    bool any = false;
    for (uint32_t each = START; each < many; each++)
        if (kept[each]) ranks[each] = top + 1, any = true;
    top += any;
    return any;
}

/* ---- the proof: short, as far as an estimate of what follows goes ---- */

/* Estimate how many answers follow from each position, in the order of ranks. */
static void estimate(void) {
    uint32_t *order = room_for(many, sizeof *order), *begin = room_for(top + 2u, sizeof *begin);
    for (uint32_t each = START; each < many; each++) begin[ranks[each] + 1]++;
    for (int rank = 1; rank <= top + 1; rank++) begin[rank] += begin[rank - 1];
    for (uint32_t each = START; each < many; each++) order[begin[ranks[each]]++] = each;
    for (uint32_t i = 0; i < many - START; i++) {
        uint32_t each = order[i];
        if (!ranks[each]) continue;
        double sum = 0, least = 1e300;
        for (uint64_t at = first[each]; at < first[each + 1]; at++) {
            uint32_t after = next[at];
            if (own[each] && (!ranks[after] || ranks[after] > ranks[each])) continue;
            double value = ranks[after] == ranks[each] ? 1 : cost[after];
            sum += value;
            if (value < least) least = value;
        }
        cost[each] = own[each] ? least + 1 : sum;
    }
    free(order);
    free(begin);
}

/* Whether all answers to a position are in the proof already. */
static bool is_taken_up(uint32_t each) {
    for (uint64_t at = first[each]; each > WON && at < first[each + 1]; at++)
        if (next[at] > WON && !taken_up[next[at]]) return false;
    return true;
}

static void print_proof(void) {
    uint32_t *pending = room_for(many, sizeof *pending), waiting = 0, answers = 0;
    Child found[MOST_MOVES];
    memset(taken_up, 0, many);
    pending[waiting++] = START;
    taken_up[START] = 1;
    while (waiting) {
        uint32_t each = pending[--waiting], after = LOST;
        int move = 0;
        for (uint64_t at = first[each]; at < first[each + 1]; at++) {
            uint32_t to = next[at];
            if (own[each]) {
                if (!ranks[to] || ranks[to] + !good[each] > ranks[each]) continue;
                double value = is_taken_up(to) ? 0 : cost[to];
                if (after != LOST && value >= (is_taken_up(after) ? 0 : cost[after])) continue;
                after = to;
                move = (int)(at - first[each]);
            } else if (to > WON && !taken_up[to]) {
                taken_up[to] = 1;
                pending[waiting++] = to;
            }
        }
        if (!own[each]) continue;
        Position p = unpack(packed[each]);
        children(&p, found);
        print_answer(&p, packed[each].need, prover, found[move].place, found[move].way);
        answers++;
        if (after > WON && !taken_up[after]) {
            taken_up[after] = 1;
            pending[waiting++] = after;
        }
    }
    fprintf(stderr, "%u answers\n", answers);
}

int main(int count, char **words) {
    if (count < 5) {
        fprintf(stderr, "usage: hoyito_repetition HOLES DIRECTION SIDE GOAL [MILLIONS]\n");
        return 2;
    }
    Position start = start_of(atoi(words[1]), words[2]);
    if (half > 5) {
        fprintf(stderr, "so many holes cannot be listed\n");
        return 2;
    }
    prover = atoi(words[3]);
    goal = atoi(words[4]);
    most = (uint32_t)(count > 5 ? atoi(words[5]) : 8) * 1000000;
    for (slots_mask = 1; slots_mask < most + most / 2; slots_mask *= 2) continue;
    slots = room_for(slots_mask--, sizeof *slots);
    packed = room_for(most, sizeof *packed);
    first = room_for(most + 1u, sizeof *first);
    good = room_for(most, 1);
    own = room_for(most, 1);
    list_positions(&start);
    ranks = room_for(many, sizeof *ranks);
    taken_up = room_for(many, 1);
    ranks[WON] = 1;
    do rank_forced();
    while (!ranks[START] && rank_kept());
    if (!ranks[START]) return 3;
    cost = room_for(many, sizeof *cost);
    estimate();
    print_proof();
    return 0;
}
