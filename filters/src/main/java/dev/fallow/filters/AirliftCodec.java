package dev.fallow.filters;

import dev.fallow.filter.FilterException;
import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;

/** A codec of aircompressor: LZ4 blocks, Zstandard frames or Snappy blocks. */
final class AirliftCodec implements BlockCodec {
    private final String name;
    private final Decompressor decompressor;
    private final Compressor compressor;

    AirliftCodec(String name, Decompressor decompressor, Compressor compressor) {
        this.name = name;
        this.decompressor = decompressor;
        this.compressor = compressor;
    }

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
