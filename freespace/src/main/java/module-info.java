/** Free-space management: which bytes are free, and which to hand out. No I/O, no file format, no dependency. */
module dev.fallow.freespace {
    exports dev.fallow.freespace.bins;
    exports dev.fallow.freespace.bitmap;
    exports dev.fallow.freespace.file;
    exports dev.fallow.freespace.list;
    exports dev.fallow.freespace.ordered;
    exports dev.fallow.freespace.trace;
    exports dev.fallow.freespace;
}
