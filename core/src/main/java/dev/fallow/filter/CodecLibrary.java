package dev.fallow.filter;

import java.util.Optional;
import java.util.Set;

/**
 * A library with codecs, which filters use through {@link FilterContext#codec}. It is provided as a service
 * ({@link java.util.ServiceLoader}) of this type. Codecs of Java code are used at once. Those of native code are used when the
 * first use of their library pays; if one cannot decode a block, the block is decoded again by a codec of Java code.
 */
public interface CodecLibrary {
    /** What the library is called, with its version if that is known. */
    String name();

    /** What it has codecs for. */
    Set<CodecFormat> formats();

    /** Whether its codecs are native code. */
    boolean isNative();

    /**
     * Why the library cannot be used in this JVM: it is not there, or native access is not granted to it. Empty if
     * it can be used, as far as this is known before anything of it is loaded: this method loads no native code, and the JVM prints
     * no warning because of it.
     */
    Optional<String> obstacle();

    /** Whether the JVM prints a warning when the library is first used. Others are then preferred. */
    default boolean warns() {
        return false;
    }

    /**
     * The number of bytes, before compression, from which the first use of the library pays: what loading it costs is then
     * gained. Of several libraries, the one with the lowest number is preferred.
     */
    default long paysAfter() {
        return isNative() ? 4 << 20 : 0;
    }

    /**
     * A codec for one thread; closed in the end if it is {@link AutoCloseable}. The first call may load native code.
     *
     * @param format one of {@link #formats}
     * @throws LinkageError if the library cannot be loaded; another one is then used
     */
    BlockCodec codec(CodecFormat format);
}
