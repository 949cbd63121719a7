package dev.fallow.freespace;

/** Makes the managers of one file: a backend is chosen by choosing one of these. */
@FunctionalInterface
public interface FreeSpaceFactory {
    /**
     * A new, empty manager.
     *
     * @param mergeBoundary bytes; sections that touch at a multiple of it stay apart (paged files: small sections never
     *     cross a page, and the caller never frees a run that does). 0: there is no such boundary
     */
    FreeSpace create(long mergeBoundary);
}
