package dev.fallow.natives;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.CodecLibrary;
import java.lang.invoke.MethodHandles;
import java.util.Optional;
import java.util.Set;

/** Deflate by libdeflate, which aircompressor 3 contains and calls as foreign functions. Its classes are those of Java 25. */
public final class AircompressorDeflate implements CodecLibrary {
    private static final int LEAST_JAVA = 25;
    private static final String PREFIX = "io.airlift.compress.v3.deflate.DeflateNative";

    private final LibraryClass library = LibraryClass.of(PREFIX + "Compressor", "io.airlift:aircompressor-v3");

    /** For {@link java.util.ServiceLoader}. */
    public AircompressorDeflate() {}

    @Override
    public String name() {
        return library.name() + " (libdeflate)";
    }

    @Override
    public Set<CodecFormat> formats() {
        return Set.of(CodecFormat.ZLIB);
    }

    @Override
    public boolean isNative() {
        return true;
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
