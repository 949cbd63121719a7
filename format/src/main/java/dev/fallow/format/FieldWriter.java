package dev.fallow.format;

import java.util.Arrays;
import java.util.Objects;

/**
 * Writes the fields of structures into a growing buffer, front to back, little-endian. A writer is reused: after
 * {@link #clear()}, encoding allocates only its result. A number that does not fit into its field is refused with an
 * {@link IllegalArgumentException}, because a truncated field would corrupt the file.
 */
public final class FieldWriter {

    private final FieldSizes sizes;
    private byte[] buffer = new byte[512];
    private int position;

    /** @param sizes the widths of addresses and lengths in the file */
    public FieldWriter(FieldSizes sizes) {
        this.sizes = Objects.requireNonNull(sizes);
    }

    /** The widths of addresses and lengths. */
    public FieldSizes sizes() {
        return sizes;
    }

    /** Discards everything written. */
    public FieldWriter clear() {
        position = 0;
        return this;
    }

    /** The number of bytes written since the last {@link #clear()}. */
    public int position() {
        return position;
    }

    /** One byte, 0 to 255. */
    public FieldWriter u8(int value) {
        require(value, 0xFF);
        int at = reserve(1);
        buffer[at] = (byte) value;
        return this;
    }

    /** Two bytes, 0 to 65,535. */
    public FieldWriter u16(int value) {
        require(value, 0xFFFF);
        int at = reserve(Short.BYTES);
        LittleEndian.put16(buffer, at, value);
        return this;
    }

    /** Four bytes, 0 to 2^32-1. */
    public FieldWriter u32(long value) {
        require(value, 0xFFFF_FFFFL);
        return i32((int) value);
    }

    /** Four bytes, signed. */
    public FieldWriter i32(int value) {
        int at = reserve(Integer.BYTES);
        LittleEndian.put(buffer, at, Integer.BYTES, value & 0xFFFF_FFFFL);
        return this;
    }

    /** Eight bytes, signed. */
    public FieldWriter i64(long value) {
        int at = reserve(Long.BYTES);
        LittleEndian.put(buffer, at, Long.BYTES, value);
        return this;
    }

    /** An unsigned number in {@code width} bytes, 1 to 8. */
    public FieldWriter unsigned(long value, int width) {
        if (width < 1 || width > 8) {
            throw new IllegalArgumentException("width of a number: expected 1 to 8, found " + width);
        }
        if (value < 0 || width < 8 && value >>> 8 * width != 0) {
            throw new IllegalArgumentException(value + " does not fit into " + width + " bytes");
        }
        int at = reserve(width);
        LittleEndian.put(buffer, at, width, value);
        return this;
    }

    /** An address in {@code sizes.offsets()} bytes; all ones for {@link Addresses#UNDEFINED}. */
    public FieldWriter offset(long address) {
        return unsignedOrAllOnes(address, sizes.offsets());
    }

    /** A length in {@code sizes.lengths()} bytes. */
    public FieldWriter length(long length) {
        return unsigned(length, sizes.lengths());
    }

    /** A length that may be "unlimited", in {@code sizes.lengths()} bytes; all ones for -1. */
    public FieldWriter lengthOrUnlimited(long length) {
        return unsignedOrAllOnes(length, sizes.lengths());
    }

    public FieldWriter unsignedOrAllOnes(long value, int width) {
        if (value == -1) {
            int at = reserve(width);
            Arrays.fill(buffer, at, at + width, (byte) 0xFF);
            return this;
        }
        if (width < 8 && value == (1L << 8 * width) - 1) {
            throw new IllegalArgumentException(value + " in " + width + " bytes would be read as undefined");
        }
        return unsigned(value, width);
    }

    /** All of {@code source}. */
    public FieldWriter bytes(byte[] source) {
        int at = reserve(source.length);
        System.arraycopy(source, 0, buffer, at, source.length);
        return this;
    }

    /** {@code count} zero bytes. */
    public FieldWriter zeros(int count) {
        int at = reserve(count);
        Arrays.fill(buffer, at, at + count, (byte) 0);
        return this;
    }

    /** Text without a terminator, encoded by {@link Utf8#encode} to the bytes from which it was decoded. */
    public FieldWriter text(String text) {
        return bytes(Utf8.encode(text));
    }

    /** The signature of a structure, and its version. */
    public FieldWriter begin(Layout layout, int version) {
        return text(layout.signature()).u8(version);
    }

    /**
     * Refuses the fields of a structure that a caller creates.
     *
     * @param problem null if they are right
     */
    public static void refuse(String prefix, String problem) {
        if (problem != null) {
            throw new IllegalArgumentException(prefix + problem);
        }
    }

    /** The lookup3 checksum of the bytes written since position {@code from}. */
    public FieldWriter checksumFrom(int from) {
        return i32(Checksum.of(buffer, from, position - from));
    }

    /** Reserves {@code count} more bytes, and returns their position; may replace the buffer. */
    private int reserve(int count) {
        int at = position;
        if (count > buffer.length - at) {
            buffer = Arrays.copyOf(buffer, Math.max(Math.addExact(at, count), 2 * buffer.length));
        }
        position = at + count;
        return at;
    }

    private static void require(long value, long highest) {
        if (value < 0 || value > highest) {
            throw new IllegalArgumentException("expected 0 to " + highest + ", found " + value);
        }
    }

    /** A copy of the bytes written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, position);
    }

    /** Copies the bytes written to {@code target}, from index {@code at}. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(buffer, 0, target, at, position);
    }
}
