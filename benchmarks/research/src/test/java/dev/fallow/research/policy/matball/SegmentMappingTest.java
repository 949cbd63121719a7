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

    /**
     * The proof's strict inequality does not hold. Block 30 of 256 lies in segment 4, the proof's second case (log2 δ
     * &lt;= 4 &lt; log2 λ) for δ = 16 and λ = 32: it concludes q &lt; p, but both leave block 31 alone. So do all blocks in
     * the last child, 24 to 31. Block 165 lies in seg[5,2], its first case, which concludes p = q.
     */
    @Test
    void aSmallerThresholdNeedNotMakeAHoleSmaller() {
        SegmentMapping lambda = new SegmentMapping(new ExtentShape(256, 32));
        SegmentMapping delta = new SegmentMapping(new ExtentShape(256, 16));
        Segment segment = leaf(256, 32, 30);
        assertEquals("level 0 seg[*,4]", segment.toString());
        assertTrue(4 <= segment.index() && segment.index() < 5, "the second case");
        assertTrue(lambda.isReusable(30), "s - w >= λ + 1");
        assertEquals("level 1 seg[4,3]", leaf(256, 16, 30).toString(), "the last child");
        assertEquals(1, lambda.hole(30));
        assertEquals(1, delta.hole(30));
        for (int w = 16; w < 32; w++) {
            assertEquals(w >= 24, lambda.hole(w) == delta.hole(w), "block " + w);
        }
        assertEquals("level 2 seg[5,2]", leaf(256, 32, 165).toString());
        assertEquals(leaf(256, 32, 165), leaf(256, 16, 165), "2 < log2 δ: the first case");
        assertEquals(lambda.hole(165), delta.hole(165));
        assertEquals(14, lambda.hole(177));
        assertEquals(0, delta.hole(177));
    }

    /** The unpartitioned segment of a block. */
    private static Segment leaf(int blocks, int threshold, int w) {
        return new SegmentPartition(new ExtentShape(blocks, threshold))
                .leaves().stream()
                        .filter(segment -> segment.position() <= w && w < segment.end())
                        .findFirst()
                        .orElseThrow();
    }

    /** The j of step 1: 2^j &lt;= w &lt; 2^(j+1); empty if no integer fits. */
    private static Optional<Integer> stepOne(int w) {
        return IntStream.range(0, 31)
                .filter(j -> 1L << j <= w && w < 1L << j + 1)
                .boxed()
                .findFirst();
    }

    /** Step 1 has no j for w = 0, the head: after a file of one block at the start of an extent. */
    @Test
    void stepOneHasNoResultForTheFirstBlock() {
        assertEquals(Optional.empty(), stepOne(0));
        for (int w = 1; w < 256; w++) {
            assertTrue(stepOne(w).isPresent(), "block " + w);
        }
        SegmentMapping mapping = new SegmentMapping(new ExtentShape(256, 32));
        assertEquals(Optional.of(new Segment(0, Segment.TOP, 0, 1)), mapping.map(0), "what follows the head");
    }

    /**
     * Step 3, "index = k + 1; next = pos(seg[*,j+1])", uses k before step 9 sets it. Only with k = j does its index name
     * the segment at its position. With λ = s it also has no result in the last segment of the top.
     */
    @Test
    void stepThreeNamesAnIndexThatIsNotSet() {
        SegmentMapping mapping = new SegmentMapping(new ExtentShape(256, 32));
        List<Segment> top = new SegmentPartition(new ExtentShape(256, 32)).top();
        for (int w = 1; w < 32; w++) {
            int j = stepOne(w).orElseThrow();
            int next = 1 << j + 1; // pos(seg[*,j+1])
            for (int k = Segment.HEAD; k < 8; k++) {
                int index = k + 1;
                boolean named =
                        top.stream().anyMatch(segment -> segment.index() == index && segment.position() == next);
                assertEquals(k == j, named, "block " + w + ", k = " + k);
            }
            assertEquals(
                    new Segment(0, Segment.TOP, j + 1, next), mapping.map(w).orElseThrow());
        }
        SegmentPartition whole = new SegmentPartition(new ExtentShape(256, 256));
        int j = stepOne(200).orElseThrow();
        assertTrue(whole.top().stream().noneMatch(segment -> segment.index() == j + 1), "seg[*,8] does not exist");
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
