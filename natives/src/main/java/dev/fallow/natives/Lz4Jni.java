package dev.fallow.natives;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.CodecLibrary;
import java.util.Optional;
import java.util.Set;
import net.jpountz.lz4.LZ4Factory;

/** LZ4 by lz4-java's native code. */
public final class Lz4Jni implements CodecLibrary {
    static final String CLASS = "net.jpountz.lz4.LZ4Factory";
    static final String ARTIFACT = "at.yawk.lz4:lz4-java";

    private final LibraryClass library = LibraryClass.of(CLASS, ARTIFACT);

    /** For {@link java.util.ServiceLoader}. */
    public Lz4Jni() {}

    @Override
    public String name() {
        return library.name();
    }

    @Override
    public Set<CodecFormat> formats() {
        return Set.of(CodecFormat.LZ4);
    }

    @Override
    public boolean isNative() {
        return true;
    }

    @Override
    public Optional<String> obstacle() {
        return library.obstacle();
    }

    @Override
    public BlockCodec codec(CodecFormat format) {
        return Lz4Codec.of(LZ4Factory.nativeInstance());
    }
}
