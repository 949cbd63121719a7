package dev.fallow.freespace.file;

/** How the space of a file is managed: HDF5's file-space strategies, with the numbers of the file space info message. */
public enum FileSpaceStrategy {
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

    FileSpaceStrategy(int number, boolean tracks, boolean aggregates) {
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
