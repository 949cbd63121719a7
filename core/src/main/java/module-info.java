/**
 * HDF5 files that are edited in place. Applications use {@link dev.fallow}.
 */
@SuppressWarnings(
        "requires-automatic") // Chronicle Bytes has no module descriptor; nothing of it is loaded before its first use
module dev.fallow.core {
    requires dev.fallow.format;
    requires dev.fallow.freespace;
    requires static chronicle.bytes;
    requires static chronicle.core;

    exports dev.fallow;
    exports dev.fallow.filter;
    exports dev.fallow.report;
    exports dev.fallow.source;
    exports dev.fallow.table;
    exports dev.fallow.type;

    uses dev.fallow.filter.CodecLibrary;
    uses dev.fallow.filter.Filter;
}
