package dev.fallow.internal.shrink;

import dev.fallow.FileSpaceStrategy;
import dev.fallow.ShrinkOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.shrink.Passes.Kind;
import dev.fallow.internal.shrink.Passes.Pass;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.ShrinkPlan.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimates what shrinking would cost, without changing anything: a walk finds the blocks in use, and the passes move them in a
 * {@link BlockLayout} alone. {@link ShrinkPlan} says what is left out. Takes about 60 bytes for each block.
 */
public final class ShrinkForecast {
    /** The steps of the first pass, which can end early. */
    private static final int PARTS = 8;

    private final long base;
    private final long length;
    /** The size of a page of a paged file; otherwise 1. */
    private final long page;

    private final BlockMap map = new BlockMap();
    private long live;
    /** The bytes of the lists of free space, which will be at the end. */
    private long lists;

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

    /** Adds a block that a walk has found. */
    public void add(long address, long size, Object label) {
        if (SectionPersistence.isOwn(label)) {
            lists += size;
        } else {
            map.add(address, size, label);
            live += size;
        }
    }

    /**
     * The plan for the blocks that a walk has added.
     *
     * @throws UnsupportedFeatureException if the file has structures that are not understood or overlap: nothing could be moved
     */
    public ShrinkPlan plan(LiveWalk walk) {
        List<String> hindrances = walk.hindrances();
        map.sort();
        long overlap = map.overlap();
        if (overlap >= 0) {
            hindrances.add("two structures overlap at address " + overlap);
        }
        if (!hindrances.isEmpty()) {
            throw new UnsupportedFeatureException(
                    "%s: the file cannot be shrunk: %s".formatted(fileName, LiveWalk.summary(hindrances)));
        }
        return plan();
    }

    private long returned(long end) {
        return length - base - (end + lists + page - 1) / page * page;
    }

    private ShrinkPlan plan() {
        List<Step> steps = new ArrayList<>();
        BlockLayout layout = BlockLayout.ofMovable(map, FileSpaceOptions.defaults());
        addIfMore(steps, layout.end(), 0);
        long moved = 0;
        Passes passes = new Passes(ShrinkOptions.defaults().ratio());
        for (Pass pass = passes.next(layout);
                pass != null && (page == 1 || moved == 0 && pass.kind() == Kind.LAST);
                pass = passes.next(layout)) {
            BlockLayout.Moves moves = moves(layout, pass, Long.MAX_VALUE);
            if (moved == 0) {
                for (int i = 1; i < PARTS; i++) {
                    BlockLayout.Moves some = moves(layout, pass, moves.bytes() / PARTS * i);
                    addIfMore(steps, layout.after(some).end(), some.bytes());
                }
            }
            moved += moves.bytes();
            layout = layout.after(moves);
            passes.done(moves.bytes(), List.of());
            if (pass.kind() == Kind.LAST) {
                addIfMore(steps, layout.end(), moved);
            }
        }
        addIfMore(steps, layout.end(), moved);
        if (page > 1 && length - base - live - lists > Passes.leastOfPages(page, live)) {
            Step all = new Step(returned(live), moved + 2 * live);
            steps.removeIf(
                    step -> step.returnedBytes() >= all.returnedBytes()); // in pages, the others rarely fit as well
            addIfMore(steps, live, all.movedBytes());
        }
        int most = PARTS + 2;
        if (steps.size() > most) {
            steps.subList(PARTS, steps.size() - 1).clear();
        }
        return new ShrinkPlan(length, length - base - live - lists, steps);
    }

    /** What a pass moves. In pages, little fits behind the place where the file could end. */
    private BlockLayout.Moves moves(BlockLayout layout, Pass pass, long most) {
        return page == 1 ? Mover.moves(layout, pass, most) : layout.below(live).last(live, most);
    }

    /** Adds a step if it returns more than the one before, in place of others that cost as much. */
    private void addIfMore(List<Step> steps, long end, long moved) {
        Step step = new Step(returned(end), moved);
        Step last = steps.isEmpty() ? new Step(0, 0) : steps.get(steps.size() - 1);
        if (step.returnedBytes() > last.returnedBytes()) {
            if (!steps.isEmpty() && moved <= last.movedBytes()) {
                steps.remove(steps.size() - 1);
            }
            steps.add(step);
        }
    }
}
