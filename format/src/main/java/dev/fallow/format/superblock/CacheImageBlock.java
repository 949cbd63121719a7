package dev.fallow.format.superblock;

import dev.fallow.format.FieldReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Metadata cache image, version 0: blocks of metadata that libhdf5 had in memory when it closed the file. They count instead of the
 * bytes at their addresses, which may be older, or never have been written. O: size of offsets; L: size of lengths.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "MDCI"
 *     1    version, 0
 *     1    flags, 0
 *     L    length of the image, as in the message that refers to it
 *     4    number of entries, n
 *    n*    entries
 *     4    checksum of all bytes before
 *
 *   bytes  field of an entry
 *     1    kind of structure, as libhdf5 numbers them
 *     1    flags: 1 differs from the bytes in the file; 2 has a rank; 4 has children; 8 has parents
 *     1    ring
 *     1    age: the number of images in a row that had it
 *     2    number of children
 *     2    number of children that differ from the file
 *     2    number of parents, p
 *     4    rank by the time of the last use; -1 for none
 *     O    address
 *     L    length, m
 *    O*p   addresses of the parents
 *     m    the bytes of the structure, as in the file
 * </pre>
 *
 * @param entries in the order of the file
 */
public record CacheImageBlock(List<Entry> entries) {
    /** Signature. */
    public static final String SIGNATURE = "MDCI";

    public static final String STRUCTURE = "metadata cache image";

    private static final int CHECKSUM_LENGTH = 4;
    private static final int PREFIX_BYTES = 10;
    private static final int ENTRY_BYTES = 14;

    /** Copies the list. */
    public CacheImageBlock {
        entries = List.copyOf(entries);
    }

    /**
     * A block of metadata.
     *
     * @param parents addresses of the entries that are to be written after it; not copied
     * @param bytes as in the file; not copied
     */
    public record Entry(
            int kind,
            int flags,
            int ring,
            int age,
            int children,
            int dirtyChildren,
            int rank,
            long address,
            long[] parents,
            byte[] bytes) {

        private static Entry decode(FieldReader in) {
            int kind = in.u8();
            int flags = in.u8();
            int ring = in.u8();
            int age = in.u8();
            int children = in.u16();
            int dirtyChildren = in.u16();
            int count = in.u16();
            int rank = in.i32();
            long address = in.definedOffset();
            long length = in.length();
            if (length == 0) {
                throw in.fail(
                        "expected an entry of at least 1 byte, found 0",
                        in.sizes().lengths());
            }
            long[] parents =
                    new long[(int) Math.min(count, in.remaining() / in.sizes().offsets() + 1L)];
            for (int i = 0; i < count; i++) {
                parents[i] = in.definedOffset();
            }
            return new Entry(kind, flags, ring, age, children, dirtyChildren, rank, address, parents, in.bytes(length));
        }
    }

    /** Reads an image. Linear. */
    public static CacheImageBlock decode(FieldReader in) {
        int from = in.position();
        long bytes = in.remaining();
        in.signature(SIGNATURE);
        in.version(0);
        in.flags(0);
        long length = in.length();
        if (length != bytes) {
            throw in.fail(
                    "expected an image of %d bytes, found %d".formatted(bytes, length),
                    in.sizes().lengths());
        }
        long count = in.u32();
        if (count == 0) {
            throw in.fail("expected at least 1 entry, found 0", Integer.BYTES);
        }
        List<Entry> entries = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            entries.add(Entry.decode(in));
        }
        in.checksumFrom(from);
        if (in.remaining() > 0) {
            throw in.fail("expected no bytes after the checksum, found " + in.remaining());
        }
        return new CacheImageBlock(entries);
    }
}
