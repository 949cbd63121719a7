package dev.fallow.natives;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/** Deflate by libdeflate, which aircompressor 3 contains and calls as foreign functions. Its classes are those of Java 25. */
public final class AircompressorDeflate extends FoundLibrary {
    private static final int LEAST_JAVA = 25;
    private static final String PREFIX = "io.airlift.compress.v3.deflate.DeflateNative";

    /** For {@link java.util.ServiceLoader}. */
    public AircompressorDeflate() {
        super(CodecFormat.ZLIB, LibraryClass.of(PREFIX + "Compressor", "io.airlift:aircompressor-v3"));
    }

    @Override
    public String name() {
        return library.name() + " (libdeflate)";
    }

    @Override
    public Optional<String> obstacle() {
        return Runtime.version().feature() < LEAST_JAVA
                ? Optional.of("it needs Java " + LEAST_JAVA)
                : library.obstacle();
    }

    /** Preparing foreign functions takes longer than loading a library: 0.3 s. */
    @Override
    public long paysAfter() {
        return 32 << 20;
    }

    @Override
    public BlockCodec codec(CodecFormat format) {
        try {
            Class<?> decompressors = library.other(PREFIX + "Decompressor");
            return DeflateCodec.of(
                    library.found(),
                    "compress",
                    decompressors,
                    MethodHandles.publicLookup().findVirtual(decompressors, "decompress", DeflateCodec.CALL));
        } catch (ReflectiveOperationException e) {
            throw library.unknown(e);
        }
    }
}
