package dev.fallow.research.policy.quickfit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Examples worked by hand. The grain is 8, minQL 2 (16 bytes), maxQL 8 (64 bytes); misc lists 72 to 120, 128 to 248,
 * from 256 on; wastage 16. The space begins at 1,000.
 */
class QuickFitTest {
    private static final QuickFitOptions OPTIONS = new QuickFitOptions(8, 2, 8, List.of(72L, 128L, 256L), 16);

    private final Recorder steps = new Recorder();

    private QuickFit space(long bytes) {
        return new QuickFit(OPTIONS, 1000, 1000 + bytes, steps);
    }

    @Test
    void theFirstAllocationsComeFromTheTail() {
        QuickFit space = space(200);
        assertEquals(1000, space.allocate(1));
        assertEquals(16, space.allocatedSize(), "the smallest block is minQL * g");
        assertEquals(1016, space.allocate(17));
        assertEquals(24, space.allocatedSize(), "rounded up to the grain");
        assertEquals(1040, space.tail());
        assertEquals(List.of("tail 1000+16", "tail 1016+24"), steps.taken());
    }

    @Test
    void step1TakesTheBlockThatWasFreedLastFromTheQuickList() {
        QuickFit space = space(200);
        long first = space.allocate(24);
        long second = space.allocate(24);
        space.deallocate(first, 24);
        space.deallocate(second, 24);
        steps.taken();
        assertEquals(second, space.allocate(20));
        assertEquals(first, space.allocate(24));
        assertEquals(List.of("take 1024+24", "take 1000+24"), steps.taken());
        assertEquals(2, space.counts().fromQuickList());
    }

    @Test
    void step2PrefersTheTailToSplittingALargerBlock() {
        QuickFit space = space(200);
        space.deallocate(space.allocate(64), 64);
        assertEquals(1064, space.allocate(16));
    }

    /** Section 2.4.1 as printed: a request for more than maxQL * g does not take a block of its size from its own list. */
    @Test
    void step3AsPrintedPassesOverTheOwnListOfALargeRequest() {
        QuickFit printed = space(400);
        printed.deallocate(printed.allocate(96), 96);
        assertEquals(1096, printed.allocate(96), "from the tail, although a block of this size is free");
        assertEquals(1192, printed.allocate(96));
        QuickFit own = new QuickFit(OPTIONS.withOwnList(), 1000, 1400, BlockHeaders.NOWHERE);
        own.deallocate(own.allocate(96), 96);
        assertEquals(1000, own.allocate(88), "within the acceptable wastage");
        assertEquals(96, own.allocatedSize());
        own.deallocate(own.allocate(120), 120);
        assertEquals(1216, own.allocate(96), "24 bytes more are too many");
        assertEquals(1, own.counts().wholeFromLarger());
    }

    /** With one misc list, as in quick fit, the second strategy of 2.4.1 is for all large requests, and it searches that list. */
    @Test
    void withOneMiscListAsPrintedALargeBlockIsUsedAgain() {
        QuickFit one = new QuickFit(QuickFitOptions.of(8, 8, MiscRanges.ONE, 16), 1000, 1400, BlockHeaders.NOWHERE);
        one.deallocate(one.allocate(96), 96);
        assertEquals(1000, one.allocate(88), "within the acceptable wastage");
        QuickFit two =
                new QuickFit(QuickFitOptions.of(8, 8, new MiscRanges(1, 2), 16), 1000, 1400, BlockHeaders.NOWHERE);
        two.deallocate(two.allocate(96), 96);
        assertEquals(1096, two.allocate(88), "from the tail: 88 bytes belong to the first of two lists");
    }

    @Test
    void miscListRangesAreGeometric() {
        assertEquals(
                List.of(4160L), QuickFitOptions.of(64, 64, MiscRanges.ONE, 0).miscLows());
        assertEquals(
                List.of(4160L, 8320L, 16_640L, 33_280L),
                QuickFitOptions.of(64, 64, new MiscRanges(1, 4), 0).miscLows());
        List<Long> four =
                QuickFitOptions.of(64, 64, MiscRanges.FOUR_A_DOUBLING, 0).miscLows();
        assertEquals(List.of(4160L, 4928L, 5888L, 6976L, 8320L), four.subList(0, 5));
        assertTrue(four.get(four.size() - 1) >= MiscRanges.LARGEST_LOW
                && four.get(four.size() - 2) < MiscRanges.LARGEST_LOW);
        List<Long> narrow =
                QuickFitOptions.of(64, 1, MiscRanges.FOUR_A_DOUBLING, 0).miscLows();
        assertEquals(List.of(128L, 192L, 256L, 320L), narrow.subList(0, 4), "no two lists with one least size");
        assertThrows(IllegalArgumentException.class, () -> new MiscRanges(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new MiscRanges(1, 0));
    }

    /** The same list serves its least size as printed, too: "s <= low_n" includes low_n (2.4.1). */
    @Test
    void theLeastSizeOfAListIsServedByItself() {
        QuickFit printed = space(128);
        printed.deallocate(printed.allocate(128), 128);
        assertEquals(1000, printed.allocate(128), "there is no tail left, and step 3 begins at its list");
    }

    @Test
    void step3HandsOutALargerBlockWholeWithinTheAcceptableWastage() {
        QuickFit space = space(64);
        long large = space.allocate(40);
        space.allocate(24);
        space.deallocate(large, 40);
        steps.taken();
        assertEquals(large, space.allocate(24));
        assertEquals(40, space.allocatedSize());
        assertEquals(16, space.counts().wastedBytes());
        assertEquals(List.of("take 1000+40"), steps.taken());
    }

    @Test
    void step3SplitsWhatWouldWasteMoreAndFreesTheRest() {
        QuickFit space = space(64);
        long large = space.allocate(48);
        space.allocate(16);
        space.deallocate(large, 48);
        steps.taken();
        assertEquals(large, space.allocate(24));
        assertEquals(24, space.allocatedSize());
        assertTrue(space.isFree(1024));
        assertEquals(24, space.sizeOf(1024));
        assertEquals(List.of("split 1000+24, rest 24"), steps.taken());
    }

    @Test
    void step3TakesTheSmallestClassThatIsNotEmpty() {
        QuickFit space = space(200);
        long[] blocks = {space.allocate(64), space.allocate(40), space.allocate(96)};
        for (int i = 0; i < 3; i++) {
            space.deallocate(blocks[i], new long[] {64, 40, 96}[i]);
        }
        assertEquals(1064, space.allocate(32), "the block of 40 bytes");
        assertEquals(1000, space.allocate(32), "then that of 64");
    }

    /**
     * A request within a misc list's range uses the next list, on which every block is large enough (2.4.1, step 3).
     */
    @Test
    void aLargeRequestBeginsWithTheNextMiscList() {
        QuickFit space = space(120 + 200);
        long near = space.allocate(120);
        long far = space.allocate(200);
        space.deallocate(near, 120);
        space.deallocate(far, 200);
        assertEquals(far, space.allocate(88));
        assertEquals(88, space.allocatedSize());
        assertEquals(
                far + 88,
                space.allocate(72),
                "the low of a list: all its blocks fit, the rest of the last split first");
    }

    @Test
    void step4CoalescesAndBeginsAgain() {
        QuickFit space = space(64);
        long[] blocks = new long[4];
        for (int i = 0; i < 4; i++) {
            blocks[i] = space.allocate(16);
        }
        space.deallocate(blocks[0], 16);
        space.deallocate(blocks[1], 16);
        steps.taken();
        assertEquals(1000, space.allocate(32));
        assertEquals(List.of("begin", "merge 1000+32 of 2", "end", "take 1000+32"), steps.taken());
        assertEquals(1, space.counts().coalescings());
    }

    @Test
    void freeBlocksThatReachTheTailBecomePartOfIt() {
        QuickFit space = space(64);
        space.allocate(16);
        long second = space.allocate(16);
        long third = space.allocate(16);
        space.deallocate(second, 16);
        space.deallocate(third, 16);
        steps.taken();
        assertEquals(second, space.allocate(48));
        assertEquals(List.of("begin", "cut 1016", "end", "tail 1016+48"), steps.taken());
        assertEquals(0, space.freeBlocks());
    }

    @Test
    void theLastMiscListFirstLooksForABlockWithinTheWastage() {
        QuickFit space = space(2000);
        long tooLarge = space.allocate(320);
        long fits = space.allocate(272);
        space.allocate(16);
        space.deallocate(fits, 272);
        space.deallocate(tooLarge, 320);
        steps.taken();
        assertEquals(fits, space.allocate(264));
        assertEquals(List.of("take 1320+272"), steps.taken());
    }

    @Test
    void theLastMiscListThenSplitsTheSmallestThatIsLargeEnoughBeforeTheTailIsUsed() {
        QuickFit space = space(4000);
        long huge = space.allocate(640);
        long large = space.allocate(400);
        long larger = space.allocate(480);
        space.deallocate(large, 400);
        space.deallocate(larger, 480);
        space.deallocate(huge, 640);
        steps.taken();
        assertEquals(large, space.allocate(264));
        assertEquals(List.of("split 1640+264, rest 136"), steps.taken());
        assertEquals(2520, space.allocate(800), "nothing is large enough: the tail");
    }

    @Test
    void aRestThatIsTooSmallForABlockStaysWithTheBlock() {
        QuickFit space = new QuickFit(OPTIONS.withWastage(0), 1000, 1064, steps);
        long block = space.allocate(40);
        space.allocate(24);
        space.deallocate(block, 40);
        assertEquals(block, space.allocate(32));
        assertEquals(40, space.allocatedSize());
    }

    @Test
    void noSpaceChangesNothing() {
        QuickFit space = space(64);
        space.allocate(40);
        steps.taken();
        assertEquals(QuickFit.NO_SPACE, space.allocate(32));
        assertEquals(QuickFit.NO_SPACE, space.allocate(Long.MAX_VALUE / 2));
        assertEquals(List.of(), steps.taken());
        space.extend(1128);
        assertEquals(1040, space.allocate(32));
    }

    @Test
    void theOwnerTellsOfMoreBlocksBeforeAnythingIsCoalesced() {
        List<Long> unknown = new ArrayList<>(List.of(1000L, 1048L));
        QuickFit[] space = new QuickFit[1];
        Recorder learning = new Recorder() {
            @Override
            public boolean learnMore() {
                if (unknown.isEmpty()) {
                    return false;
                }
                space[0].learn(unknown.remove(0), 24, 7);
                return true;
            }
        };
        space[0] = new QuickFit(OPTIONS, 1000, 1100 - 100 % 8, 1100 - 100 % 8, learning);
        assertEquals(1000, space[0].allocate(24));
        assertEquals(1048, space[0].allocate(24));
        assertEquals(QuickFit.NO_SPACE, space[0].allocate(24));
        assertEquals(List.of("take 1000+24", "take 1048+24"), learning.taken());
    }

    /** A list read from the disk keeps its order; what was freed since the start is before it, as freed last. */
    @Test
    void learntBlocksAreAppendedToTheirList() {
        QuickFit space = new QuickFit(OPTIONS, 1000, 1096, 1096, steps);
        space.learn(1048, 24, 7);
        space.learn(1000, 24, 7);
        space.deallocate(1072, 24);
        space.learn(1024, 24, 7);
        steps.taken();
        assertEquals(1072, space.allocate(24), "freed last");
        assertEquals(1048, space.allocate(24), "the head of the list on disk");
        assertEquals(1000, space.allocate(24));
        assertEquals(1024, space.allocate(24));
        assertEquals(List.of("take 1072+24", "take 1048+24", "take 1000+24", "take 1024+24"), steps.taken());
    }

    @Test
    void aHeaderThatCannotBeWrittenLeavesEverythingAsItWas() {
        boolean[] failing = {false};
        Recorder failingSteps = new Recorder() {
            @Override
            void step(String step) {
                if (failing[0]) {
                    throw new IllegalStateException("injected");
                }
                super.step(step);
            }
        };
        QuickFit space = new QuickFit(OPTIONS, 1000, 1128, failingSteps);
        long a = space.allocate(64);
        long b = space.allocate(64);
        space.deallocate(a, 64);
        failing[0] = true;
        assertThrows(IllegalStateException.class, () -> space.allocate(64));
        assertThrows(IllegalStateException.class, () -> space.allocate(16));
        assertThrows(IllegalStateException.class, () -> space.deallocate(b, 64));
        assertTrue(space.isFree(a));
        assertFalse(space.isFree(b));
        failing[0] = false;
        assertEquals(a, space.allocate(64));
        space.deallocate(b, 64);
        failing[0] = true;
        assertThrows(IllegalStateException.class, space::coalesce);
        assertEquals(1128, space.tail());
        failing[0] = false;
        assertTrue(space.coalesce());
        assertEquals(1064, space.tail());
    }

    @Test
    void wrongArgumentsAreNamed() {
        QuickFit space = space(200);
        space.allocate(64);
        assertThrows(IllegalArgumentException.class, () -> space.allocate(0));
        assertThrows(IllegalArgumentException.class, () -> space.allocate(-8));
        assertThrows(IllegalArgumentException.class, () -> space.allocate(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> space.deallocate(992, 16));
        assertThrows(IllegalArgumentException.class, () -> space.deallocate(1000, 72), "beyond the tail");
        assertThrows(IllegalArgumentException.class, () -> space.deallocate(1000, 8), "below the smallest");
        assertThrows(IllegalArgumentException.class, () -> space.deallocate(1004, 16), "not aligned");
        space.deallocate(1000, 64);
        assertThrows(IllegalStateException.class, () -> space.deallocate(1000, 64));
        assertThrows(IllegalArgumentException.class, () -> space.extend(1000));
        assertThrows(IllegalArgumentException.class, () -> new QuickFitOptions(0, 1, 1, List.of(8L), 0));
        assertThrows(IllegalArgumentException.class, () -> new QuickFitOptions(8, 0, 1, List.of(16L), 0));
        assertThrows(IllegalArgumentException.class, () -> new QuickFitOptions(8, 1, 1, List.of(24L), 0));
        assertThrows(IllegalArgumentException.class, () -> new QuickFitOptions(8, 1, 1, List.of(16L, 16L), 0));
        assertThrows(IllegalArgumentException.class, () -> new QuickFitOptions(8, 1, 1, List.of(16L, 20L), 0));
        assertThrows(IllegalArgumentException.class, () -> new QuickFitOptions(8, 1, 1, List.of(16L), -1));
    }

    /** Misc lists cover disjoint ranges without gaps: high_i + g = low_{i+1}. */
    @Test
    void everySizeHasOneListAndTheListsAscend() {
        SizeClasses classes = new SizeClasses(OPTIONS);
        int last = -1;
        for (long size = 16; size < 1000; size += 8) {
            int list = classes.of(size);
            assertTrue(list == last || list == last + 1, "size " + size);
            assertEquals(list != last, classes.low(list) == size, "size " + size);
            last = list;
        }
        assertEquals(classes.count() - 1, last);
        assertEquals(OPTIONS.lists(), classes.count());
        assertEquals(256, classes.lastLow());
    }

    /** The steps as text. */
    static class Recorder implements BlockHeaders {
        private List<String> steps = new ArrayList<>();

        List<String> taken() {
            List<String> taken = steps;
            steps = new ArrayList<>();
            return taken;
        }

        void step(String step) {
            steps.add(step);
        }

        @Override
        public void take(long address, long size, long tag, int list) {
            step("take " + address + "+" + size);
        }

        @Override
        public long split(long address, long size, long tag, int list, long rest) {
            step("split " + address + "+" + size + ", rest " + rest);
            return 0;
        }

        @Override
        public void takeFromTail(long address, long size) {
            step("tail " + address + "+" + size);
        }

        @Override
        public long free(long address, long size, int list) {
            step("free " + address + "+" + size);
            return 0;
        }

        @Override
        public long merge(long address, long size, long tag, int pieces) {
            step("merge " + address + "+" + size + " of " + pieces);
            return 0;
        }

        @Override
        public void cutTail(long address) {
            step("cut " + address);
        }

        @Override
        public void coalescingBegins() {
            step("begin");
        }

        @Override
        public void coalescingEnds() {
            step("end");
        }
    }
}
