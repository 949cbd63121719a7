package dev.fallow.freespace.bitmap;

/**
 * Finds runs of set bits in the map of a {@link BitmapFreeSpace}. The backend changes the map, and then reports the
 * changed bits.
 */
public interface RunIndex {
    /** The result if the map has no such run. */
    long NONE = -1;

    /**
     * The lowest bit at or after {@code from} at which {@code length} consecutive set bits start. An index that knows
     * the cuts of runs may skip runs that contain a cut, but need not.
     *
     * @return the bit, or {@link #NONE}
     */
    long find(long from, long length);

    /**
     * The end of the run of set bits at {@code from}; {@code from} itself if that bit is not set. An index that knows
     * the cuts of runs may end the run at the next cut.
     */
    long runEnd(long from);

    /**
     * The start of the run of set bits that ends at {@code end}; {@code end} itself if there is none. An index that
     * knows the cuts of runs may start the run at the previous cut.
     */
    long runStart(long end);

    /** The bit after the last set one; 0 if there is none. */
    long end();

    /**
     * Prepares for another number of bits in the map: more, with all new ones clear, or none. If this fails for lack of
     * memory, nothing has changed.
     *
     * @param bits a multiple of 512
     */
    void resize(long bits);

    /** Reports that the bits in {@code [from, to)} have been set. */
    void set(long from, long to);

    /** Reports that the bits in {@code [from, to)} have been cleared. */
    void cleared(long from, long to);

    /** The number of words of map and index that have been examined. */
    long probes();
}
