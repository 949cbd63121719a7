package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares the index by size, and the marks in the tree by address, with sorted sets. */
class SizeIndexTest {
    private final SizeIndex index = new SizeIndex();
    private final AddressTree tree = index.tree();
    private final TreeMap<Long, TreeSet<Long>> model = new TreeMap<>();
    private final List<long[]> sections = new ArrayList<>();

    private void add(long size, long address) {
        tree.seek(address);
        tree.insert(address, size, index.add(size, address));
        index.settle();
        model.computeIfAbsent(size, none -> new TreeSet<>()).add(address);
    }

    private void remove(long size, long address) {
        tree.seek(address);
        tree.remove(index.remove(size, address));
        index.settle();
        TreeSet<Long> addresses = model.get(size);
        addresses.remove(address);
        if (addresses.isEmpty()) {
            model.remove(size);
        }
    }

    private void compareCeiling(long size, String where) {
        Long expected = model.ceilingKey(size);
        long found = index.ceiling(size);
        assertEquals(expected == null ? 0 : expected, found, where);
        if (found != 0) {
            index.seekLowest(found);
            assertEquals(model.get(found).first(), tree.address(), where + ", size " + found);
            assertEquals(found, tree.size(), where);
        }
    }

    @Test
    void aSizeGoesFromRunToMarksAndBack() {
        for (int i = 0; i < SizeIndex.MOST_IN_RUN; i++) {
            add(48, 1000L * i);
        }
        assertEquals(-1, index.slotOf(48));
        add(48, 500);
        assertEquals(0, index.slotOf(48));
        for (int i = SizeIndex.MOST_IN_RUN - 1; i > 0; i--) {
            compareCeiling(40, "with " + i);
            remove(48, 1000L * i);
        }
        assertEquals(-1, index.slotOf(48));
        compareCeiling(1, "with two left");
        remove(48, 0);
        remove(48, 500);
        assertEquals(0, index.ceiling(1));
    }

    /** More crowded sizes than slots: some are listed, and are marked when a slot becomes free. */
    @Test
    void crowdedSizesWithoutASlotAreListed() {
        int crowded = 300;
        int each = SizeIndex.MOST_IN_RUN + 8;
        for (int i = 0; i < each; i++) {
            for (int size = 1; size <= crowded; size++) {
                add(size, 1_000_000L * i + 1000L * size);
            }
        }
        int marked = 0;
        for (int size = 1; size <= crowded; size++) {
            marked += index.slotOf(size) >= 0 ? 1 : 0;
            compareCeiling(size, "all");
        }
        assertEquals(256, marked);
        assertEquals(-1, index.slotOf(crowded));
        for (int i = 0; i < each; i++) {
            remove(1, 1_000_000L * i + 1000);
        }
        add(crowded, 5);
        assertTrue(index.slotOf(crowded) >= 0);
        compareCeiling(crowded, "marked again");
        for (int size = crowded; size > 1; size--) {
            for (Long address : List.copyOf(model.get((long) size))) {
                remove(size, address);
            }
            compareCeiling(size, "removed");
            compareCeiling(1, "removed " + size);
        }
    }

    @Test
    void randomSectionsOfFewManyAndLargeSizes() {
        for (long seed : Seeds.range(1, 4)) {
            index.clear();
            model.clear();
            sections.clear();
            random(new SplittableRandom(seed), Seeds.name(seed));
        }
    }

    private void random(SplittableRandom random, String seed) {
        for (int step = 0; step < 120_000; step++) {
            String where = seed + ", step " + step;
            boolean growing = step / 30_000 % 2 == 0;
            if (sections.isEmpty() || random.nextInt(10) < (growing ? 7 : 3)) {
                long size = switch (random.nextInt(6)) {
                    case 0 -> 1 + random.nextInt(1 << 16);
                    case 1 -> 65_530 + random.nextInt(12);
                    case 2 -> 1L << 16 + random.nextInt(40);
                    case 3 -> 1 + random.nextInt(400);
                    default -> 8 + 8 * random.nextInt(6);
                };
                long address = random.nextLong(random.nextBoolean() ? 1L << 24 : Long.MAX_VALUE - 1);
                tree.seek(address);
                if (!tree.atSection() || tree.address() != address) {
                    add(size, address);
                    sections.add(new long[] {size, address});
                }
            } else {
                int which = random.nextInt(sections.size());
                long[] gone = sections.get(which);
                sections.set(which, sections.get(sections.size() - 1));
                sections.remove(sections.size() - 1);
                remove(gone[0], gone[1]);
            }
            compareCeiling(1 + random.nextInt(random.nextBoolean() ? 100 : 70_000), where);
            if (step % 6000 == 0) {
                compareAll(where);
            }
        }
    }

    /** Compares the sections of every size in order, which uses all marks of marked sizes; and the tree by address. */
    private void compareAll(String where) {
        model.forEach((size, addresses) -> {
            if (index.slotOf(size) >= 0) {
                index.seekLowest(size);
                for (Long address : addresses) {
                    assertEquals(address, tree.address(), where + ", size " + size);
                    boolean more = tree.seekNext(index.slotOf(size), size);
                    assertEquals(!address.equals(addresses.last()), more, where + ", size " + size);
                }
            }
            for (Long address : addresses) {
                tree.seek(address);
                assertTrue(tree.atSection() && tree.address() == address && tree.size() == size, where);
            }
        });
        long[] previous = {-1, 0};
        tree.forEach((address, size) -> {
            assertTrue(address > previous[0], where);
            assertTrue(model.get(size).contains(address), where);
            previous[0] = address;
            previous[1]++;
        });
        assertEquals(tree.count(), previous[1], where);
        assertEquals(sections.size(), previous[1], where);
    }

    /** Sizes that are no longer in use leave no pages of states. */
    @Test
    void statesOfSizesThatAreGoneAreDropped() {
        for (int size = 1; size <= SizeBitmap.LARGEST; size += 3) {
            add(size, 4096);
            remove(size, 4096);
        }
        assertTrue(index.bytes() <= 64 * 1024, "bytes: " + index.bytes());
        assertFalse(index.unsettled());
    }
}
