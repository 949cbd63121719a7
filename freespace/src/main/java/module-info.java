/** Free-space management: which bytes are free, and which to hand out. No I/O, no file format, no dependency. */
module dev.fallow.freespace {
    exports dev.fallow.freespace.bins;
    exports dev.fallow.freespace.bitmap;
    exports dev.fallow.freespace.file;
    exports dev.fallow.freespace.list;
    exports dev.fallow.freespace.policy.quickfit;
    exports dev.fallow.freespace.ordered;
    exports dev.fallow.freespace.policy;
    exports dev.fallow.freespace.policy.buddy;
    exports dev.fallow.freespace.policy.extent;
    exports dev.fallow.freespace.policy.fixed;
    exports dev.fallow.freespace.policy.matball;
    exports dev.fallow.freespace.trace;
    exports dev.fallow.freespace;
}
