package dev.fallow.format;

/**
 * The common properties of superblocks of all versions. {@link Superblock#versionOf} determines which record decodes a
 * superblock.
 */
public sealed interface AnySuperblock permits Superblock, SuperblockV0 {
    /** 0 to 3. */
    int version();

    /** Widths of addresses and lengths in this file. */
    FieldSizes sizes();

    /** File consistency flags: see {@link Superblock#OPEN_FOR_WRITE} and the other constants there. */
    int flags();

    /** Position in the file that addresses count from. */
    long baseAddress();

    /** Position in the file of its end; larger than the base address. */
    long endOfFile();

    /** Address of the root group's object header. */
    long rootAddress();

    /** Bytes of the encoding. */
    int encodedLength();

    /** Writes {@link #encodedLength()} bytes; the widths are this superblock's, not the writer's. */
    void encode(FieldWriter out);

    /**
     * This superblock as found at {@code position}: as libhdf5 does, the base and the end of file move along when a user
     * block was added or removed.
     *
     * @throws FormatException if the end of file would then be past 2^63-1
     */
    AnySuperblock foundAt(long position);

    /** This with other flags. */
    AnySuperblock withFlags(int other);

    /** This with another end of allocation. */
    AnySuperblock withEndOfAllocation(long end);

    /** The end of allocation: the end of file relative to the base address. */
    default long endOfAllocation() {
        return endOfFile() - baseAddress();
    }
}
