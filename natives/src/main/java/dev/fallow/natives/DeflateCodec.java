package dev.fallow.natives;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.FilterException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Zlib streams by a library that encodes raw deflate streams, and whose classes this module cannot name: they are not there when it is
 * compiled, or are those of a later Java. Head and checksum are added here. What the library takes of native memory it frees itself.
 */
final class DeflateCodec implements BlockCodec {
    /** From an array, an index and a length to an array, an index and the room; returns the number of bytes. */
    static final MethodType CALL =
            MethodType.methodType(int.class, byte[].class, int.class, int.class, byte[].class, int.class, int.class);

    private final MethodHandle newCompressor;
    private final MethodHandle compress;
    private final MethodHandle decompress;
    private MethodHandle compressing;
    private int level;

    /**
     * @param newCompressor makes a compressor of a level
     * @param compress of a compressor
     * @param decompress of the decompressor
     */
    DeflateCodec(MethodHandle newCompressor, MethodHandle compress, Object decompressor, MethodHandle decompress) {
        this.newCompressor = newCompressor;
        this.compress = compress;
        this.decompress = decompress.bindTo(decompressor).asType(CALL);
    }

    /**
     * A codec of classes with a constructor that takes the level, and one without arguments.
     *
     * @param compress the name of a method like {@link #CALL}
     * @param decompress has the decompressor as another first argument
     */
    static DeflateCodec of(Class<?> compressors, String compress, Class<?> decompressors, MethodHandle decompress)
            throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        return new DeflateCodec(
                lookup.findConstructor(compressors, MethodType.methodType(void.class, int.class))
                        .asType(MethodType.methodType(Object.class, int.class)),
                lookup.findVirtual(compressors, compress, CALL),
                decompressors.getConstructor().newInstance(),
                decompress);
    }

    @Override
    public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
        ZlibStream.checkHead(in, from, length);
        int found;
        try {
            found = (int) decompress.invokeExact(
                    in, from + ZlibStream.HEAD, length - ZlibStream.HEAD - ZlibStream.TAIL, out, to, room);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw CodecFailures.decoding(CodecFormat.ZLIB, length, from, room, e);
        }
        ZlibStream.checkEnd(in, from + length, out, to, found);
        return found;
    }

    /** Data that cannot be shrunk needs 5 bytes for each stored block, of at least 5,000 bytes. */
    @Override
    public long maxLength(int length) {
        return length + (length >>> 9) + 64L;
    }

    @Override
    public int compress(byte[] in, int from, int length, byte[] out, int to, int asked) throws FilterException {
        int start = to + ZlibStream.HEAD;
        int found;
        try {
            if (compressing == null || asked != level) {
                compressing = compress.bindTo(newCompressor.invokeExact(asked));
                level = asked;
            }
            found = (int) compressing.invokeExact(in, from, length, out, start, out.length - start - ZlibStream.TAIL);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw CodecFailures.encoding(CodecFormat.ZLIB, length, e);
        }
        if (found < 1) {
            throw new FilterException("expected to encode " + length + " bytes, found no room for them");
        }
        ZlibStream.putHead(out, to, asked);
        ZlibStream.putEnd(out, start + found, in, from, length);
        return ZlibStream.HEAD + found + ZlibStream.TAIL;
    }
}
