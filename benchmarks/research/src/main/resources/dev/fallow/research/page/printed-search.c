/*
 * The search of Burns and Hineman as printed (sections 3 and 4), and two loops over the bits, on an array of words of
 * WIDTH bits: 8, 16, 32 or 64. Corrected like PrintedSearch.java, whose C counterpart it is.
 *
 *   find                       answers each map of standard input
 *   time ROUNDS NANOSECONDS    times the searches of the first map, each for so long in each round
 *
 * A map is its number of longs, the length of the run, and the longs in hexadecimal; the most significant bit is the
 * first. Each line of the output has three numbers: of the loop over the bits, of the loop by words, and of the search;
 * the bits found, -1 for none, or nanoseconds of CPU time for each search.
 */
#define _POSIX_C_SOURCE 200112L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define JOINED(a, b, c) a##b##c
#define TYPE(a, b, c) JOINED(a, b, c)
typedef TYPE(uint, WIDTH, _t) word;

static const word ONES = (word) ~(word) 0;
static word results[8]; /* W(0), W(1), ... */

/* Section 4.2; returns the last round. */
static int gaps(word w, int k) {
    int round = 0;
    results[0] = w;
    for (int gap = 1; gap < k;) {
        int full = 1 << round;
        int shift = full < k - full ? full : k - full;
        results[round + 1] = results[round] & (results[round] >> shift);
        gap += shift;
        round++;
    }
    return round;
}

/* Figure 5, with 1 << round. */
static int suffix_of(int last) {
    int round = last;
    int size = 0;
    while (round >= 0 && !(results[round] & 1)) {
        round--;
    }
    for (; round >= 0; round--) {
        if (results[round] >> size & 1) {
            size += 1 << round;
        }
    }
    return size;
}

static int highest(word w) {
    int bit = 0;
    for (int half = WIDTH / 2; half > 0; half /= 2) {
        if (w >> half) {
            bit += half;
            w >>= half;
        }
    }
    return bit;
}

static long search(const word *map, long words, long k) {
    long suffix = 0;
    for (long i = 0; i < words; i++) {
        word w = map[i];
        long missing = k - suffix;
        if (missing > WIDTH) {
            if (w == ONES) {
                suffix += WIDTH;
                continue;
            }
        } else if ((word) ((ONES >> 1 >> (missing - 1)) | w) == ONES) {
            return i * WIDTH - suffix;
        }
        if (k < WIDTH) {
            int last = gaps(w, (int) k);
            if (results[last]) {
                return (i + 1) * WIDTH - highest(results[last]) - k;
            }
            suffix = suffix_of(last);
        } else {
            suffix = suffix_of(gaps(w, WIDTH / 2));
        }
    }
    return -1;
}

static long loop(const word *map, long words, long k) {
    long run = 0;
    for (long bit = 0; bit < words * WIDTH; bit++) {
        if (map[bit / WIDTH] >> (WIDTH - 1 - bit % WIDTH) & 1) {
            if (++run == k) {
                return bit + 1 - k;
            }
        } else {
            run = 0;
        }
    }
    return -1;
}

static long loop_by_word(const word *map, long words, long k) {
    long run = 0;
    for (long i = 0; i < words; i++) {
        word w = map[i];
        for (int bit = WIDTH - 1; bit >= 0; bit--) {
            if (!(w >> bit & 1)) {
                run = 0;
            } else if (++run == k) {
                return (i + 1) * WIDTH - bit - k;
            }
        }
    }
    return -1;
}

typedef long (*searching)(const word *, long, long);
static volatile searching searches[] = {loop, loop_by_word, search}; /* volatile: each call is made */

/* Reads a map; returns whether there was one. */
static int read_map(word **map, long *words, long *k) {
    long longs;
    if (scanf("%ld %ld", &longs, k) != 2) {
        return 0;
    }
    *words = longs * 64 / WIDTH;
    *map = realloc(*map, longs * 8 + 8);
    if (!*map) {
        exit(2);
    }
    for (long i = 0; i < longs; i++) {
        uint64_t bits;
        if (scanf("%" SCNx64, &bits) != 1) {
            exit(3);
        }
        for (int j = 0; j < 64 / WIDTH; j++) {
            (*map)[i * (64 / WIDTH) + j] = (word) (bits >> (64 - WIDTH * (j + 1)));
        }
    }
    return 1;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static double nanoseconds(int which, const word *map, long words, long k, double at_least) {
    static volatile long sink;
    long repeats = 0;
    long batch = 1;
    double start = now();
    double elapsed;
    do {
        for (long i = 0; i < batch; i++) {
            sink += searches[which](map, words, k);
        }
        repeats += batch;
        batch = 2 * batch < 4096 ? 2 * batch : 4096;
        elapsed = now() - start;
    } while (elapsed < at_least);
    return elapsed / repeats;
}

int main(int count, char **arguments) {
    word *map = NULL;
    long words;
    long k;
    if (count == 2 && !strcmp(arguments[1], "find")) {
        while (read_map(&map, &words, &k)) {
            for (int which = 0; which < 3; which++) {
                printf("%ld ", searches[which](map, words, k));
            }
            printf("\n");
        }
    } else if (count == 4 && !strcmp(arguments[1], "time") && read_map(&map, &words, &k)) {
        for (long round = 0; round < atol(arguments[2]); round++) {
            for (int which = 0; which < 3; which++) {
                printf("%.3f ", nanoseconds(which, map, words, k, atof(arguments[3])));
            }
            printf("\n");
        }
    } else {
        return 1;
    }
    return 0;
}
