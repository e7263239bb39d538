/* Reach by a bucket Dijkstra (Dial's): the cost of a usual compiled search, called for one army at a time.

   cost: a byte a hex, row by row with a margin of barred hexes about the map; 0 is barred. steps: the six differences of
   neighbouring hexes. spent: a byte a hex, all 255 before and after. The reached hexes are written to where, what they
   cost to how_much. Returns their number. */
#include <stdint.h>

enum { MOST_POINTS = 32, MOST_HEXES = 4096, FAR = 255 };

int reach(const uint8_t *cost, const int32_t *steps, int32_t start, int budget, uint8_t *spent, int32_t *where,
          uint8_t *how_much)
{
    static int32_t bucket[MOST_POINTS + 1][MOST_HEXES];
    int filled[MOST_POINTS + 1] = {0};
    int found = 0;

    if (budget > MOST_POINTS)
        return -1;
    spent[start] = 0;
    bucket[0][filled[0]++] = start;
    for (int points = 0; points <= budget; points++) {
        for (int n = 0; n < filled[points]; n++) {
            const int32_t here = bucket[points][n];
            if (spent[here] != points)
                continue; /* reached at a lower cost in the meantime */
            where[found] = here;
            how_much[found++] = (uint8_t)points;
            for (int direction = 0; direction < 6; direction++) {
                const int32_t there = here + steps[direction];
                const int total = points + cost[there];
                if (cost[there] && total <= budget && total < spent[there]) {
                    spent[there] = (uint8_t)total;
                    bucket[total][filled[total]++] = there;
                }
            }
        }
    }
    for (int n = 0; n < found; n++)
        spent[where[n]] = FAR;
    return found;
}
