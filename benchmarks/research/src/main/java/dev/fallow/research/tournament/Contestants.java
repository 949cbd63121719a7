package dev.fallow.research.tournament;

import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.list.LinkedListFreeSpace;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.research.policy.AllocationPolicy;
import dev.fallow.research.policy.buddy.BinaryBuddy;
import dev.fallow.research.policy.buddy.BlockSizes;
import dev.fallow.research.policy.buddy.RestrictedBuddy;
import dev.fallow.research.policy.extent.ExtentAllocation;
import dev.fallow.research.policy.extent.Fit;
import dev.fallow.research.policy.fixed.FixedBlocks;
import dev.fallow.research.policy.matball.DeletionRule;
import dev.fallow.research.policy.matball.ExtentShape;
import dev.fallow.research.policy.matball.MatBallSpace;
import dev.fallow.research.policy.quickfit.MiscRanges;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All policies, in the order of the tables: those of this project, then paper by paper. */
public final class Contestants {
    private static final long K = 1024;
    private static final long DISK_UNIT = K;
    private static final int GRAIN = 64;
    private static final int MAX_QUICK = 64;
    private static final int WASTAGE = 4 * GRAIN;
    private static final long[] FIXED_SIZES = {4 * K, 16 * K};
    private static final List<Contestant> ALL = make();

    private Contestants() {}

    /** All policies, in the order of the tables. */
    public static List<Contestant> all() {
        return ALL;
    }

    /** @throws IllegalArgumentException if there is no such policy; the message lists the names */
    public static Contestant named(String name) {
        return ALL.stream()
                .filter(contestant -> contestant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contestant " + name + "; expected one of " + ALL));
    }

    private static List<Contestant> make() {
        List<Contestant> all = new ArrayList<>();
        all.add(freeSpace(
                "ordered",
                "this project's default: exact best fit, lowest address, units of a byte",
                OrderedFreeSpace.FACTORY,
                1,
                DiskMetadata::sectionsAtClose));
        all.add(freeSpace(
                "size bins",
                "HDF5's bins of skip lists (Choi et al.): exact best fit, lowest address, units of a byte",
                SizeBins.FACTORY,
                1,
                DiskMetadata::sectionsAtClose));
        all.add(freeSpace(
                "linked list",
                "HDF5's list before that (Choi et al., section 2): best fit, units of a byte",
                LinkedListFreeSpace::new,
                1,
                DiskMetadata::unknown));
        for (long unit : new long[] {8, 4 * K}) {
            all.add(freeSpace(
                    "bitmap " + size(unit),
                    "Burns and Hineman's bitmap with this project's summaries, first fit, one bit per " + size(unit),
                    boundary -> new BitmapFreeSpace(unit, boundary),
                    unit,
                    () -> DiskMetadata.bitmap(unit)));
        }
        addQuickFit(all);
        addFilePolicies(all);
        for (int blocks : new int[] {64, 256}) {
            for (int threshold : new int[] {16, 32}) {
                all.add(matBall(blocks, threshold));
            }
        }
        return List.copyOf(all);
    }

    private static String size(long bytes) {
        return bytes < K ? bytes + " B" : bytes / K + " KB";
    }

    private static Contestant freeSpace(
            String name, String what, FreeSpaceFactory factory, long unit, Supplier<DiskMetadata> metadata) {
        return new Contestant(
                name,
                what,
                unit,
                Contestant.GROWS,
                (blocks, volume) -> new FreeSpaceEntry(factory.create(0), unit, blocks),
                metadata);
    }

    /**
     * With several misc lists, all requests use the first strategy of section 2.4.1 (the tail before larger blocks).
     * With one, as in quick fit, requests for more than maxQL grains use the second (the list before the tail).
     */
    private static void addQuickFit(List<Contestant> all) {
        QuickFitOptions several = QuickFitOptions.of(GRAIN, MAX_QUICK, 0);
        QuickFitOptions one = QuickFitOptions.of(GRAIN, MAX_QUICK, MiscRanges.ONE, 0);
        for (int wastage : new int[] {0, WASTAGE}) {
            all.add(quickFit("PMFLF, w " + wastage, "four misc lists per power of two", several.withWastage(wastage)));
        }
        for (int wastage : new int[] {0, WASTAGE}) {
            all.add(quickFit("PMFLF, one misc list, w " + wastage, "one misc list", one.withWastage(wastage)));
        }
    }

    /**
     * PMFLF with these parameters.
     *
     * @param what the misc lists in words
     */
    public static Contestant quickFit(String name, String what, QuickFitOptions options) {
        return new Contestant(
                name,
                "multiple free list fit (Iyengar, Jin and Challenger): grain " + options.grain()
                        + " B, quick lists up to " + size((long) options.grain() * options.maxQuick()) + ", " + what
                        + ", wastage " + options.wastage()
                        + " B, a header of " + QuickFitEntry.HEADER_BYTES + " B in each block",
                options.grain(),
                Contestant.GROWS,
                (blocks, volume) -> new QuickFitEntry(options, blocks),
                DiskMetadata::headers);
    }

    /** Adds the policies of Seltzer and Stonebraker, with disk units of 1 KB as in their experiments. */
    private static void addFilePolicies(List<Contestant> all) {
        all.add(file(
                "binary buddy",
                "section 4.1: extents double the file",
                DISK_UNIT,
                capacity -> new BinaryBuddy(capacity, DISK_UNIT),
                0,
                DiskMetadata::unknown));
        all.add(restrictedBuddy(5, 1, true));
        all.add(restrictedBuddy(5, 2, false));
        all.add(restrictedBuddy(2, 1, true));
        all.add(restrictedBuddy(2, 2, false));
        for (Fit fit : Fit.values()) {
            for (int ranges : new int[] {1, 3, 5}) {
                all.add(file(
                        fit.name().toLowerCase(Locale.ROOT) + " fit, " + ranges + (ranges == 1 ? " range" : " ranges"),
                        "section 4.3: extents of the ranges for time sharing",
                        DISK_UNIT,
                        capacity -> new ExtentAllocation(capacity, DISK_UNIT, fit),
                        ranges,
                        DiskMetadata::unknown));
            }
        }
        for (long blockSize : FIXED_SIZES) {
            all.add(fixed(blockSize, null));
        }
    }

    /**
     * Fixed blocks.
     *
     * @param order seeds for the order of the free list of a new volume; null for the order of the addresses
     */
    private static Contestant fixed(long blockSize, Long order) {
        return file(
                "fixed " + size(blockSize) + (order == null ? "" : ", list out of order"),
                "section 5: blocks from a free list" + (order == null ? "" : " in random order"),
                blockSize,
                capacity -> order == null
                        ? new FixedBlocks(capacity, blockSize)
                        : new FixedBlocks(capacity, blockSize, new SplittableRandom(order)),
                0,
                DiskMetadata::chain);
    }

    /**
     * The fixed blocks of the tournament with the free list of a new volume, in the order of the addresses, and with one
     * in random order, as long use leaves it.
     */
    public static List<Contestant> statesOfTheFixedList(long seed) {
        return Arrays.stream(FIXED_SIZES)
                .boxed()
                .flatMap(blockSize -> Stream.of(fixed(blockSize, null), fixed(blockSize, seed)))
                .toList();
    }

    private static Contestant restrictedBuddy(int sizes, int growFactor, boolean clustered) {
        long regionSize = clustered ? RestrictedBuddy.REGION_SIZE_OF_PAPER : RestrictedBuddy.UNCLUSTERED;
        return file(
                "restricted buddy " + sizes + "/" + growFactor + (clustered ? ", clustered" : ""),
                "section 4.2: " + sizes + " block sizes, grow factor " + growFactor
                        + (clustered ? ", in regions of 32 MB" : ", not in regions")
                        + (sizes == 5 && growFactor == 1 && clustered ? " (what the paper selects)" : ""),
                BlockSizes.ofPaper(sizes).smallest(),
                capacity -> new RestrictedBuddy(capacity, BlockSizes.ofPaper(sizes), growFactor, regionSize),
                0,
                () -> new RegionLists(BlockSizes.ofPaper(sizes), regionSize));
    }

    /** @param ranges the number of ranges of extent sizes; 0 if the policy does not use them */
    private static Contestant file(
            String name,
            String what,
            long unit,
            LongFunction<AllocationPolicy> policy,
            int ranges,
            Supplier<DiskMetadata> metadata) {
        return new Contestant(
                name,
                "Seltzer and Stonebraker, " + what + ", units of " + size(unit),
                unit,
                unit,
                (blocks, volume) -> new FileSpaceEntry(
                        policy.apply(volume), ranges == 0 ? size -> 1 : ExtentSizes.ofTimeSharing(ranges), blocks),
                metadata);
    }

    /** MatBall, with space after the last file of an extent used again. */
    private static Contestant matBall(int blocksOfAnExtent, int threshold) {
        String extent = size(blocksOfAnExtent * K);
        return matBall(
                "MatBall " + extent + ", λ " + threshold,
                new ExtentShape(blocksOfAnExtent, threshold),
                DeletionRule.AFTER_LAST_FILE);
    }

    private static Contestant matBall(String name, ExtentShape shape, DeletionRule deletion) {
        long extent = shape.blocks() * K;
        return new Contestant(
                name,
                "No and Park: extents of " + size(extent) + ", blocks of 1 KB, λ " + shape.threshold(),
                K,
                extent,
                (blocks, volume) ->
                        new MatBallEntry(new MatBallSpace(shape, K, (int) (volume / extent), deletion), blocks),
                DiskMetadata::unknown);
    }

    /** MatBall with λ 16 under each rule for the space of deleted files, on which the paper is silent. */
    public static List<Contestant> matBallByDeletion() {
        List<Contestant> all = new ArrayList<>();
        for (int blocks : new int[] {64, 256}) {
            for (DeletionRule deletion : DeletionRule.values()) {
                String name = matBall(blocks, 16).name() + ", " + deletion.label();
                all.add(matBall(name, new ExtentShape(blocks, 16), deletion));
            }
        }
        return all;
    }
}
