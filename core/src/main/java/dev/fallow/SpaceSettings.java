package dev.fallow;

import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.freespace.file.FileSpaceStrategy;
import java.util.Objects;

/**
 * How a file manages its space: it is stored in the file, and every writer keeps to it.
 *
 * @param strategy who hands out space. FSM_AGGR and PAGE track what is released; with AGGR and NONE it is lost unless it
 *     lies at the end of the file
 * @param threshold bytes: smaller free sections are not tracked; at least 1
 * @param pageSize bytes of a page, 512 to 2^30; of use with PAGE only, whose files are whole pages long
 */
public record SpaceSettings(FileSpaceStrategy strategy, long threshold, long pageSize) {
    private static final SpaceSettings DEFAULTS =
            new SpaceSettings(FileSpaceStrategy.FSM_AGGR, 1, FileSpaceInfo.DEFAULT_PAGE_SIZE);

    /** @throws IllegalArgumentException if a number is out of range */
    public SpaceSettings {
        Objects.requireNonNull(strategy, "strategy");
        if (threshold < 1) {
            throw new IllegalArgumentException("threshold: expected 1 or more, found " + threshold);
        }
        if (pageSize < FileSpaceInfo.MIN_PAGE_SIZE || pageSize > FileSpaceInfo.MAX_PAGE_SIZE) {
            throw new IllegalArgumentException("page size: expected %d to %d, found %d"
                    .formatted(FileSpaceInfo.MIN_PAGE_SIZE, FileSpaceInfo.MAX_PAGE_SIZE, pageSize));
        }
    }

    /** HDF5's own: FSM_AGGR, all sections tracked, pages of 4,096 bytes. */
    public static SpaceSettings defaults() {
        return DEFAULTS;
    }

    /** PAGE, with pages of so many bytes. */
    public static SpaceSettings paged(long pageSize) {
        return DEFAULTS.withStrategy(FileSpaceStrategy.PAGE).withPageSize(pageSize);
    }

    /** The same, with another strategy. */
    public SpaceSettings withStrategy(FileSpaceStrategy newStrategy) {
        return new SpaceSettings(newStrategy, threshold, pageSize);
    }

    /** The same, tracking sections of at least so many bytes. */
    public SpaceSettings withThreshold(long newThreshold) {
        return new SpaceSettings(strategy, newThreshold, pageSize);
    }

    /** The same, with pages of another size. */
    public SpaceSettings withPageSize(long newPageSize) {
        return new SpaceSettings(strategy, threshold, newPageSize);
    }
}
