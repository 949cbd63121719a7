package dev.fallow.filters;

import dev.fallow.filter.FilterException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Zlib streams, which Blosc can have inside. */
final class ZlibCodec implements BlockCodec, AutoCloseable {
    private final Inflater inflater = new Inflater();
    private final Deflater deflater = new Deflater();

    void level(int level) {
        deflater.setLevel(level);
    }

    @Override
    public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
        inflater.reset();
        inflater.setInput(in, from, length);
        try {
            int found = inflater.inflate(out, to, room);
            // at the end of the room the checksum may not have been read
            if (!inflater.finished() && inflater.inflate(new byte[1]) > 0) {
                throw new FilterException("expected at most " + room + " bytes, found more");
            }
            if (!inflater.finished()) {
                throw new FilterException("the stream of " + length + " bytes at " + from + " is cut off");
            }
            return found;
        } catch (DataFormatException e) {
            throw new FilterException("invalid zlib stream at " + from + ": " + e.getMessage(), e);
        }
    }

    @Override
    public int maxLength(int length) {
        return length + (length >>> 9) + 64;
    }

    @Override
    public int compress(byte[] in, int from, int length, byte[] out, int to) {
        deflater.reset();
        deflater.setInput(in, from, length);
        deflater.finish();
        int written = 0;
        while (!deflater.finished()) {
            written += deflater.deflate(out, to + written, out.length - to - written);
        }
        return written;
    }

    @Override
    public void close() {
        inflater.end();
        deflater.end();
    }
}
