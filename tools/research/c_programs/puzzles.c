/* Look through positions for puzzles, by plain searches of all moves to a fixed depth.
 *
 *     cc -O2 -std=c99 -o puzzles tools/research/c_programs/puzzles.c
 *     ./puzzles GAME MOST_MOVES MOST_NODES < positions
 *
 * First come the tables of the board, then a line for each position, all of them numbers, as
 * `computer/puzzles/c_finder.py` writes them. The answer to a position is a line: the aim, the
 * solver's moves and the number of pieces or stones, and the board after the one move; or `none`.
 *
 * What a puzzle claims is in `computer/puzzles/checker.py`. Nothing here is trusted: each claim is
 * checked by the rules of the game.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hoyito_sowing.h"

enum { MOST_CELLS = 160, MOST_CHILDREN = 400, MOST_NEAR = 24, NOBODY = 2, GOES_ON = 3 };

typedef struct {
    uint8_t cell[MOST_CELLS]; /* 0 is empty; else 1 + side, + 2 for a captain or a queen; stones */
    uint8_t turn, more[3];    /* Ringo: in the fortress. Hoyito: both stores */
} Position;

typedef struct {
    Position after;
    int gain, score;
    uint8_t from, to;
} Child;

typedef struct {
    int many;
    int list[MOST_NEAR];
} Set;

static int cells;
static Set near[MOST_CELLS], around[MOST_CELLS]; /* Agon: near is what a step may reach */
static int pairs[MOST_CELLS][MOST_NEAR][2];      /* Bivouac: over and landing. Agon: near and far */
static int many_pairs[MOST_CELLS];
static int lines[MOST_CELLS][3][2], many_lines[MOST_CELLS]; /* Agon: opposite neighbours */
static int flag[MOST_CELLS]; /* Bizingo: edge. Bivouac: 1 in a camp, 2 and 4 a goal. Agon: ring */
static int option[8];
static uint64_t nodes, most_nodes;
static bool taking_only; /* whether children that take nothing are left out */

static int side_of(int piece) { return (piece - 1) & 1; }

static Child *begin(Child *child, const Position *from, int start, int end) {
    child->after = *from;
    child->after.turn ^= 1;
    child->gain = 0;
    child->from = (uint8_t)start;
    child->to = (uint8_t)end;
    return child;
}

/* ---- Bizingo ---- */

static int taken_by(const Position *p, int start, int end, uint8_t *taken, int *enemies) {
    int many = 0;
    for (int j = 0; j < around[end].many; j++) {
        int enemy = around[end].list[j], piece = p->cell[enemy];
        if (!piece) continue;
        ++*enemies;
        bool shut = true, captain = false;
        for (int k = 0; k < around[enemy].many; k++) {
            int at = around[enemy].list[k], holder = p->cell[at == end ? start : at];
            shut = shut && holder && at != start;
            captain = captain || holder > 2;
        }
        if (shut && (captain || !(piece > 2 || flag[enemy]))) taken[many++] = (uint8_t)enemy;
    }
    return many;
}

/* Only the steps that take something: into the one side of an enemy that is still open. */
static int bizingo_captures(const Position *p, Child *found) {
    Child *child = found;
    for (int enemy = 0; enemy < cells; enemy++) {
        if (!p->cell[enemy] || side_of(p->cell[enemy]) == p->turn) continue;
        int open = -1, many_open = 0;
        for (int k = 0; k < around[enemy].many; k++)
            if (!p->cell[around[enemy].list[k]]) {
                open = around[enemy].list[k];
                many_open++;
            }
        if (many_open != 1) continue;
        for (int i = 0; i < near[open].many; i++) {
            int start = near[open].list[i], piece = p->cell[start], enemies = 0;
            uint8_t taken[3];
            int many = piece ? taken_by(p, start, open, taken, &enemies) : 0;
            if (!many) continue;
            begin(child, p, start, open);
            child->after.cell[start] = 0;
            child->after.cell[open] = (uint8_t)piece;
            for (int j = 0; j < many; j++) child->after.cell[taken[j]] = 0;
            child->gain = many;
            child++;
        }
    }
    return (int)(child - found);
}

static int bizingo_children(const Position *p, Child *found) {
    if (taking_only) return bizingo_captures(p, found);
    Child *child = found;
    for (int start = 0; start < cells; start++) {
        int piece = p->cell[start];
        if (!piece || side_of(piece) != p->turn) continue;
        for (int i = 0; i < near[start].many; i++) {
            int end = near[start].list[i], enemies = 0;
            if (p->cell[end]) continue;
            uint8_t taken[3];
            int many = taken_by(p, start, end, taken, &enemies);
            begin(child, p, start, end);
            uint8_t *now = child->after.cell;
            now[start] = 0;
            now[end] = (uint8_t)piece;
            for (int j = 0; j < many; j++) now[taken[j]] = 0;
            child->gain = many;
            if (!many && enemies == 3) {
                now[end] = 0;
                child->gain = -1;
            }
            child++;
        }
    }
    return (int)(child - found);
}

static int bizingo_ending(const Position *p) {
    int left[2] = {0, 0};
    for (int i = 0; i < cells; i++)
        if (p->cell[i]) left[side_of(p->cell[i])]++;
    if (left[0] <= 2) return 1;
    return left[1] <= 2 ? 0 : GOES_ON;
}

/* ---- Bivouac; option 0: whether capturing is compulsory ---- */

static Child *jump_on(Child *child, Child *last, const Position *now, int start, int at, int taken) {
    int enemy = 2 - now->turn;
    for (int i = 0; i < many_pairs[at]; i++) {
        int over = pairs[at][i][0], landing = pairs[at][i][1];
        if (now->cell[over] != enemy || now->cell[landing] || child >= last) continue;
        Position next = *now;
        next.cell[over] = 0;
        begin(child, &next, start, landing);
        child->after.cell[landing] = (uint8_t)(1 + now->turn);
        child->gain = taken + 1;
        child = jump_on(child + 1, last, &next, start, landing, taken + 1);
    }
    return child;
}

static int bivouac_children(const Position *p, Child *found) {
    Child *child = found, *last = found + MOST_CHILDREN - 200;
    int own = 1 + p->turn, longest = 0;
    for (int start = 0; start < cells; start++) {
        if (p->cell[start] != own || !many_pairs[start]) continue;
        Position lifted = *p;
        lifted.cell[start] = 0;
        child = jump_on(child, last, &lifted, start, start, 0);
    }
    if (option[0] && child > found) {
        for (Child *each = found; each < child; each++)
            if (each->gain > longest) longest = each->gain;
        Child *kept = found;
        for (Child *each = found; each < child; each++)
            if (each->gain == longest) *kept++ = *each;
        return (int)(kept - found);
    }
    if (taking_only) return (int)(child - found);
    for (int start = 0; start < cells; start++) {
        if (p->cell[start] != own) continue;
        for (int i = 0; i < near[start].many; i++) {
            int end = near[start].list[i];
            if (p->cell[end]) continue;
            begin(child, p, start, end);
            child->after.cell[start] = 0;
            child->after.cell[end] = (uint8_t)own;
            child++;
        }
    }
    return (int)(child - found);
}

static int bivouac_ending(const Position *p) {
    int left[2] = {0, 0}, filled[2] = {0, 0};
    for (int i = 0; i < cells; i++) {
        if (!p->cell[i]) continue;
        int side = side_of(p->cell[i]);
        left[side]++;
        filled[side] += (flag[i] & (2 << side)) != 0;
    }
    if (filled[1 - p->turn] == 4) return 1 - p->turn;
    if (filled[p->turn] == 4) return p->turn;
    if (left[0] < 4) return 1;
    return left[1] < 4 ? 0 : GOES_ON;
}

/* ---- Ringo; cell 8 * ring + sector, options: replacement, shut, pass, limit of the zone ---- */

enum { INWARD, CLOCKWISE, BACK, OUTWARD };

static int ringo_next(int at, int way) {
    int ring = at / 8, sector = at % 8;
    if (way == INWARD) return ring ? at - 8 : -1;
    if (way == OUTWARD) return ring < 5 ? at + 8 : -1;
    return 8 * ring + (sector + (way == CLOCKWISE ? 1 : 7)) % 8;
}

static int ringo_children(const Position *p, Child *found) {
    Child *child = found;
    int own = 1 + p->turn, defenders = 0, in_zone = 0;
    bool shut = option[1];
    for (int i = 0; i < cells; i++) {
        defenders += p->cell[i] == 2;
        in_zone += p->cell[i] == 1 && i % 8 == 0;
    }
    for (int start = 0; start < cells; start++) {
        if (p->cell[start] != own) continue;
        for (int way = 0; way < (p->turn ? 4 : 3); way++) {
            int next = ringo_next(start, way);
            if (next < 0) continue;
            bool sideways = way == CLOCKWISE || way == BACK;
            int taken = p->cell[next] == 3 - own && next % 8, end = -1;
            if (!p->cell[next]) {
                end = next;
            } else if (p->cell[next] == 3 - own) {
                end = taken && option[0] ? next : ringo_next(next, way);
                if (end >= 0 && end != next && p->cell[end]) end = -1;
            }
            bool hops = p->cell[next] && !taken;
            if (end >= 0 && !p->turn && sideways && end % 8 == 0 && !hops && option[3]) {
                int most = option[3] == 1 ? 1 : defenders - taken;
                if (in_zone >= most && end != next) end = -1;
                if (in_zone >= most && end == next && !taken) end = -1;
            }
            if (end < 0) continue;
            begin(child, p, start, end);
            child->after.cell[start] = 0;
            if (taken) child->after.cell[next] = 0;
            child->after.cell[end] = (uint8_t)own;
            child->gain = taken;
            child++;
        }
        if (p->turn) continue;
        if (start < 8 && !(shut && start == 0)) {
            begin(child, p, start, 60);
            child->after.cell[start] = 0;
            child->after.more[0]++;
            child++;
        }
        int gate = start - 8;
        if (start >= 8 && start < 16 && p->cell[gate] == 2 && !(shut && gate == 0) &&
            !(gate && option[0])) {
            begin(child, p, start, 60);
            child->after.cell[start] = 0;
            child->after.more[0]++;
            if (gate) {
                child->after.cell[gate] = 0;
                child->gain = 1;
            }
            child++;
        }
    }
    if (p->turn && p->more[0] == 1)
        for (int start = 0; start < 8; start++) {
            int end = (start + 4) % 8;
            if (p->cell[start] != 2 || p->cell[end]) continue;
            begin(child, p, start, end);
            child->after.cell[start] = 0;
            child->after.cell[end] = 2;
            child->after.more[0] = 0;
            child->gain = 1;
            child++;
        }
    if (p->turn && option[2]) {
        begin(child, p, 61, 61);
        child++;
    }
    return (int)(child - found);
}

static int ringo_ending(const Position *p) {
    int left[2] = {p->more[0], 0};
    for (int i = 0; i < cells; i++)
        if (p->cell[i]) left[side_of(p->cell[i])]++;
    if (p->more[0] == 2) return 0;
    if (left[0] <= 1) return 1;
    return left[1] ? GOES_ON : 0;
}

/* ---- Agon; option 0: whether a queen may be sent anywhere ---- */

/* A trapped piece is written with 8 more. */
static int agon_side(int piece) { return ((piece & 7) - 1) & 1; }
static bool is_queen(int piece) { return (piece & 7) > 2; }

static bool is_between(const Position *p, int at) {
    for (int i = 0; i < many_lines[at]; i++) {
        int one = p->cell[lines[at][i][0]], other = p->cell[lines[at][i][1]];
        if (one && other && agon_side(one) != p->turn && agon_side(other) != p->turn) return true;
    }
    return false;
}

static void agon_put(Child *child, const Position *p, int start, int end) {
    begin(child, p, start, end);
    uint8_t *now = child->after.cell;
    int piece = p->cell[start] & 7;
    now[start] = 0;
    now[end] = (uint8_t)piece;
    for (int i = 0; i < many_pairs[end]; i++) {
        int by = pairs[end][i][0], far = pairs[end][i][1];
        if (!now[by] || now[by] & 8 || !now[far]) continue;
        if (agon_side(now[by]) != p->turn && agon_side(now[far]) == p->turn) {
            now[by] |= 8;
            child->gain++;
        }
    }
}

static int agon_children(const Position *p, Child *found) {
    Child *child = found;
    bool caught = false, queen_caught = false;
    for (int i = 0; i < cells; i++)
        if (p->cell[i] & 8 && agon_side(p->cell[i]) == p->turn) {
            caught = true;
            queen_caught = queen_caught || is_queen(p->cell[i]);
        }
    if (caught) {
        for (int start = 0; start < cells; start++) {
            int piece = p->cell[start];
            if (!(piece & 8) || agon_side(piece) != p->turn) continue;
            if (queen_caught && !is_queen(piece)) continue;
            bool anywhere = is_queen(piece) && option[0];
            int rooms[MOST_CELLS], many = 0, safe = 0;
            for (int end = 0; end < cells; end++)
                if (!p->cell[end] && (anywhere ? flag[end] != 0 : flag[end] == 5))
                    rooms[many++] = end;
            for (int i = 0; i < many; i++) safe += !is_between(p, rooms[i]);
            for (int i = 0; i < many; i++)
                if (!safe || !is_between(p, rooms[i])) agon_put(child++, p, start, rooms[i]);
        }
        return (int)(child - found);
    }
    for (int start = 0; start < cells; start++) {
        int piece = p->cell[start];
        if (!piece || agon_side(piece) != p->turn) continue;
        for (int i = 0; i < near[start].many; i++) {
            int end = near[start].list[i];
            if (p->cell[end] || (flag[end] == 0 && !is_queen(piece)) || is_between(p, end)) continue;
            agon_put(child++, p, start, end);
        }
    }
    if (child == found) begin(child++, p, 100, 100);
    return (int)(child - found);
}

static int agon_ending(const Position *p) {
    int ring[2] = {0, 0}, throne = NOBODY;
    for (int i = 0; i < cells; i++) {
        if (!p->cell[i]) continue;
        int side = agon_side(p->cell[i]);
        bool queen = is_queen(p->cell[i]);
        if (flag[i] == 1 && !queen) ring[side]++; /* only guards count around the throne */
        if (flag[i] == 0 && queen) throne = side;
    }
    for (int i = 0; i < 2; i++) {
        int side = i ? p->turn : 1 - p->turn;
        if (ring[side] == 6) return throne == side ? side : 1 - side;
    }
    return GOES_ON;
}

/* ---- Hoyito: a single game, counter-clockwise ---- */

static int hoyito_children(const Position *p, Child *found) {
    Child *child = found;
    int stones = 0, half = cells / 2, first = half * p->turn;
    for (int i = 0; i < cells; i++) stones += p->cell[i];
    if (!stones) return 0;
    for (int start = first; start < first + half; start++) {
        if (!p->cell[start]) continue;
        begin(child, p, start, start);
        child->gain = sow(child->after.cell, cells, start, 1, stones);
        child->after.more[p->turn] += child->gain;
        child++;
    }
    if (child == found) begin(child++, p, 100, 100);
    return (int)(child - found);
}

static int hoyito_ending(const Position *p) {
    for (int i = 0; i < cells; i++)
        if (p->cell[i]) return GOES_ON;
    if (p->more[0] == p->more[1]) return NOBODY;
    return p->more[1] > p->more[0];
}

/* ---- the search ---- */

/* Whether a side may win within so many of its own moves; what this misses is found in the check. */
static bool may_win(const Position *p, int side, int moves);

typedef struct {
    const char *name;
    int (*children)(const Position *, Child *);
    int (*ending)(const Position *);
    int stuck; /* how a game ends for who has no move: 0 lost, 1 drawn */
    int unit;  /* the least that is taken */
} Game;

static const Game games[] = {
    {"bizingo", bizingo_children, bizingo_ending, 0, 1},
    {"bivouac", bivouac_children, bivouac_ending, 1, 1},
    {"ringo", ringo_children, ringo_ending, 0, 1},
    {"agon", agon_children, agon_ending, 1, 1},
    {"hoyito", hoyito_children, hoyito_ending, 1, FOUR},
};
static const Game *game;
enum { BIZINGO, BIVOUAC, RINGO, AGON, HOYITO };

static bool may_win(const Position *p, int side, int moves) {
    int left = 0, filled = 0, steps = 0;
    for (int i = 0; i < cells; i++) {
        int piece = p->cell[i];
        if (!piece || game == games + HOYITO) continue;
        if (game == games + AGON) {
            if (agon_side(piece) != side) continue;
            if (piece & 8) return false;
            steps += is_queen(piece) ? flag[i] : flag[i] > 1 ? flag[i] - 1 : 0;
        } else {
            left += side_of(piece) != side;
            filled += side_of(piece) == side && (flag[i] & (2 << side));
        }
    }
    if (game == games + AGON) return steps <= moves;
    if (game == games + BIZINGO) return left <= 2 + 3 * moves;
    if (game == games + BIVOUAC) return filled + moves >= 4 || left <= 3 + 4 * moves;
    if (game == games + RINGO && !side) return p->more[0] + moves >= 2 || left <= moves;
    if (game == games + RINGO) return left + p->more[0] <= moves + 3;
    return true;
}

enum { WIN = 1000, REMEMBERED = 1 << 18 };
static int history[2][MOST_CELLS][MOST_CELLS];

typedef struct {
    uint64_t key;
    int8_t answer;
} Entry;
static Entry memory[REMEMBERED];

static uint64_t key_of(const Position *p, int need, int plies, int side) {
    uint64_t key = 1469598103934665603u;
    for (int i = 0; i < cells; i++) key = (key ^ p->cell[i]) * 1099511628211u;
    key = (key ^ p->turn) * 1099511628211u;
    for (int i = 0; i < 2; i++) key = (key ^ p->more[i]) * 1099511628211u;
    key = (key ^ (uint64_t)(need + 500)) * 1099511628211u;
    key = (key ^ (uint64_t)plies) * 1099511628211u;
    key = (key ^ (uint64_t)side) * 1099511628211u;
    return key ^ key >> 29;
}

static int sorted(const Position *p, Child *found) {
    int many = game->children(p, found);
    for (int i = 0; i < many; i++)
        found[i].score = found[i].gain * 1000000 + history[p->turn][found[i].from][found[i].to];
    return many;
}

static void best_first(Child *found, int many, int at) {
    int best = at;
    for (int i = at + 1; i < many; i++)
        if (found[i].score > found[best].score) best = i;
    if (best != at) {
        Child kept = found[best];
        found[best] = found[at];
        found[at] = kept;
    }
}

/* Whether no side has three of Bivouac's goals. */
static bool few_filled(const Position *p) {
    int filled[2] = {0, 0};
    for (int i = 0; i < cells; i++)
        if (p->cell[i] && flag[i] & (2 << side_of(p->cell[i]))) filled[side_of(p->cell[i])]++;
    return filled[0] < 3 && filled[1] < 3;
}

/* Whether `side` nets `need` within so many plies, whatever the other side does; or wins. */
static bool gains(const Position *p, int side, int need, int plies) {
    int winner = game->ending(p);
    if (winner != GOES_ON) return winner == side;
    if (!plies) return need <= 0;
    int moves = (plies + (p->turn == side)) / 2;
    if (need > 8 * game->unit * moves && !may_win(p, side, moves)) return false;
    if (++nodes > most_nodes) return false;
    uint64_t key = 0;
    Entry *entry = NULL;
    if (plies > 2) {
        key = key_of(p, need, plies, side);
        entry = memory + key % REMEMBERED;
        if (entry->key == key) return entry->answer;
    }
    Child *found = malloc(MOST_CHILDREN * sizeof *found);
    bool own = p->turn == side, answer = !own;
    /* A last move that takes nothing changes nothing, where it can't end the game. */
    bool quiet_matters = !(game == games + BIZINGO || (game == games + BIVOUAC && few_filled(p)));
    if (plies == 1 && !quiet_matters) {
        if (own ? need <= 0 : need > 0) {
            free(found);
            return own;
        }
        taking_only = true;
    }
    int many = sorted(p, found);
    bool complete = !taking_only;
    taking_only = false;
    if (!many && complete) answer = game->stuck ? false : !own;
    for (int i = 0; i < many; i++) {
        best_first(found, many, i);
        Child *child = found + i;
        bool reached = gains(&child->after, side, need - (own ? child->gain : -child->gain), plies - 1);
        if (reached == own) {
            answer = own;
            history[p->turn][child->from][child->to] += plies * plies;
            break;
        }
    }
    free(found);
    if (entry && nodes <= most_nodes) *entry = (Entry){key, answer};
    return answer;
}

static void tell(const char *aim, int moves, int number, int others, const Child *child) {
    printf("%s %d %d %d", aim, moves, number, others);
    for (int i = 0; i < cells; i++) printf(" %d", child->after.cell[i]);
    printf(" %d %d\n", child->after.more[0], child->after.more[1]);
}

static int many, only;
static Child root[MOST_CHILDREN];

/* How many first moves reach it, at most `enough`; `only` is the last of them. */
static int reaching(int side, int need, int plies, int enough) {
    int reach = 0;
    for (int i = 0; i < many && reach < enough; i++) {
        int gain = root[i].after.turn == side ? -root[i].gain : root[i].gain;
        if (gains(&root[i].after, side, need - gain, plies - 1)) {
            only = i;
            reach++;
        }
    }
    return reach;
}

static bool wins_in(int moves, int *found) {
    *found = reaching(root[0].after.turn ^ 1, WIN, 2 * moves - 1, 2);
    return *found == 1;
}

static void look(const Position *p, int most) {
    many = game->children(p, root);
    int side = p->turn, other = 1 - side, found, after;
    if (many < 3 || game->ending(p) != GOES_ON) goto none;
    memset(history, 0, sizeof history);
    nodes = 0;
    for (int moves = 1; moves <= most; moves++) {
        if (wins_in(moves, &found) && nodes <= most_nodes) {
            tell("wins", moves, moves, 0, root + only);
            return;
        }
        if (found) goto none;
    }
    for (int moves = 1; moves < most; moves++) {
        int safe = 0, last = 0;
        for (int i = 0; i < many && safe < 2; i++)
            if (!gains(&root[i].after, other, WIN, 2 * moves - 1)) {
                safe++;
                last = i;
            }
        if (!safe) goto none;
        if (safe == 1) {
            if (nodes > most_nodes || gains(&root[last].after, other, WIN, 2 * most - 1)) goto none;
            tell("holds", moves, moves, 0, root + last);
            return;
        }
    }
    for (int moves = 1; moves <= most; moves++) {
        int need = 0, first = 0, reach = 0;
        while ((found = reaching(side, need + game->unit, 2 * moves, 2))) {
            need += game->unit;
            first = only;
            reach = found;
        }
        if (reach > 1) goto none;
        if (reach) {
            after = reaching(side, need, 2 * moves + 1, 2);
            if (after != 1 || only != first || nodes > most_nodes) goto none;
            if (!gains(&root[first].after, side, need - root[first].gain, 2 * moves + 1)) goto none;
            tell("gains", moves, need, 0, root + first);
            return;
        }
    }
    if (game->unit > 1) goto none;
    for (int moves = 1; moves < most; moves++) {
        int safe = 0, last = 0;
        for (int i = 0; i < many && safe < 2; i++)
            if (!gains(&root[i].after, other, 1 + root[i].gain, 2 * moves)) {
                safe++;
                last = i;
            }
        if (!safe) goto none;
        if (safe == 1) {
            /* Nor is anything lost with one more move of the other side. */
            if (gains(&root[last].after, other, 1 + root[last].gain, 2 * moves + 1)) goto none;
            if (nodes > most_nodes) goto none;
            tell("keeps", moves, 1, 0, root + last);
            return;
        }
    }
none:
    printf("none %llu\n", (unsigned long long)nodes);
}

/* The number of positions after so many plies, to compare with the rules. */
static uint64_t count(const Position *p, int plies) {
    if (!plies) return 1;
    if (game->ending(p) != GOES_ON) return 0;
    Child *found = malloc(MOST_CHILDREN * sizeof *found);
    uint64_t all = 0;
    int number = game->children(p, found);
    if (plies == 1) all = (uint64_t)number;
    else
        for (int i = 0; i < number; i++) all += count(&found[i].after, plies - 1);
    free(found);
    return all;
}

static int number(void) {
    int read;
    if (scanf("%d", &read) != 1) exit(0);
    return read;
}

static void read_tables(void) {
    cells = number();
    for (int i = 0; i < cells; i++) {
        flag[i] = number();
        near[i].many = number();
        for (int j = 0; j < near[i].many; j++) near[i].list[j] = number();
        around[i].many = number();
        for (int j = 0; j < around[i].many; j++) around[i].list[j] = number();
        many_pairs[i] = number();
        for (int j = 0; j < many_pairs[i]; j++)
            for (int k = 0; k < 2; k++) pairs[i][j][k] = number();
        many_lines[i] = number();
        for (int j = 0; j < many_lines[i]; j++)
            for (int k = 0; k < 2; k++) lines[i][j][k] = number();
    }
}

int main(int given, char **words) {
    for (unsigned i = 0; given > 3 && i < sizeof games / sizeof *games; i++)
        if (!strcmp(words[1], games[i].name)) game = games + i;
    if (!game) {
        fprintf(stderr, "puzzles GAME MOST_MOVES MOST_NODES < positions\n");
        return 1;
    }
    int most = atoi(words[2]);
    most_nodes = strtoull(words[3], NULL, 10);
    read_tables();
    for (;;) {
        int plies = number();
        Position p = {.turn = (uint8_t)number()};
        for (int i = 0; i < 4; i++) option[i] = number();
        for (int i = 0; i < cells; i++) p.cell[i] = (uint8_t)number();
        for (int i = 0; i < 2; i++) p.more[i] = (uint8_t)number();
        if (plies) printf("%llu\n", (unsigned long long)count(&p, plies));
        else look(&p, most);
        fflush(stdout);
    }
}
