package dev.fallow.format;

import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Reads the fields of one structure from its bytes, front to back. Every read is checked against the end of the
 * structure and fails with a {@link FormatException} that names the structure and the address of the field (I8).
 * Integers are little-endian, as all of the format's are.
 *
 * <p>Only relative reads of Chronicle Bytes are used: those check the limit, the absolute ones do not.
 */
public final class FieldReader {
    private final Bytes<byte[]> bytes;
    private final byte[] source;
    private final FieldSizes sizes;
    private final String structure;
    private final long origin;

    private FieldReader(byte[] source, int from, int to, FieldSizes sizes, String structure, long origin) {
        this.source = source;
        this.sizes = sizes;
        this.structure = structure;
        this.origin = origin;
        bytes = Bytes.wrapForRead(source);
        bytes.readLimit(to);
        bytes.readPosition(from);
    }

    /**
     * Reads {@code source[from, to)}.
     *
     * @param structure the specification's name of what is read, for messages
     * @param address the address in the file of {@code source[from]}; -1 if it has none (a heap object, a test)
     */
    public static FieldReader of(byte[] source, int from, int to, FieldSizes sizes, String structure, long address) {
        return new FieldReader(source, from, to, sizes, structure, address < 0 ? -1 : address - from);
    }

    /** Reads all of {@code source}, which lies at {@code address}. */
    public static FieldReader of(byte[] source, FieldSizes sizes, String structure, long address) {
        return of(source, 0, source.length, sizes, structure, address);
    }

    /**
     * A reader for the next {@code count} bytes as a structure of its own; this reader moves behind them.
     *
     * @param name the specification's name of the inner structure
     */
    public FieldReader inner(int count, String name) {
        require(count);
        int from = position();
        bytes.readSkip(count);
        return new FieldReader(source, from, from + count, sizes, name, origin);
    }

    /** The widths of addresses and lengths. */
    public FieldSizes sizes() {
        return sizes;
    }

    /** The index in the source array of the next byte. */
    public int position() {
        return (int) bytes.readPosition();
    }

    /** Bytes left. */
    public int remaining() {
        return (int) bytes.readRemaining();
    }

    /** The address of the next byte in the file, or -1 if the structure has none. */
    public long address() {
        return origin < 0 ? -1 : origin + position();
    }

    /** One byte, 0 to 255. */
    public int u8() {
        require(1);
        return bytes.readUnsignedByte();
    }

    /** Two bytes, 0 to 65,535. */
    public int u16() {
        require(2);
        return bytes.readUnsignedShort();
    }

    /** Four bytes, 0 to 2^32-1. */
    public long u32() {
        return i32() & 0xFFFF_FFFFL;
    }

    /** Four bytes, as they are. */
    public int i32() {
        require(4);
        return bytes.readInt();
    }

    /** Eight bytes, as they are. */
    public long i64() {
        require(8);
        return bytes.readLong();
    }

    /**
     * An unsigned number of {@code width} bytes.
     *
     * @param width 1 to 8
     * @throws FormatException if it is 2^63 or more
     */
    public long unsigned(int width) {
        long value = raw(width);
        if (value < 0) {
            throw fail("a number past 2^63-1: 0x" + Long.toHexString(value), width);
        }
        return value;
    }

    /** An address: {@code sizes.offsets()} bytes, {@link Addresses#UNDEFINED} if they are all ones. */
    public long offset() {
        int width = sizes.offsets();
        long value = raw(width);
        if (value == (width == 8 ? -1L : (1L << 8 * width) - 1)) {
            return Addresses.UNDEFINED;
        }
        if (value < 0) {
            throw fail("an address past 2^63-1: 0x" + Long.toHexString(value), width);
        }
        return value;
    }

    /** A length: {@code sizes.lengths()} bytes, at most 2^63-1. */
    public long length() {
        return unsigned(sizes.lengths());
    }

    private long raw(int width) {
        switch (width) {
            case 1:
                return u8();
            case 2:
                return u16();
            case 4:
                return u32();
            case 8:
                return i64();
            default:
                require(width);
                long value = 0;
                for (int i = 0; i < width; i++) {
                    value |= (long) bytes.readUnsignedByte() << 8 * i;
                }
                return value;
        }
    }

    /** The next {@code count} bytes, copied. */
    public byte[] bytes(int count) {
        require(count);
        byte[] copy = new byte[count];
        bytes.read(copy);
        return copy;
    }

    /** Moves past {@code count} bytes. */
    public void skip(int count) {
        require(count);
        bytes.readSkip(count);
    }

    /** UTF-8 text of exactly {@code count} bytes. ASCII is a part of UTF-8. */
    public String text(int count) {
        return new String(bytes(count), StandardCharsets.UTF_8);
    }

    /** UTF-8 text up to a zero byte, which is read too; its end must lie inside the structure. */
    public String zeroTerminatedText() {
        int from = position();
        int end = from;
        int limit = from + remaining();
        while (end < limit && source[end] != 0) {
            end++;
        }
        if (end == limit) {
            throw fail("no terminator in the " + remaining() + " bytes that are left");
        }
        String text = new String(source, from, end - from, StandardCharsets.UTF_8);
        bytes.readSkip(end - from + 1L);
        return text;
    }

    /** Reads four bytes that must be {@code expected}, such as "OHDR". */
    public void signature(String expected) {
        byte[] found = bytes(expected.length());
        String text = new String(found, StandardCharsets.ISO_8859_1);
        if (!text.equals(expected)) {
            throw fail("expected signature " + expected + ", found " + printable(text), found.length);
        }
    }

    /** Reads a byte that must be {@code expected}. */
    public void version(int expected) {
        int found = u8();
        if (found != expected) {
            throw fail("expected version " + expected + ", found " + found, 1);
        }
    }

    /** The lookup3 checksum of {@code [from, position)} of the source; it must equal the next four bytes. */
    public void checksumFrom(int from) {
        int computed = Checksum.of(source, from, position() - from);
        int stored = i32();
        if (stored != computed) {
            throw fail("checksum: stored 0x%08x, computed 0x%08x".formatted(stored, computed), 4);
        }
    }

    /** An error about the bytes ahead. */
    public FormatException fail(String problem) {
        return fail(problem, 0);
    }

    /** An error about a field of {@code width} bytes that has just been read. */
    public FormatException fail(String problem, int width) {
        return new FormatException(structure, origin < 0 ? -1 : address() - width, problem);
    }

    private void require(int count) {
        if (count < 0 || count > remaining()) {
            throw fail("expected " + (count & 0xFFFF_FFFFL) + " more bytes, found " + remaining());
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
