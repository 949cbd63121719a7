package dev.fallow.natives;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Deflate by jlibdeflate, libdeflate for Java 17 and later, if the application brings it. */
public final class Jlibdeflate extends FoundLibrary {
    private static final String PREFIX = "com.fulcrumgenomics.jlibdeflate.";

    /** For {@link java.util.ServiceLoader}. */
    public Jlibdeflate() {
        super(CodecFormat.ZLIB, LibraryClass.of(PREFIX + "LibdeflateCompressor", "com.fulcrumgenomics:jlibdeflate"));
    }

    @Override
    public BlockCodec codec(CodecFormat format) {
        try {
            Class<?> decompressors = library.other(PREFIX + "LibdeflateDecompressor");
            Class<?> result = library.other(PREFIX + "DecompressionResult");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle decompress = MethodHandles.filterReturnValue(
                    lookup.findVirtual(
                            decompressors, "deflateDecompressEx", DeflateCodec.CALL.changeReturnType(result)),
                    lookup.findVirtual(result, "outputBytesProduced", MethodType.methodType(int.class)));
            return DeflateCodec.of(library.found(), "deflateCompress", decompressors, decompress);
        } catch (ReflectiveOperationException e) {
            throw library.unknown(e);
        }
    }
}
