package dev.fallow.filters;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.CodecLibrary;
import dev.fallow.filter.FilterException;
import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.Optional;
import java.util.Set;

/**
 * Aircompressor 2: LZ4, Zstandard and Snappy in Java code, which uses {@code sun.misc.Unsafe}. From Java 24 on the JVM prints
 * a warning, unless it was started with {@code --sun-misc-unsafe-memory-access=allow}. With {@code deny} the library does not work.
 * Its encoder of Zstandard has one level, about 3.
 */
public final class Aircompressor implements CodecLibrary {
    private static final int WARNS_FROM = 24;
    /** The value of the JVM's option; null without one. */
    private static final String UNSAFE = System.getProperty("sun.misc.unsafe.memory.access");

    /** For {@link java.util.ServiceLoader}. */
    public Aircompressor() {}

    @Override
    public String name() {
        return "aircompressor";
    }

    @Override
    public Set<CodecFormat> formats() {
        return Set.of(CodecFormat.LZ4, CodecFormat.ZSTD, CodecFormat.SNAPPY);
    }

    @Override
    public boolean isNative() {
        return false;
    }

    @Override
    public Optional<String> obstacle() {
        return "deny".equals(UNSAFE)
                ? Optional.of(
                        "the JVM was started with --sun-misc-unsafe-memory-access=deny; expected allow, or the module"
                                + " fallow-natives")
                : Optional.empty();
    }

    @Override
    public boolean warns() {
        return Runtime.version().feature() >= WARNS_FROM && !"allow".equals(UNSAFE);
    }

    @Override
    public BlockCodec codec(CodecFormat format) {
        return switch (format) {
            case LZ4 -> new Codec(format, new Lz4Decompressor(), new Lz4Compressor());
            case ZSTD -> new Codec(format, new ZstdDecompressor(), new ZstdCompressor());
            case SNAPPY -> new Codec(format, new SnappyDecompressor(), new SnappyCompressor());
            default -> throw new IllegalArgumentException("aircompressor has no codec for " + format);
        };
    }

    private record Codec(CodecFormat format, Decompressor decompressor, Compressor compressor) implements BlockCodec {
        /** Damaged input shows in various unchecked exceptions of the library, of which only one is documented. */
        @Override
        public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
            int found;
            try {
                found = decompressor.decompress(in, from, length, out, to, room);
            } catch (RuntimeException e) {
                throw new FilterException(
                        "invalid " + format + " data in " + length + " bytes at " + from + ", or more than " + room
                                + " bytes: " + e.getMessage(),
                        e);
            }
            if (found < 0) { // LZ4 without room
                throw new FilterException("expected at most " + room + " bytes, found more");
            }
            return found;
        }

        @Override
        public long maxLength(int length) {
            int most = compressor.maxCompressedLength(length);
            return most < 0 ? Integer.MAX_VALUE : most; // negative if it is more than an int can have
        }

        @Override
        public int compress(byte[] in, int from, int length, byte[] out, int to, int level) {
            return compressor.compress(in, from, length, out, to, out.length - to);
        }
    }
}
