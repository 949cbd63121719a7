package dev.fallow.filters;

import dev.fallow.filter.FilterContext;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;

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

    ZlibCodec zlib() {
        return zlib;
    }

    @Override
    public void close() {
        zlib.close();
    }
}
