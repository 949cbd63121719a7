package dev.fallow.research.policy.matball;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Definition 3, the algorithm MAP and theorem 2. */
class SegmentMappingTest {
    /** The example of section II.C: a file from block 0 to 165; steps I to III and the result. */
    @Test
    void aFileThatEndsAtBlock165IsFollowedAt168() {
        SegmentMapping mapping = new SegmentMapping(new ExtentShape(256, 32));
        Segment next = mapping.map(165).orElseThrow();
        assertEquals(new Segment(2, 5, 3, 168), next);
        assertEquals("level 2 seg[5,3]", next.toString());
        assertEquals(168, mapping.next(165));
        assertEquals(2, mapping.hole(165));
    }

    @Test
    void withoutPartitioningTheNextSegmentOfTheTopFollows() {
        SegmentMapping mapping = new SegmentMapping(new ExtentShape(256, 32));
        assertEquals(Optional.of(new Segment(0, Segment.TOP, 4, 16)), mapping.map(9), "steps 2 to 5");
        assertEquals(Optional.of(new Segment(0, Segment.TOP, 0, 1)), mapping.map(0), "behind the head");
        assertEquals(Optional.of(new Segment(0, Segment.TOP, 1, 2)), mapping.map(1));
    }

    /** The cases that MAP as printed does not handle. */
    @Test
    void headsAndLastChildren() {
        SegmentMapping mapping = new SegmentMapping(new ExtentShape(256, 32));
        assertEquals(Optional.of(new Segment(1, 7, 0, 129)), mapping.map(128), "behind the head of seven");
        assertEquals(Optional.of(new Segment(0, Segment.TOP, 6, 64)), mapping.map(63), "behind the last child of five");
        assertEquals(Optional.of(new Segment(0, Segment.TOP, 5, 32)), mapping.map(31), "a file that fills segments");
        assertEquals(Optional.of(new Segment(1, 7, 6, 192)), mapping.map(191));
        assertEquals(Optional.of(new Segment(0, Segment.TOP, 7, 128)), mapping.map(120), "up two levels");
        assertEquals(Optional.empty(), mapping.map(255));
        assertEquals(Optional.empty(), mapping.map(250), "in the last segment of all");
        assertEquals(256, mapping.next(250));
    }

    /**
     * Compares MAP with the segments themselves: the next file starts at the first unpartitioned segment after the
     * block. Every block of every shape up to 1,024 blocks.
     */
    @Test
    void everyBlockOfEverySmallShape() {
        for (int blocks = 2; blocks <= 1024; blocks *= 2) {
            for (int threshold = 2; threshold <= blocks; threshold *= 2) {
                ExtentShape shape = new ExtentShape(blocks, threshold);
                SegmentMapping mapping = new SegmentMapping(shape);
                SegmentPartition partition = new SegmentPartition(shape);
                List<Segment> all = IntStream.rangeClosed(0, shape.levels())
                        .boxed()
                        .flatMap(level -> partition.level(level).stream())
                        .toList();
                List<Segment> leaves = partition.leaves();
                int leaf = 0;
                for (int w = 0; w < blocks; w++) {
                    while (leaves.get(leaf).end() <= w) {
                        leaf++;
                    }
                    int end = leaves.get(leaf).end();
                    String where = shape + ", block " + w;
                    assertEquals(end, mapping.next(w), where);
                    Optional<Segment> next = mapping.map(w);
                    assertEquals(end < blocks, next.isPresent(), where);
                    if (next.isPresent()) {
                        assertEquals(end, next.get().position(), where);
                        if (w < 64 || w > blocks - 64) {
                            assertTrue(all.contains(next.get()), where + ": " + next.get());
                        }
                    }
                }
            }
        }
    }

    /**
     * Theorem 2, for every block and every two thresholds of extents up to 1,024 blocks, and at random up to the
     * largest.
     */
    @Test
    void theorem2() {
        for (int lgBlocks = 2; lgBlocks <= ExtentShape.MAX_LG_BLOCKS; lgBlocks++) {
            SplittableRandom random = new SplittableRandom(lgBlocks);
            for (int n = 2; n <= lgBlocks; n++) {
                for (int m = 1; m < n; m++) {
                    ExtentShape lambda = new ExtentShape(1 << lgBlocks, 1 << n);
                    ExtentShape delta = new ExtentShape(1 << lgBlocks, 1 << m);
                    assertEquals(lambda.levels() + (n - m), delta.levels());
                    assertEquals(
                            AllocationMatrix.of(lambda).size() + (n - m),
                            AllocationMatrix.of(delta).size());
                    if (lgBlocks <= 10) {
                        for (int w = 0; w < lambda.blocks(); w++) {
                            theorem2(lambda, delta, w);
                        }
                    } else {
                        for (int i = 0; i < 100; i++) {
                            theorem2(lambda, delta, random.nextInt(lambda.blocks()));
                        }
                    }
                }
            }
        }
    }

    private static void theorem2(ExtentShape lambda, ExtentShape delta, int w) {
        SegmentMapping coarse = new SegmentMapping(lambda);
        SegmentMapping fine = new SegmentMapping(delta);
        Supplier<String> where = () -> lambda + " and " + delta + ", block " + w;
        assertTrue(coarse.hole(w) >= fine.hole(w), where);
        assertTrue(coarse.hole(w) < lambda.threshold() / 2, where);
        if (lambda.blocks() - w >= lambda.threshold() + 1) {
            assertTrue(coarse.isReusable(w), where);
            assertTrue(coarse.map(w).isPresent(), where); // there is room for the next file
            assertTrue(fine.isReusable(w), where);
        } else {
            assertFalse(coarse.isReusable(w), where);
        }
        assertEquals(coarse.next(w), coarse.map(w).map(Segment::position).orElse(lambda.blocks()), where);
    }

    /** The proof's strict inequality does not hold: both thresholds leave the same two blocks. */
    @Test
    void aSmallerThresholdNeedNotMakeAHoleSmaller() {
        assertEquals(2, new SegmentMapping(new ExtentShape(256, 32)).hole(165));
        assertEquals(2, new SegmentMapping(new ExtentShape(256, 16)).hole(165));
        assertEquals(14, new SegmentMapping(new ExtentShape(256, 32)).hole(177));
        assertEquals(0, new SegmentMapping(new ExtentShape(256, 16)).hole(176));
        assertEquals(0, new SegmentMapping(new ExtentShape(256, 16)).hole(177));
        assertEquals(0, new SegmentMapping(new ExtentShape(256, 2)).hole(177), "with 2 there are no holes at all");
    }

    @Test
    void blocksOutsideOfTheExtent() {
        SegmentMapping mapping = new SegmentMapping(new ExtentShape(64, 16));
        for (int wrong : new int[] {-1, 64, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> mapping.map(wrong));
            assertThrows(IllegalArgumentException.class, () -> mapping.next(wrong));
            assertThrows(IllegalArgumentException.class, () -> mapping.isReusable(wrong));
        }
    }
}
