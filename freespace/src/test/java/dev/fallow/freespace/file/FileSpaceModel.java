package dev.fallow.freespace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A session of random calls on a {@link FileSpace}, compared with a map of all blocks in use. After every call each
 * byte of the file is accounted for (I1, I2), adjacent sections are merged (I3), and a failed call has changed nothing
 * (I4).
 */
final class FileSpaceModel {
    /** A block in use. */
    private record Block(AllocationType type, long size) {}

    private final FileSpace space;
    private final SplittableRandom random;
    private final String name;
    private final TreeMap<Long, Block> blocks = new TreeMap<>();
    private final List<Long> addresses = new ArrayList<>();
    private final long largest;
    private int step;
    private long fingerprint;

    FileSpaceModel(FileSpaceOptions options, long seed, long largest) {
        space = new FileSpace(options, 0);
        random = new SplittableRandom(seed);
        name = Seeds.name(seed) + ", " + options;
        this.largest = largest;
        allocate(AllocationType.SUPERBLOCK, 48);
    }

    FileSpace space() {
        return space;
    }

    /** A hash of all addresses, to compare runs (I5). */
    long fingerprint() {
        return fingerprint;
    }

    private String where() {
        return name + ", step " + step;
    }

    void run(int steps) {
        for (int end = step + steps; step < end; step++) {
            int dice = random.nextInt(100);
            // the file grows and shrinks in waves, so that its end is reached from both sides
            int releasing = step / 500 % 2 == 0 ? 35 : 55;
            if (dice < releasing && addresses.size() > 1) {
                release();
            } else if (dice < 88) {
                allocate(anyType(), anySize());
            } else if (dice < 94) {
                tryExtend();
            } else if (dice < 98) {
                badCalls();
            } else if (dice < 99) {
                space.shrink();
            }
            check();
        }
    }

    /** Releases everything but the superblock. */
    void releaseAll() {
        while (addresses.size() > 1) {
            release();
            check();
            step++;
        }
    }

    private AllocationType anyType() {
        AllocationType[] types = AllocationType.values();
        return types[random.nextInt(types.length)];
    }

    private long anySize() {
        return switch (random.nextInt(5)) {
            case 0 -> 1 + random.nextInt(16);
            case 1, 2 -> 8 * (1 + random.nextInt(64));
            case 3 -> 300;
            default -> 1 + random.nextLong(largest);
        };
    }

    private void allocate(AllocationType type, long size) {
        long at = space.allocate(type, size);
        fingerprint = fingerprint * 31 + at;
        if (at < 0 || at + size > space.endOfAllocation()) {
            fail(where() + ": allocated [" + at + ", " + (at + size) + ") of " + space.endOfAllocation());
        }
        FileSpaceOptions options = space.options();
        if (options.strategy() != Strategy.PAGE && size >= options.alignmentThreshold()) {
            assertEquals(0, at % options.alignment(), () -> where() + ": not aligned: " + at);
        }
        if (options.strategy() == Strategy.PAGE) {
            long page = options.pageSize();
            assertTrue(
                    size < page ? at / page == (at + size - 1) / page : at % page == 0,
                    () -> where() + ": " + size + " bytes at " + at + " in pages of " + page);
        }
        blocks.put(at, new Block(type, size));
        addresses.add(at);
    }

    private void release() {
        int index = 1 + random.nextInt(addresses.size() - 1);
        long at = addresses.get(index);
        Block block = blocks.get(at);
        long size = block.size;
        long part = random.nextInt(10) == 0 ? 1 + random.nextLong(size) : size;
        boolean front = random.nextBoolean();
        space.release(block.type, front ? at : at + size - part, part);
        blocks.remove(at);
        if (part == size) {
            addresses.set(index, addresses.get(addresses.size() - 1));
            addresses.remove(addresses.size() - 1);
        } else {
            long rest = front ? at + part : at;
            blocks.put(rest, new Block(block.type, size - part));
            addresses.set(index, rest);
        }
    }

    private void tryExtend() {
        if (addresses.size() < 2) {
            return;
        }
        long at = addresses.get(1 + random.nextInt(addresses.size() - 1));
        Block block = blocks.get(at);
        long extra = anySize();
        String before = state();
        if (space.tryExtend(block.type, at, block.size, extra)) {
            blocks.put(at, new Block(block.type, block.size + extra));
        } else {
            assertEquals(before, state(), () -> where() + ": changed by an extension that was refused");
        }
    }

    // released          is free        refused, and names it
    //               in an aggregator   refused
    //               past the end       refused
    private void badCalls() {
        String before = state();
        List<Section> free = new ArrayList<>();
        space.forEachFree((address, size) -> free.add(new Section(address, size)));
        AllocationType type = anyType();
        if (!free.isEmpty()) {
            Section section = free.get(random.nextInt(free.size()));
            long at = section.address() + random.nextLong(section.size());
            IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> space.release(type, at, 1), this::where);
            assertTrue(refused.getMessage().contains(section.toString()), () -> where() + ": " + refused.getMessage());
            assertThrows(IllegalStateException.class, () -> space.tryExtend(type, at, 1, 1), this::where);
            assertThrows(IllegalStateException.class, () -> space.load(1, at, 1), this::where);
        }
        long end = space.endOfAllocation();
        assertThrows(IllegalStateException.class, () -> space.release(type, end - 1, 2), this::where);
        assertThrows(IllegalStateException.class, () -> space.load(3, end, 1), this::where);
        assertThrows(IllegalArgumentException.class, () -> space.release(type, end - 1, 0), this::where);
        assertThrows(IllegalArgumentException.class, () -> space.allocate(type, 0), this::where);
        assertThrows(IllegalStateException.class, () -> space.allocate(type, Long.MAX_VALUE), this::where);
        assertEquals(before, state(), () -> where() + ": changed by calls that were refused");
    }

    /** The observable state of the space, as text. */
    private String state() {
        StringBuilder all = new StringBuilder("end ").append(space.endOfAllocation());
        for (int slot : space.slots()) {
            all.append("; slot ").append(slot);
            space.sections(slot)
                    .forEach((address, size) ->
                            all.append(' ').append(address).append('+').append(size));
        }
        all.append("; aggregators");
        space.forEachAggregatorRest(
                (address, size) -> all.append(' ').append(address).append('+').append(size));
        return all.append("; lost ").append(space.lostBytes()).toString();
    }

    /** Checks I1, I2 and I3 for the whole file, and the invariants of pages. */
    void check() {
        if (space.options().strategy() == Strategy.PAGE) {
            checkPages();
        }
        TreeMap<Long, Long> free = new TreeMap<>();
        long[] bytes = {0, 0};
        for (int slot : space.slots()) {
            long[] previousEnd = {-1};
            space.sections(slot).forEach((address, size) -> {
                if (address <= previousEnd[0] && apartAllowed(slot, address) < previousEnd[0]) {
                    fail(where() + ": I1, I3: in slot " + slot + " at " + address + " behind " + previousEnd[0]);
                }
                previousEnd[0] = address + size;
                free.put(address, size);
                bytes[0] += size;
            });
        }
        assertEquals(bytes[0], space.freeBytes(), () -> where() + ": free bytes");
        space.forEachAggregatorRest((address, size) -> {
            free.put(address, size);
            bytes[1] += size;
        });
        assertEquals(bytes[1], space.aggregatorBytes(), () -> where() + ": bytes in aggregators");
        long used = 0;
        long end = 0;
        for (Map.Entry<Long, Block> block : blocks.entrySet()) {
            used += block.getValue().size;
            end = tile(end, free, block.getKey());
            if (block.getKey() < end) {
                fail(where() + ": I2: a block at " + block.getKey() + " overlaps what ends at " + end);
            }
            end = block.getKey() + block.getValue().size;
        }
        end = tile(end, free, Long.MAX_VALUE);
        if (!free.isEmpty()) {
            fail(where() + ": I2: free space overlaps: " + free);
        }
        if (end > space.endOfAllocation()) {
            fail(where() + ": I2: something ends at " + end + ", the file at " + space.endOfAllocation());
        }
        assertEquals(
                space.endOfAllocation(),
                used + bytes[0] + bytes[1] + space.lostBytes(),
                () -> where() + ": I2: used, free, in aggregators and lost against the end; " + state());
    }

    private void checkPages() {
        long page = space.options().pageSize();
        long end = space.endOfAllocation();
        assertEquals(0, end % page, () -> where() + ": the end is inside a page: " + end);
        for (int slot : space.slots()) {
            boolean small = space.sectionClassOf(slot) == SectionClass.SMALL;
            space.sections(slot).forEach((address, size) -> {
                if (small && (size >= page || address / page != (address + size - 1) / page)) {
                    fail(where() + ": a small section of " + size + " bytes at " + address);
                }
                if (!small && address + size == end && size >= page) {
                    fail(where() + ": a large section of " + size + " bytes at the end, " + end);
                }
            });
        }
    }

    /**
     * In a paged file small sections may be adjacent at the end of a page: then the address less one, otherwise the
     * address.
     */
    private long apartAllowed(int slot, long address) {
        FileSpaceOptions options = space.options();
        boolean boundary =
                options.strategy() == Strategy.PAGE && slot <= FileSpace.SLOTS / 2 && address % options.pageSize() == 0;
        return boundary ? address : address - 1;
    }

    /** Removes the free runs up to the address from the map; returns the end of the last one. */
    private long tile(long from, TreeMap<Long, Long> free, long upTo) {
        long end = from;
        while (!free.isEmpty() && free.firstKey() < upTo) {
            Map.Entry<Long, Long> run = free.pollFirstEntry();
            if (run.getKey() < end) {
                fail(where() + ": I2: free space at " + run.getKey() + " overlaps what ends at " + end);
            }
            end = run.getKey() + run.getValue();
        }
        return end;
    }
}
