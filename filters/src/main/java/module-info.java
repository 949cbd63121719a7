/**
 * Chunk filters that need a library. Nothing has to be called: {@code dev.fallow.core} finds them as services.
 */
@SuppressWarnings("requires-automatic") // aircompressor has no module descriptor
module dev.fallow.filters {
    requires transitive dev.fallow.core;
    requires aircompressor;
    requires org.apache.commons.compress;
    requires jdk.unsupported; // aircompressor has sun.misc.Unsafe from there, and cannot say so

    exports dev.fallow.filters;

    provides dev.fallow.filter.CodecLibrary with
            dev.fallow.filters.Aircompressor;
    provides dev.fallow.filter.Filter with
            dev.fallow.filters.Bzip2Filter,
            dev.fallow.filters.BloscFilter,
            dev.fallow.filters.Lz4Filter,
            dev.fallow.filters.BitshuffleFilter,
            dev.fallow.filters.ZstdFilter,
            dev.fallow.filters.Blosc2Filter;
}
