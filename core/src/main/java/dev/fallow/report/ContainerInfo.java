package dev.fallow.report;

import dev.fallow.options.SpaceSettings;

/**
 * A file's superblock fields and file-space settings.
 *
 * @param superblockVersion 0 to 3
 * @param sizeOfOffsets bytes per address in this file
 * @param sizeOfLengths bytes per length in this file
 * @param flags superblock flags: 1 open for writing, 4 open for single-writer/multiple-reader access, 8 being edited by
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
        boolean persistsFreeSpace) {}
