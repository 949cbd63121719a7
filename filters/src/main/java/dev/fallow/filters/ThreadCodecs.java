package dev.fallow.filters;

import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterException;
import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** The codecs of one thread. */
final class ThreadCodecs implements AutoCloseable {
    private final ZlibCodec zlib = new ZlibCodec();
    private final BlockCodec bloscLz = new BloscLz();
    private BlockCodec lz4;
    private BlockCodec zstd;
    private BlockCodec snappy;

    static ThreadCodecs of(FilterContext context) {
        return context.kept(ThreadCodecs.class, ThreadCodecs::new);
    }

    BlockCodec lz4() {
        if (lz4 == null) {
            lz4 = new AirliftCodec("LZ4", new Lz4Decompressor(), new Lz4Compressor());
        }
        return lz4;
    }

    BlockCodec zstd() {
        if (zstd == null) {
            zstd = new AirliftCodec("Zstandard", new ZstdDecompressor(), new ZstdCompressor());
        }
        return zstd;
    }

    BlockCodec snappy() {
        if (snappy == null) {
            snappy = new AirliftCodec("Snappy", new SnappyDecompressor(), new SnappyCompressor());
        }
        return snappy;
    }

    /** Only decodes. */
    BlockCodec bloscLz() {
        return bloscLz;
    }

    BlockCodec zlib() {
        return zlib;
    }

    /** @param level at which the next blocks of zlib are compressed */
    void zlibLevel(int level) {
        zlib.deflater.setLevel(level);
    }

    @Override
    public void close() {
        zlib.inflater.end();
        zlib.deflater.end();
    }

    /** A codec of aircompressor: LZ4 blocks, Zstandard frames or Snappy blocks. */
    private record AirliftCodec(String name, Decompressor decompressor, Compressor compressor) implements BlockCodec {
        /** Damaged input shows in various unchecked exceptions of the library, of which only one is documented. */
        @Override
        public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
            try {
                return decompressor.decompress(in, from, length, out, to, room);
            } catch (RuntimeException e) {
                throw new FilterException(
                        "invalid " + name + " data in " + length + " bytes at " + from + ", or more than " + room
                                + " bytes: " + e.getMessage(),
                        e);
            }
        }

        @Override
        public int maxLength(int length) {
            return compressor.maxCompressedLength(length);
        }

        @Override
        public int compress(byte[] in, int from, int length, byte[] out, int to) {
            return compressor.compress(in, from, length, out, to, out.length - to);
        }
    }

    /** Zlib streams, which Blosc can have inside. */
    private static final class ZlibCodec implements BlockCodec {
        private final Inflater inflater = new Inflater();
        private final Deflater deflater = new Deflater();

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
    }
}
