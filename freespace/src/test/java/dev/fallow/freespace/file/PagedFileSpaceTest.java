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

/** The rules of PAGE one by one, with pages of 1,000 bytes; addresses are worked out by hand from HDF5's rules. */
class PagedFileSpaceTest {
    private static final FileSpaceOptions PAGED =
            FileSpaceOptions.defaults().withStrategy(Strategy.PAGE).withPages(1000, 0);
    private static final int METADATA = 1;
    private static final int RAW = 3;
    private static final int LARGE = 7;

    private static List<Section> sectionsOf(FileSpace space, int slot) {
        List<Section> all = new ArrayList<>();
        for (int made : space.slots()) {
            if (made == slot) {
                space.sections(slot).forEach((address, size) -> all.add(new Section(address, size)));
            }
        }
        return all;
    }

    /** A file of one page with a superblock. */
    private static FileSpace withSuperblock(FileSpaceOptions options) {
        FileSpace space = new FileSpace(options, 0);
        assertEquals(0, space.allocate(SUPERBLOCK, 48));
        assertEquals(1000, space.endOfAllocation());
        return space;
    }

    // 0        1000       2000
    // |S MM    |RR        |       small metadata and small raw data have separate pages
    @Test
    void smallBlocksShareThePageOfTheirKind() {
        FileSpace space = withSuperblock(PAGED);
        assertEquals(48, space.allocate(OBJECT_HEADER, 300));
        assertEquals(1000, space.allocate(RAW_DATA, 999));
        assertEquals(348, space.allocate(B_TREE, 652), "to the last byte of the page");
        assertEquals(1999, space.allocate(GLOBAL_HEAP, 1));
        assertEquals(2000, space.endOfAllocation());
        assertEquals(2000, space.allocate(LOCAL_HEAP, 1));
        assertEquals(3000, space.allocate(GLOBAL_HEAP, 1));
        assertArrayEquals(new int[] {METADATA, RAW}, space.slots());
        assertEquals(List.of(new Section(2001, 999)), sectionsOf(space, METADATA));
        assertEquals(List.of(new Section(3001, 999)), sectionsOf(space, RAW));
    }

    // |S       |R       |.        |   the rests of the first two pages are kept back: as if they were in use
    @Test
    void heldSectionsAreNotAllocated() {
        FileSpace space = withSuperblock(PAGED);
        assertEquals(1000, space.allocate(RAW_DATA, 600));
        HeldSections rest = space.hold(1000);
        assertEquals(952, space.freeBytes(), "that of the first page is before 1000");
        assertEquals(2000, space.allocate(RAW_DATA, 100));
        HeldSections all = space.hold(0);
        assertEquals(3000, space.allocate(RAW_DATA, 100));
        assertEquals(4000, space.allocate(OBJECT_HEADER, 100));
        all.giveBack();
        rest.giveBack();
        assertEquals(952 + 400 + 900 + 900 + 900, space.freeBytes());
        assertEquals(1600, space.allocate(RAW_DATA, 400));
        assertEquals(48, space.allocate(OBJECT_HEADER, 952));
    }

    // A block that does not fit into the rest of a page is placed in a new one; smaller blocks use the rest.
    @Test
    void aSmallBlockNeverCrossesAPage() {
        FileSpace space = withSuperblock(PAGED);
        assertEquals(1000, space.allocate(RAW_DATA, 600));
        assertEquals(2000, space.allocate(RAW_DATA, 600));
        assertEquals(1600, space.allocate(RAW_DATA, 400), "both rests are as large: the lower one");
        assertEquals(2600, space.allocate(RAW_DATA, 300));
        assertEquals(2900, space.allocate(RAW_DATA, 100));
        assertEquals(List.of(), sectionsOf(space, RAW));
    }

    // 0        1000                3500  4000
    // |S       |LLLLLLLLLLLLLLLLLLLL....|     the rest of the last page is a large section, not usable yet
    @Test
    void aLargeBlockBeginsAtAPage() {
        FileSpace space = withSuperblock(PAGED);
        assertEquals(1000, space.allocate(RAW_DATA, 2500));
        assertEquals(4000, space.endOfAllocation());
        assertEquals(List.of(new Section(3500, 500)), sectionsOf(space, LARGE));
        assertEquals(4000, space.allocate(RAW_DATA, 500), "small: never from the rest of a large block");
        assertEquals(5000, space.allocate(OBJECT_HEADER, 1000), "exactly a page: large");
        assertEquals(6000, space.endOfAllocation());
        assertEquals(METADATA, space.slotOf(B_TREE, 999));
        assertEquals(RAW, space.slotOf(GLOBAL_HEAP, 999));
        assertEquals(LARGE, space.slotOf(B_TREE, 1000));
        assertEquals(LARGE, space.slotOf(RAW_DATA, 1000));
    }

    // |S |LLLLL....|r...|   L is released: with its rest it forms pages, for large blocks of both kinds and new pages
    @Test
    void largeSectionsServeBothKindsAndNewPages() {
        FileSpace space = withSuperblock(PAGED);
        space.allocate(RAW_DATA, 3500);
        assertEquals(5000, space.allocate(RAW_DATA, 10));
        space.release(RAW_DATA, 1000, 3500);
        assertEquals(List.of(new Section(1000, 4000)), sectionsOf(space, LARGE));
        assertEquals(1000, space.allocate(B_TREE, 1200));
        assertEquals(List.of(new Section(2200, 2800)), sectionsOf(space, LARGE));
        assertEquals(3000, space.allocate(RAW_DATA, 1100), "the first page that begins in the section");
        assertEquals(List.of(new Section(2200, 800), new Section(4100, 900)), sectionsOf(space, LARGE));
        space.release(RAW_DATA, 3000, 1100);
        assertEquals(3000, space.allocate(RAW_DATA, 995), "it does not fit behind the 10 bytes: a new page");
        assertEquals(List.of(new Section(2200, 800), new Section(4000, 1000)), sectionsOf(space, LARGE));
    }

    // Two adjacent pages of small blocks: their sections are adjacent at the page's end and are not merged.
    @Test
    void smallSectionsMergeInsideTheirPageOnly() {
        FileSpace space = withSuperblock(PAGED);
        for (int i = 0; i < 4; i++) {
            assertEquals(1000 + 500 * i, space.allocate(RAW_DATA, 500));
        }
        space.release(RAW_DATA, 1500, 500);
        space.release(RAW_DATA, 2000, 500);
        assertEquals(List.of(new Section(1500, 500), new Section(2000, 500)), sectionsOf(space, RAW));
        assertEquals(3000, space.allocate(RAW_DATA, 501));
        assertEquals(SectionClass.SMALL, space.sectionClassOf(RAW));
        assertEquals(SectionClass.LARGE, space.sectionClassOf(LARGE));
        assertEquals(2, SectionClass.LARGE.number());
        assertEquals(SectionClass.SIMPLE, new FileSpace(FileSpaceOptions.defaults(), 0).sectionClassOf(LARGE));
    }

    // |S |aabb|cc..|   a and b released: their page is a large section, also for metadata. Then c released: the end
    // moves.
    @Test
    void aWholePageBecomesALargeSectionAndShrinksTheFile() {
        FileSpace space = withSuperblock(PAGED);
        space.allocate(RAW_DATA, 500);
        space.allocate(RAW_DATA, 500);
        space.allocate(RAW_DATA, 500);
        space.release(RAW_DATA, 1000, 500);
        space.release(RAW_DATA, 1500, 500);
        assertEquals(List.of(new Section(1000, 1000)), sectionsOf(space, LARGE));
        assertEquals(1000, space.allocate(OBJECT_HEADER, 960));
        space.release(OBJECT_HEADER, 1000, 960);
        space.release(RAW_DATA, 2000, 500);
        assertEquals(1000, space.endOfAllocation());
        assertEquals(0, space.sections(LARGE).freeBytes());
        assertEquals(0, space.sections(RAW).freeBytes());
        assertEquals(952, space.sections(METADATA).freeBytes());
    }

    // |S |L....|M.....|   M released, the end is lowered to the page boundary: the rest of L stays a section at the end
    @Test
    void theEndStopsAtAPageBoundary() {
        FileSpace space = withSuperblock(PAGED);
        space.allocate(RAW_DATA, 1500);
        space.allocate(RAW_DATA, 2200);
        assertEquals(6000, space.endOfAllocation());
        space.release(RAW_DATA, 3000, 2200);
        assertEquals(3000, space.endOfAllocation());
        assertEquals(List.of(new Section(2500, 500)), sectionsOf(space, LARGE));
        space.shrink();
        assertEquals(3000, space.endOfAllocation(), "less than a page at the end stays");
        space.release(RAW_DATA, 1000, 1500);
        assertEquals(1000, space.endOfAllocation());
    }

    @Test
    void blocksGrowInsideTheirPageOrByPagesAtTheEnd() {
        FileSpace space = withSuperblock(PAGED);
        assertTrue(space.tryExtend(SUPERBLOCK, 0, 48, 52));
        assertEquals(List.of(new Section(100, 900)), sectionsOf(space, METADATA));
        assertFalse(space.tryExtend(SUPERBLOCK, 0, 100, 901), "over the end of the page");
        assertTrue(space.tryExtend(SUPERBLOCK, 0, 100, 900));
        assertEquals(1000, space.allocate(RAW_DATA, 1000));
        assertTrue(space.tryExtend(RAW_DATA, 1000, 1000, 1), "at the end: by pages");
        assertEquals(3000, space.endOfAllocation());
        assertEquals(List.of(new Section(2001, 999)), sectionsOf(space, LARGE));
        assertTrue(space.tryExtend(RAW_DATA, 1000, 1001, 99), "into the rest of its last page");
        assertEquals(List.of(new Section(2100, 900)), sectionsOf(space, LARGE));
        assertFalse(space.tryExtend(RAW_DATA, 1000, 1100, 901), "past the rest, though the file ends there");
        assertTrue(space.tryExtend(RAW_DATA, 1000, 1100, 900));
        assertTrue(space.tryExtend(RAW_DATA, 1000, 2000, 2000), "whole pages leave no rest");
        assertEquals(5000, space.endOfAllocation());
        assertEquals(5000, space.allocate(RAW_DATA, 400));
        assertFalse(space.tryExtend(RAW_DATA, 1000, 4000, 1), "in use behind it");
    }

    // a page end of metadata up to the threshold is dropped; a section released or a block extended before it
    // recovers it
    @Test
    void smallEndsOfMetadataPagesAreDropped() {
        FileSpace space = withSuperblock(PAGED.withPages(1000, 30));
        assertEquals(48, space.allocate(OBJECT_HEADER, 922));
        assertEquals(List.of(), sectionsOf(space, METADATA));
        assertEquals(30, space.lostBytes());
        assertEquals(
                "releasing Section[address=980, size=5], of which bytes are free already: Section[address=970, size=30]",
                assertThrows(IllegalStateException.class, () -> space.release(OBJECT_HEADER, 980, 5))
                        .getMessage());
        space.release(OBJECT_HEADER, 48, 922);
        assertEquals(List.of(new Section(48, 952)), sectionsOf(space, METADATA));
        assertEquals(0, space.lostBytes());

        assertEquals(48, space.allocate(OBJECT_HEADER, 921));
        assertEquals(List.of(new Section(969, 31)), sectionsOf(space, METADATA), "one more than the threshold");
        assertTrue(space.tryExtend(OBJECT_HEADER, 48, 921, 10));
        assertEquals(21, space.lostBytes());
        assertTrue(space.tryExtend(OBJECT_HEADER, 48, 931, 5), "into the dropped end");
        assertFalse(space.tryExtend(OBJECT_HEADER, 48, 936, 17));
        assertEquals(16, space.lostBytes());

        assertEquals(1000, space.allocate(RAW_DATA, 990));
        assertEquals(List.of(new Section(1990, 10)), sectionsOf(space, RAW), "raw data is exempt");
        assertEquals(2000, space.allocate(B_TREE, 985), "a new page, of which the end is dropped at once");
        assertEquals(31, space.lostBytes());
        space.release(B_TREE, 2000, 985);
        assertEquals(2000, space.endOfAllocation(), "the page is whole again");
        assertEquals(16, space.lostBytes());
    }

    // exactly the threshold is kept; a page at the end is given back, whatever the threshold
    @Test
    void theThresholdItselfIsKept() {
        FileSpace small = withSuperblock(PAGED.withThreshold(100));
        assertEquals(48, small.allocate(OBJECT_HEADER, 952));
        small.release(OBJECT_HEADER, 100, 99);
        assertEquals(99, small.lostBytes());
        small.release(OBJECT_HEADER, 300, 100);
        assertEquals(99, small.lostBytes());
        assertEquals(List.of(new Section(300, 100)), sectionsOf(small, METADATA));

        FileSpace large = withSuperblock(PAGED.withThreshold(1000));
        assertEquals(1000, large.allocate(RAW_DATA, 1000));
        assertEquals(2000, large.allocate(RAW_DATA, 1000));
        large.release(RAW_DATA, 1000, 1000);
        assertEquals(List.of(new Section(1000, 1000)), sectionsOf(large, LARGE));
        assertEquals(0, large.lostBytes());

        FileSpace high = withSuperblock(PAGED.withThreshold(2000));
        assertEquals(1000, high.allocate(RAW_DATA, 1000));
        high.release(RAW_DATA, 1000, 1000);
        assertEquals(1000, high.endOfAllocation());
        assertEquals(0, high.lostBytes());
    }

    @Test
    void smallerThanTheThresholdIsKeptOnlyWhereItMerges() {
        FileSpace space = withSuperblock(PAGED.withThreshold(100));
        space.allocate(RAW_DATA, 300);
        assertEquals(List.of(new Section(1300, 700)), sectionsOf(space, RAW), "a rest is kept whatever its size");
        space.release(RAW_DATA, 1000, 50);
        assertEquals(50, space.lostBytes());
        space.release(RAW_DATA, 1280, 20);
        assertEquals(List.of(new Section(1280, 720)), sectionsOf(space, RAW));
        assertEquals(50, space.lostBytes());
        FileSpace high = withSuperblock(PAGED.withThreshold(5000));
        high.allocate(RAW_DATA, 1000);
        high.allocate(RAW_DATA, 2000);
        high.release(RAW_DATA, 1000, 1000);
        assertEquals(1000, high.lostBytes());
        high.release(RAW_DATA, 2000, 2000);
        assertEquals(2000, high.endOfAllocation());
    }

    // A large block released in parts, in any order: no part is lost.
    @Test
    void partsOfALargeBlockComeTogetherAgain() {
        FileSpace space = withSuperblock(PAGED);
        space.allocate(RAW_DATA, 3000);
        space.allocate(RAW_DATA, 1000);
        space.release(RAW_DATA, 2900, 100);
        assertEquals(List.of(new Section(2900, 100)), sectionsOf(space, RAW), "by its size it is small");
        space.release(RAW_DATA, 1900, 200);
        assertEquals(List.of(new Section(1900, 200)), sectionsOf(space, LARGE), "it crosses a page");
        space.release(RAW_DATA, 2100, 800);
        assertEquals(List.of(new Section(1900, 1100)), sectionsOf(space, LARGE));
        space.release(RAW_DATA, 1000, 900);
        assertEquals(List.of(new Section(1000, 2000)), sectionsOf(space, LARGE));
    }

    @Test
    void loadedSectionsKeepTheirClass() {
        FileSpace space = new FileSpace(PAGED, 6000);
        space.load(RAW, 1200, 300);
        space.load(LARGE, 3000, 2000);
        space.load(2, 5000, 100);
        assertEquals(1200, space.allocate(RAW_DATA, 300));
        assertEquals(3000, space.allocate(B_TREE, 1500));
        assertEquals(6000, space.allocate(B_TREE, 100), "slot 2 is kept, and not used");
        assertThrows(IllegalArgumentException.class, () -> space.load(METADATA, 1900, 200));
        assertThrows(IllegalStateException.class, () -> space.load(LARGE, 4400, 200));
        assertThrows(IllegalArgumentException.class, () -> space.sectionClassOf(13));
    }

    @Test
    void badInputIsNamedAndChangesNothing() {
        String message = assertThrows(IllegalArgumentException.class, () -> new FileSpace(PAGED, 1001))
                .getMessage();
        assertTrue(message.contains("1000") && message.contains("1001"), message);
        FileSpace space = withSuperblock(PAGED);
        assertThrows(IllegalStateException.class, () -> space.allocate(RAW_DATA, Long.MAX_VALUE - 1000));
        assertThrows(IllegalStateException.class, () -> space.allocate(RAW_DATA, Long.MAX_VALUE));
        assertThrows(IllegalStateException.class, () -> space.allocateAtEnd(Long.MAX_VALUE - 1500));
        assertThrows(IllegalStateException.class, () -> space.release(RAW_DATA, 500, 10));
        assertEquals(1000, space.endOfAllocation());
        assertEquals(952, space.freeBytes());
    }

    @Test
    void theListOfSectionsIsGivenWholePages() {
        FileSpace space = withSuperblock(PAGED);
        assertEquals(1000, space.allocateAtEnd(1001));
        assertEquals(3000, space.endOfAllocation());
        assertArrayEquals(new int[] {METADATA}, space.slots());
        space.release(LOCAL_HEAP, 1000, 2000);
        assertEquals(1000, space.endOfAllocation());
    }
}
