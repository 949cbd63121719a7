package dev.fallow.freespace.bitmap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The tree alone: cuts, edges of nodes, growth. */
class SummaryTreeTest {
    private final BitMap map = new BitMap();

    private SummaryTree tree(long bits, long cutBits) {
        SummaryTree tree = new SummaryTree(map, cutBits);
        grow(tree, bits);
        return tree;
    }

    private void grow(SummaryTree tree, long bits) {
        tree.resize(bits);
        map.grow(bits);
    }

    private void set(SummaryTree tree, long from, long to) {
        map.set(from, to);
        tree.set(from, to);
    }

    private void clear(SummaryTree tree, long from, long to) {
        map.clear(from, to);
        tree.cleared(from, to);
    }

    // cut at 512   ...####|########...     18 bits before it, 22 after it
    @Test
    void aRunAcrossACutIsTwo() {
        SummaryTree tree = tree(4096, 512);
        set(tree, 494, 534);
        assertEquals(494, tree.find(0, 18));
        assertEquals(512, tree.find(0, 19));
        assertEquals(512, tree.find(300, 19));
        assertEquals(RunIndex.NONE, tree.find(0, 23));
        assertEquals(RunIndex.NONE, tree.find(500, 23));
    }

    @Test
    void withoutACutItIsOne() {
        SummaryTree tree = tree(4096, 0);
        set(tree, 494, 534);
        assertEquals(494, tree.find(0, 40));
        assertEquals(500, tree.find(500, 34));
        assertEquals(RunIndex.NONE, tree.find(500, 35));
    }

    /** A run over the edges of nodes of every level, found from before, from inside, and from both of its ends. */
    @Test
    void runsOverTheEdgesOfNodes() {
        long bits = 1L << 21;
        for (long edge = 512; edge < bits; edge *= 2) {
            for (long half : new long[] {1, 63, 64, 100, 511, 512}) {
                SummaryTree tree = new SummaryTree(map, 0);
                map.drop();
                grow(tree, bits);
                set(tree, edge - half, edge + half);
                set(tree, bits - 1, bits);
                assertEquals(edge - half, tree.find(0, 2 * half));
                assertEquals(edge, tree.find(edge, half));
                assertEquals(edge + half, tree.runEnd(edge - half));
                assertEquals(edge - half, tree.runStart(edge + half));
                assertEquals(bits - 1, tree.find(edge + half, 1));
                assertEquals(bits, tree.end());
                clear(tree, bits - 1, bits);
                assertEquals(edge + half, tree.end());
                assertEquals(RunIndex.NONE, tree.find(0, 2 * half + 1));
                clear(tree, edge - 1, edge);
                assertEquals(edge, tree.find(0, half));
            }
        }
    }

    /** Summaries are preserved when levels are added above. */
    @Test
    void growsByLevels() {
        SummaryTree tree = tree(512, 0);
        set(tree, 500, 512);
        for (long bits = 1024; bits <= 1L << 22; bits *= 2) {
            grow(tree, bits);
            assertEquals(500, tree.find(0, 12));
            assertEquals(RunIndex.NONE, tree.find(0, 13));
            assertEquals(512, tree.end());
            set(tree, bits - 1, bits);
            assertEquals(bits, tree.end());
            assertEquals(bits - 1, tree.find(512, 1));
            clear(tree, bits - 1, bits);
        }
        set(tree, 512, 1L << 22);
        assertEquals(1L << 22, tree.runEnd(500));
        assertEquals(500, tree.runStart(1L << 22));
        assertEquals(500, tree.find(0, (1L << 22) - 500));
    }
}
