package dev.fallow.natives;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import net.jpountz.lz4.LZ4Factory;

/** LZ4 by lz4-java's native code. */
public final class Lz4Jni extends FoundLibrary {
    static final String CLASS = "net.jpountz.lz4.LZ4Factory";
    static final String ARTIFACT = "at.yawk.lz4:lz4-java";

    /** For {@link java.util.ServiceLoader}. */
    public Lz4Jni() {
        super(CodecFormat.LZ4, LibraryClass.of(CLASS, ARTIFACT));
    }

    @Override
    public BlockCodec codec(CodecFormat format) {
        return Lz4Codec.of(LZ4Factory.nativeInstance());
    }
}
