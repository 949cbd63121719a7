package dev.fallow.natives;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.FilterException;

/** Zstandard by zstd-jni: the library of its authors, with all levels. */
public final class ZstdJni extends FoundLibrary {
    /** For {@link java.util.ServiceLoader}. */
    public ZstdJni() {
        super(CodecFormat.ZSTD, LibraryClass.of("com.github.luben.zstd.ZstdCompressCtx", "com.github.luben:zstd-jni"));
    }

    @Override
    public BlockCodec codec(CodecFormat format) {
        return new Codec();
    }

    private static final class Codec implements BlockCodec, AutoCloseable {
        private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
        /** Null until something is encoded: its tables take more memory than those of the other. */
        private ZstdCompressCtx compressor;

        @Override
        public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
            try {
                return decompressor.decompressByteArray(out, to, room, in, from, length);
            } catch (RuntimeException e) {
                throw CodecFailures.decoding(CodecFormat.ZSTD, length, from, room, e);
            }
        }

        @Override
        public long maxLength(int length) {
            return Zstd.compressBound(length);
        }

        @Override
        public int compress(byte[] in, int from, int length, byte[] out, int to, int level) throws FilterException {
            try {
                compressor = compressor == null ? new ZstdCompressCtx() : compressor;
                compressor.setLevel(level);
                return compressor.compressByteArray(out, to, out.length - to, in, from, length);
            } catch (RuntimeException e) {
                throw CodecFailures.encoding(CodecFormat.ZSTD, length, e);
            }
        }

        @Override
        public void close() {
            decompressor.close();
            if (compressor != null) {
                compressor.close();
            }
        }
    }
}
