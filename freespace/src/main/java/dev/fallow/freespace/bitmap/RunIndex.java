package dev.fallow.freespace.bitmap;

/**
 * Finds runs of set bits in the map of a {@link BitmapFreeSpace}. The backend changes the map, and then reports the
 * changed bits.
 */
interface RunIndex {
    /**
     * The lowest bit at or behind {@code from} at which {@code length} set bits follow each other. An index that knows
     * where runs are cut may pass over runs that lie across a cut, but need not.
     *
     * @return the bit, or {@link RunSearch#NONE}
     */
    long find(long from, long length);

    /**
     * The end of the run of set bits at {@code from}, which is {@code from} itself if that bit is not set. An index that
     * knows where runs are cut may end at the next cut.
     */
    long runEnd(long from);

    /**
     * The start of the run of set bits that ends at {@code end}: {@code end} itself if no such run does. An index that
     * knows where runs are cut may start at the cut before.
     */
    long runStart(long end);

    /** The bit after the last set one; 0 if there is none. */
    long end();

    /**
     * The map is about to have another number of bits: more, all new ones not set, or none at all. If this throws for
     * want of memory, nothing has changed.
     *
     * @param bits a multiple of 512
     */
    void resize(long bits);

    /** The bits in {@code [from, to)} have been set. */
    void set(long from, long to);

    /** The bits in {@code [from, to)} have been cleared. */
    void cleared(long from, long to);

    /** Words looked at, of the map and of the index. */
    long probes();
}
