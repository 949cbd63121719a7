/**
 * HDF5 files that are edited in place. Applications use {@link dev.fallow}; {@link dev.fallow.blockstore} is a store of many
 * small objects. What options and types refer to is in the two modules below.
 */
module dev.fallow.core {
    requires transitive dev.fallow.format;
    requires transitive dev.fallow.freespace;

    exports dev.fallow;
    exports dev.fallow.blockstore;
}
