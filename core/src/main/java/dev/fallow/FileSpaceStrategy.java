package dev.fallow;

/** How the space of a file is managed: HDF5's file-space strategies. The ordinal is the number in files. */
public enum FileSpaceStrategy {
    /** Free-space managers, then aggregators, then the end of the file. HDF5's default. */
    FSM_AGGR,
    /** Free-space managers, then whole pages at the end of the file. */
    PAGE,
    /** Aggregators, then the end of the file; released space is not tracked. */
    AGGR,
    /** The end of the file only; released space is not tracked. */
    NONE;

    /** Whether released space is kept in free-space managers. */
    public boolean tracks() {
        return this == FSM_AGGR || this == PAGE;
    }
}
