package dev.fallow.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * Writes the fields of structures into a growing buffer, front to back, little-endian. A writer is reused: after
 * {@link #clear()}, encoding allocates only its result.
 */
public final class FieldWriter {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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

    /**
     * One byte.
     *
     * @throws IllegalArgumentException if {@code value} is not 0 to 255; a truncated field would corrupt the file
     */
    public FieldWriter u8(int value) {
        require(value, 0xFF);
        int at = reserve(1);
        buffer[at] = (byte) value;
        return this;
    }

    /**
     * Two bytes.
     *
     * @throws IllegalArgumentException if {@code value} is not 0 to 65,535
     */
    public FieldWriter u16(int value) {
        require(value, 0xFFFF);
        int at = reserve(Short.BYTES);
        SHORT.set(buffer, at, (short) value);
        return this;
    }

    /**
     * Four bytes.
     *
     * @throws IllegalArgumentException if {@code value} is not 0 to 2^32-1
     */
    public FieldWriter u32(long value) {
        require(value, 0xFFFF_FFFFL);
        int at = reserve(Integer.BYTES);
        INT.set(buffer, at, (int) value);
        return this;
    }

    /** Four bytes, signed. */
    public FieldWriter i32(int value) {
        int at = reserve(Integer.BYTES);
        INT.set(buffer, at, value);
        return this;
    }

    /** Eight bytes, signed. */
    public FieldWriter i64(long value) {
        int at = reserve(Long.BYTES);
        LONG.set(buffer, at, value);
        return this;
    }

    /**
     * An unsigned number in {@code width} bytes, 1 to 8.
     *
     * @throws IllegalArgumentException if it does not fit
     */
    public FieldWriter unsigned(long value, int width) {
        if (width < 1 || width > 8) {
            throw new IllegalArgumentException("width of a number: expected 1 to 8, found " + width);
        }
        if (value < 0 || width < 8 && value >>> 8 * width != 0) {
            throw new IllegalArgumentException(value + " does not fit into " + width + " bytes");
        }
        int at = reserve(width);
        for (int i = 0; i < width; i++) {
            buffer[at + i] = (byte) (value >>> 8 * i);
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
