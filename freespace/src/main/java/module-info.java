/** Free-space management: which bytes are free, and which to hand out, for core alone. No I/O, no file format, no dependency. */
@SuppressWarnings("module") // core is not known yet
module dev.fallow.freespace {
    exports dev.fallow.freespace.bins to
            dev.fallow.core;
    exports dev.fallow.freespace.file to
            dev.fallow.core;
    exports dev.fallow.freespace.ordered to
            dev.fallow.core;
    exports dev.fallow.freespace.trace to
            dev.fallow.core;
    exports dev.fallow.freespace to
            dev.fallow.core;
}
