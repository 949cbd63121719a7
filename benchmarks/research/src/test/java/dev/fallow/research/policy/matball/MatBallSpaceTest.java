package dev.fallow.research.policy.matball;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MatBallSpaceTest {
    private static final int BLOCK = 1024;

    private static MatBallSpace space(int blocks, int threshold, int extents) {
        return new MatBallSpace(new ExtentShape(blocks, threshold), BLOCK, extents);
    }

    private static Piece blocks(long from, long count) {
        return new Piece(from * BLOCK, count * BLOCK);
    }

    /** The paper's example as an allocation: 166 blocks, and what follows them. */
    @Test
    void theNextFileOfTheExtentBeginsAt168() {
        MatBallSpace space = space(256, 32, 2);
        assertEquals(List.of(blocks(0, 166)), space.allocate(166 * BLOCK));
        assertEquals(List.of(blocks(168, 3)), space.allocate(2 * BLOCK + 1), "rounded up to blocks");
        assertEquals(new MatBallUsage(169 * BLOCK, 80 * BLOCK, 256 * BLOCK, 7 * BLOCK, 0), space.usage());
        assertEquals(171 * BLOCK, space.end());
        assertEquals(169.0 / 512, space.usage().utilisation());
        assertEquals(169.0 / 256, space.usage().density());
    }

    /** A run of clean extents is one piece, and so is a reusable extent. */
    @Test
    void piecesOfFreeSpace() {
        MatBallSpace space = space(256, 32, 4);
        assertEquals(1, space.freePieces());
        List<Piece> first = space.allocate(100 * BLOCK);
        assertEquals(2, space.freePieces(), "the rest of the first extent, and three clean ones");
        space.allocate(256 * BLOCK);
        assertEquals(2, space.freePieces());
        first.forEach(space::release);
        assertEquals(2, space.freePieces(), "a clean extent on either side of the full one");
        space.allocate(225 * BLOCK);
        assertEquals(1, space.freePieces(), "31 blocks are not used again");
    }

    /** 225 blocks leave 31: fewer than λ, so the extent is not reused, even for a file of one block. */
    @Test
    void extentsWithFewerThanTheThresholdAreNotReused() {
        MatBallSpace space = space(256, 32, 2);
        space.allocate(225 * BLOCK);
        assertEquals(List.of(blocks(256, 1)), space.allocate(1));
        assertEquals(31 * BLOCK, space.usage().shut());

        MatBallSpace fits = space(256, 32, 2);
        fits.allocate(224 * BLOCK);
        assertEquals(List.of(blocks(224, 32)), fits.allocate(32 * BLOCK), "exactly λ are left");
    }

    @Test
    void withoutPartitioningEachExtentBelongsToOneFile() {
        MatBallSpace space = space(64, 64, 3);
        assertEquals(List.of(blocks(0, 1)), space.allocate(1));
        assertEquals(List.of(blocks(64, 1)), space.allocate(1));
        assertEquals(List.of(blocks(128, 64)), space.allocate(64 * BLOCK));
        assertEquals(List.of(), space.allocate(1));
        assertEquals(126 * BLOCK, space.usage().shut());
    }

    /** Whole extents, and the rest where it fits best; otherwise after them in a separate extent. */
    @Test
    void largeFiles() {
        MatBallSpace space = space(64, 16, 8);
        assertEquals(List.of(blocks(0, 140)), space.allocate(140 * BLOCK));
        assertEquals(List.of(blocks(192, 64), blocks(144, 40)), space.allocate(104 * BLOCK), "the rest behind 140");
        assertEquals(List.of(blocks(256, 60)), space.allocate(60 * BLOCK));
        assertEquals(List.of(), space.allocate(4 * 64 * BLOCK), "three extents are clean");
        assertEquals(3 * 64 * BLOCK, space.usage().clean(), "refused, and nothing taken");
        assertEquals(List.of(blocks(320, 3 * 64)), space.allocate(3 * 64 * BLOCK));
    }

    @Test
    void theExtentThatCanTakeTheLeastIsReused() {
        MatBallSpace space = space(64, 2, 3);
        space.allocate(20 * BLOCK);
        space.allocate(50 * BLOCK);
        space.allocate(48 * BLOCK);
        assertEquals(List.of(blocks(64 + 50, 12)), space.allocate(12 * BLOCK));
        assertEquals(List.of(blocks(128 + 48, 14)), space.allocate(14 * BLOCK));
        assertEquals(List.of(blocks(20, 44)), space.allocate(44 * BLOCK));
        assertEquals(1, space.usage().utilisation() * 192 / (192 - 4), "two blocks are left in each of two");
    }

    /** After a deletion, the used part of an extent ends at its last remaining file; without files it is clean. */
    @Test
    void deletedFiles() {
        MatBallSpace space = space(64, 16, 1);
        Piece first = space.allocate(10 * BLOCK).get(0);
        Piece second = space.allocate(10 * BLOCK).get(0);
        Piece third = space.allocate(10 * BLOCK).get(0);
        assertEquals(List.of(blocks(0, 10), blocks(16, 10), blocks(32, 10)), List.of(first, second, third));
        space.release(second);
        assertEquals(List.of(blocks(48, 4)), space.allocate(4 * BLOCK), "a hole is not looked into");
        space.release(third);
        space.release(blocks(48, 4));
        assertEquals(List.of(second), space.allocate(10 * BLOCK), "from behind the first again");
        space.release(first);
        space.release(second);
        assertEquals(64 * BLOCK, space.usage().clean());
        assertEquals(0, space.end());
        assertEquals(List.of(blocks(0, 64)), space.allocate(64 * BLOCK));
    }

    /** Ten of 64 blocks each, of which the second and the third are deleted, under each rule. */
    @Test
    void theRulesOfDeletion() {
        for (DeletionRule deletion : DeletionRule.values()) {
            MatBallSpace space = new MatBallSpace(new ExtentShape(64, 16), BLOCK, 2, deletion);
            List<Piece> files = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                files.addAll(space.allocate(10 * BLOCK));
            }
            assertEquals(List.of(blocks(0, 10), blocks(16, 10), blocks(32, 10), blocks(48, 10)), files);
            space.release(files.get(1));
            space.release(files.get(2));
            boolean between = deletion == DeletionRule.BETWEEN_FILES || deletion == DeletionRule.EVERYWHERE;
            long place = between ? 16 : 64;
            assertEquals(List.of(blocks(place, 20)), space.allocate(20 * BLOCK), deletion + ": a run of 38 blocks");
            space.release(files.get(3));
            long last = between ? 36 : 64 + 20;
            assertEquals(List.of(blocks(last, 18)), space.allocate(18 * BLOCK), deletion.toString());
            long next = deletion == DeletionRule.AFTER_LAST_FILE ? 16 : between ? 64 : -1;
            assertEquals(
                    next < 0 ? List.of() : List.of(blocks(next, 40)),
                    space.allocate(40 * BLOCK),
                    deletion + ": after the first file, which is now the last of its extent");
            assertEquals(2 * 64 * BLOCK, space.usage().capacity());
        }
    }

    /** The least run that is large enough, from the segment after a file; a run of fewer than λ blocks is passed over. */
    @Test
    void spacesBetweenFiles() {
        MatBallSpace space = new MatBallSpace(new ExtentShape(256, 16), BLOCK, 1, DeletionRule.BETWEEN_FILES);
        List<Piece> files = new ArrayList<>();
        for (int size : new int[] {32, 16, 16, 64, 8, 16, 40}) {
            files.addAll(space.allocate(size * BLOCK));
        }
        assertEquals(blocks(128, 8), files.get(4), "each starts where the one before has ended");
        assertEquals(blocks(136, 16), files.get(5));
        assertEquals(blocks(152, 40), files.get(6));
        space.release(files.get(3));
        space.release(files.get(1));
        space.release(files.get(4));
        assertEquals(List.of(blocks(32, 16)), space.allocate(16 * BLOCK), "16 blocks, before the run of 72");
        assertEquals((72 + 64) * BLOCK, space.usage().open(), "from block 64, and from block 192");
        space.release(files.get(0));
        assertEquals(List.of(blocks(0, 20)), space.allocate(20 * BLOCK), "before the first file");
        assertEquals(List.of(), space.allocate(73 * BLOCK));
    }

    /** A run of fewer than λ blocks is used if its extent has λ free blocks in all, and only under this rule. */
    @Test
    void everywhere() {
        for (DeletionRule deletion : DeletionRule.values()) {
            MatBallSpace space = new MatBallSpace(new ExtentShape(64, 16), BLOCK, 2, deletion);
            Piece first = space.allocate(8 * BLOCK).get(0);
            space.allocate(40 * BLOCK);
            space.allocate(8 * BLOCK);
            space.release(first);
            assertEquals(56 * BLOCK, space.end(), "8 to 47, 48 to 55; free are 0 to 7 and 56 to 63");
            long place = deletion == DeletionRule.EVERYWHERE ? 0 : 64;
            assertEquals(List.of(blocks(place, 8)), space.allocate(8 * BLOCK), deletion.toString());
            assertEquals(List.of(blocks(deletion == DeletionRule.EVERYWHERE ? 64 : 72, 8)), space.allocate(8 * BLOCK));
        }
    }

    /** Five extents, of which those of number 0, 2 and 3 are clean. */
    private static MatBallSpace withThreeCleanExtents() {
        MatBallSpace space = space(64, 16, 5);
        List<Piece> files = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            files.addAll(space.allocate(64 * BLOCK));
        }
        space.release(files.get(0));
        space.release(files.get(2));
        space.release(files.get(3));
        return space;
    }

    @Test
    void cleanExtentsApartAreTakenOneByOne() {
        MatBallSpace space = withThreeCleanExtents();
        assertEquals(List.of(blocks(0, 64), blocks(128, 70)), space.allocate(134 * BLOCK));
    }

    /** The class's choice: contiguous where that is possible, although a lower extent is clean. */
    @Test
    void cleanExtentsAreTakenContiguouslyWherePossible() {
        MatBallSpace space = withThreeCleanExtents();
        assertEquals(List.of(blocks(128, 128)), space.allocate(128 * BLOCK), "one piece, not extents 0 and 2");
        assertEquals(List.of(blocks(0, 64)), space.allocate(64 * BLOCK));
    }

    /** The class's choice among extents with equal space: reusable for longest, not at the lowest or last address. */
    @Test
    void ofEqualExtentsTheOneReusableForLongestIsReused() {
        MatBallSpace space = space(64, 2, 3);
        Piece first = space.allocate(40 * BLOCK).get(0);
        space.allocate(40 * BLOCK);
        space.allocate(40 * BLOCK);
        space.release(first);
        assertEquals(List.of(first), space.allocate(40 * BLOCK), "extent 0 again, reusable for the shortest time");
        assertEquals(List.of(blocks(64 + 40, 24)), space.allocate(24 * BLOCK));
        assertEquals(List.of(blocks(128 + 40, 24)), space.allocate(24 * BLOCK));
        assertEquals(List.of(blocks(40, 24)), space.allocate(24 * BLOCK));
    }

    @Test
    void badInputChangesNothing() {
        MatBallSpace space = space(64, 16, 2);
        space.allocate(30 * BLOCK);
        MatBallUsage before = space.usage();
        for (long size : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> space.allocate(size));
        }
        assertEquals(List.of(), space.allocate(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> space.release(blocks(0, 129)));
        assertThrows(IllegalArgumentException.class, () -> space.release(new Piece(1, BLOCK)));
        assertThrows(IllegalArgumentException.class, () -> space.release(new Piece(0, 1)));
        assertThrows(IllegalStateException.class, () -> space.release(blocks(29, 2)));
        assertThrows(IllegalStateException.class, () -> space.release(blocks(64, 1)));
        assertEquals(before, space.usage());
        assertThrows(IllegalArgumentException.class, () -> space(64, 16, 0));
        assertThrows(IllegalArgumentException.class, () -> space(64, 16, 1 << 26));
        ExtentShape shape = new ExtentShape(64, 16);
        assertThrows(IllegalArgumentException.class, () -> new MatBallSpace(shape, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new MatBallSpace(shape, Long.MAX_VALUE / 64, 2));
        assertThrows(IllegalArgumentException.class, () -> new Piece(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Piece(1, Long.MAX_VALUE));
    }

    /**
     * Compares random files with a map of blocks: I1, I2, I5, and a request is refused only if the rules leave no
     * space.
     */
    @Test
    void randomFiles() {
        for (long seed : Seeds.range(1, 60)) {
            SplittableRandom random = new SplittableRandom(seed);
            int blocks = 2 << random.nextInt(9);
            int threshold = 2 << random.nextInt(Integer.numberOfTrailingZeros(blocks));
            int extents = 1 + random.nextInt(40);
            DeletionRule deletion = DeletionRule.values()[random.nextInt(DeletionRule.values().length)];
            ExtentShape shape = new ExtentShape(blocks, threshold);
            MatBallSpace space = new MatBallSpace(shape, BLOCK, extents, deletion);
            MatBallSpace twin = new MatBallSpace(shape, BLOCK, extents, deletion);
            BitSet ever = new BitSet(); // blocks in use since their extent was clean
            BitSet model = new BitSet();
            List<List<Piece>> files = new ArrayList<>();
            for (int step = 0; step < 600; step++) {
                String where = Seeds.name(seed) + ", step " + step + ", " + space.shape() + ", " + deletion;
                if (random.nextInt(5) < 3 || files.isEmpty()) {
                    long size = 1 + random.nextLong((long) (random.nextBoolean() ? 1 : 3) * blocks * BLOCK);
                    MatBallUsage before = space.usage();
                    List<Piece> file = space.allocate(size);
                    assertEquals(file, twin.allocate(size), where);
                    if (file.isEmpty()) {
                        assertEquals(before, space.usage(), where);
                        assertTrue(before.clean() < roundUp(size, (long) blocks * BLOCK), where + ": refused " + size);
                    } else {
                        check(file, size, model, where);
                        files.add(file);
                    }
                } else {
                    for (Piece piece : files.remove(random.nextInt(files.size()))) {
                        space.release(piece);
                        twin.release(piece);
                        model.clear((int) (piece.address() / BLOCK), (int) (piece.end() / BLOCK));
                    }
                }
                ever.or(model);
                for (int extent = 0; extent < extents; extent++) {
                    if (model.get(extent * blocks, (extent + 1) * blocks).isEmpty()) {
                        ever.clear(extent * blocks, (extent + 1) * blocks);
                    }
                }
                checkUsage(
                        space, deletion, model, deletion == DeletionRule.CLEAN_EXTENT ? ever : model, extents, where);
            }
        }
    }

    private static void check(List<Piece> file, long size, BitSet model, String where) {
        long sum = 0;
        for (Piece piece : file) {
            int from = (int) (piece.address() / BLOCK);
            int to = (int) (piece.end() / BLOCK);
            int used = model.nextSetBit(from);
            assertFalse(used >= 0 && used < to, where + ": " + piece + " is in use at block " + used);
            model.set(from, to);
            sum += piece.size();
        }
        assertEquals(roundUp(size, BLOCK), sum, where);
    }

    private static void checkUsage(
            MatBallSpace space, DeletionRule deletion, BitSet model, BitSet seen, int extents, String where) {
        int blocks = space.shape().blocks();
        int threshold = space.shape().threshold();
        SegmentMapping mapping = new SegmentMapping(space.shape());
        long clean = 0;
        long open = 0;
        long shut = 0;
        for (int extent = 0; extent < extents; extent++) {
            BitSet of = seen.get(extent * blocks, (extent + 1) * blocks);
            int last = of.length() - 1;
            if (last < 0) {
                clean += blocks;
                continue;
            }
            boolean everywhere = deletion == DeletionRule.EVERYWHERE;
            boolean enough = blocks - of.cardinality() >= threshold;
            boolean usable = everywhere ? enough && mapping.next(last) < blocks : blocks - (last + 1) >= threshold;
            shut += usable ? 0 : blocks - (last + 1);
            int at = everywhere || deletion == DeletionRule.BETWEEN_FILES ? 0 : last + 1;
            while (at < blocks) {
                int end = at;
                while (end < blocks && !of.get(end)) {
                    end++;
                }
                int room = Math.max(0, end - (at == 0 ? 0 : mapping.next(at - 1)));
                open += (everywhere ? enough : end - at >= threshold) ? room : 0;
                at = end + 1;
            }
        }
        MatBallUsage usage = space.usage();
        assertEquals((long) extents * blocks * BLOCK, usage.capacity(), where);
        assertEquals((long) model.cardinality() * BLOCK, usage.live(), where);
        assertEquals(clean * BLOCK, usage.clean(), where);
        assertEquals(open * BLOCK, usage.open(), where);
        assertEquals(shut * BLOCK, usage.shut(), where);
        assertEquals((long) model.length() * BLOCK, space.end(), where);
    }

    private static long roundUp(long size, long unit) {
        return (size + unit - 1) / unit * unit;
    }
}
