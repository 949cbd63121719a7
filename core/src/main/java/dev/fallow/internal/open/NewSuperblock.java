package dev.fallow.internal.open;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.options.FileFormat;

/** The superblock of a new container: the earliest version that is sufficient. */
final class NewSuperblock {
    /** The widths of addresses and lengths in new containers. */
    static final FieldSizes SIZES = FieldSizes.EIGHT;

    private final int version;

    /** @param extension whether there is a superblock extension, which only version 2 and later have */
    NewSuperblock(FileFormat format, boolean extension) {
        if (format == FileFormat.LATEST) {
            version = 3;
        } else {
            version = extension ? 2 : 0;
        }
    }

    /** Bytes at the start of the file. */
    int length() {
        return version < 2 ? SuperblockV0.length(version, SIZES) : Superblock.LENGTH;
    }

    /**
     * The superblock, marked as open for writing.
     *
     * @param extensionAddress the address of the superblock extension, if there is one
     */
    AnySuperblock with(long rootAddress, long extensionAddress, long endOfAllocation) {
        int flags = Superblock.OPEN_FOR_WRITE;
        return version < 2
                ? SuperblockV0.of(SIZES, flags, endOfAllocation, SymbolTableEntry.hardLink(0, rootAddress))
                : new Superblock(version, SIZES, flags, 0, extensionAddress, endOfAllocation, rootAddress);
    }
}
