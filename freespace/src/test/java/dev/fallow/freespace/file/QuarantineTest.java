package dev.fallow.freespace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Space that the last commit refers to is not reallocated before the next commit. */
class QuarantineTest {
    private static final AllocationType TYPE = AllocationType.OBJECT_HEADER;
    private static final AllocationType RAW = AllocationType.RAW_DATA;

    private static FileSpace space() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), 0);
        space.allocate(AllocationType.SUPERBLOCK, 48);
        return space;
    }

    private static List<Section> quarantined(FileSpace space) {
        List<Section> all = new ArrayList<>();
        space.forEachQuarantined((address, size) -> all.add(new Section(address, size)));
        return all;
    }

    @Test
    void whatWasCommittedIsHandedOutOnlyAfterTheNextCommit() {
        FileSpace space = space();
        long first = space.allocate(RAW, 100);
        long second = space.allocate(RAW, 100);
        space.allocate(RAW, 100);
        space.protectCommitted();
        space.release(RAW, first, 100);
        space.release(RAW, second, 100);
        assertEquals(List.of(new Section(first, 200)), quarantined(space));
        assertEquals(200, space.quarantinedBytes());
        assertEquals(0, space.freeBytes());
        assertEquals(348, space.allocate(RAW, 50), "at the end");
        assertFalse(space.inUse(first, 1));
        assertThrows(IllegalStateException.class, () -> space.release(RAW, second, 10));
        assertThrows(IllegalStateException.class, () -> space.load(1, second, 10));
        space.protectCommitted();
        assertEquals(200, space.freeBytes());
        assertEquals(first, space.allocate(RAW, 50));
    }

    /** Metadata that the last commit refers to is free for metadata, but must not be overwritten by raw data. */
    @Test
    void committedMetadataIsNotGivenToRawData() {
        FileSpace space = space();
        long early = space.allocate(TYPE, 100);
        space.allocate(TYPE, 100);
        long late = space.allocate(TYPE, 100);
        space.allocate(RAW, 100);
        space.release(TYPE, early, 100);
        space.protectCommitted();
        space.release(TYPE, late, 100);
        space.giveToRawData(0);
        assertEquals(
                100, space.freeBytes() - space.sections(space.slotOf(RAW, 1)).freeBytes());
        assertFalse(space.allocateAt(RAW, late, 100));
        assertTrue(space.allocateAt(RAW, early, 100));
        assertTrue(space.freeInLastCommit(early, 100));
    }

    /** Metadata between free raw data joins it with the commit after the one that it is released for. */
    @Test
    void committedMetadataDoesNotJoinRawData() {
        FileSpace space = space();
        long first = space.allocate(RAW, 100);
        long between = space.allocate(TYPE, 100);
        long last = space.allocate(RAW, 100);
        space.allocate(RAW, 100);
        space.release(RAW, first, 100);
        space.release(RAW, last, 100);
        space.protectCommitted();
        space.release(TYPE, between, 100);
        space.joinRawData();
        assertFalse(space.allocateAt(RAW, between, 100));
        space.protectCommitted();
        space.joinRawData();
        assertEquals(first, space.allocate(RAW, 300));
    }

    /** Free and committed metadata next to each other are one section. */
    @Test
    void theRestOfASectionIsGivenToRawData() {
        FileSpace space = space();
        long first = space.allocate(TYPE, 300);
        space.allocate(RAW, 100);
        space.release(TYPE, first, 100);
        space.release(TYPE, first + 200, 100);
        space.protectCommitted();
        space.release(TYPE, first + 100, 100);
        assertEquals(300, space.sections(space.slotOf(TYPE, 1)).sizeAt(first));
        space.giveToRawData(0);
        assertEquals(100, space.sections(space.slotOf(TYPE, 1)).sizeAt(first + 100));
        assertFalse(space.allocateAt(RAW, first + 100, 100));
        assertTrue(space.allocateAt(RAW, first, 100));
        assertTrue(space.allocateAt(RAW, first + 200, 100));
    }

    @Test
    void whatWasBornAfterTheCommitIsFreeAtOnce() {
        FileSpace space = space();
        long hole = space.allocate(TYPE, 100);
        space.allocate(TYPE, 100);
        space.release(TYPE, hole, 100);
        space.protectCommitted();
        long inHole = space.allocate(TYPE, 60);
        assertEquals(hole, inHole);
        long atEnd = space.allocate(TYPE, 200);
        assertTrue(space.freeInLastCommit(inHole, 60));
        assertTrue(space.freeInLastCommit(atEnd, 200));
        assertFalse(space.freeInLastCommit(148, 10));
        assertFalse(space.freeInLastCommit(inHole, 200), "the rest is not known to be free");
        space.release(TYPE, inHole, 60);
        space.release(TYPE, atEnd, 200);
        assertEquals(0, space.quarantinedBytes());
        assertEquals(100, space.freeBytes());
        assertEquals(248, space.endOfAllocation());
    }

    @Test
    void theEndIsNotCutBelowWhatIsCommitted() {
        FileSpace space = space();
        long last = space.allocate(RAW, 1000);
        space.protectCommitted();
        space.release(RAW, last, 1000);
        space.shrink();
        assertEquals(1048, space.endOfAllocation());
        assertFalse(space.tryExtend(RAW, 0, 48, 10), "into the quarantine");
        space.releaseQuarantine();
        assertEquals(48, space.endOfAllocation(), "in the state that is committed");
        assertFalse(space.freeInLastCommit(space.allocate(TYPE, 10), 10), "not before it is durable");
    }

    @Test
    void aBlockThatGrewIsQuarantinedAsAWhole() {
        FileSpace space = space();
        long block = space.allocate(RAW, 100);
        space.protectCommitted();
        assertTrue(space.tryExtend(RAW, block, 100, 20));
        assertTrue(space.freeInLastCommit(block + 100, 20));
        space.release(RAW, block, 120);
        assertEquals(List.of(new Section(block, 120)), quarantined(space));
        assertEquals(168, space.endOfAllocation());
        space.protectCommitted();
        assertEquals(48, space.endOfAllocation());
    }

    @Test
    void metadataIsHandedOutAtOnceAndWrittenByWayOfTheJournal() {
        FileSpace space = space();
        long first = space.allocate(TYPE, 100);
        long last = space.allocate(TYPE, 100);
        space.protectCommitted();
        space.release(TYPE, last, 100);
        space.shrink();
        assertEquals(248, space.endOfAllocation(), "raw data could get there");
        assertEquals(0, space.quarantinedBytes());
        assertEquals(100, space.freeBytes());
        assertEquals(248, space.allocate(RAW, 60));
        assertEquals(last, space.allocate(TYPE, 60));
        assertFalse(space.freeInLastCommit(last, 60));
        space.release(RAW, 248, 60);
        space.release(TYPE, last, 60);
        assertTrue(space.tryExtend(TYPE, first, 100, 20));
        assertFalse(space.freeInLastCommit(first + 100, 20));
        assertEquals(248, space.endOfAllocation());
        space.releaseQuarantine();
        space.shrink();
        assertEquals(168, space.endOfAllocation());
        space.protectCommitted();
        assertTrue(space.freeInLastCommit(space.allocate(TYPE, 100), 100));
    }

    /** Compares with a model of single bytes: their owners at the last commit, and now. */
    @Test
    void noCommittedByteIsHandedOut() {
        List<FileSpaceOptions> options = Stream.of(
                        FileSpaceOptions.defaults(),
                        FileSpaceOptions.defaults().withAggregators(0, 0),
                        FileSpaceOptions.defaults().withAlignment(24, 40),
                        FileSpaceOptions.defaults().withStrategy(Strategy.PAGE),
                        FileSpaceOptions.defaults().withStrategy(Strategy.PAGE).withPages(512, 17),
                        FileSpaceOptions.defaults().withStrategy(Strategy.NONE))
                .toList();
        for (long seed : Seeds.range(0, 24)) {
            FileSpaceOptions one = options.get((int) (seed % options.size()));
            boolean unpaged = one.strategy() == Strategy.FSM_AGGR && one.metadataAggregatorSize() == 0;
            assertEquals(unpaged, new Model(one, seed).run(3000), one::toString);
        }
    }

    private static final class Model {
        private record Block(AllocationType type, long address, long size) {}

        private final FileSpace space;
        private final SplittableRandom random;
        private final String name;
        private final List<Block> blocks = new ArrayList<>();
        private final BitSet inUse = new BitSet();
        private BitSet committed = new BitSet();
        private boolean overCommitted;
        private long committedEnd;

        Model(FileSpaceOptions options, long seed) {
            space = new FileSpace(options, 0);
            random = new SplittableRandom(seed);
            name = Seeds.name(seed) + ", " + options;
            allocate();
        }

        /** Whether any allocated block overlaps bytes that the last commit refers to. */
        boolean run(int steps) {
            for (int step = 0; step < steps; step++) {
                String where = name + ", step " + step;
                int dice = random.nextInt(100);
                if (dice < 45) {
                    allocate();
                } else if (dice < 90) {
                    release();
                } else if (dice < 97) {
                    extend();
                } else if (dice < 98) {
                    space.shrink();
                } else {
                    space.protectCommitted();
                    committed = (BitSet) inUse.clone();
                    committedEnd = space.endOfAllocation();
                }
                check(where);
            }
            return overCommitted;
        }

        private void allocate() {
            AllocationType type = random.nextBoolean() ? TYPE : RAW;
            long size = 1 + random.nextInt(random.nextInt(5) == 0 ? 3000 : 200);
            long address = space.allocate(type, size);
            use(type, address, size);
            blocks.add(new Block(type, address, size));
        }

        private void use(AllocationType type, long address, long size) {
            BitSet run = new BitSet();
            run.set((int) address, (int) (address + size));
            assertFalse(run.intersects(inUse), () -> name + ": in use: " + new Section(address, size));
            boolean isCommitted = run.intersects(committed);
            assertFalse(isCommitted && type == RAW, () -> name + ": committed: " + new Section(address, size));
            boolean known = space.freeInLastCommit(address, size);
            assertFalse(known && isCommitted, () -> name + ": " + new Section(address, size));
            assertTrue(known || type != RAW, () -> name + ": " + new Section(address, size));
            overCommitted |= isCommitted;
            inUse.or(run);
        }

        private void release() {
            if (blocks.isEmpty()) {
                return;
            }
            int index = random.nextInt(blocks.size());
            Block block = blocks.get(index);
            blocks.set(index, blocks.get(blocks.size() - 1));
            blocks.remove(blocks.size() - 1);
            boolean known = space.freeInLastCommit(block.address, block.size);
            assertFalse(
                    known
                            && committed
                                            .get((int) block.address, (int) (block.address + block.size))
                                            .cardinality()
                                    > 0,
                    () -> name + ": " + block + " is committed");
            space.release(block.type, block.address, block.size);
            inUse.clear((int) block.address, (int) (block.address + block.size));
        }

        private void extend() {
            if (blocks.isEmpty()) {
                return;
            }
            int index = random.nextInt(blocks.size());
            Block block = blocks.get(index);
            long extra = 1 + random.nextInt(100);
            if (space.tryExtend(block.type, block.address, block.size, extra)) {
                use(block.type, block.address + block.size, extra);
                blocks.set(index, new Block(block.type, block.address, block.size + extra));
            }
        }

        /** I2, with the quarantine. */
        private void check(String where) {
            long[] quarantine = {0};
            space.forEachQuarantined((address, size) -> {
                quarantine[0] += size;
                for (long at = address; at < address + size; at++) {
                    assertFalse(inUse.get((int) at), where);
                }
            });
            assertEquals(quarantine[0], space.quarantinedBytes(), where);
            assertEquals(
                    space.endOfAllocation(),
                    inUse.cardinality()
                            + quarantine[0]
                            + space.freeBytes()
                            + space.aggregatorBytes()
                            + space.lostBytes(),
                    where);
            assertTrue(
                    committed.length() <= space.endOfAllocation(),
                    () -> where + ": the end is below what is committed, " + committed.length() + " of "
                            + committedEnd);
        }
    }
}
