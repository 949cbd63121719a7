package dev.fallow.format;

import java.util.Objects;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Writes the fields of structures into one growing on-heap buffer, front to back, little-endian. Made once and
 * {@linkplain #clear() cleared} between structures, so that encoding allocates nothing but its result.
 */
public final class FieldWriter {
    private final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(512);
    private final FieldSizes sizes;

    /** A writer of a file with these widths of addresses and lengths. */
    public FieldWriter(FieldSizes sizes) {
        this.sizes = Objects.requireNonNull(sizes);
    }

    /** The widths of addresses and lengths. */
    public FieldSizes sizes() {
        return sizes;
    }

    /** Forgets what was written. */
    public FieldWriter clear() {
        bytes.clear();
        return this;
    }

    /** Bytes written since the last {@link #clear()}. */
    public int position() {
        return (int) bytes.writePosition();
    }

    /**
     * One byte.
     *
     * @throws IllegalArgumentException if {@code value} is not 0 to 255: a field that is cut off corrupts a file
     */
    public FieldWriter u8(int value) {
        require(value, 0xFF);
        bytes.writeByte((byte) value);
        return this;
    }

    /**
     * Two bytes.
     *
     * @throws IllegalArgumentException if {@code value} is not 0 to 65,535
     */
    public FieldWriter u16(int value) {
        require(value, 0xFFFF);
        bytes.writeShort((short) value);
        return this;
    }

    /**
     * Four bytes.
     *
     * @throws IllegalArgumentException if {@code value} is not 0 to 2^32-1
     */
    public FieldWriter u32(long value) {
        require(value, 0xFFFF_FFFFL);
        bytes.writeInt((int) value);
        return this;
    }

    /** Four bytes, as they are. */
    public FieldWriter i32(int value) {
        bytes.writeInt(value);
        return this;
    }

    /** Eight bytes. */
    public FieldWriter i64(long value) {
        bytes.writeLong(value);
        return this;
    }

    /**
     * An unsigned number in {@code width} bytes, 1 to 8.
     *
     * @throws IllegalArgumentException if it does not fit
     */
    public FieldWriter unsigned(long value, int width) {
        if (width < 1 || width > 8) {
            throw new IllegalArgumentException("width of a number: " + width);
        }
        if (value < 0 || width < 8 && value >>> 8 * width != 0) {
            throw new IllegalArgumentException(value + " does not fit into " + width + " bytes");
        }
        for (int i = 0; i < width; i++) {
            bytes.writeByte((byte) (value >>> 8 * i));
        }
        return this;
    }

    /**
     * An address in {@code sizes.offsets()} bytes; all ones for {@link Addresses#UNDEFINED}.
     *
     * @throws IllegalArgumentException if it does not fit, or would be read back as undefined
     */
    public FieldWriter offset(long address) {
        return unsignedOrAllOnes(address, sizes.offsets());
    }

    /**
     * A length in {@code sizes.lengths()} bytes.
     *
     * @throws IllegalArgumentException if it does not fit
     */
    public FieldWriter length(long length) {
        return unsigned(length, sizes.lengths());
    }

    /**
     * A length that may be "unlimited", in {@code sizes.lengths()} bytes; all ones for -1.
     *
     * @throws IllegalArgumentException if it does not fit, or would be read back as unlimited
     */
    public FieldWriter lengthOrUnlimited(long length) {
        return unsignedOrAllOnes(length, sizes.lengths());
    }

    FieldWriter unsignedOrAllOnes(long value, int width) {
        if (value == -1) {
            for (int i = 0; i < width; i++) {
                bytes.writeByte((byte) 0xFF);
            }
            return this;
        }
        if (width < 8 && value == (1L << 8 * width) - 1) {
            throw new IllegalArgumentException(value + " in " + width + " bytes is the undefined value");
        }
        return unsigned(value, width);
    }

    /** All of {@code source}. */
    public FieldWriter bytes(byte[] source) {
        bytes.write(source);
        return this;
    }

    /** {@code count} zero bytes. */
    public FieldWriter zeros(int count) {
        for (int i = 0; i < count; i++) {
            bytes.writeByte((byte) 0);
        }
        return this;
    }

    /** UTF-8 text without a terminator, {@linkplain Utf8 the very bytes} that it was read from. */
    public FieldWriter text(String text) {
        return bytes(Utf8.encode(text));
    }

    /** The lookup3 checksum of everything written from {@code from} on. */
    public FieldWriter checksumFrom(int from) {
        return i32(Checksum.of(bytes.bytesStore().underlyingObject(), from, position() - from));
    }

    private static void require(long value, long highest) {
        if (value < 0 || value > highest) {
            throw new IllegalArgumentException("expected 0 to " + highest + ", found " + value);
        }
    }

    /** A copy of what was written. */
    public byte[] toByteArray() {
        byte[] copy = new byte[position()];
        copyTo(copy, 0);
        return copy;
    }

    /** Copies what was written to {@code target[at...]}. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(bytes.bytesStore().underlyingObject(), 0, target, at, position());
    }
}
