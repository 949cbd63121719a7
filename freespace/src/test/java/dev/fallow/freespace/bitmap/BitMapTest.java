package dev.fallow.freespace.bitmap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BitMapTest {
    @Test
    void startsAndLongestByTheirDefinitions() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 20_000; i++) {
            // runs of all lengths: a run of ones with random ends, over sparse or dense bits
            long word = -1L >>> random.nextInt(64) & -1L << random.nextInt(64);
            word = random.nextBoolean() ? word & ~(1L << random.nextInt(64)) : word ^ random.nextLong();
            long left = word;
            int longest = 0;
            for (int length = 1; length <= 64; length++) {
                if (left != BitMap.starts(word, length)) {
                    assertEquals(left, BitMap.starts(word, length), Long.toHexString(word) + ", length " + length);
                }
                longest = left != 0 ? length : longest;
                left &= left << 1;
            }
            if (word != -1L) {
                assertEquals(longest, BitMap.longest(word, 0), Long.toHexString(word));
                int atLeast = random.nextInt(64);
                assertEquals(Math.max(longest, atLeast), BitMap.longest(word, atLeast), Long.toHexString(word));
            }
        }
    }
}
