package dev.fallow.internal.shrink;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.options.FileSpaceStrategy;
import dev.fallow.options.ShrinkOptions;
import dev.fallow.options.SpaceSettings;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.ShrinkPlan.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Estimates what shrinking would cost, without changing anything: a walk finds the blocks in use, and what {@link Choice} would
 * do with them is repeated with numbers alone. {@link ShrinkPlan} says what is left out. Takes about 60 bytes for each block.
 */
public final class ShrinkForecast {
    /** The steps that need no sliding, besides the one that moves nothing. */
    private static final int PARTS = 8;

    private final long base;
    private final long length;
    /** The size of a page of a paged file; otherwise 1. */
    private final long page;

    private final LiveBlocks blocks = new LiveBlocks(0, false);
    private long live;
    /** The bytes of the lists of free space, which will be at the end. */
    private long lists;
    /** Where each block would be. */
    private long[] places;

    private final String fileName;

    /**
     * A forecast that gets its blocks by {@link #add}.
     *
     * @param length of the file in bytes
     */
    public ShrinkForecast(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, long length)
            throws IOException {
        SpaceSettings settings = FileSpaceSetup.settingsOf(sections.message().info());
        fileName = store.fileName();
        base = superblock.baseAddress();
        this.length = Math.max(length, superblock.endOfFile());
        page = settings.strategy() == FileSpaceStrategy.PAGE ? settings.pageSize() : 1;
    }

    /**
     * The plan for the blocks that a walk has added.
     *
     * @throws UnsupportedFeatureException if the file has structures that are not understood or overlap: nothing could be moved
     */
    public ShrinkPlan plan(LiveWalk walk) {
        List<String> hindrances = hindrances(walk);
        if (!hindrances.isEmpty()) {
            throw new UnsupportedFeatureException(
                    "%s: the file cannot be shrunk: %s".formatted(fileName, LiveWalk.summary(hindrances)));
        }
        return plan();
    }

    /** Adds a block that a walk has found. */
    public void add(long address, long size, Object label) {
        if (SectionPersistence.isOwn(label)) {
            lists += size;
        } else {
            blocks.add(address, size, label);
            live += size;
        }
    }

    private List<String> hindrances(LiveWalk walk) {
        List<String> hindrances = walk.hindrances();
        blocks.sort();
        for (int i = 1; i < blocks.size(); i++) {
            if (blocks.get(i - 1).end() > blocks.get(i).address()) {
                hindrances.add(
                        "two structures overlap at address " + blocks.get(i).address());
            }
        }
        return hindrances;
    }

    private long returned(long end) {
        return length - base - (end + lists + page - 1) / page * page;
    }

    private ShrinkPlan plan() {
        List<Step> curve = new ArrayList<>();
        long end = moveLast(curve);
        List<Step> steps = thinned(curve);
        long moved = 0;
        for (int i = 0; i < places.length; i++) {
            moved += places[i] == blocks.get(i).address() ? 0 : blocks.get(i).size();
        }
        if (page == 1 && end > live * ShrinkOptions.defaults().ratio()) {
            addIfMore(steps, slide(moved));
        } else if (page > 1 && length - base - live - lists > ShrinkSteps.leastOfPages(page, live)) {
            Step all = new Step(
                    returned(live), moved + 2 * live); // in pages, what is moved first rarely fits as well as here
            steps.removeIf(step -> step.returnedBytes() >= all.returnedBytes());
            addIfMore(steps, all);
        }
        return new ShrinkPlan(length, length - base - live - lists, steps);
    }

    private static void addIfMore(List<Step> steps, Step step) {
        if (step.returnedBytes()
                > (steps.isEmpty() ? 0 : steps.get(steps.size() - 1).returnedBytes())) {
            steps.add(step);
        }
    }

    /** At most {@link #PARTS} steps of many, and the first. */
    private static List<Step> thinned(List<Step> curve) {
        List<Step> steps = new ArrayList<>();
        long most = curve.isEmpty() ? 0 : curve.get(curve.size() - 1).returnedBytes();
        long next = 0;
        for (Step step : curve) {
            if (step.movedBytes() == 0 || step.returnedBytes() >= next) {
                steps.add(step);
                next = step.returnedBytes() + Math.max(1, most / PARTS);
            }
        }
        if (!steps.isEmpty() && most > steps.get(steps.size() - 1).returnedBytes()) {
            steps.set(steps.size() - 1, curve.get(curve.size() - 1));
        }
        return steps;
    }

    /** Moves the last blocks. Returns the end of the last block that is left. */
    private long moveLast(List<Step> curve) {
        OrderedFreeSpace holes = new OrderedFreeSpace(0);
        long used = 0;
        for (int i = 0; i < blocks.size(); i++) {
            long stop = Math.min(blocks.get(i).address(), live);
            if (stop > used) {
                holes.free(used, stop - used);
            }
            used = blocks.get(i).end();
        }
        places = new long[blocks.size()];
        Arrays.setAll(places, i -> blocks.get(i).address());
        long moved = 0;
        long end = 0;
        for (int i = blocks.size() - 1; i >= 0; i--) {
            LiveBlocks.Block block = blocks.get(i);
            if (end == 0) {
                addIfMore(curve, new Step(returned(Math.max(block.end(), live)), moved));
            }
            long place = block.end() > live ? holes.allocate(block.size()) : -1;
            if (place >= 0) {
                places[i] = place;
                moved += block.size();
            } else {
                end = Math.max(end, block.end());
            }
        }
        return end;
    }

    /**
     * All blocks after the first free run slide down, after the first of them were moved to the end, if that is necessary; in a
     * small file all are. Sliding may begin later, and then be repeated from an earlier address on.
     */
    private Step slide(long movedBefore) {
        Integer[] order = new Integer[places.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong(i -> places[i]));
        long used = 0;
        long sliding = 0;
        long largest = 0;
        long largestHole = 0;
        for (int i : order) {
            largestHole = Math.max(largestHole, places[i] - used);
            used = places[i] + blocks.get(i).size();
            if (largestHole > 0) {
                sliding += blocks.get(i).size();
                largest = Math.max(largest, blocks.get(i).size());
            }
        }
        long window = Math.max(largest, sliding / ShrinkSteps.PARTS);
        long more = live <= ShrinkSteps.SMALL ? sliding : largestHole >= window ? 0 : window;
        return new Step(returned(live), movedBefore + sliding + more);
    }
}
