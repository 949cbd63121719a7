package dev.fallow.report;

import dev.fallow.SpaceSettings;
import dev.fallow.format.superblock.AnySuperblock;

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
    private static final int FIRST_OF_LIBHDF5_1_10 = 3;

    /**
     * The oldest release line of libhdf5 that opens the file, as far as the superblock and its extension decide: "1.0", "1.8" or "1.10".
     * Objects may need a later one. A file that persists its free space, or has another file-space setting than the default, has a
     * message in its superblock extension that libhdf5 1.8 takes for a damaged one.
     */
    public String oldestReader() {
        if (superblockVersion >= FIRST_OF_LIBHDF5_1_10 || persistsFreeSpace || !isDefault(space)) {
            return "1.10";
        }
        return superblockVersion == FIRST_OF_LIBHDF5_1_10 - 1 ? "1.8" : "1.0";
    }

    /** Written out: the equals of a record takes a hundredth of a second to link, at each start of the command. */
    private static boolean isDefault(SpaceSettings space) {
        SpaceSettings defaults = SpaceSettings.defaults();
        return space.strategy() == defaults.strategy()
                && space.threshold() == defaults.threshold()
                && space.pageSize() == defaults.pageSize();
    }

    /**
     * Whether the sizes of fields allow free space to be persisted: lengths have 8 bytes. With 4, libhdf5 (1.12.2, 1.14.6 and 2.0.0 were
     * tried) cannot close or open its own files again after it has persisted their free space.
     */
    public boolean sizesAllowPersistence() {
        return sizeOfLengths >= Long.BYTES;
    }

    /**
     * Whether the flags say that a program has the file open for writing, or was killed before it closed the file. Those that libhdf5
     * up to 1.6 left in superblocks of version 0 and 1 do not.
     */
    public boolean isMarkedOpen() {
        return AnySuperblock.isMark(superblockVersion, flags);
    }
}
