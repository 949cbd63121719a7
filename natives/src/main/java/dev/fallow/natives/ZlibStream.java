package dev.fallow.natives;

import dev.fallow.filter.FilterException;
import java.util.zip.Adler32;

/**
 * What a zlib stream (RFC 1950) has around its deflate stream. Numbers are big-endian.
 *
 * <pre>
 *   bytes  field
 *     1    0x78: deflate, a window of 32 KiB
 *     1    bits 6-7 kind of the encoder, 5 dictionary, 0-4 such that the two bytes are a multiple of 31
 *    ...   deflate stream (RFC 1951)
 *     4    Adler-32 of the data
 * </pre>
 */
final class ZlibStream {
    static final int HEAD = 2;
    static final int TAIL = 4;

    private static final int DEFLATE = 0x78;
    private static final int DICTIONARY = 32;

    private ZlibStream() {}

    /** Requires a head, for a window of 32 KiB and without a dictionary, and room for an end. */
    static void checkHead(byte[] in, int from, int length) throws FilterException {
        if (length < HEAD + TAIL
                || in[from] != DEFLATE
                || (in[from + 1] & DICTIONARY) != 0
                || ((in[from] & 0xFF) << 8 | in[from + 1] & 0xFF) % 31 != 0) {
            throw new FilterException(
                    "expected the head of a zlib stream of 32 KiB, found another one in " + length + " bytes");
        }
    }

    /** Requires the checksum of the data at the end of the stream. */
    static void checkEnd(byte[] in, int end, byte[] data, int from, int length) throws FilterException {
        int stored = 0;
        for (int i = end - TAIL; i < end; i++) {
            stored = stored << 8 | in[i] & 0xFF;
        }
        int computed = adler(data, from, length);
        if (stored != computed) {
            throw new FilterException("expected the checksum %08x, found %08x".formatted(computed, stored));
        }
    }

    /** Writes the head, with the level as zlib does. */
    static void putHead(byte[] out, int at, int level) {
        int kind = level < 2 ? 0 : level < 6 ? 1 : level == 6 ? 2 : 3;
        int flags = kind << 6;
        out[at] = DEFLATE;
        out[at + 1] = (byte) (flags + 31 - ((DEFLATE << 8) + flags) % 31);
    }

    /** Writes the checksum of the data. */
    static void putEnd(byte[] out, int at, byte[] data, int from, int length) {
        int checksum = adler(data, from, length);
        for (int i = 0; i < TAIL; i++) {
            out[at + i] = (byte) (checksum >>> 24 - 8 * i);
        }
    }

    private static int adler(byte[] data, int from, int length) {
        Adler32 adler = new Adler32();
        adler.update(data, from, length);
        return (int) adler.getValue();
    }
}
