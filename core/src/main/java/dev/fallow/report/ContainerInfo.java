package dev.fallow.report;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.options.SpaceSettings;

/**
 * A file's superblock fields and file-space settings.
 *
 * @param superblockVersion 0 to 3
 * @param sizeOfOffsets bytes per address in this file
 * @param sizeOfLengths bytes per length in this file
 * @param flags superblock flags: 1 open for writing, 2 set with it and left by libhdf5 up to 1.6, 4 open for single-writer/multiple-reader access, 8 being edited by
 * Fallow
 * @param userBlockBytes size of the user block, which precedes the superblock
 * @param fileBytes bytes from the start of the file to the end of allocation, including the user block
 * @param space the file-space settings
 * @param persistsFreeSpace whether the file stores its free sections on close
 */
public record ContainerInfo(
        int superblockVersion,
        int sizeOfOffsets,
        int sizeOfLengths,
        int flags,
        long userBlockBytes,
        long fileBytes,
        SpaceSettings space,
        boolean persistsFreeSpace) {
    /**
     * Whether the flags say that a program has the file open for writing, or was killed before it closed the file. Those that libhdf5
     * up to 1.6 left in superblocks of version 0 and 1 do not.
     */
    public boolean isMarkedOpen() {
        return AnySuperblock.isMark(superblockVersion, flags);
    }
}
