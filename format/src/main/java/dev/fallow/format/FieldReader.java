package dev.fallow.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * Reads the fields of one structure from its bytes, front to back. Every read is checked against the end of the
 * structure and fails with a {@link FormatException} that names the structure and the address of the field (I8).
 * Integers are little-endian, as everywhere in the format.
 *
 * <p>A reader is created for every message examined, so it is a few fields over an array instead of a buffer class,
 * whose additional state costs more than the reading.
 */
public final class FieldReader {
    private final byte[] source;
    private final int limit;
    private final FieldSizes sizes;
    private final String structure;
    private final boolean inFile;
    private final long origin;
    private int position;

    private FieldReader(
            byte[] source, int from, int to, FieldSizes sizes, String structure, boolean inFile, long origin) {
        Objects.checkFromToIndex(from, to, source.length);
        this.source = source;
        this.sizes = Objects.requireNonNull(sizes);
        this.structure = Objects.requireNonNull(structure);
        this.inFile = inFile;
        this.origin = origin;
        limit = to;
        position = from;
    }

    /**
     * Reads {@code source[from, to)}.
     *
     * @param structure the specification's name of the structure, for messages
     * @param address the address in the file of {@code source[from]}; -1 if it has none (a heap object, a test)
     * @throws IndexOutOfBoundsException if {@code [from, to)} is not inside {@code source}
     */
    public static FieldReader of(byte[] source, int from, int to, FieldSizes sizes, String structure, long address) {
        return new FieldReader(source, from, to, sizes, structure, address >= 0, address - from);
    }

    /** Reads all of {@code source}, which is at {@code address} in the file. */
    public static FieldReader of(byte[] source, FieldSizes sizes, String structure, long address) {
        return of(source, 0, source.length, sizes, structure, address);
    }

    /**
     * A reader of the next {@code count} bytes as a separate structure; advances this reader past them.
     *
     * @param name the specification's name of the inner structure
     */
    public FieldReader inner(long count, String name) {
        return inner(count, name, sizes);
    }

    /** As {@link #inner(long, String)}, with other widths of addresses and lengths. */
    public FieldReader inner(long count, String name, FieldSizes other) {
        require(count);
        int from = position();
        position += (int) count;
        return new FieldReader(source, from, from + (int) count, other, name, inFile, origin);
    }

    /**
     * A reader of the same structure, starting {@code offset} bytes after the next one, with the same end; this reader
     * does not advance.
     *
     * @param offset 0 to {@link #remaining()}; any other fails like reading past the end
     */
    public FieldReader at(long offset) {
        require(offset);
        int from = position() + (int) offset;
        return new FieldReader(source, from, position() + remaining(), sizes, structure, inFile, origin);
    }

    /** The widths of addresses and lengths. */
    public FieldSizes sizes() {
        return sizes;
    }

    /** The index in the source array of the next byte. */
    public int position() {
        return position;
    }

    /** The number of bytes left. */
    public int remaining() {
        return limit - position;
    }

    /** The address of the next byte in the file, or -1 if the structure has none. */
    public long address() {
        return inFile ? origin + position() : -1;
    }

    /** One byte, 0 to 255. */
    public int u8() {
        require(1);
        return source[position++] & 0xFF;
    }

    /** Two bytes, 0 to 65,535. */
    public int u16() {
        require(2);
        int value = LittleEndian.u16(source, position);
        position += 2;
        return value;
    }

    /** Four bytes, 0 to 2^32-1. */
    public long u32() {
        return i32() & 0xFFFF_FFFFL;
    }

    /** Four bytes, signed. */
    public int i32() {
        require(4);
        int value = LittleEndian.i32(source, position);
        position += 4;
        return value;
    }

    /** Eight bytes, signed. */
    public long i64() {
        require(8);
        long value = LittleEndian.i64(source, position);
        position += 8;
        return value;
    }

    /**
     * An unsigned number of {@code width} bytes.
     *
     * @param width 1 to 8
     */
    public long unsigned(int width) {
        long value = raw(width);
        if (value < 0) {
            throw fail("expected a number of at most 2^63-1, found 0x" + Long.toHexString(value), width);
        }
        return value;
    }

    /** An address: {@code sizes.offsets()} bytes, {@link Addresses#UNDEFINED} if they are all ones. */
    public long offset() {
        return unsignedOrAllOnes(sizes.offsets());
    }

    /** As {@link #offset()}, but an undefined address is an error. */
    public long definedOffset() {
        long address = offset();
        if (address == Addresses.UNDEFINED) {
            throw fail("expected an address, found the undefined address", sizes.offsets());
        }
        return address;
    }

    /**
     * Reads the address of the structure that a block belongs to.
     *
     * @param owner the specification's name of that structure, for messages
     */
    public void owner(String owner, long expected) {
        long found = offset();
        if (found != expected) {
            throw fail("expected the " + owner + "'s address " + expected + ", found " + found, sizes.offsets());
        }
    }

    /** A length: {@code sizes.lengths()} bytes, at most 2^63-1. */
    public long length() {
        return unsigned(sizes.lengths());
    }

    /** A length that may be "unlimited": {@code sizes.lengths()} bytes, -1 if they are all ones. */
    public long lengthOrUnlimited() {
        return unsignedOrAllOnes(sizes.lengths());
    }

    /** An unsigned number of {@code width} bytes that may be undefined or unlimited: -1 if they are all ones. */
    public long unsignedOrAllOnes(int width) {
        long value = raw(width);
        if (value == (width == 8 ? -1L : (1L << 8 * width) - 1)) {
            return -1;
        }
        if (value < 0) {
            throw fail("expected a number of at most 2^63-1, found 0x" + Long.toHexString(value), width);
        }
        return value;
    }

    private long raw(int width) {
        if (width < 1 || width > 8) {
            throw new IllegalArgumentException("width of a number: expected 1 to 8, found " + width);
        }
        require(width);
        long value = LittleEndian.unsigned(source, position, width);
        position += width;
        return value;
    }

    /** The next {@code count} bytes, copied. */
    public byte[] bytes(long count) {
        require(count);
        int from = position;
        position += (int) count;
        return Arrays.copyOfRange(source, from, position);
    }

    /**
     * Goes back, to read the same bytes again.
     *
     * @param from an index in the source array, returned earlier by {@link #position()}
     */
    public FieldReader backTo(int from) {
        if (from > position) {
            throw new IllegalArgumentException("expected at most " + position + ", found " + from);
        }
        position = from;
        return this;
    }

    /**
     * A copy of the bytes from index {@code from} to the current position.
     *
     * @param from an index in the source array, returned earlier by {@link #position()}
     */
    public byte[] since(int from) {
        return Arrays.copyOfRange(source, from, position());
    }

    /** Skips {@code count} bytes. */
    public void skip(long count) {
        require(count);
        position += (int) count;
    }

    /** ASCII or UTF-8 text of exactly {@code count} bytes, decoded {@linkplain Utf8 losslessly}. */
    public String text(long count) {
        require(count);
        String text = Utf8.decode(source, position(), (int) count);
        position += (int) count;
        return text;
    }

    /** Zero-terminated UTF-8 text; the terminator is consumed, and must be within the structure. */
    public String zeroTerminatedText() {
        int from = position();
        int end = from;
        while (end < limit && source[end] != 0) {
            end++;
        }
        if (end == limit) {
            throw fail("expected a terminator in the remaining " + remaining() + " bytes, found none");
        }
        String text = Utf8.decode(source, from, end - from);
        position = end + 1;
        return text;
    }

    /** Reads four bytes that must be {@code expected}, such as "OHDR". */
    public void signature(String expected) {
        byte[] found = bytes(expected.length());
        for (int i = 0; i < found.length; i++) {
            if ((found[i] & 0xFF) != expected.charAt(i)) {
                String text = new String(found, StandardCharsets.ISO_8859_1);
                throw fail("expected signature " + expected + ", found " + printable(text), found.length);
            }
        }
    }

    /** Reads the signature of a structure, and its version, which must be {@code version}. */
    public void begin(Layout layout, int version) {
        signature(layout.signature());
        version(version);
    }

    /** Reads a one-byte version number that must be {@code expected}. */
    public void version(int expected) {
        version(expected, expected);
    }

    /** Reads a one-byte version number that must be {@code lowest} to {@code highest}. */
    public int version(int lowest, int highest) {
        int found = u8();
        if (found < lowest || found > highest) {
            throw fail(
                    "expected version " + lowest + (lowest == highest ? "" : " to " + highest) + ", found " + found, 1);
        }
        return found;
    }

    /** Reads a byte of flags in which no bit outside {@code known} may be set. */
    public int flags(int known) {
        int found = u8();
        if ((found & ~known) != 0) {
            throw fail("expected flags within 0x%02x, found 0x%02x".formatted(known, found), 1);
        }
        return found;
    }

    /** Reads a byte that must be at most {@code highest}. */
    public int u8(String field, int highest) {
        int found = u8();
        if (found > highest) {
            throw fail("expected " + field + " of at most " + highest + ", found " + found, 1);
        }
        return found;
    }

    /**
     * Reads a checksum of four bytes, which must equal the lookup3 checksum of {@code [from, position)} of the source.
     *
     * @param from an index in the source array, returned earlier by {@link #position()}
     */
    public void checksumFrom(int from) {
        int computed = Checksum.of(source, from, position() - from);
        checksum(i32(), computed);
    }

    /** Compares checksums; the stored one was just read. */
    public void checksum(int stored, int computed) {
        if (stored != computed) {
            throw fail("checksum: stored 0x%08x, computed 0x%08x".formatted(stored, computed), Integer.BYTES);
        }
    }

    /**
     * The lookup3 checksum of {@code [from, position)} of the source, with four of these bytes as zeros. They are zero in the
     * source meanwhile, so no other thread may use it.
     *
     * @param from an index in the source array, returned earlier by {@link #position()}
     * @param zeroed the index of the first of the four bytes
     */
    public int checksumSince(int from, int zeroed) {
        Objects.checkFromToIndex(from, zeroed, position - Integer.BYTES + 1);
        int before = LittleEndian.i32(source, zeroed);
        LittleEndian.put(source, zeroed, Integer.BYTES, 0);
        int checksum = Checksum.of(source, from, position - from);
        LittleEndian.put(source, zeroed, Integer.BYTES, before & 0xFFFF_FFFFL);
        return checksum;
    }

    /** An error at the next byte. */
    public FormatException fail(String problem) {
        return fail(problem, 0);
    }

    /** An error at the field just read, of {@code width} bytes. */
    public FormatException fail(String problem, int width) {
        return new FormatException(structure, inFile ? address() - width : -1, problem);
    }

    /**
     * Refuses fields that were just read.
     *
     * @param problem null if they are right
     * @param width of the fields in bytes
     */
    public void refuse(String problem, int width) {
        if (problem != null) {
            throw fail(problem, width);
        }
    }

    private void require(long count) {
        if (count < 0 || count > remaining()) {
            throw fail("expected " + count + " more bytes, found " + remaining());
        }
    }

    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        for (char c : text.toCharArray()) {
            shown.append(c > ' ' && c < 127 ? String.valueOf(c) : "\\x%02x".formatted((int) c));
        }
        return shown.toString();
    }
}
