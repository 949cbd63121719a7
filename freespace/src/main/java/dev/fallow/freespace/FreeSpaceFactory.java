package dev.fallow.freespace;

/** Makes the managers of one file: a backend is chosen by choosing one of these. */
@FunctionalInterface
public interface FreeSpaceFactory {
    /**
     * A new, empty manager.
     *
     * @param mergeBoundary bytes; sections that touch at a multiple of it stay apart, and no section crosses one (paged
     *     files: small sections never cross a page). 0: there is no such boundary. A multiple of the granularity of a
     *     backend that has one
     * @throws IllegalArgumentException if the boundary is negative, or not a multiple of the granularity
     */
    FreeSpace create(long mergeBoundary);
}
