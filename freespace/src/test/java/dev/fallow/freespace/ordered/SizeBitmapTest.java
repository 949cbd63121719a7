package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SizeBitmapTest {
    private static final int[] EDGES = {1, 2, 63, 64, 65, 128, 4095, 4096, 4097, 8192, 61440, 61441, 65472, 65535, 65536
    };

    @Test
    void anEmptyMapHasNoSizeAndNoArray() {
        SizeBitmap map = new SizeBitmap();
        assertEquals(0, map.ceiling(1));
        assertEquals(0, map.ceiling(SizeBitmap.LARGEST));
        assertEquals(0, map.bytes());
    }

    @Test
    void oneSizeIsFoundFromEveryEdge() {
        for (int present : EDGES) {
            SizeBitmap map = new SizeBitmap();
            map.add(present);
            for (int wanted : EDGES) {
                assertEquals(wanted <= present ? present : 0, map.ceiling(wanted), present + " from " + wanted);
            }
            map.remove(present);
            assertEquals(0, map.ceiling(1), "after removing " + present);
        }
    }

    @Test
    void everySizeIsItsOwnCeiling() {
        SizeBitmap map = new SizeBitmap();
        for (int size = 1; size <= SizeBitmap.LARGEST; size++) {
            map.add(size);
        }
        for (int size = 1; size <= SizeBitmap.LARGEST; size++) {
            assertEquals(size, map.ceiling(size));
        }
    }

    @Test
    void randomSizesAsASortedSetHasThem() {
        SplittableRandom random = new SplittableRandom(11);
        SizeBitmap map = new SizeBitmap();
        TreeSet<Integer> model = new TreeSet<>();
        for (int step = 0; step < 200_000; step++) {
            int most = step % 20_000 < 10_000 ? SizeBitmap.LARGEST : 300;
            int size = 1 + random.nextInt(most);
            if (model.remove(size)) {
                map.remove(size);
            } else if (random.nextInt(40) == 0) {
                model.add(size);
                map.add(size);
            }
            int wanted = 1 + random.nextInt(SizeBitmap.LARGEST);
            Integer expected = model.ceiling(wanted);
            assertEquals(expected == null ? 0 : expected, map.ceiling(wanted), "seed 11, step " + step);
        }
    }
}
