package dev.fallow.natives;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.FilterException;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** LZ4 blocks by one of the implementations of lz4-java. */
record Lz4Codec(LZ4Compressor compressor, LZ4SafeDecompressor decompressor) implements BlockCodec {
    static Lz4Codec of(LZ4Factory factory) {
        return new Lz4Codec(factory.fastCompressor(), factory.safeDecompressor());
    }

    @Override
    public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
        try {
            return decompressor.decompress(in, from, length, out, to, room);
        } catch (RuntimeException e) {
            throw CodecFailures.decoding(CodecFormat.LZ4, length, from, room, e);
        }
    }

    @Override
    public long maxLength(int length) {
        return length + length / 255 + 16L;
    }

    @Override
    public int compress(byte[] in, int from, int length, byte[] out, int to, int level) throws FilterException {
        try {
            return compressor.compress(in, from, length, out, to, out.length - to);
        } catch (RuntimeException e) {
            throw CodecFailures.encoding(CodecFormat.LZ4, length, e);
        }
    }
}
