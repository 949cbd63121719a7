package dev.fallow;

/**
 * What a file says of itself.
 *
 * @param superblockVersion 0 to 3
 * @param sizeOfOffsets bytes of an address in this file
 * @param sizeOfLengths bytes of a length in this file
 * @param flags of the superblock: 1 open for writing, 4 open for a single writer and many readers, 8 being edited by Fallow
 * @param userBlockBytes bytes before the superblock, which are the user's
 * @param fileBytes from the first byte of the file to the end of allocation, the user block included
 * @param space how it manages its space
 * @param persistsFreeSpace whether it remembers its free space
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
