package dev.fallow;

import dev.fallow.format.message.FileSpaceInfo;
import java.util.Objects;

/**
 * How a file manages its space. Stored in the file and respected by every writer.
 *
 * @param strategy the file-space strategy. FSM_AGGR and PAGE track released space; AGGR and NONE lose it unless it is
 *     at the end of the file
 * @param threshold the smallest free section that is tracked, in bytes; at least 1
 * @param pageSize bytes per page, 512 to 2^30; only used with PAGE, where the file consists of whole pages
 */
public record SpaceSettings(FileSpaceStrategy strategy, long threshold, long pageSize) {
    private static final SpaceSettings DEFAULTS =
            new SpaceSettings(FileSpaceStrategy.FSM_AGGR, 1, FileSpaceInfo.DEFAULT_PAGE_SIZE);

    /** @throws IllegalArgumentException if a value is out of range */
    public SpaceSettings {
        Objects.requireNonNull(strategy, "strategy");
        if (threshold < 1) {
            throw new IllegalArgumentException("threshold: expected at least 1, found " + threshold);
        }
        if (pageSize < FileSpaceInfo.MIN_PAGE_SIZE || pageSize > FileSpaceInfo.MAX_PAGE_SIZE) {
            throw new IllegalArgumentException("page size: expected %d to %d, found %d"
                    .formatted(FileSpaceInfo.MIN_PAGE_SIZE, FileSpaceInfo.MAX_PAGE_SIZE, pageSize));
        }
    }

    /** HDF5's defaults: FSM_AGGR, all sections tracked, 4,096-byte pages. */
    public static SpaceSettings defaults() {
        return DEFAULTS;
    }

    /** Returns a copy with this strategy. */
    public SpaceSettings withStrategy(FileSpaceStrategy newStrategy) {
        return new SpaceSettings(newStrategy, threshold, pageSize);
    }

    /** Returns a copy with this threshold in bytes. */
    public SpaceSettings withThreshold(long newThreshold) {
        return new SpaceSettings(strategy, newThreshold, pageSize);
    }

    /** Returns a copy with this page size in bytes. */
    public SpaceSettings withPageSize(long newPageSize) {
        return new SpaceSettings(strategy, threshold, newPageSize);
    }
}
