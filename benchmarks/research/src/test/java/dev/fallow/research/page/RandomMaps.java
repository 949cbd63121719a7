package dev.fallow.research.page;

import java.util.SplittableRandom;

/** Maps for comparisons of searches. */
final class RandomMaps {
    private RandomMaps() {}

    /** Runs of set bits and of clear ones, each up to a random length of at most 100 bits. */
    static long[] of(SplittableRandom random, int words) {
        long[] map = new long[words];
        int longest = 1 + random.nextInt(100);
        for (int bit = random.nextInt(8); bit < 64 * words; bit += 1 + random.nextInt(longest)) {
            for (int end = bit + random.nextInt(longest); bit < end && bit < 64 * words; bit++) {
                map[bit / 64] |= Long.MIN_VALUE >>> bit;
            }
        }
        return map;
    }
}
