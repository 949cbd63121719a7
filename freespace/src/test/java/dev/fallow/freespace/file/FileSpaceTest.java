package dev.fallow.freespace.file;

import static dev.fallow.freespace.file.AllocationType.B_TREE;
import static dev.fallow.freespace.file.AllocationType.GLOBAL_HEAP;
import static dev.fallow.freespace.file.AllocationType.LOCAL_HEAP;
import static dev.fallow.freespace.file.AllocationType.OBJECT_HEADER;
import static dev.fallow.freespace.file.AllocationType.RAW_DATA;
import static dev.fallow.freespace.file.AllocationType.SUPERBLOCK;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The rules one by one, in pictures; addresses are worked out by hand from HDF5's rules. */
class FileSpaceTest {
    private static final FileSpaceOptions PLAIN = FileSpaceOptions.defaults().withAggregators(0, 0);

    private static List<Section> free(FileSpace space) {
        List<Section> all = new ArrayList<>();
        space.forEachFree((address, size) -> all.add(new Section(address, size)));
        return all;
    }

    // ---- managers and the end --------------------------------------------------------------------------------

    // 0     100   200   300   400
    // | S   | A   | B   | C   |        B is released: a section. An equal block takes it.
    @Test
    void aReleasedBlockIsUsedAgain() {
        FileSpace space = new FileSpace(PLAIN, 100);
        assertEquals(100, space.allocate(RAW_DATA, 100));
        assertEquals(200, space.allocate(RAW_DATA, 100));
        assertEquals(300, space.allocate(RAW_DATA, 100));
        space.release(RAW_DATA, 200, 100);
        assertEquals(List.of(new Section(200, 100)), free(space));
        assertEquals(100, space.freeBytes());
        assertEquals(200, space.allocate(RAW_DATA, 60));
        assertEquals(260, space.allocate(RAW_DATA, 40));
        assertEquals(400, space.endOfAllocation());
        assertEquals(0, space.freeBytes());
    }

    // metadata  metadata  raw       raw        released metadata does not serve raw data
    @Test
    void metadataAndRawDataAreApart() {
        FileSpace space = new FileSpace(PLAIN, 0);
        space.allocate(OBJECT_HEADER, 100);
        space.allocate(B_TREE, 100);
        space.allocate(RAW_DATA, 100);
        space.release(OBJECT_HEADER, 0, 100);
        assertEquals(300, space.allocate(GLOBAL_HEAP, 100));
        assertEquals(0, space.allocate(LOCAL_HEAP, 100));
        space.release(B_TREE, 100, 100);
        space.release(RAW_DATA, 200, 100);
        assertArrayEquals(new int[] {1, 3}, space.slots());
        assertEquals(100, space.sections(1).freeBytes());
        assertEquals(100, space.sections(3).freeBytes());
        assertEquals(1, space.slotOf(SUPERBLOCK, 1 << 20));
        assertEquals(3, space.slotOf(GLOBAL_HEAP, 8));
    }

    // 0     100   200   300   400
    // | A   | B   | C   | D   |      B and C are released: a chosen run in the middle is taken, one that is not free is
    // not
    @Test
    void aChosenRunIsTakenIfItIsFree() {
        FileSpace space = new FileSpace(PLAIN, 0);
        for (int i = 0; i < 4; i++) {
            space.allocate(RAW_DATA, 100);
        }
        space.release(RAW_DATA, 100, 200);
        assertFalse(space.allocateAt(RAW_DATA, 90, 20));
        assertFalse(space.allocateAt(RAW_DATA, 290, 20));
        assertFalse(space.allocateAt(RAW_DATA, 400, 20), "behind the end");
        assertFalse(space.allocateAt(B_TREE, 150, 20), "of the other kind");
        assertTrue(space.allocateAt(RAW_DATA, 150, 20));
        assertEquals(List.of(new Section(100, 50), new Section(170, 130)), free(space));
        assertThrows(IllegalArgumentException.class, () -> space.allocateAt(RAW_DATA, 100, 0));
    }

    @Test
    void aPagedFileGivesNoChosenRun() {
        FileSpace space = new FileSpace(PLAIN.withStrategy(Strategy.PAGE), 0);
        space.allocate(RAW_DATA, 5_000);
        long second = space.allocate(RAW_DATA, 5_000);
        space.allocate(RAW_DATA, 5_000);
        space.release(RAW_DATA, second, 5_000);
        assertFalse(space.allocateAt(RAW_DATA, second, 5_000));
    }

    // metadata  metadata  raw       raw        the second one is free: raw data takes it only when it has been given
    @Test
    void freeMetadataIsGivenToRawData() {
        FileSpace space = new FileSpace(PLAIN, 0);
        space.allocate(OBJECT_HEADER, 100);
        space.allocate(B_TREE, 100);
        space.allocate(RAW_DATA, 100);
        space.allocate(RAW_DATA, 100);
        space.release(B_TREE, 100, 100);
        space.release(RAW_DATA, 200, 100);
        space.giveToRawData(101);
        assertEquals(100, space.sections(1).freeBytes());
        space.giveToRawData(100);
        assertEquals(0, space.sections(1).freeBytes());
        assertEquals(List.of(new Section(100, 200)), free(space));
        assertEquals(100, space.allocate(RAW_DATA, 200));
    }

    // metadata  raw       metadata  raw       metadata  raw       raw       becomes free from the right, but for the
    // last
    @Test
    void metadataBetweenFreeRawDataJoinsIt() {
        FileSpace space = new FileSpace(PLAIN, 0);
        for (int i = 0; i < 3; i++) {
            space.allocate(OBJECT_HEADER, 100);
            space.allocate(RAW_DATA, 100);
        }
        space.allocate(RAW_DATA, 100);
        space.release(RAW_DATA, 500, 100);
        space.release(OBJECT_HEADER, 400, 100);
        space.joinRawData(); // in use before it
        assertEquals(List.of(new Section(400, 100)), sections(space, 1));
        space.release(RAW_DATA, 300, 100);
        space.release(OBJECT_HEADER, 0, 100);
        space.joinRawData();
        assertEquals(List.of(new Section(0, 100)), sections(space, 1));
        assertEquals(List.of(new Section(300, 300)), sections(space, 3));
        space.release(OBJECT_HEADER, 200, 100);
        space.joinRawData(); // in use before it
        assertEquals(List.of(new Section(0, 100), new Section(200, 100)), sections(space, 1));
        assertEquals(300, space.allocate(RAW_DATA, 300));
    }

    private static List<Section> sections(FileSpace space, int slot) {
        List<Section> sections = new ArrayList<>();
        space.sections(slot).forEach((address, size) -> sections.add(new Section(address, size)));
        return sections;
    }

    /** A space with many holes of 4,096 bytes in the raw data, the first at 0, each followed by one byte in use. */
    private static FileSpace withHoles(int holes) {
        FileSpace space = new FileSpace(PLAIN.withMetadataInRawData(true), 0);
        for (int i = 0; i < holes; i++) {
            space.allocate(RAW_DATA, 4_096);
            space.allocate(RAW_DATA, 1);
        }
        for (int i = 0; i < holes; i++) {
            space.release(RAW_DATA, 4_097L * i, 4_096);
        }
        return space;
    }

    // metadata uses a small hole of the raw data before the file grows; raw data does not use it again
    @Test
    void metadataTakesASmallHoleOfTheRawData() {
        FileSpace space = withHoles(257);
        long end = space.endOfAllocation();
        assertEquals(0, space.allocate(OBJECT_HEADER, 2_000));
        assertEquals(2_096, space.sections(1).freeBytes(), "all of it is metadata's");
        assertEquals(2_000, space.allocate(B_TREE, 96));
        assertEquals(4_097, space.allocate(B_TREE, 2_048), "256 holes are 1 MiB");
        assertEquals(end, space.allocate(B_TREE, 2_048 + 1), "a hole of which that is too much");
        space.release(OBJECT_HEADER, 0, 2_000);
        assertEquals(2 * 4_097, space.allocate(RAW_DATA, 2_000));
        assertEquals(0, space.allocate(LOCAL_HEAP, 10), "its own first");
    }

    @Test
    void metadataTakesNoneWhereLittleIsLeft() {
        FileSpace space = withHoles(255);
        long end = space.endOfAllocation();
        assertEquals(end, space.allocate(OBJECT_HEADER, 10));
        assertEquals(255 * 4_096, space.freeBytes());
    }

    @Test
    void metadataTakesNoneThatAreVerySmall() {
        FileSpace space = new FileSpace(PLAIN.withMetadataInRawData(true), 0);
        for (int i = 0; i < 600; i++) {
            space.allocate(RAW_DATA, 2_048);
        }
        for (int i = 0; i < 599; i += 2) {
            space.release(RAW_DATA, 2_048L * i, 2_047);
        }
        space.allocate(RAW_DATA, 2 << 20);
        space.release(RAW_DATA, 2_048 * 600, (2 << 20) - 1);
        assertEquals(space.endOfAllocation(), space.allocate(OBJECT_HEADER, 10));
    }

    @Test
    void metadataLeavesALargeHoleOfTheRawDataAlone() {
        FileSpace space = new FileSpace(PLAIN.withMetadataInRawData(true), 0);
        long large = 2 << 20;
        space.allocate(RAW_DATA, large);
        space.allocate(RAW_DATA, 5);
        space.release(RAW_DATA, 0, large);
        assertEquals(large + 5, space.allocate(OBJECT_HEADER, 10));
        assertEquals(large + 15, space.allocate(OBJECT_HEADER, 4_097));
        assertEquals(List.of(new Section(0, large)), free(space));
        assertEquals(0, space.allocate(RAW_DATA, large), "which is what it was for");
    }

    @Test
    void metadataTakesRawDataOnlyWhereItIsToldTo() {
        FileSpace space = withHoles(300);
        FileSpace apart = new FileSpace(PLAIN, space.endOfAllocation());
        space.sections(3).forEach((address, size) -> apart.load(3, address, size));
        assertEquals(0, space.allocate(OBJECT_HEADER, 10));
        assertEquals(apart.endOfAllocation(), apart.allocate(OBJECT_HEADER, 10));
    }

    @Test
    void onlyWhatIsFreeInTheLastCommitServesMetadata() {
        FileSpace space = withHoles(300);
        assertEquals(0, space.allocate(RAW_DATA, 4_096));
        space.protectCommitted();
        space.release(RAW_DATA, 0, 4_096);
        assertEquals(4_097, space.allocate(OBJECT_HEADER, 10), "the first hole is quarantined");
        assertTrue(space.freeInLastCommit(4_097, 10));
        space.release(OBJECT_HEADER, 4_097, 10);
        space.protectCommitted();
        assertEquals(4_097, space.allocate(OBJECT_HEADER, 2_048));
        assertEquals(4_097 + 2_048, space.allocate(OBJECT_HEADER, 2_048));
        assertEquals(0, space.allocate(OBJECT_HEADER, 2_048));
    }

    // A  B  C   the last is released: the end moves at once, also over adjacent sections
    // A  .  C   C is released: both are removed
    @Test
    void theEndMovesDownAtOnce() {
        FileSpace space = new FileSpace(PLAIN, 50);
        long a = space.allocate(RAW_DATA, 10);
        long b = space.allocate(RAW_DATA, 20);
        long c = space.allocate(RAW_DATA, 30);
        space.release(RAW_DATA, b, 20);
        space.release(RAW_DATA, c, 30);
        assertEquals(60, space.endOfAllocation());
        assertEquals(List.of(), free(space));
        space.release(RAW_DATA, a, 10);
        assertEquals(50, space.endOfAllocation());
    }

    // m  r  m  r       a release of metadata does not examine raw sections; shrink() examines all until none is at the
    // end
    @Test
    void shrinkGoesOnOverAllManagers() {
        FileSpace space = new FileSpace(PLAIN, 50);
        for (int i = 0; i < 3; i++) {
            space.allocate(OBJECT_HEADER, 10);
            space.allocate(RAW_DATA, 10);
        }
        space.release(OBJECT_HEADER, 50, 10);
        space.release(OBJECT_HEADER, 70, 10);
        space.release(OBJECT_HEADER, 90, 10);
        space.release(RAW_DATA, 60, 10);
        space.release(RAW_DATA, 80, 10);
        space.release(RAW_DATA, 100, 10);
        assertEquals(100, space.endOfAllocation());
        space.shrink();
        assertEquals(50, space.endOfAllocation());
        assertEquals(List.of(), free(space));
    }

    @Test
    void smallerThanTheThresholdIsKeptOnlyWhereItMerges() {
        FileSpace space = new FileSpace(PLAIN.withThreshold(32), 0);
        space.allocate(RAW_DATA, 200);
        space.release(RAW_DATA, 10, 31);
        assertEquals(31, space.lostBytes());
        assertArrayEquals(new int[0], space.slots());
        space.release(RAW_DATA, 50, 32);
        space.release(RAW_DATA, 100, 8);
        assertEquals(39, space.lostBytes());
        space.release(RAW_DATA, 82, 8);
        assertEquals(List.of(new Section(50, 40)), free(space));
        space.release(RAW_DATA, 199, 1);
        assertEquals(199, space.endOfAllocation());
    }

    @Test
    void withoutTrackingOnlyTheEndComesBack() {
        FileSpace space = new FileSpace(PLAIN.withStrategy(Strategy.NONE), 0);
        space.allocate(RAW_DATA, 100);
        space.allocate(RAW_DATA, 100);
        space.release(RAW_DATA, 0, 100);
        assertEquals(100, space.lostBytes());
        space.release(RAW_DATA, 150, 50);
        assertEquals(150, space.endOfAllocation());
        assertEquals(150, space.allocate(RAW_DATA, 10));
    }

    // ---- aggregators -----------------------------------------------------------------------------------------

    // 0    48                 2048                4096
    // | S  | metadata ...     | raw ...           | metadata: a new block at the end
    @Test
    void aNewFileIsLaidOutAsLibhdf5Does() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        assertEquals(0, space.allocate(SUPERBLOCK, 48));
        assertEquals(48, space.allocate(OBJECT_HEADER, 147));
        assertEquals(2048, space.endOfAllocation());
        assertEquals(2048, space.allocate(RAW_DATA, 300));
        assertEquals(4096, space.endOfAllocation());
        assertEquals(195, space.allocate(OBJECT_HEADER, 1853));
        assertEquals(4096, space.allocate(B_TREE, 100));
        assertEquals(2348, space.allocate(GLOBAL_HEAP, 8));
        assertEquals(2048 - 308 + 2048 - 100, space.aggregatorBytes());
        assertEquals(0, space.freeBytes());
    }

    // own at the end, a large request: own moves up after it, as large as before
    @Test
    void anAggregatorAtTheEndSlidesUp() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(RAW_DATA, 48);
        assertEquals(48, space.allocate(RAW_DATA, 5000));
        assertEquals(7048, space.endOfAllocation());
        assertEquals(5048, space.allocate(RAW_DATA, 100));
        assertEquals(1900, space.aggregatorBytes());
    }

    // own at the end, a small request that does not fit: own grows by a block
    @Test
    void anAggregatorAtTheEndGrows() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(RAW_DATA, 2000);
        assertEquals(2000, space.allocate(RAW_DATA, 1000));
        assertEquals(4096, space.endOfAllocation());
    }

    // own elsewhere, a large request: at the end. The other aggregator there is released if well used
    //   0          2048          4096          6144
    //   | metadata | raw ..      |             |     300 allocated: it is kept
    //   | metadata | raw, grown ........ rest  |     2100 of two blocks allocated: the rest from 4148 is released
    @Test
    void theOtherAggregatorMakesWayIfWellUsed() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(OBJECT_HEADER, 48);
        space.allocate(RAW_DATA, 300);
        space.allocate(RAW_DATA, 1800);
        assertEquals(6144, space.endOfAllocation());
        assertEquals(4148, space.allocate(OBJECT_HEADER, 4000));
        assertEquals(8148, space.endOfAllocation());
        assertEquals(8148, space.allocate(RAW_DATA, 8), "it has no block now, and takes a new one");

        FileSpace little = new FileSpace(FileSpaceOptions.defaults(), 0);
        little.allocate(OBJECT_HEADER, 48);
        little.allocate(RAW_DATA, 2047);
        assertEquals(4096, little.allocate(OBJECT_HEADER, 4000), "2047 of 2048: less than a block");
        assertEquals(4095, little.allocate(RAW_DATA, 1));

        FileSpace exactly = new FileSpace(FileSpaceOptions.defaults(), 0);
        exactly.allocate(OBJECT_HEADER, 48);
        assertEquals(2048, exactly.allocate(RAW_DATA, 1000));
        assertTrue(exactly.tryExtend(RAW_DATA, 2048, 1000, 1048), "it grows by a block before it is used up");
        assertEquals(6144, exactly.endOfAllocation());
        assertEquals(4096, exactly.allocate(OBJECT_HEADER, 4000), "a block of two is well used");
    }

    // own elsewhere, a small request that does not fit: a new block at the end, the old rest is a section
    @Test
    void anAggregatorMovesAndItsRestIsReleased() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(OBJECT_HEADER, 1000);
        space.allocate(RAW_DATA, 300);
        assertEquals(4096, space.allocate(OBJECT_HEADER, 2000));
        assertEquals(1048, space.sections(1).sizeAt(1000));
        assertEquals(1000, space.allocate(OBJECT_HEADER, 1048));
    }

    // own elsewhere, a request of exactly a block: at the end, and own stays
    @Test
    void aRequestOfABlockDoesNotMoveTheAggregator() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(OBJECT_HEADER, 1000);
        space.allocate(RAW_DATA, 300);
        assertEquals(4096, space.allocate(OBJECT_HEADER, 2048));
        assertEquals(0, space.freeBytes(), "1048 bytes are still the aggregator's");
        assertEquals(1000, space.allocate(OBJECT_HEADER, 8));
    }

    // own at the end, a small request after a fragment: own grows by a block, and by what fragment and request exceed
    // it
    //   0   20   64      100   124                  204
    //   | M |    | M ..........|  own                |     60 aligned to 64: 44 skipped, 4 more than the block of 100
    @Test
    void aFragmentAndARequestOfMoreThanABlockMakeTheAggregatorGrowByMore() {
        FileSpace space = new FileSpace(
                FileSpaceOptions.defaults().withAggregators(100, 100).withAlignment(64, 50), 0);
        space.allocate(OBJECT_HEADER, 20);
        assertEquals(64, space.allocate(OBJECT_HEADER, 60));
        assertEquals(204, space.endOfAllocation());
        assertEquals(
                List.of(new Section(20, 44), new Section(124, 80)), free(space), "the fragment, and the aggregator");
    }

    // no manager yet: the aggregator absorbs a whole adjacent block
    @Test
    void anAggregatorAbsorbsWhatAdjoins() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(RAW_DATA, 1000);
        space.allocate(RAW_DATA, 1000);
        space.allocate(OBJECT_HEADER, 10);
        space.release(RAW_DATA, 1000, 1000);
        assertArrayEquals(new int[0], space.slots());
        assertEquals(1000, space.allocate(RAW_DATA, 1048));
    }

    // a manager: section and aggregator together are a block or more, so the section takes the aggregator
    @Test
    void aLargeSectionSwallowsItsAggregator() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(RAW_DATA, 500);
        space.allocate(RAW_DATA, 500);
        space.allocate(RAW_DATA, 800);
        space.allocate(OBJECT_HEADER, 10);
        space.release(RAW_DATA, 500, 500);
        assertEquals(List.of(new Section(500, 500)), sectionsOf(space, 3));
        space.release(RAW_DATA, 1000, 800);
        assertEquals(List.of(), sectionsOf(space, 3), "1300 and 248 are less than a block: the aggregator takes it");
        assertEquals(500, space.allocate(RAW_DATA, 8));
        space.release(RAW_DATA, 0, 400);
        assertEquals(List.of(new Section(0, 400)), sectionsOf(space, 3));
        space.release(RAW_DATA, 508 - 8, 8);
        assertEquals(List.of(new Section(0, 400)), sectionsOf(space, 3));
        space.release(RAW_DATA, 400, 100);
        assertEquals(List.of(new Section(0, 2048)), sectionsOf(space, 3), "500 and 1548 are a block");
        assertEquals(2038, space.aggregatorBytes(), "of metadata only");
    }

    // the front of an aggregator is released: it counts as unused, so the aggregator is no longer well used
    @Test
    void whatAnAggregatorAbsorbsAtItsFrontWasNotHandedOut() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(OBJECT_HEADER, 48);
        space.allocate(RAW_DATA, 300);
        space.allocate(RAW_DATA, 1800);
        space.release(RAW_DATA, 4108, 40);
        assertEquals(List.of(new Section(48, 2000), new Section(4108, 2036)), free(space));
        assertEquals(6144, space.allocate(OBJECT_HEADER, 4000), "2060 - 40 bytes are handed out: less than a block");
    }

    private static List<Section> sectionsOf(FileSpace space, int slot) {
        List<Section> all = new ArrayList<>();
        space.sections(slot).forEach((address, size) -> all.add(new Section(address, size)));
        return all;
    }

    @Test
    void closingGivesTheAggregatorsBack() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(OBJECT_HEADER, 48);
        space.allocate(RAW_DATA, 300);
        space.releaseAggregators();
        assertEquals(2348, space.endOfAllocation());
        assertEquals(List.of(new Section(48, 2000)), free(space));
        assertEquals(2000, space.freeBytes());
        assertEquals(2348, space.allocate(RAW_DATA, 10));
        assertEquals(2358, space.endOfAllocation());
    }

    // 0    48        2048      4096      the upper one is given back first, so that the end moves down over both
    // | S  | one     | other   |
    @Test
    void closingGivesTheUpperAggregatorBackFirst() {
        FileSpace metadataBelow = new FileSpace(FileSpaceOptions.defaults(), 0);
        metadataBelow.allocate(OBJECT_HEADER, 48);
        assertEquals(2048, metadataBelow.allocate(RAW_DATA, 100));
        metadataBelow.release(RAW_DATA, 2048, 100);
        FileSpace rawDataBelow = new FileSpace(FileSpaceOptions.defaults(), 0);
        rawDataBelow.allocate(RAW_DATA, 48);
        assertEquals(2048, rawDataBelow.allocate(OBJECT_HEADER, 100));
        rawDataBelow.release(OBJECT_HEADER, 2048, 100);
        for (FileSpace space : List.of(metadataBelow, rawDataBelow)) {
            assertEquals(4096, space.endOfAllocation());
            space.releaseAggregators();
            assertEquals(48, space.endOfAllocation());
            assertEquals(List.of(), free(space));
        }
    }

    // ---- extension -------------------------------------------------------------------------------------------

    @Test
    void aBlockGrowsIntoTheEndTheAggregatorOrItsSection() {
        FileSpace plain = new FileSpace(PLAIN, 0);
        plain.allocate(RAW_DATA, 100);
        plain.allocate(RAW_DATA, 100);
        assertTrue(plain.tryExtend(RAW_DATA, 100, 100, 7));
        assertEquals(207, plain.endOfAllocation());
        assertFalse(plain.tryExtend(RAW_DATA, 0, 100, 1), "in use behind it");
        plain.release(RAW_DATA, 100, 50);
        assertFalse(plain.tryExtend(RAW_DATA, 0, 100, 51));
        assertFalse(plain.tryExtend(OBJECT_HEADER, 0, 100, 10), "the section is of raw data");
        assertTrue(plain.tryExtend(RAW_DATA, 0, 100, 20));
        assertEquals(List.of(new Section(120, 30)), free(plain));

        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 0);
        space.allocate(RAW_DATA, 48);
        assertTrue(space.tryExtend(RAW_DATA, 0, 48, 200), "a tenth of the aggregator at the end");
        assertEquals(2048, space.endOfAllocation());
        assertTrue(space.tryExtend(RAW_DATA, 0, 248, 181), "more: the aggregator grows by a block");
        assertEquals(4096, space.endOfAllocation());
        space.allocate(OBJECT_HEADER, 10);
        assertTrue(space.tryExtend(RAW_DATA, 0, 429, 3667), "not at the end: all of it");
        assertFalse(space.tryExtend(RAW_DATA, 0, 4096, 1));
    }

    // ---- alignment -------------------------------------------------------------------------------------------

    @Test
    void largeBlocksAreAlignedAndTheFragmentIsReleased() {
        FileSpace space = new FileSpace(PLAIN.withAlignment(512, 100), 0);
        space.allocate(RAW_DATA, 48);
        assertEquals(512, space.allocate(RAW_DATA, 100));
        assertEquals(List.of(new Section(48, 464)), free(space));
        assertEquals(48, space.allocate(RAW_DATA, 99), "smaller than the threshold: anywhere");
        assertEquals(1024, space.allocate(RAW_DATA, 200));
    }

    // ---- persisted sections, and bad input -------------------------------------------------------------------

    @Test
    void loadedSectionsAreUsed() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 10_000);
        space.load(3, 1000, 300);
        space.load(3, 5000, 3000);
        space.load(2, 9000, 500);
        assertArrayEquals(new int[] {2, 3}, space.slots());
        assertEquals(1000, space.allocate(RAW_DATA, 300));
        assertEquals(5000, space.allocate(RAW_DATA, 3000));
        assertEquals(10_000, space.allocate(B_TREE, 500), "slot 2 is kept, and not used");
        assertEquals(500, space.sections(2).freeBytes());
    }

    @Test
    void badInputIsNamedAndChangesNothing() {
        FileSpace space = new FileSpace(PLAIN, 1000);
        space.release(RAW_DATA, 100, 50);
        space.release(OBJECT_HEADER, 300, 50);
        refused(IllegalStateException.class, "address=940, size=61", "1000", () -> space.release(RAW_DATA, 940, 61));
        refused(
                IllegalStateException.class,
                "address=140, size=20",
                "address=100, size=50",
                () -> space.release(RAW_DATA, 140, 20));
        refused(
                IllegalStateException.class,
                "address=290, size=20",
                "address=300, size=50",
                () -> space.release(RAW_DATA, 290, 20));
        refused(IllegalArgumentException.class, "5", "size=0", () -> space.release(RAW_DATA, 5, 0));
        refused(IllegalArgumentException.class, "-8", "size=8", () -> space.release(RAW_DATA, -8, 8));
        refused(IllegalArgumentException.class, "-1", "RAW_DATA", () -> space.allocate(RAW_DATA, -1));
        refused(
                IllegalStateException.class,
                "1000",
                "" + (Long.MAX_VALUE - 5),
                () -> space.allocate(RAW_DATA, Long.MAX_VALUE - 5));
        refused(
                IllegalStateException.class,
                "1000",
                "" + Long.MAX_VALUE,
                () -> space.tryExtend(RAW_DATA, 990, 10, Long.MAX_VALUE));
        refused(IllegalArgumentException.class, "0", "size=10", () -> space.tryExtend(RAW_DATA, 990, 10, 0));
        refused(IllegalArgumentException.class, "13", "12", () -> space.load(13, 10, 10));
        refused(
                IllegalStateException.class,
                "address=95, size=10",
                "address=100, size=50",
                () -> space.load(1, 95, 10));
        refused(IllegalArgumentException.class, "5", "slot", () -> space.sections(5));
        assertEquals(List.of(new Section(300, 50), new Section(100, 50)), free(space));
        assertEquals(1000, space.endOfAllocation());
        assertThrows(IllegalArgumentException.class, () -> new FileSpace(PLAIN, -1));
    }

    private static void refused(Class<? extends RuntimeException> kind, String one, String other, Executable call) {
        String message = assertThrows(kind, call).getMessage();
        assertTrue(message.contains(one), message);
        assertTrue(message.contains(other), message);
    }

    @Test
    void optionsAreChecked() {
        FileSpaceOptions good = FileSpaceOptions.defaults();
        assertThrows(IllegalArgumentException.class, () -> good.withThreshold(0));
        assertThrows(IllegalArgumentException.class, () -> good.withPages(511, 0));
        assertThrows(IllegalArgumentException.class, () -> good.withPages((1L << 30) + 1, 0));
        assertThrows(IllegalArgumentException.class, () -> good.withPages(512, 512));
        assertThrows(IllegalArgumentException.class, () -> good.withPages(1 << 20, 65_536));
        assertThrows(IllegalArgumentException.class, () -> good.withAlignment(0, 1));
        assertThrows(IllegalArgumentException.class, () -> good.withAlignment(1, -1));
        assertThrows(IllegalArgumentException.class, () -> good.withAggregators(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> good.withAggregators(0, -1));
        assertThrows(NullPointerException.class, () -> good.withBackend(null));
        assertEquals(3, Strategy.NONE.number());
    }

    @Test
    void theFileDoesNotGrowPastItsLargestEnd() {
        FileSpace space = new FileSpace(PLAIN, 0);
        space.setLargestEnd(1_000);
        assertEquals(0, space.allocate(RAW_DATA, 900));
        space.release(RAW_DATA, 100, 200);
        assertThrows(NoRoomException.class, () -> space.allocate(OBJECT_HEADER, 101));
        assertThrows(NoRoomException.class, () -> space.allocateAtEnd(101));
        assertThrows(NoRoomException.class, () -> space.tryExtend(RAW_DATA, 300, 600, 101));
        assertEquals(900, space.endOfAllocation());
        assertEquals(200, space.freeBytes());
        assertEquals(100, space.allocate(RAW_DATA, 200));
        assertEquals(900, space.allocate(OBJECT_HEADER, 100));
        assertThrows(NoRoomException.class, () -> space.allocate(OBJECT_HEADER, 1));
    }

    @Test
    void whatIsNotInUseIsSaidByAnExceptionOfItsOwn() {
        FileSpace space = new FileSpace(PLAIN, 1_000);
        long before = space.releases();
        space.release(RAW_DATA, 100, 100);
        assertTrue(space.releases() > before);
        assertThrows(NotInUseException.class, () -> space.release(RAW_DATA, 150, 100));
        assertThrows(NotInUseException.class, () -> space.tryExtend(RAW_DATA, 150, 100, 1));
        assertThrows(NotInUseException.class, () -> space.reclaim(RAW_DATA, 990, 11));
        assertEquals(100, space.freeBytes());
    }
}
