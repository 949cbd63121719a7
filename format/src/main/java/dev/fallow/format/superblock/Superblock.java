package dev.fallow.format.superblock;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Superblock, versions 2 and 3. O: size of offsets. The two versions differ only in the meaning of the flags: libhdf5
 * ignores them in version 2.
 *
 * <pre>
 *   bytes  field
 *     8    signature: 89 "HDF" 0D 0A 1A 0A
 *     1    version, 2 or 3
 *     1    size of offsets, O
 *     1    size of lengths
 *     1    file consistency flags: 1 open for writing, 2 (not set here), 4 open for single-writer-multiple-reader,
 *          8 (Fallow's own) being edited
 *     O    base address: the position in the file to which addresses are relative
 *     O    superblock extension address, or undefined
 *     O    end of file address: base address + end of allocation
 *     O    root group object header address
 *     4    checksum
 * </pre>
 *
 * All addresses except the base and the end of file are relative to the base address.
 */
public record Superblock(
        int version,
        FieldSizes sizes,
        int flags,
        long baseAddress,
        long extensionAddress,
        long endOfFile,
        long rootAddress)
        implements AnySuperblock {
    /** Consistency flag: a writer has the file open. */
    public static final int OPEN_FOR_WRITE = 1;
    /** Consistency flag: set by libhdf5 up to 1.6 when it opened a file for writing, and never cleared. */
    public static final int FILE_OK = 2;
    /** Consistency flag: a single-writer-multiple-reader writer has the file open. */
    public static final int OPEN_FOR_SWMR_WRITE = 4;
    /**
     * A flag unknown to every version of HDF5, all of which refuse a file that has it. Fallow sets it, together with
     * {@link #OPEN_FOR_WRITE}, while editing a file with superblock version 0 to 2, where the other flag does not
     * exclude readers.
     */
    public static final int EDITED_BY_FALLOW = 8;

    /** The lowest version of a superblock that can have an extension, where persistent free space is described. */
    public static final int FIRST_WITH_EXTENSION = 2;
    /** The number of bytes that {@link #versionOf} needs. */
    public static final int RECOGNISABLE_LENGTH = 9;
    /** The length of a superblock with offsets of 8 bytes. */
    public static final int LENGTH = 48;

    static final String STRUCTURE = "superblock";
    private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
    static final String SIGNATURE_TEXT = new String(SIGNATURE, StandardCharsets.ISO_8859_1);
    public static final Layout LAYOUT = Layout.sealed(
            STRUCTURE,
            SIGNATURE_TEXT,
            "version:1 sizeOfOffsets:1 sizeOfLengths:1 flags:1 baseAddress:O extensionAddress:O endOfFile:O rootHeader:O");

    private static final int KNOWN_FLAGS = OPEN_FOR_WRITE | FILE_OK | OPEN_FOR_SWMR_WRITE | EDITED_BY_FALLOW;

    public Superblock {
        Objects.requireNonNull(sizes);
        FieldWriter.refuse(
                STRUCTURE + ": ", problem(version, flags, baseAddress, extensionAddress, endOfFile, rootAddress));
    }

    private static String problem(int version, int flags, long base, long extension, long endOfFile, long root) {
        if (version != 2 && version != 3) {
            return "expected version 2 or 3, found " + version;
        }
        String problem = problem(flags, base, endOfFile, root);
        if (problem == null && extension != Addresses.UNDEFINED && (extension <= 0 || extension >= endOfFile - base)) {
            problem = "expected an extension address between 0 and the end of allocation " + (endOfFile - base)
                    + ", found " + extension;
        }
        return problem;
    }

    /** The problem with fields common to all versions, or null. */
    static String problem(long flags, long base, long endOfFile, long root) {
        if ((flags & ~KNOWN_FLAGS) != 0) {
            return "expected consistency flags within 0x%02x, found 0x%02x".formatted(KNOWN_FLAGS, flags);
        }
        if (base < 0 || base >= endOfFile) {
            return "expected a base address below the end of file " + endOfFile + ", found " + base;
        }
        if (root <= 0 || root >= endOfFile - base) {
            return "expected a root address between 0 and the end of allocation " + (endOfFile - base) + ", found "
                    + root;
        }
        return null;
    }

    /** The next position at which a superblock may begin: 0, 512, 1024, 2048, ... */
    public static long nextCandidate(long position) {
        return position == 0 ? 512 : Math.multiplyExact(position, 2);
    }

    /**
     * The superblock version in the bytes at a candidate position, whether supported or not.
     *
     * @param first at least the first {@value #RECOGNISABLE_LENGTH} bytes there; with fewer, -1 is returned
     * @return the version, 0 to 255, or -1 if the signature is not there
     */
    public static int versionOf(byte[] first) {
        return first.length >= RECOGNISABLE_LENGTH
                        && Arrays.equals(first, 0, SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length)
                ? first[SIGNATURE.length] & 0xFF
                : -1;
    }

    /** Reads a superblock, with its own field widths instead of those of the reader. */
    public static Superblock decode(FieldReader in) {
        int from = in.position();
        long address = in.address();
        decodeSignature(in);
        int version = in.version(2, 3);
        FieldSizes sizes = decodeSizes(in);
        int offsets = sizes.offsets();
        int flags = in.u8();
        long base = in.unsigned(offsets);
        long extension = in.unsignedOrAllOnes(offsets);
        long endOfFile = in.unsigned(offsets);
        long root = in.unsigned(offsets);
        in.checksumFrom(from);
        String problem = problem(version, flags, base, extension, endOfFile, root);
        if (problem != null) {
            throw new FormatException(STRUCTURE, address, problem);
        }
        return new Superblock(version, sizes, flags, base, extension, endOfFile, root);
    }

    static void decodeSignature(FieldReader in) {
        if (!Arrays.equals(in.bytes(SIGNATURE.length), SIGNATURE)) {
            throw in.fail("expected the HDF5 signature", SIGNATURE.length);
        }
    }

    static FieldSizes decodeSizes(FieldReader in) {
        return new FieldSizes(width(in, "offsets"), width(in, "lengths"));
    }

    private static int width(FieldReader in, String what) {
        int width = in.u8();
        if (width != 2 && width != 4 && width != 8) {
            throw in.fail("expected a size of " + what + " of 2, 4 or 8, found " + width, 1);
        }
        return width;
    }

    static void encodeSignature(FieldWriter out) {
        out.bytes(SIGNATURE);
    }

    @Override
    public void encode(FieldWriter out) {
        int from = out.position();
        int width = sizes.offsets();
        out.bytes(SIGNATURE).u8(version).u8(width).u8(sizes.lengths()).u8(flags);
        out.unsigned(baseAddress, width).unsignedOrAllOnes(extensionAddress, width);
        out.unsigned(endOfFile, width).unsigned(rootAddress, width).checksumFrom(from);
    }

    /** {@inheritDoc} 16 + 4 * size of offsets. */
    @Override
    public int encodedLength() {
        return LAYOUT.length(sizes);
    }

    @Override
    public Superblock foundAt(long position) {
        return new Superblock(
                version,
                sizes,
                flags,
                position,
                extensionAddress,
                endFoundAt(position, endOfAllocation()),
                rootAddress);
    }

    static long endFoundAt(long position, long end) {
        if (end > Long.MAX_VALUE - position) {
            throw new FormatException(
                    STRUCTURE, 0, "expected an end of allocation of less than 2^63 - " + position + ", found " + end);
        }
        return position + end;
    }

    @Override
    public Superblock withFlags(int other) {
        return new Superblock(version, sizes, other, baseAddress, extensionAddress, endOfFile, rootAddress);
    }

    @Override
    public Superblock withEndOfAllocation(long end) {
        return new Superblock(version, sizes, flags, baseAddress, extensionAddress, baseAddress + end, rootAddress);
    }

    /**
     * Returns a copy with another extension, or none ({@link Addresses#UNDEFINED}), and another end of allocation. An
     * extension must be below the new end, not necessarily below the previous one.
     */
    public Superblock withExtension(long address, long end) {
        return new Superblock(version, sizes, flags, baseAddress, address, baseAddress + end, rootAddress);
    }

    /** Returns a copy with another root group. */
    public Superblock withRoot(long address) {
        return new Superblock(version, sizes, flags, baseAddress, extensionAddress, endOfFile, address);
    }
}
