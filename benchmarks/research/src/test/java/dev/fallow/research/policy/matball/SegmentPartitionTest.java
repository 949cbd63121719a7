package dev.fallow.research.policy.matball;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Definition 1, figure 1 and table I. */
class SegmentPartitionTest {
    private static List<String> names(List<Segment> segments) {
        return segments.stream().map(Segment::toString).toList();
    }

    /** Figure 1: 256 blocks, λ = 32. */
    @Test
    void theExtentOfFigure1() {
        SegmentPartition partition = new SegmentPartition(new ExtentShape(256, 32));
        List<Segment> top = partition.top();
        assertEquals(9, top.size());
        assertEquals(new Segment(0, Segment.TOP, Segment.HEAD, 0), top.get(0));
        assertEquals(new Segment(0, Segment.TOP, 7, 128), top.get(8));

        List<Segment> ofSeven = partition.children(top.get(8));
        assertEquals(
                List.of(
                        "level 1 seg[7,H]",
                        "level 1 seg[7,0]",
                        "level 1 seg[7,1]",
                        "level 1 seg[7,2]",
                        "level 1 seg[7,3]",
                        "level 1 seg[7,4]",
                        "level 1 seg[7,5]",
                        "level 1 seg[7,6]"),
                names(ofSeven),
                "split into eight, the largest index one less");
        assertEquals(
                List.of(ofSeven.get(6), ofSeven.get(7)),
                ofSeven.stream()
                        .filter(child -> !partition.children(child).isEmpty())
                        .toList(),
                "seg[7,5] and seg[7,6] are in turn partitioned");
        assertEquals(128, ofSeven.get(0).position(), "the head is where its parent is");
        assertEquals(128 + 32, ofSeven.get(6).position());
        assertEquals(21, partition.level(1).size());
    }

    @Test
    void tableI() {
        checkTableI(64, 16, 2, 4, 5);
        checkTableI(64, 32, 1, 5, 5);
        checkTableI(256, 16, 4, 4, 7);
        checkTableI(256, 32, 3, 5, 7);
    }

    private static void checkTableI(int blocks, int threshold, int matrices, int least, int most) {
        ExtentShape shape = new ExtentShape(blocks, threshold);
        assertEquals(matrices, AllocationMatrix.of(shape).size(), shape.toString());
        SegmentPartition partition = new SegmentPartition(shape);
        List<Segment> top = partition.top();
        assertEquals(Segment.HEAD, top.get(0).index());
        assertEquals(most, top.get(top.size() - 1).index(), shape.toString());
        for (Segment segment : top) {
            boolean involved = segment.index() >= least && segment.index() <= most;
            assertEquals(involved, !partition.children(segment).isEmpty(), shape + ": " + segment);
        }
    }

    /** For every shape up to 1,024 blocks: the parts of a segment tile it, and the leaves tile the extent. */
    @Test
    void segmentsTileTheirParents() {
        for (int blocks = 2; blocks <= 1024; blocks *= 2) {
            for (int threshold = 2; threshold <= blocks; threshold *= 2) {
                ExtentShape shape = new ExtentShape(blocks, threshold);
                SegmentPartition partition = new SegmentPartition(shape);
                assertEquals(blocks, tile(partition.top(), 0, shape));
                assertEquals(blocks, tile(partition.leaves(), 0, shape));
                for (int level = 0; level <= shape.levels(); level++) {
                    for (Segment segment : partition.level(level)) {
                        List<Segment> children = partition.children(segment);
                        if (segment.size() >= threshold) {
                            assertEquals(segment.index() + 1, children.size(), shape + ": " + segment);
                            assertEquals(segment.end(), tile(children, segment.position(), shape));
                        } else {
                            assertEquals(List.of(), children, shape + ": " + segment);
                        }
                    }
                }
                for (Segment segment : partition.level(shape.levels())) {
                    assertTrue(segment.size() < threshold, shape + ": " + segment);
                }
            }
        }
    }

    private static int tile(List<Segment> segments, int from, ExtentShape shape) {
        int at = from;
        for (Segment segment : segments) {
            assertEquals(at, segment.position(), shape + ": " + segment);
            at = segment.end();
        }
        return at;
    }

    @Test
    void shapesThatCannotBe() {
        for (int[] wrong : new int[][] {
            {0, 2}, {-256, 32}, {1, 1}, {100, 4}, {256, 0}, {256, 1}, {256, 24}, {256, 512}, {1 << 25, 2}, {256, -32}
        }) {
            IllegalArgumentException error =
                    assertThrows(IllegalArgumentException.class, () -> new ExtentShape(wrong[0], wrong[1]));
            assertTrue(
                    error.getMessage().contains("=" + wrong[0])
                            || error.getMessage().contains("=" + wrong[1]),
                    error.getMessage());
        }
        SegmentPartition partition = new SegmentPartition(new ExtentShape(64, 16));
        assertThrows(IllegalArgumentException.class, () -> partition.level(3));
        assertThrows(IllegalArgumentException.class, () -> partition.level(-1));
    }
}
