package dev.fallow.research.tournament;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.Section;
import dev.fallow.research.policy.buddy.BlockSizes;
import dev.fallow.research.policy.buddy.RestrictedBuddy;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The pages written of restricted buddy's lists and bit maps, counted by hand. */
class RegionListsTest {
    private static final int K = 1024;

    /** A disk, its lists, and the writes of each operation. */
    private static final class Disk {
        final RestrictedBuddy policy;
        final TournamentEntry entry;
        final RegionLists lists;
        private long before;

        Disk(int sizes, long capacity, long regionSize) {
            policy = new RestrictedBuddy(capacity, BlockSizes.ofPaper(sizes), 1, regionSize);
            entry = new FileSpaceEntry(policy, size -> 1, 10_000);
            lists = new RegionLists(BlockSizes.ofPaper(sizes), regionSize);
            lists.begin(entry);
        }

        long allocate(int file, long size) {
            assertTrue(entry.allocate(file, size));
            lists.allocated(pieces(file));
            return writes();
        }

        long release(int file) {
            List<Section> pieces = pieces(file);
            entry.release(file);
            lists.released(pieces);
            return writes();
        }

        List<Section> pieces(int file) {
            List<Section> pieces = new ArrayList<>();
            entry.forEachPiece(file, (address, size) -> pieces.add(new Section(address, size)));
            return pieces;
        }

        private long writes() {
            long all = lists.writes(entry);
            long writes = all - before;
            before = all;
            return writes;
        }
    }

    /** Blocks of 1K and 8K on 64K: all links of the first 8K are in the first page, and there is one page of heads. */
    @Test
    void aBlockIsDividedAndUnited() {
        Disk disk = new Disk(2, 64 * K, RestrictedBuddy.UNCLUSTERED);
        assertEquals(2, disk.allocate(1, K), "a bit and the head; the links of seven blocks");
        assertEquals(2, disk.allocate(2, K), "the head; the link of the third block");
        assertEquals(2, disk.release(1), "the head; the links of the first and the third block");
        assertEquals(1, disk.release(2), "the head and a bit: no block of 1K is free");
        assertEquals(1, disk.allocate(3, 8 * K), "8 blocks of 1K leave nothing of the first 8K");
        assertEquals(1, disk.allocate(4, 16 * K), "and the same twice");
    }

    /** A block between others in its list: their links are in other pages. */
    @Test
    void neighboursInTheListAreWritten() {
        Disk disk = new Disk(3, 256 * K, RestrictedBuddy.UNCLUSTERED);
        disk.allocate(1, 8 * K + 1); // 1K blocks 0 to 7, and an 8K block at 8K: 16K to 56K are in the list
        assertEquals(List.of(new Section(8 * K, 8 * K)), disk.pieces(1).subList(8, 9));
        disk.allocate(2, 8 * K + 1); // 16K in blocks of 1K, an 8K block at 24K
        disk.allocate(3, 8 * K + 1); // 32K, 40K; free are 48K and 56K
        assertEquals(4, disk.release(2), "the head, 16K and 24K, and 48K, whose neighbour changes");
        assertEquals(4, disk.release(1), "the head, 0 and 8K, and 16K, whose neighbour changes");
        assertEquals(1, disk.release(3), "united to 64K: heads and a bit");
    }

    /** Each region has lists of its own. */
    @Test
    void regionsHaveHeadsOfTheirOwn() {
        Disk disk = new Disk(2, 64 * K, 16 * K);
        disk.allocate(1, K);
        assertEquals(2, disk.allocate(2, K), "the second region: its page, and the links of its first 8K");
        assertEquals(16 * K, disk.pieces(2).get(0).address());
        assertEquals(1, disk.release(1), "the lists of the first region alone");
    }

    /** The lists that follow from the blocks in use are those of the policy. */
    @Test
    void theListsAreThoseOfThePolicy() {
        for (long seed : Seeds.range(1, 20)) {
            SplittableRandom random = new SplittableRandom(seed);
            int sizes = 2 + random.nextInt(4);
            long capacity = (1 + random.nextInt(40_000)) * (long) K;
            Disk disk = new Disk(sizes, capacity, random.nextBoolean() ? 0 : 32L * K * K);
            List<Integer> files = new ArrayList<>();
            for (int step = 0; step < 200; step++) {
                String where = Seeds.name(seed) + ", step " + step;
                assertEquals(disk.policy.freePieces(), disk.lists.freeBlocks(), where);
                long size = 1 + random.nextLong(capacity / 4 + 1);
                if (random.nextBoolean() || files.isEmpty()) {
                    if (!disk.entry.allocate(step, size)) {
                        continue;
                    }
                    disk.lists.allocated(disk.pieces(step));
                    files.add(step);
                } else {
                    disk.release(files.remove(random.nextInt(files.size())));
                }
            }
        }
    }
}
