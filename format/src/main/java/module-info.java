/** The structures of the HDF5 file format: bytes to records and back, for core alone. No I/O, no policy, no dependency. */
@SuppressWarnings("module") // core is not known yet
module dev.fallow.format {
    exports dev.fallow.format to
            dev.fallow.core;
    exports dev.fallow.format.array to
            dev.fallow.core;
    exports dev.fallow.format.btree to
            dev.fallow.core;
    exports dev.fallow.format.group to
            dev.fallow.core;
    exports dev.fallow.format.heap to
            dev.fallow.core;
    exports dev.fallow.format.journal to
            dev.fallow.core;
    exports dev.fallow.format.layout to
            dev.fallow.core;
    exports dev.fallow.format.message to
            dev.fallow.core;
    exports dev.fallow.format.objectheader to
            dev.fallow.core;
    exports dev.fallow.format.space to
            dev.fallow.core;
    exports dev.fallow.format.superblock to
            dev.fallow.core;
}
