package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.list.LinkedListFreeSpace;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The options of a {@link FileSpace}. The defaults are HDF5's.
 *
 * @param strategy which of managers, aggregators and pages are used
 * @param threshold bytes; a released section smaller than this is tracked only if it merges. At least 1
 * @param pageSize bytes, 512 to 2^30; used by {@link Strategy#PAGE} only
 * @param pageEndThreshold bytes, 0 to 65,535 and less than a page: small metadata sections at the end of a page that
 *     are no larger are dropped; used by {@link Strategy#PAGE} only
 * @param alignment bytes, at least 1: blocks of at least {@code alignmentThreshold} bytes begin at multiples of it,
 *     relative to the base address as all addresses are here. (libhdf5 makes a file only if its alignment, or page
 *     size, divides the base address, so the two ways to count agree.) Not used by {@link Strategy#PAGE}
 * @param alignmentThreshold bytes, at least 0
 * @param metadataAggregatorSize bytes that the metadata aggregator takes at a time; 0: there is none
 * @param rawDataAggregatorSize bytes that the small-data aggregator takes at a time; 0: there is none
 * @param metadataInRawData whether metadata may use raw-data sections of 2 to 4 KiB, while at least 1 MiB is free for
 *     raw data, before the file is extended; libhdf5 does not do this. Used by {@link Strategy#FSM_AGGR} only
 * @param backend creates the free-space managers
 */
public record FileSpaceOptions(
        Strategy strategy,
        long threshold,
        long pageSize,
        int pageEndThreshold,
        long alignment,
        long alignmentThreshold,
        long metadataAggregatorSize,
        long rawDataAggregatorSize,
        boolean metadataInRawData,
        FreeSpaceFactory backend) {
    /** How the space of a file is managed: HDF5's file-space strategies, with the numbers of the file space info message. */
    public enum Strategy {
        /** Free-space managers, then aggregators, then the end of the file. HDF5's default. */
        FSM_AGGR(0, true, true),
        /** Free-space managers, then whole pages at the end of the file. */
        PAGE(1, true, false),
        /** Aggregators, then the end of the file; released space is not tracked. */
        AGGR(2, false, true),
        /** The end of the file only; released space is not tracked. */
        NONE(3, false, false);

        private final int number;
        private final boolean tracks;
        private final boolean aggregates;

        Strategy(int number, boolean tracks, boolean aggregates) {
            this.number = number;
            this.tracks = tracks;
            this.aggregates = aggregates;
        }

        /** The number in the file space info message, 0 to 3. */
        public int number() {
            return number;
        }

        /** Whether released space is kept in free-space managers. */
        public boolean tracks() {
            return tracks;
        }

        /** Whether small requests are taken from larger blocks, one for metadata and one for raw data. */
        public boolean aggregates() {
            return aggregates;
        }
    }

    /** HDF5's smallest page. */
    public static final long SMALLEST_PAGE = 512;

    /** HDF5's largest page. */
    public static final long LARGEST_PAGE = 1L << 30;

    private static final long DEFAULT_PAGE = 4096;
    private static final long DEFAULT_AGGREGATOR = 2048;
    private static final int LARGEST_PAGE_END = 0xFFFF;

    public FileSpaceOptions {
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(backend, "backend");
        requireBetween("threshold", threshold, 1, Long.MAX_VALUE);
        requireBetween("page size", pageSize, SMALLEST_PAGE, LARGEST_PAGE);
        requireBetween("page-end threshold", pageEndThreshold, 0, Math.min(LARGEST_PAGE_END, pageSize - 1));
        requireBetween("alignment", alignment, 1, Long.MAX_VALUE);
        requireBetween("alignment threshold", alignmentThreshold, 0, Long.MAX_VALUE);
        requireBetween("metadata aggregator size", metadataAggregatorSize, 0, Long.MAX_VALUE);
        requireBetween("raw data aggregator size", rawDataAggregatorSize, 0, Long.MAX_VALUE);
    }

    private static void requireBetween(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ": " + value);
        }
    }

    /** Strategy FSM_AGGR, every section tracked, pages of 4,096 bytes, no alignment, aggregators of 2,048 bytes. */
    public static FileSpaceOptions defaults() {
        return new FileSpaceOptions(
                Strategy.FSM_AGGR,
                1,
                DEFAULT_PAGE,
                0,
                1,
                1,
                DEFAULT_AGGREGATOR,
                DEFAULT_AGGREGATOR,
                false,
                SizeBins.FACTORY);
    }

    /** Returns a copy with another strategy. */
    public FileSpaceOptions withStrategy(Strategy other) {
        return with(draft -> draft.strategy = other);
    }

    /** Returns a copy with another threshold, in bytes. */
    public FileSpaceOptions withThreshold(long other) {
        return with(draft -> draft.threshold = other);
    }

    /** Returns a copy with another page size and page-end threshold, in bytes. */
    public FileSpaceOptions withPages(long size, int endThreshold) {
        return with(draft -> {
            draft.pageSize = size;
            draft.pageEndThreshold = endThreshold;
        });
    }

    /** Returns a copy that aligns blocks of at least {@code atLeast} bytes to multiples of {@code multiple}. */
    public FileSpaceOptions withAlignment(long multiple, long atLeast) {
        return with(draft -> {
            draft.alignment = multiple;
            draft.alignmentThreshold = atLeast;
        });
    }

    /** Returns a copy with other aggregator sizes, in bytes; 0: none. */
    public FileSpaceOptions withAggregators(long metadata, long rawData) {
        return with(draft -> {
            draft.metadataAggregatorSize = metadata;
            draft.rawDataAggregatorSize = rawData;
        });
    }

    /** Returns a copy that allows metadata in small raw-data sections, or does not. */
    public FileSpaceOptions withMetadataInRawData(boolean allowed) {
        return with(draft -> draft.metadataInRawData = allowed);
    }

    /** Returns a copy with the backend of this name: ordered, size-bins, linked-list or bitmap. */
    public FileSpaceOptions withBackendNamed(String name) {
        return withBackend(
                switch (name) {
                    case "ordered" -> OrderedFreeSpace.FACTORY;
                    case "size-bins" -> SizeBins.FACTORY;
                    case "linked-list" -> LinkedListFreeSpace::new;
                    case "bitmap" -> mergeBoundary -> new BitmapFreeSpace(1, mergeBoundary);
                    default -> throw new IllegalArgumentException("no backend: " + name);
                });
    }

    /** Returns a copy with another backend. */
    public FileSpaceOptions withBackend(FreeSpaceFactory other) {
        return with(draft -> draft.backend = other);
    }

    /** Whether metadata may use sections of the raw data, and the strategy has such sections. */
    boolean sharesRawData() {
        return metadataInRawData && strategy == Strategy.FSM_AGGR;
    }

    /** The alignment of a block of this size, in bytes; 1 if unaligned. */
    long alignmentOf(long size) {
        return size >= alignmentThreshold ? alignment : 1;
    }

    /** A copy whose fields can be changed before it becomes options again. */
    private static final class Draft {
        private Strategy strategy;
        private long threshold;
        private long pageSize;
        private int pageEndThreshold;
        private long alignment;
        private long alignmentThreshold;
        private long metadataAggregatorSize;
        private long rawDataAggregatorSize;
        private boolean metadataInRawData;
        private FreeSpaceFactory backend;

        private Draft(FileSpaceOptions from) {
            strategy = from.strategy;
            threshold = from.threshold;
            pageSize = from.pageSize;
            pageEndThreshold = from.pageEndThreshold;
            alignment = from.alignment;
            alignmentThreshold = from.alignmentThreshold;
            metadataAggregatorSize = from.metadataAggregatorSize;
            rawDataAggregatorSize = from.rawDataAggregatorSize;
            metadataInRawData = from.metadataInRawData;
            backend = from.backend;
        }

        private FileSpaceOptions finish() {
            return new FileSpaceOptions(
                    strategy,
                    threshold,
                    pageSize,
                    pageEndThreshold,
                    alignment,
                    alignmentThreshold,
                    metadataAggregatorSize,
                    rawDataAggregatorSize,
                    metadataInRawData,
                    backend);
        }
    }

    private FileSpaceOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }
}
