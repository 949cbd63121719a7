/** The structures of the HDF5 file format: bytes to records and back. No I/O, no policy, no dependency. */
module dev.fallow.format {
    exports dev.fallow.format;
    exports dev.fallow.format.array;
    exports dev.fallow.format.btree;
    exports dev.fallow.format.datatype;
    exports dev.fallow.format.group;
    exports dev.fallow.format.heap;
    exports dev.fallow.format.journal;
    exports dev.fallow.format.layout;
    exports dev.fallow.format.message;
    exports dev.fallow.format.objectheader;
    exports dev.fallow.format.selection;
    exports dev.fallow.format.space;
    exports dev.fallow.format.superblock;
}
