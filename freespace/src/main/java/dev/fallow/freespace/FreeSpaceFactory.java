package dev.fallow.freespace;

/** Creates the managers of one file. Each backend has one. */
@FunctionalInterface
public interface FreeSpaceFactory {
    /**
     * A new, empty manager.
     *
     * @param mergeBoundary bytes; sections are not merged across its multiples, and no section crosses one (paged
     *     files: small sections never cross a page). 0: there is no such boundary. A multiple of the backend's
     *     granularity
     * @throws IllegalArgumentException if the boundary is negative, or not a multiple of the granularity
     */
    FreeSpace create(long mergeBoundary);
}
