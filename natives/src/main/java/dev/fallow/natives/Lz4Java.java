package dev.fallow.natives;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import java.util.Optional;
import net.jpountz.lz4.LZ4Factory;

/**
 * LZ4 by lz4-java's Java code that does not use {@code sun.misc.Unsafe}. It takes twice the time of aircompressor's, and is used
 * where that one does not work, or makes the JVM print a warning.
 */
public final class Lz4Java extends FoundLibrary {
    /** For {@link java.util.ServiceLoader}. */
    public Lz4Java() {
        super(CodecFormat.LZ4, LibraryClass.of(Lz4Jni.CLASS, Lz4Jni.ARTIFACT));
    }

    @Override
    public String name() {
        return library.name() + " (Java)";
    }

    @Override
    public boolean isNative() {
        return false;
    }

    @Override
    public Optional<String> obstacle() {
        return library.absence();
    }

    /** Another library of Java code is preferred. */
    @Override
    public long paysAfter() {
        return Long.MAX_VALUE;
    }

    @Override
    public BlockCodec codec(CodecFormat format) {
        return Lz4Codec.of(LZ4Factory.safeInstance());
    }
}
