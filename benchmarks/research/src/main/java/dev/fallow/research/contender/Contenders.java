package dev.fallow.research.contender;

import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.list.LinkedListFreeSpace;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.research.contender.Contender.Placement;
import dev.fallow.research.search.BitParallelSearch;
import dev.fallow.research.search.ScanningIndex;
import java.util.List;

/** All contenders. A design added here takes part in every table, plot and JMH benchmark. */
public final class Contenders {
    /** The granularity of the bitmaps in bytes; all sizes of the workloads are multiples of it. */
    public static final int GRANULARITY = 8;

    private static final long ANY = Long.MAX_VALUE;

    private static final FreeSpaceFactory LINKED_LIST = LinkedListFreeSpace::new;
    private static final FreeSpaceFactory BITMAP = boundary -> new BitmapFreeSpace(GRANULARITY, boundary);
    private static final FreeSpaceFactory SCANNED =
            boundary -> ScanningIndex.scanned(GRANULARITY, boundary, new BitParallelSearch(64));

    /** The baseline of the comparison. */
    public static final Contender TWO_TREE_MAPS = new Contender(
            "two-tree-maps",
            "`TreeMap` by address and `TreeMap` by (size, address)",
            Placement.BEST_FIT_LOWEST_ADDRESS,
            ANY,
            TwoTreeMaps.FACTORY,
            TwoTreeMaps.COUNTING,
            true);

    /** The design that creates the layouts and the expected answers of exact contenders. */
    public static final Contender ORDERED = new Contender(
            "ordered",
            "`OrderedFreeSpace`: exact best fit in flat arrays",
            Placement.BEST_FIT_LOWEST_ADDRESS,
            ANY,
            OrderedFreeSpace.FACTORY,
            OrderedFreeSpace.FACTORY,
            true);

    private static final List<Contender> ALL = List.of(
            TWO_TREE_MAPS,
            new Contender(
                    "size-bins",
                    "`SizeBins`: HDF5's skip lists in flat arrays",
                    Placement.BEST_FIT_LOWEST_ADDRESS,
                    ANY,
                    SizeBins.FACTORY,
                    SizeBins.FACTORY,
                    true),
            ORDERED,
            new Contender(
                    "linked-list",
                    "`LinkedListFreeSpace`: HDF5's list before the skip lists",
                    Placement.BEST_FIT_LIST_ORDER,
                    10_000,
                    LINKED_LIST,
                    LINKED_LIST,
                    true),
            // above about 10^5 sections, one bit per 8 bytes takes too much memory (see the README)
            new Contender(
                    "bitmap",
                    "`BitmapFreeSpace` with summaries, one bit per 8 bytes, first fit",
                    Placement.FIRST_FIT,
                    100_000,
                    BITMAP,
                    BITMAP,
                    true),
            new Contender(
                    "bitmap-scanned",
                    "`BitmapFreeSpace` without summaries (the paper's search), one bit per 8 bytes, first fit",
                    Placement.FIRST_FIT,
                    10_000,
                    SCANNED,
                    SCANNED,
                    true),
            new Contender(
                    "mvstore-bitset",
                    "`FreeSpaceBitSet` of H2's MVStore, one block per 8 bytes, first fit (not best fit)",
                    Placement.FIRST_FIT,
                    10_000,
                    boundary -> new MvStoreBitSet(GRANULARITY),
                    null,
                    false));

    private Contenders() {}

    /** All contenders, in the order of the tables. */
    public static List<Contender> all() {
        return ALL;
    }

    /** The contenders with exact best fit, lowest address. */
    public static List<Contender> exact() {
        return ALL.stream().filter(Contender::isExact).toList();
    }

    /** @throws IllegalArgumentException if there is no such contender; the message lists the names */
    public static Contender named(String name) {
        return ALL.stream()
                .filter(contender -> contender.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender " + name + "; expected one of " + ALL));
    }

    /**
     * The factory of the manager that determines the expected answers of contenders with this placement: the fastest of
     * them.
     *
     * @return a factory other than those of the contenders
     */
    public static FreeSpaceFactory driverOf(Placement placement) {
        return switch (placement) {
            case BEST_FIT_LOWEST_ADDRESS -> OrderedFreeSpace.FACTORY;
            case BEST_FIT_LIST_ORDER -> LINKED_LIST;
            case FIRST_FIT -> BITMAP;
        };
    }
}
