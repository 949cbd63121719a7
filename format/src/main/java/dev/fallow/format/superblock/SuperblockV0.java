package dev.fallow.format.superblock;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;
import dev.fallow.format.group.SymbolTableEntry;
import java.util.Objects;

/**
 * Superblock, versions 0 and 1. O: size of offsets. Version 1 only adds the K of chunk B-trees.
 *
 * <pre>
 *   bytes   field
 *     8     signature: 89 "HDF" 0D 0A 1A 0A
 *     1     version, 0 or 1
 *     1     version of the file's free space, 0
 *     1     version of the root group's symbol table entry, 0
 *     1     reserved, 0
 *     1     version of shared header messages, 0
 *     1     size of offsets, O
 *     1     size of lengths
 *     1     reserved, 0
 *     2     group leaf node K, more than 0: half of the entries of a symbol table node
 *     2     group internal node K, more than 0: half of the children of a node of a group's B-tree
 *     4     file consistency flags: 1 open for writing, 2 (never set), 4 open for single-writer-multiple-reader
 *   0 or 2  version 1: indexed storage internal node K, more than 0, in version 0 always 32: half of the children of a node of
 *           a chunk B-tree
 *   0 or 2  version 1: reserved, 0
 *     O     base address: the position in the file to which addresses are relative
 *     O     address of the file's free space: always undefined
 *     O     end of file address: base address + end of allocation
 *     O     driver information block address, or undefined
 *     e     root group {@link SymbolTableEntry}
 * </pre>
 *
 * All addresses except the base and the end of file are relative to the base address. There is no checksum, and no
 * superblock extension, which requires a later version.
 */
public record SuperblockV0(
        int version,
        FieldSizes sizes,
        int groupLeafK,
        int groupInternalK,
        int chunkK,
        int flags,
        long baseAddress,
        long endOfFile,
        long driverInfoAddress,
        SymbolTableEntry root)
        implements AnySuperblock {
    /** The default group leaf node K. */
    public static final int DEFAULT_GROUP_LEAF_K = 4;
    /** The default group internal node K. */
    public static final int DEFAULT_GROUP_INTERNAL_K = 16;
    /** The default indexed storage internal node K. */
    public static final int DEFAULT_CHUNK_K = 32;
    /** The maximum length of a superblock of these versions, in bytes. */
    public static final int MAX_LENGTH = 100;

    private static final Layout VERSION_0 = layout("");
    private static final Layout VERSION_1 = layout("chunkK:2 reserved:2 ");

    public SuperblockV0 {
        Objects.requireNonNull(sizes);
        String problem = problem(version, groupLeafK, groupInternalK, chunkK, flags, baseAddress, endOfFile, root);
        if (problem == null && version == 0 && chunkK != DEFAULT_CHUNK_K) {
            problem = "expected the chunk K of version 0, " + DEFAULT_CHUNK_K + ", found " + chunkK;
        }
        if (problem != null) {
            throw new IllegalArgumentException(Superblock.STRUCTURE + ": " + problem);
        }
    }

    private static String problem(
            int version,
            int groupLeafK,
            int groupInternalK,
            int chunkK,
            long flags,
            long base,
            long endOfFile,
            SymbolTableEntry root) {
        if (version != 0 && version != 1) {
            return "expected version 0 or 1, found " + version;
        }
        for (int k : new int[] {groupLeafK, groupInternalK, chunkK}) {
            if (k < 1 || k > 0xFFFF) {
                return "expected K values of 1 to 65535, found group leaf " + groupLeafK + ", group internal "
                        + groupInternalK + ", chunk " + chunkK;
            }
        }
        return Superblock.problem(flags, base, endOfFile, root.headerAddress());
    }

    private static Layout layout(String added) {
        return Layout.of(
                Superblock.STRUCTURE,
                Superblock.SIGNATURE_TEXT,
                "version:1 freeSpaceVersion:1 rootEntryVersion:1 reserved:1 sharedMessageVersion:1 sizeOfOffsets:1"
                        + " sizeOfLengths:1 reserved:1 groupLeafK:2 groupInternalK:2 flags:4 " + added
                        + "baseAddress:O freeSpaceAddress:O endOfFile:O driverInfoAddress:O rootNameOffset:L rootHeader:O"
                        + " cacheType:4 reserved:4 cachedBTree:O cachedHeap:O");
    }

    /** The fields in a version, with those of the root group's entry if it is cached. */
    public static Layout layout(int version) {
        return version == 0 ? VERSION_0 : VERSION_1;
    }

    /** A superblock with default K values. */
    public static SuperblockV0 of(FieldSizes sizes, int flags, long endOfFile, SymbolTableEntry root) {
        return new SuperblockV0(
                0,
                sizes,
                DEFAULT_GROUP_LEAF_K,
                DEFAULT_GROUP_INTERNAL_K,
                DEFAULT_CHUNK_K,
                flags,
                0,
                endOfFile,
                Addresses.UNDEFINED,
                root);
    }

    /** Reads a superblock, with its own field widths instead of those of the reader. */
    public static SuperblockV0 decode(FieldReader in) {
        long address = in.address();
        Superblock.decodeSignature(in);
        int version = in.version(0, 1);
        in.version(0);
        in.version(0);
        in.skip(1);
        in.version(0);
        FieldSizes sizes = Superblock.decodeSizes(in);
        in.skip(1);
        int groupLeafK = in.u16();
        int groupInternalK = in.u16();
        long flags = in.u32();
        int chunkK = DEFAULT_CHUNK_K;
        if (version == 1) {
            chunkK = in.u16();
            in.skip(2);
        }
        int width = sizes.offsets();
        long base = in.unsigned(width);
        if (in.unsignedOrAllOnes(width) != Addresses.UNDEFINED) {
            throw in.fail("expected no free-space address in version " + version + ", found one", width);
        }
        long endOfFile = in.unsigned(width);
        long driverInfo = in.unsignedOrAllOnes(width);
        SymbolTableEntry root = SymbolTableEntry.decode(
                in.inner(SymbolTableEntry.length(sizes), "root group symbol table entry", sizes));
        String problem = problem(version, groupLeafK, groupInternalK, chunkK, flags, base, endOfFile, root);
        if (problem != null) {
            throw new FormatException(Superblock.STRUCTURE, address, problem);
        }
        return new SuperblockV0(
                version, sizes, groupLeafK, groupInternalK, chunkK, (int) flags, base, endOfFile, driverInfo, root);
    }

    @Override
    public void encode(FieldWriter out) {
        int width = sizes.offsets();
        Superblock.encodeSignature(out);
        out.u8(version).zeros(4).u8(width).u8(sizes.lengths()).u8(0);
        out.u16(groupLeafK).u16(groupInternalK).u32(flags);
        if (version == 1) {
            out.u16(chunkK).u16(0);
        }
        out.unsigned(baseAddress, width).unsignedOrAllOnes(Addresses.UNDEFINED, width);
        out.unsigned(endOfFile, width).unsignedOrAllOnes(driverInfoAddress, width);
        FieldWriter entry = new FieldWriter(sizes);
        root.encode(entry);
        out.bytes(entry.toByteArray());
    }

    @Override
    public int encodedLength() {
        return length(version, sizes);
    }

    /** The length of the encoding in bytes: 96 in version 0 with widths of 8 and 8. */
    public static int length(int version, FieldSizes sizes) {
        return layout(version).field("rootNameOffset").at(sizes) + SymbolTableEntry.length(sizes);
    }

    @Override
    public long rootAddress() {
        return root.headerAddress();
    }

    @Override
    public SuperblockV0 foundAt(long position) {
        return with(flags, position, Superblock.endFoundAt(position, endOfAllocation()), root);
    }

    @Override
    public SuperblockV0 withFlags(int other) {
        return with(other, baseAddress, endOfFile, root);
    }

    @Override
    public SuperblockV0 withEndOfAllocation(long end) {
        return with(flags, baseAddress, baseAddress + end, root);
    }

    /** Returns a copy with another root group. */
    public SuperblockV0 withRoot(SymbolTableEntry other) {
        return with(flags, baseAddress, endOfFile, other);
    }

    private SuperblockV0 with(int newFlags, long newBase, long newEnd, SymbolTableEntry newRoot) {
        return new SuperblockV0(
                version,
                sizes,
                groupLeafK,
                groupInternalK,
                chunkK,
                newFlags,
                newBase,
                newEnd,
                driverInfoAddress,
                newRoot);
    }
}
