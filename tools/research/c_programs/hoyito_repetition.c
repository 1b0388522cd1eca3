/* Search for a proof that a side of Hoyito forces so many stones, with repetition, and print it.
 *
 *     cc -O2 -std=c99 -o hoyito_repetition tools/research/c_programs/hoyito_repetition.c
 *     ./hoyito_repetition HOLES DIRECTION SIDE GOAL [MILLIONS [WATCHED ...]]
 *
 * The third time that a position comes up, each side takes the stones in its own holes. So a side
 * reaches its goal too where it can stay for ever among positions that would then give it the goal
 * (good ones), by answers that depend on the position alone. All positions within reach are
 * listed, MILLIONS of them at most. Whoever leaves one that is not good goes to a lower rank; among
 * good ones the rank may stay. That is enough for a proof: a side that has none may still have more.
 *
 * So positions may be WATCHED: written as in a proof, with the turn after a colon, all of the same
 * stores. Among positions of those stores an answer depends on how often each of them came up, too:
 * on their tally, of which each makes a copy of these positions. The third time decides. Positions
 * that are neither good nor watched are avoided once any watched one came up, so that they come up
 * with one tally only.
 *
 * What is printed is as in hoyito.c, and not trusted either.
 */
#include <stdio.h>
#include <stdlib.h>

#include "hoyito_rules.h"

/* The first two positions stand for all that are decided; ranks begin at 1, and 0 is no rank. */
enum { LOST, WON, START, NO_RANK = 0, MOST_RANK = UINT16_MAX, MOST_WATCHED = 9, LIMIT = 3 };

typedef struct {
    uint64_t holes; /* six bits for each hole but the last, and one for the turn */
    uint8_t stones, need, ways;
} Packed;

static int prover, goal;
static Packed *packed;
static uint32_t *slots, *next, many = START, most;
static uint32_t watched[MOST_WATCHED], *copied, *copy, copies, all; /* all: with the copies */
static int many_watched;
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

/* ---- the copies of positions, one for each tally ---- */

static uint32_t original(uint32_t each) {
    return each < many ? each : copied[(each - many) % copies];
}

static uint32_t tally_of(uint32_t each) {
    return each < many ? 0 : (each - many) / copies;
}

/* Read a watched position: its holes, the stones needed, the directions and the turn. */
static uint32_t watched_position(const char *written) {
    Position p = {.stones = 0};
    int need, south, north, turn, read = 0;
    for (int place = 0; place < places; place++) {
        unsigned held = 0;
        sscanf(written + 2 * place, "%2x", &held);
        p.stones += p.holes[place] = (uint8_t)held;
    }
    sscanf(written + 2 * places, ":%d:%d:%d:%d%n", &need, &south, &north, &turn, &read);
    p.ways[0] = (int8_t)south;
    p.ways[1] = (int8_t)north;
    p.turn = (uint8_t)turn;
    uint32_t before = many, found = read ? number_of(&p, need) : LOST;
    if (found < START || many > before) {
        fprintf(stderr, "not within reach: %s\n", written);
        exit(1);
    }
    return found;
}

static bool has_stores_of(Packed one, Packed other) {
    return one.stones == other.stones && one.need == other.need && one.ways == other.ways;
}

static void make_copies(int number, char **written) {
    for (; many_watched < number && many_watched < MOST_WATCHED; many_watched++)
        watched[many_watched] = watched_position(written[many_watched]);
    copied = room_for(many, sizeof *copied);
    copy = room_for(many, sizeof *copy);
    for (uint32_t each = START; many_watched && each < many; each++)
        if (has_stores_of(packed[each], packed[*watched])) {
            copied[copies] = each;
            copy[each] = ++copies;
        }
    uint32_t tallies = 1;
    for (int i = 0; i < many_watched; i++) tallies *= LIMIT;
    all = many + tallies * copies;
}

/* Return what a move from a position, or a copy of one, leads to: a copy, where there are copies. */
static uint32_t after(uint32_t each, uint64_t at) {
    uint32_t to = next[at], tally = tally_of(each), times = 1;
    if (to < START || !copy[to]) return to;
    for (int i = 0; i < many_watched; i++, times *= LIMIT) {
        if (watched[i] != to) continue;
        if (tally / times % LIMIT == LIMIT - 1) return good[to] ? WON : LOST;
        return many + (tally + times) * copies + copy[to] - 1;
    }
    return tally && !good[to] ? LOST : many + tally * copies + copy[to] - 1;
}

/* ---- the ranks ---- */

/* Rank all from which lower ranks are forced, those first that are nearest to the end. */
static void rank_forced(void) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t each = all; each-- > START;) {
            if (ranks[each]) continue;
            uint32_t from = original(each);
            int rank = own[from] ? MOST_RANK : NO_RANK;
            for (uint64_t at = first[from]; at < first[from + 1]; at++) {
                int below = ranks[after(each, at)];
                if (!below) below = MOST_RANK;
                if (own[from] ? below < rank : below > rank) rank = below;
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
    for (uint32_t each = START; each < all; each++) kept[each] = !ranks[each] && good[original(each)];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t each = all; each-- > START;) {
            if (!kept[each]) continue;
            uint32_t from = original(each);
            bool stays = !own[from];
            for (uint64_t at = first[from]; at < first[from + 1] && stays != own[from]; at++) {
                uint32_t to = after(each, at);
                stays = ranks[to] || kept[to];
            }
            if (!stays) kept[each] = 0, changed = true;
        }
    }
    bool any = false;
    for (uint32_t each = START; each < all; each++)
        if (kept[each]) ranks[each] = top + 1, any = true;
    top += any;
    return any;
}

/* ---- the proof: short, as far as an estimate of what follows goes ---- */

/* Estimate how many answers follow from each position, in the order of ranks. */
static void estimate(void) {
    uint32_t *order = room_for(all, sizeof *order), *begin = room_for(top + 2u, sizeof *begin);
    for (uint32_t each = START; each < all; each++) begin[ranks[each] + 1]++;
    for (int rank = 1; rank <= top + 1; rank++) begin[rank] += begin[rank - 1];
    for (uint32_t each = START; each < all; each++) order[begin[ranks[each]]++] = each;
    for (uint32_t i = 0; i < all - START; i++) {
        uint32_t each = order[i], from = original(each);
        if (!ranks[each]) continue;
        double sum = 0, least = 1e300;
        for (uint64_t at = first[from]; at < first[from + 1]; at++) {
            uint32_t to = after(each, at);
            if (own[from] && (!ranks[to] || ranks[to] > ranks[each])) continue;
            double value = ranks[to] == ranks[each] ? 1 : cost[to];
            sum += value;
            if (value < least) least = value;
        }
        cost[each] = own[from] ? least + 1 : sum;
    }
    free(order);
    free(begin);
}

/* Whether all answers to a position are in the proof already. */
static bool is_taken_up(uint32_t each) {
    uint32_t from = original(each);
    for (uint64_t at = first[from]; each > WON && at < first[from + 1]; at++) {
        uint32_t to = after(each, at);
        if (to > WON && !taken_up[to]) return false;
    }
    return true;
}

static void print_tally(uint32_t tally) {
    for (int i = 0; i < many_watched; i++, tally /= LIMIT) printf("%u", tally % LIMIT);
    if (many_watched) printf(" ");
}

static void print_proof(void) {
    uint32_t *pending = room_for(all, sizeof *pending), waiting = 0, answers = 0;
    Child found[MOST_MOVES];
    memset(taken_up, 0, all);
    pending[waiting++] = START;
    taken_up[START] = 1;
    while (waiting) {
        uint32_t each = pending[--waiting], from = original(each), best = LOST;
        int move = 0;
        for (uint64_t at = first[from]; at < first[from + 1]; at++) {
            uint32_t to = after(each, at);
            if (own[from]) {
                if (!ranks[to] || ranks[to] + !good[from] > ranks[each]) continue;
                double value = is_taken_up(to) ? 0 : cost[to];
                if (best != LOST && value >= (is_taken_up(best) ? 0 : cost[best])) continue;
                best = to;
                move = (int)(at - first[from]);
            } else if (to > WON && !taken_up[to]) {
                taken_up[to] = 1;
                pending[waiting++] = to;
            }
        }
        if (!own[from]) continue;
        Position p = unpack(packed[from]);
        children(&p, found);
        print_tally(tally_of(each));
        print_answer(&p, packed[from].need, prover, found[move].place, found[move].way);
        answers++;
        if (best > WON && !taken_up[best]) {
            taken_up[best] = 1;
            pending[waiting++] = best;
        }
    }
    fprintf(stderr, "%u answers\n", answers);
}

int main(int count, char **words) {
    if (count < 5) {
        fprintf(stderr, "usage: hoyito_repetition HOLES DIRECTION SIDE GOAL [MILLIONS [WATCHED ...]]\n");
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
    make_copies(count - 6, words + 6);
    ranks = room_for(all, sizeof *ranks);
    taken_up = room_for(all, 1);
    ranks[WON] = 1;
    do rank_forced();
    while (!ranks[START] && rank_kept());
    if (!ranks[START]) return 3;
    cost = room_for(all, sizeof *cost);
    estimate();
    print_proof();
    return 0;
}
