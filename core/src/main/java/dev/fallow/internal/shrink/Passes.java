package dev.fallow.internal.shrink;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import java.util.List;

/**
 * The order of the passes. The last blocks move into free space before the place where the file could end, as long as some do; this copies
 * the fewest bytes. If much free space is left, no block fits into it. Then blocks between free runs are moved away, where they have fewer
 * bytes than the last block. Finally blocks slide down, after room was made for that; in a small file all blocks are moved away, and put back
 * as the last blocks. The passes begin again, until the file is as short as wanted or does not become shorter any more.
 */
public final class Passes {
    /** In a larger file, the free run that blocks slide into has at least this part of their bytes, so that passes are few. */
    static final int PARTS = 6;

    private static final int MOST_CYCLES = 8;
    /** The same for a small file, where one cycle is nearly always enough. */
    private static final int MOST_SMALL_CYCLES = 3;

    /** Blocks do not slide for less than this part of the file. */
    private static final int LEAST_GAIN = 200;
    /** Blocks do not slide for fewer bytes than this. */
    private static final int LEAST_BYTES = 64;
    /** The most free bytes for which a file of any length is not written. */
    private static final int MOST_IGNORED = 4096;
    /** All blocks of a small paged file are moved only to gain this part of the file, and the following number of pages. */
    private static final int LEAST_GAIN_OF_PAGES = 100;

    private static final int LEAST_PAGES_OF_SMALL = 3;

    /** The least part of a larger file, and the least number of pages, for which it slides: all of it has to be copied twice. */
    private static final int LEAST_GAIN_OF_MANY_PAGES = 16;

    private static final int LEAST_PAGES = 4;
    private static final String PAGES =
            "pages of %d bytes: smaller blocks do not cross the end of one, larger blocks begin at one,"
                    + " and metadata and raw data do not share one";

    /** The largest file in which all blocks are moved to the end first. Then only what is fixed is in the way. */
    static final long SMALL = 32L << 20;
    /** After this number of passes of one slide, free runs are left where they are in the way. */
    private static final int MOST_SLIDES = 64;

    /** The part of the free bytes wanted back that may be left before the address where sliding begins. */
    private static final int LEFT = 4;

    /** With a ratio of less, all blocks of a small file are moved to the end and back, which leaves nearly no free space. */
    private static final double EXACT = 1.01;

    /** What a pass moves. */
    public enum Kind {
        /** The last blocks, into free space before the place where the file could end. */
        LAST,
        /** Blocks between free runs before that place, so that there is room for the last blocks. */
        MAKE_WINDOWS,
        /** The first blocks after the first free space, to the end, so that there is room to slide. */
        MAKE_ROOM,
        /** Blocks, down to the one before them. */
        SLIDE
    }

    /**
     * What a pass is going to do.
     *
     * @param from the lowest address of a block that may be moved
     * @param limit the end that the file would have without free space
     * @param parts for {@link Kind#MAKE_ROOM}, the part of the blocks to slide that there has to be room for; 1 if all blocks are
     *     moved to the end, and then back as the last ones
     * @param tolerated for {@link Kind#SLIDE}, bytes that may stay free where sliding has passed
     */
    public record Pass(Kind kind, long from, long limit, int parts, long tolerated) {
        /** The lowest address of a block whose immobility matters. */
        long mattersFrom() {
            return kind == Kind.LAST ? limit : Math.min(limit, from);
        }
    }

    private final double ratio;
    private final double slidingRatio;
    private final long slidingBytes;
    private boolean ending;
    /** Whether they begin by sliding, once, and then only move the last blocks. */
    private boolean strict;

    private Kind kind = Kind.LAST;
    /** The end that the file would have without free space. */
    private long limit;

    /** The end of the file when windows were made, and when blocks slid, for the last time. */
    private long endBeforeWindows = Long.MAX_VALUE;

    private long endBefore = Long.MAX_VALUE;
    private long slideFrom;
    private int cycles;
    private int slides;
    private boolean done;
    private List<String> hindrances = List.of();

    /** For {@link Pass#tolerated}: a pass slides into one free run, so that each block is copied once, apart from making room. */
    static final long ONE_RUN = -1;

    /** Passes that begin by sliding, from a free run on, each block once. */
    static Passes sliding(double ratio, long from) {
        Passes passes = new Passes(ratio);
        passes.strict = true;
        passes.kind = Kind.MAKE_ROOM;
        passes.slideFrom = from;
        return passes;
    }

    /** Passes that may copy as much as they need. */
    public Passes(double ratio) {
        this(ratio, ratio, Long.MAX_VALUE);
    }

    /**
     * @param ratio of the length to the bytes in use, at which shrinking ends
     * @param slidingRatio from which on blocks slide down, for which the file becomes longer at first
     * @param slidingBytes the most bytes to copy for that: half done, it leaves the file longer
     */
    public Passes(double ratio, double slidingRatio, long slidingBytes) {
        this.ratio = ratio;
        this.slidingRatio = slidingRatio;
        this.slidingBytes = slidingBytes;
    }

    /** Plans the next pass; null if there is none. */
    public Pass next(BlockLayout layout) {
        long end = layout.end();
        limit = end - layout.free();
        if (done || end <= limit * ratio) {
            done = true;
            return null;
        }
        if (ending && kind != Kind.LAST) {
            return null;
        }
        if (strict && (kind == Kind.MAKE_ROOM || kind == Kind.SLIDE)) {
            return new Pass(kind, slideFrom, limit, PARTS, ONE_RUN);
        }
        if (kind == Kind.MAKE_WINDOWS && (!layout.isPlaceable() || end >= endBeforeWindows)) {
            kind = Kind.MAKE_ROOM;
        }
        return switch (kind) {
            case LAST -> pass(limit);
            case MAKE_WINDOWS -> {
                endBeforeWindows = end;
                yield pass(0);
            }
            case MAKE_ROOM -> beginSlide(layout);
            default -> pass(slideFrom);
        };
    }

    private Pass pass(long from) {
        long tolerated = slides < MOST_SLIDES ? (long) (limit * (ratio - 1) / 2) : Long.MAX_VALUE;
        return new Pass(kind, from, limit, isExact() ? 1 : PARTS, tolerated);
    }

    private Pass beginSlide(BlockLayout layout) {
        long end = layout.end();
        slideFrom = start(layout, isExact() ? 0 : (long) ((end - limit * ratio) / LEFT));
        boolean canSlide = cycles < mostCycles(layout)
                && end < endBefore
                && isMuch(end - limit, layout.options())
                && (layout.isPlaceable() || isExact());
        if (!canSlide || end <= limit * slidingRatio || slidBytes() > slidingBytes) {
            done = !canSlide;
            return null;
        }
        cycles++;
        endBefore = end;
        endBeforeWindows = Long.MAX_VALUE; // other blocks will be there
        return pass(slideFrom);
    }

    private int mostCycles(BlockLayout layout) {
        return !layout.isPlaceable() ? 1 : isExact() ? MOST_SMALL_CYCLES : MOST_CYCLES;
    }

    /** Whether a number of free bytes is worth moving all blocks. In a paged file some are left in each page. */
    public boolean isMuch(long free, FileSpaceOptions options) {
        return BlockLayout.canPlace(options)
                ? free > Math.max(LEAST_BYTES, limit / LEAST_GAIN)
                : free > leastOfPages(options.pageSize(), limit);
    }

    /** The free bytes from which on all blocks of a paged file are moved. */
    static long leastOfPages(long pageSize, long live) {
        return live <= SMALL
                ? Math.max(LEAST_PAGES_OF_SMALL * pageSize - 1, live / LEAST_GAIN_OF_PAGES)
                : Math.max(LEAST_PAGES * pageSize, live / LEAST_GAIN_OF_MANY_PAGES);
    }

    /** Whether the blocks are moved to the end and back, instead of sliding. */
    private boolean isExact() {
        return limit <= SMALL && ratio < EXACT;
    }

    /** The bytes that are going to be copied, if few of them are free. */
    private long slidBytes() {
        long live = Math.max(0, limit - slideFrom);
        return isExact() ? 2 * live : live + live / PARTS;
    }

    /** Where sliding begins: after free runs that do not matter. */
    private static long start(BlockLayout layout, long least) {
        long skipped = 0;
        for (Section hole : layout.holes()) {
            if (skipped + hole.size() > least) {
                return hole.address();
            }
            skipped += hole.size();
        }
        return layout.end();
    }

    /** From now on, only the last blocks are moved. */
    public void endWithLast() {
        ending = true;
        kind = Kind.LAST;
    }

    /**
     * Records a pass.
     *
     * @param moved bytes
     * @param fixed what cannot be moved
     */
    public void done(long moved, List<String> fixed) {
        if (kind != Kind.LAST || !fixed.isEmpty()) { // the other passes know more of the file
            hindrances = fixed;
        }
        slides = kind == Kind.SLIDE ? slides + 1 : 0;
        if (strict && kind == Kind.SLIDE && moved == 0) {
            strict = false;
            ending = true;
        }
        kind = switch (kind) {
            case LAST -> moved > 0 ? Kind.LAST : Kind.MAKE_WINDOWS;
            case MAKE_WINDOWS -> moved > 0 ? Kind.LAST : Kind.MAKE_ROOM;
            case MAKE_ROOM -> isExact() && !strict ? Kind.LAST : Kind.SLIDE;
            default -> moved > 0 ? Kind.SLIDE : Kind.LAST;
        };
    }

    /** Whether nothing more can be gained. */
    public boolean isDone() {
        return done;
    }

    /** If much free space is left: what is behind some of it, and cannot be moved, or why blocks are not closer together. */
    public List<String> hindrances(long left, FileSpaceOptions options, long end) {
        if (!hindrances.isEmpty() && isMuch(left, options)) {
            return hindrances;
        }
        return pages(left, options, end);
    }

    /** What explains the free bytes left in a paged file. */
    public static List<String> pages(long left, FileSpaceOptions options, long end) {
        boolean explained =
                options.strategy() == Strategy.PAGE && left > Math.max(LEAST_BYTES, (end - left) / LEAST_GAIN);
        return explained ? List.of(PAGES.formatted(options.pageSize())) : List.of();
    }

    /** Whether a number of free bytes is worth moving the superblock extension. In a paged file, the move may take a page. */
    public static boolean isWorthMoving(long free, long live, FileSpaceOptions options) {
        return BlockLayout.canPlace(options) || free > leastOfPages(options.pageSize(), live);
    }

    /**
     * The free bytes, tracked or not, for which a file is not even written: the new lists of free space could make it longer.
     *
     * @param live bytes in use
     */
    public static long least(FileSpaceOptions options, long live) {
        return BlockLayout.canPlace(options)
                ? Math.max(LEAST_BYTES, Math.min(live / LEAST_GAIN, MOST_IGNORED))
                : Math.min(options.pageSize(), leastOfPages(options.pageSize(), live));
    }
}
