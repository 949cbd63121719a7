package dev.fallow.format;

import java.nio.charset.StandardCharsets;
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

    /** The lowest 8 bits. */
    public FieldWriter u8(int value) {
        bytes.writeByte((byte) value);
        return this;
    }

    /** The lowest 16 bits. */
    public FieldWriter u16(int value) {
        bytes.writeShort((short) value);
        return this;
    }

    /** The lowest 32 bits. */
    public FieldWriter u32(long value) {
        bytes.writeInt((int) value);
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
        if (value < 0 || width < 8 && value >>> 8 * width != 0) {
            throw new IllegalArgumentException(value + " does not fit into " + width + " bytes");
        }
        for (int i = 0; i < width; i++) {
            bytes.writeByte((byte) (value >>> 8 * i));
        }
        return this;
    }

    /** An address in {@code sizes.offsets()} bytes; all ones for {@link Addresses#UNDEFINED}. */
    public FieldWriter offset(long address) {
        if (address == Addresses.UNDEFINED) {
            for (int i = 0; i < sizes.offsets(); i++) {
                bytes.writeByte((byte) 0xFF);
            }
            return this;
        }
        return sizes.offsets() == 8 && address >= 0 ? i64(address) : unsigned(address, sizes.offsets());
    }

    /** A length in {@code sizes.lengths()} bytes. */
    public FieldWriter length(long length) {
        return sizes.lengths() == 8 && length >= 0 ? i64(length) : unsigned(length, sizes.lengths());
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

    /** UTF-8 text without a terminator. */
    public FieldWriter text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The lookup3 checksum of everything written from {@code from} on. */
    public FieldWriter checksumFrom(int from) {
        return u32(Checksum.of(bytes.bytesStore().underlyingObject(), from, position() - from));
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
