/**
 * Codecs in native code for the filters of {@code dev.fallow.core} and {@code dev.fallow.filters}. Nothing has to be called: core finds
 * them as services.
 */
@SuppressWarnings("requires-automatic") // lz4-java has no module descriptor
module dev.fallow.natives {
    requires transitive dev.fallow.core;
    requires com.github.luben.zstd_jni;
    requires org.lz4.java;

    exports dev.fallow.natives;

    provides dev.fallow.filter.CodecLibrary with
            dev.fallow.natives.ZstdJni,
            dev.fallow.natives.Lz4Jni,
            dev.fallow.natives.Lz4Java,
            dev.fallow.natives.Jlibdeflate,
            dev.fallow.natives.AircompressorDeflate;
}
