/** Free-space management: which bytes are free, and which to hand out. No I/O, no file format, no dependency. */
module dev.fallow.freespace {
    exports dev.fallow.freespace;
    exports dev.fallow.freespace.file;
    exports dev.fallow.freespace.ordered;
}
