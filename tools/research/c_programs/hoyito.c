/* Search for a proof that a side of Hoyito forces so many stones, and print it.
 *
 *     cc -O2 -std=c99 -o hoyito tools/research/c_programs/hoyito.c
 *     ./hoyito HOLES DIRECTION SIDE GOAL PLIES [MEGABYTES [TABLE]]
 *
 * DIRECTION is counterclockwise, first_move or each_move; SIDE is 0 for the side that begins, 1 for
 * the other. It searches AND/OR trees of growing depth, with a memory: reaching the depth counts as
 * failure, and so does a repetition. TABLE is a number of stones: which placements of so many are
 * won is computed first, counting on repetition; not with first_move, as a table is of one
 * direction and the sides may have chosen different ones.
 *
 * Each line of a proof is a position in which the side is to move: its holes, the stones it still
 * needs, the directions chosen so far, and the answer. Nothing here is trusted: `python -m
 * tools.research prove` checks every line by the rules of the game.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hoyito_rules.h"

/* What is known of a node: in how many plies it is proved, or one of these. */
enum { NO = 255, UNKNOWN = 256 };

typedef struct {
    uint64_t key;
    uint32_t work;
    uint8_t failed, proved, move;
} Entry;

static int prover, goal;
static uint64_t zobrist[MOST_PLACES][MOST_STONES + 1], of_turn, of_way[2][3], of_need[MOST_STONES + 1];
static uint64_t nodes;
static Entry *memory;
static uint64_t memory_mask;

static uint8_t *room_for(uint64_t bytes) {
    uint8_t *room = calloc(bytes, 1);
    if (!room) {
        fprintf(stderr, "not enough memory\n");
        exit(1);
    }
    return room;
}

static uint64_t random64(void) {
    static uint64_t state = 0x9E3779B97F4A7C15u;
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* ---- the table: which placements of few stones are won, with repetition ---- */

/* The third time that a position comes up, each side takes the stones in its own holes. In a good
 * one that gives the prover what it needs. So it wins too where it can stay among good ones for
 * ever. Ranks are as in a certificate: they fall with each move, or stay among good positions.
 */
enum { NO_RANK, MOST_RANK = 255 };

static int table_stones;
static uint8_t *ranks[MOST_STONES + 1][MOST_PLACES + 1][2]; /* by stones, fours needed, if own turn */
static uint8_t *kept[2], top;
static uint32_t before_held[MOST_PLACES][MOST_STONES + 1][MOST_STONES + 1];

static uint32_t placements(int stones, int in) {
    if (!in) return !stones;
    double number = 1;
    for (int i = 1; i < in; i++) number = number * (stones + i) / i;
    return (uint32_t)(number + 0.5);
}

static uint32_t number_of(const uint8_t *holes, int first, int stones) {
    uint32_t number = 0;
    for (int place = 0; place < places; place++) {
        int held = holes[(first + place) % places];
        number += before_held[place][stones][held];
        stones -= held;
    }
    return number;
}

static bool next_placement(uint8_t *holes) {
    /* In the order of number_of: the last hole's stones move to the left one by one. */
    int last = places - 1, rest = holes[last];
    holes[last] = 0;
    int place = last - 1;
    if (!rest) {
        while (place >= 0 && !holes[place]) place--;
        if (place <= 0) return false;
        rest = holes[place];
        holes[place] = 0;
        place--;
    }
    holes[place]++;
    holes[last] = (uint8_t)(rest - 1);
    return true;
}

static bool is_good(const Position *p, int need, int side) {
    for (int place = half * side; place < half * side + half; place++) need -= p->holes[place];
    return need <= 0;
}

static uint32_t number_at(const Position *p) {
    return number_of(p->holes, half * p->turn, p->stones);
}

static int rank_of(const Position *p, int need, bool own) {
    if (need <= 0) return 1;
    return need > p->stones ? NO_RANK : ranks[p->stones][(need + 3) / FOUR][own][number_at(p)];
}

/* The rank after a move of the prover or the other side; after a capture all is another part. */
static int rank_after(const Child *child, int need, bool own) {
    int rank = rank_of(&child->after, need - (own ? child->taken : 0), !own);
    return child->taken && rank ? 1 : rank;
}

static bool rank_forced(const Position *p, int need, bool own, uint32_t number) {
    uint8_t *known = ranks[p->stones][(need + 3) / FOUR][own] + number;
    Child found[MOST_MOVES];
    if (*known) return false;
    int many = children(p, found), rank = own ? MOST_RANK : NO_RANK;
    for (int i = 0; i < many; i++) {
        int below = rank_after(found + i, need, own);
        if (!below) below = MOST_RANK;
        if (own ? below < rank : below > rank) rank = below;
    }
    if (rank >= MOST_RANK - 1) return false;
    *known = (uint8_t)(rank + 1);
    if (*known > top) top = *known;
    return true;
}

static bool keep_good(const Position *p, int need, bool own, uint32_t number) {
    bool is_ranked = ranks[p->stones][(need + 3) / FOUR][own][number];
    kept[own][number] = !is_ranked && is_good(p, need, !own);
    return kept[own][number];
}

/* Keep no longer what the prover cannot stay in, or the other side may leave. */
static bool leave(const Position *p, int need, bool own, uint32_t number) {
    Child found[MOST_MOVES];
    if (!kept[own][number]) return false;
    int many = children(p, found);
    bool stays = !own;
    for (int i = 0; i < many && stays != own; i++)
        stays = rank_after(found + i, need, own) ||
                (!found[i].taken && kept[!own][number_at(&found[i].after)]);
    kept[own][number] = stays;
    return !stays;
}

static bool rank_kept(const Position *p, int need, bool own, uint32_t number) {
    if (kept[own][number]) ranks[p->stones][(need + 3) / FOUR][own][number] = top;
    return kept[own][number];
}

/* Visit all placements, with either side to move, who is South here; tell if anything changed. */
static bool sweep(int stones, int need, bool (*visit)(const Position *, int, bool, uint32_t)) {
    bool changed = false;
    for (int own = 0; own < 2; own++) {
        Position p = {.stones = (uint8_t)stones};
        p.ways[0] = p.ways[1] = direction != EACH_MOVE;
        p.holes[places - 1] = (uint8_t)stones;
        uint32_t number = 0;
        do changed |= visit(&p, need, own, number++);
        while (next_placement(p.holes));
    }
    return changed;
}

static void rank_all(int stones, int need) {
    top = 1;
    do {
        while (sweep(stones, need, rank_forced)) continue;
        sweep(stones, need, keep_good);
        while (sweep(stones, need, leave)) continue;
    } while (++top < MOST_RANK - 1 && sweep(stones, need, rank_kept));
}

static void make_table(void) {
    for (int place = 0; place < places; place++)
        for (int left = 0; left <= table_stones; left++)
            for (int held = 1; held <= left; held++)
                before_held[place][left][held] =
                    before_held[place][left][held - 1] +
                    placements(left - held + 1, places - 1 - place);
    for (int stones = 2 * FOUR; stones <= table_stones; stones += FOUR) {
        uint32_t number = placements(stones, places);
        for (int own = 0; own < 2; own++) kept[own] = room_for(number);
        for (int fours = 1; fours <= stones / FOUR; fours++) {
            for (int own = 0; own < 2; own++) ranks[stones][fours][own] = room_for(number);
            rank_all(stones, FOUR * (fours - 1) + (goal - 1) % FOUR + 1);
        }
        for (int own = 0; own < 2; own++) free(kept[own]);
        fprintf(stderr, "table of %d stones\n", stones);
    }
}

/* ---- the search ---- */

static uint64_t key_of(const Position *p, int need) {
    uint64_t key = of_need[need] ^ (p->turn ? of_turn : 0);
    key ^= of_way[0][p->ways[0] + 1] ^ of_way[1][p->ways[1] + 1];
    for (int place = 0; place < places; place++) key ^= zobrist[place][p->holes[place]];
    return key;
}

static Entry *recall(uint64_t key) {
    Entry *bucket = memory + (key & memory_mask);
    for (int i = 0; i < 4; i++)
        if (bucket[i].key == key) return bucket + i;
    return NULL;
}

static void keep(uint64_t key, int depth, int plies, int move, uint64_t work) {
    Entry *bucket = memory + (key & memory_mask), *entry = bucket;
    for (int i = 0; i < 4; i++) {
        if (bucket[i].key == key) {
            entry = bucket + i;
            break;
        }
        if (bucket[i].work < entry->work) entry = bucket + i;
    }
    if (entry->key != key) *entry = (Entry){.key = key, .proved = NO};
    if (plies == NO) {
        if (depth > entry->failed) entry->failed = (uint8_t)depth;
    } else if (plies < entry->proved) {
        entry->proved = (uint8_t)plies;
    }
    entry->move = (uint8_t)move;
    entry->work = work > UINT32_MAX ? UINT32_MAX : (uint32_t)work;
}

static bool in_table(const Position *p) {
    return p->stones <= table_stones;
}

/* What is known without searching: plies, NO within this depth, or UNKNOWN. */
static int known(const Position *p, int need, int depth) {
    if (need <= 0) return 0;
    if (need > p->stones || depth <= 0) return NO;
    if (in_table(p)) return rank_of(p, need, p->turn == prover) ? 1 : NO;
    Entry *entry = recall(key_of(p, need));
    if (entry && entry->proved <= depth) return entry->proved;
    if (entry && entry->failed >= depth) return NO;
    return UNKNOWN;
}

static int by_score(const void *one, const void *other) {
    return ((const Child *)other)->score - ((const Child *)one)->score;
}

/* In how many plies, `depth` at most, the prover forces `need` more stones; or NO. */
static int solve(const Position *p, int need, int depth) {
    int already = known(p, need, depth);
    if (already != UNKNOWN) return already;
    nodes++;
    uint64_t key = key_of(p, need), begun = nodes;
    Entry *entry = recall(key);
    int tried = entry ? entry->move : -1;
    Child found[MOST_MOVES];
    bool own = p->turn == prover;
    int many = children(p, found), open = 0, plies = own ? NO : 0, best = 0;
    for (int i = 0; i < many; i++) {
        Child *child = found + i;
        int value = known(&child->after, need - (own ? child->taken : 0), depth - 1);
        int move = child->place * 2 + (child->way < 0);
        if (value == UNKNOWN) {
            child->score = child->taken * 4 + (move == tried ? 1000 : 0);
            Child kept = *child;
            found[open++] = kept;
        } else if (own ? value < plies : value > plies) {
            plies = value;
            best = move;
        }
    }
    if (own ? plies == NO : plies != NO) {
        qsort(found, open, sizeof *found, by_score);
        for (int i = 0; i < open; i++) {
            Child *child = found + i;
            int value = solve(&child->after, need - (own ? child->taken : 0), depth - 1);
            if (own ? value < plies : value > plies) {
                plies = value;
                best = child->place * 2 + (child->way < 0);
                if (own || value == NO) break;
            }
        }
    }
    if (plies != NO) plies++;
    keep(key, depth, plies, best, nodes - begun + 1);
    return plies;
}

/* ---- the proof: the prover's positions with their answers ---- */

typedef struct {
    uint64_t key;
    Position position;
    uint8_t need, plies;
    int place, way;
} Line;

static Line *lines;
static uint64_t lines_mask, many_lines;

static Line *line_of(uint64_t key) {
    uint64_t at = key & lines_mask;
    while (lines[at].key && lines[at].key != key) at = (at + 1) & lines_mask;
    return lines + at;
}

static void extract(const Position *p, int need, int depth);

/* Whether every answer to a child is in the proof already, within its plies. */
static bool is_extracted(const Position *p, int need, int depth) {
    if (need <= 0) return true;
    if (need > p->stones) return false;
    Child found[MOST_MOVES];
    int many = children(p, found);
    for (int i = 0; i < many; i++) {
        if (need > found[i].after.stones) return false;
        Line *line = line_of(key_of(&found[i].after, need));
        if (!line->key || line->plies > depth - 1) return false;
    }
    return true;
}

/* A move to lower ranks, or among good positions; one that adds nothing to the proof, if any. */
static Child *by_ranks(const Position *p, int need, Child *found, int many) {
    Child *chosen = NULL;
    int fewest = 2 * MOST_RANK, rank = rank_of(p, need, true);
    for (int i = 0; i < many; i++) {
        int below = rank_after(found + i, need, true), rest = need - found[i].taken;
        if (!below || below > rank) continue;
        if (below == rank && !(is_good(p, need, prover) && is_good(&found[i].after, rest, prover)))
            continue;
        int cost = rest <= 0 ? 0 : is_extracted(&found[i].after, rest, NO) ? 1 : below + 1;
        if (cost < fewest) fewest = cost, chosen = found + i;
    }
    return chosen;
}

static void extract_answer(const Position *p, int need, int depth) {
    Line *line = line_of(key_of(p, need));
    if (line->key && line->plies <= depth) return;
    Child found[MOST_MOVES], *chosen = NULL;
    int many = children(p, found), fewest = NO;
    if (in_table(p)) chosen = by_ranks(p, need, found, many);
    for (int i = 0; i < many && fewest && !chosen; i++) {
        int rest = need - found[i].taken;
        if (rest <= 0) {
            chosen = found + i;
            fewest = 0;
        }
    }
    for (int i = 0; i < many && !chosen; i++)
        if (is_extracted(&found[i].after, need - found[i].taken, depth - 1)) chosen = found + i;
    if (!chosen) {
        for (int i = 0; i < many; i++) {
            int plies = known(&found[i].after, need - found[i].taken, depth - 1);
            if (plies < fewest) {
                fewest = plies;
                chosen = found + i;
            }
        }
        for (int i = 0; i < many && !chosen; i++)
            if (solve(&found[i].after, need - found[i].taken, depth - 1) != NO) chosen = found + i;
    }
    if (!chosen) {
        fprintf(stderr, "the memory is too small to find the proof again\n");
        exit(1);
    }
    if (!line->key) {
        if (++many_lines > lines_mask / 2) {
            fprintf(stderr, "the proof is too long\n");
            exit(1);
        }
    }
    *line = (Line){key_of(p, need), *p, (uint8_t)need, (uint8_t)depth, chosen->place,
                   chosen->way};
    extract(&chosen->after, need - chosen->taken, depth - 1);
}

/* Add all that follows from a proved node to the proof. */
static void extract(const Position *p, int need, int depth) {
    if (need <= 0) return;
    int plies = known(p, need, depth);
    if (plies == UNKNOWN) plies = solve(p, need, depth);
    if (plies < depth) depth = plies;
    if (in_table(p)) depth = 1;
    if (p->turn == prover) {
        extract_answer(p, need, depth);
        return;
    }
    Child found[MOST_MOVES];
    int many = children(p, found);
    for (int i = 0; i < many; i++) extract(&found[i].after, need, depth - 1);
}

static void print_lines(void) {
    for (uint64_t at = 0; at <= lines_mask; at++) {
        Line *line = lines + at;
        if (!line->key) continue;
        print_answer(&line->position, line->need, prover, line->place, line->way);
    }
}

/* ---- the program ---- */

static void prepare(uint64_t megabytes) {
    uint64_t entries = 1;
    while (entries * 2 * sizeof *memory <= megabytes << 20) entries *= 2;
    memory = (Entry *)room_for(entries * sizeof *memory);
    memory_mask = (entries - 1) & ~(uint64_t)3;
    lines_mask = ((uint64_t)1 << 21) - 1;
    lines = (Line *)room_for((lines_mask + 1) * sizeof *lines);
    for (int place = 0; place < MOST_PLACES; place++)
        for (int stones = 0; stones <= MOST_STONES; stones++) zobrist[place][stones] = random64();
    for (int way = 0; way < 3; way++) of_way[0][way] = random64(), of_way[1][way] = random64();
    for (int need = 0; need <= MOST_STONES; need++) of_need[need] = random64();
    of_turn = random64();
}

int main(int count, char **words) {
    if (count < 6) {
        fprintf(stderr, "usage: hoyito HOLES DIRECTION SIDE GOAL PLIES [MEGABYTES [TABLE]]\n");
        return 2;
    }
    Position start = start_of(atoi(words[1]), words[2]);
    prover = atoi(words[3]);
    goal = atoi(words[4]);
    int most = atoi(words[5]);
    prepare(count > 6 ? strtoull(words[6], NULL, 10) : 1024);
    table_stones = count > 7 && direction != FIRST_MOVE ? atoi(words[7]) : 0;
    if (table_stones) make_table();
    for (int depth = 1; depth <= most && depth < NO; depth++) {
        int plies = solve(&start, goal, depth);
        fprintf(stderr, "%d plies: %s, %llu nodes\n", depth, plies == NO ? "no" : "proved",
                (unsigned long long)nodes);
        if (plies != NO) {
            extract(&start, goal, plies);
            fprintf(stderr, "%llu positions\n", (unsigned long long)many_lines);
            print_lines();
            return 0;
        }
    }
    return 3;
}
