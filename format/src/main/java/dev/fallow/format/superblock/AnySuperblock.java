package dev.fallow.format.superblock;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;

/**
 * The common properties of superblocks of all versions. {@link Superblock#versionOf} determines which record decodes a
 * superblock.
 */
public sealed interface AnySuperblock permits Superblock, SuperblockV0 {
    /** 0 to 3. */
    int version();

    /** The widths of addresses and lengths in this file. */
    FieldSizes sizes();

    /** File consistency flags: see {@link Superblock#OPEN_FOR_WRITE} and the other constants there. */
    int flags();

    /** Whether the flags say that a program has the file open for writing, or was killed before it closed the file. */
    default boolean isMarkedOpen() {
        return isMark(version(), flags());
    }

    /**
     * Whether flags in a superblock of this version say that a program has the file open for writing.
     *
     * <p>The format defines a mark for version 3 only, and only there does libhdf5 look at it. But from 1.10 on it sets
     * {@link Superblock#OPEN_FOR_WRITE} in every version while a file is open for writing, so the flag is a mark there, too. Up to 1.6,
     * which wrote versions 0 and 1, it set this flag together with {@link Superblock#FILE_OK} and never cleared them; no later release
     * sets the latter. So in these versions both together say nothing.
     */
    static boolean isMark(int version, long flags) {
        if ((flags & Superblock.EDITED_BY_FALLOW) != 0) {
            return true;
        }
        boolean left = version < Superblock.FIRST_WITH_EXTENSION && (flags & Superblock.FILE_OK) != 0;
        return !left && (flags & (Superblock.OPEN_FOR_WRITE | Superblock.OPEN_FOR_SWMR_WRITE)) != 0;
    }

    /** The position in the file to which addresses are relative, in bytes. */
    long baseAddress();

    /** The position of the end of allocation in the file; larger than the base address. */
    long endOfFile();

    /** The address of the root group's object header. */
    long rootAddress();

    /** The length of the encoding in bytes. */
    int encodedLength();

    /** Writes {@link #encodedLength()} bytes, with the field widths of this superblock, not those of the writer. */
    void encode(FieldWriter out);

    /**
     * Returns a copy whose base address is {@code position}, where the superblock was found. The end of file moves with
     * it, as in libhdf5, because a user block may have been added or removed.
     */
    AnySuperblock foundAt(long position);

    /** Returns a copy with other flags. */
    AnySuperblock withFlags(int other);

    /** Returns a copy with another end of allocation, relative to the base address. */
    AnySuperblock withEndOfAllocation(long end);

    /** The end of allocation: the end of file relative to the base address. */
    default long endOfAllocation() {
        return endOfFile() - baseAddress();
    }
}
