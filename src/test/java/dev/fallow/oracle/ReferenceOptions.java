package dev.fallow.oracle;

/** Options for creating and opening a file. Start from {@link #defaults()}; each method returns a changed copy. */
public final class ReferenceOptions implements Cloneable {
    FormatBound low = FormatBound.LATEST;
    FormatBound high = FormatBound.LATEST;
    FileSpaceStrategy strategy = FileSpaceStrategy.FSM_AGGR;
    boolean persist;
    long threshold = 1;
    long pageSize = 4096;
    long alignmentThreshold = 1;
    long alignment = 1;
    long metaBlockSize = 2048;
    long smallDataBlockSize = 2048;
    long userBlockSize;
    long offsetBytes = 8;
    long lengthBytes = 8;
    boolean trackCreationOrder;
    boolean trackTimes;
    boolean clearStatusFlags;
    boolean cacheImage;
    int mostSharedInList = -1;

    private ReferenceOptions() {}

    /** Returns the defaults of libhdf5 except for the latest format, and no timestamps. */
    public static ReferenceOptions defaults() {
        return new ReferenceOptions();
    }

    /** Returns the default options of Fallow: the latest format, FSM_AGGR, persistent free space. */
    public static ReferenceOptions persistent() {
        return defaults().persist(true);
    }

    /** Returns a copy with these format bounds. */
    public ReferenceOptions bounds(FormatBound oldest, FormatBound newest) {
        ReferenceOptions copy = copy();
        copy.low = oldest;
        copy.high = newest;
        return copy;
    }

    /** Returns a copy with another file-space strategy. */
    public ReferenceOptions strategy(FileSpaceStrategy other) {
        ReferenceOptions copy = copy();
        copy.strategy = other;
        return copy;
    }

    /** Returns a copy with or without persistent free space. */
    public ReferenceOptions persist(boolean persisted) {
        ReferenceOptions copy = copy();
        copy.persist = persisted;
        return copy;
    }

    /** Returns a copy that tracks sections of at least this many bytes. */
    public ReferenceOptions threshold(long bytes) {
        ReferenceOptions copy = copy();
        copy.threshold = bytes;
        return copy;
    }

    /** Returns a copy with pages of this many bytes, at least 512; used with {@link FileSpaceStrategy#PAGE} only. */
    public ReferenceOptions pageSize(long bytes) {
        ReferenceOptions copy = copy();
        copy.pageSize = bytes;
        return copy;
    }

    /** Returns a copy that aligns blocks of at least {@code fromBytes} bytes to multiples of {@code multiple}. */
    public ReferenceOptions alignment(long fromBytes, long multiple) {
        ReferenceOptions copy = copy();
        copy.alignmentThreshold = fromBytes;
        copy.alignment = multiple;
        return copy;
    }

    /** Returns a copy with addresses and lengths of this many bytes: 2, 4 or 8. */
    public ReferenceOptions sizes(int bytesOfOffsets, int bytesOfLengths) {
        ReferenceOptions copy = copy();
        copy.offsetBytes = bytesOfOffsets;
        copy.lengthBytes = bytesOfLengths;
        return copy;
    }

    /** Returns a copy with these aggregator block sizes in bytes. */
    public ReferenceOptions blocks(long metaBytes, long smallDataBytes) {
        ReferenceOptions copy = copy();
        copy.metaBlockSize = metaBytes;
        copy.smallDataBlockSize = smallDataBytes;
        return copy;
    }

    /** Returns a copy with a user block before the superblock: 0 bytes, or a power of two of at least 512. */
    public ReferenceOptions userBlock(long bytes) {
        ReferenceOptions copy = copy();
        copy.userBlockSize = bytes;
        return copy;
    }

    /** Returns a copy in which the creation order of links and attributes is tracked and indexed, or not. */
    public ReferenceOptions trackCreationOrder(boolean tracked) {
        ReferenceOptions copy = copy();
        copy.trackCreationOrder = tracked;
        return copy;
    }

    /**
     * Returns a copy with or without timestamps in object headers, which make the bytes of a file depend on the clock.
     */
    public ReferenceOptions trackTimes(boolean tracked) {
        ReferenceOptions copy = copy();
        copy.trackTimes = tracked;
        return copy;
    }

    /** Returns a copy that, on opening, clears the status flags of a file that is marked as open for writing. */
    public ReferenceOptions clearStatusFlags(boolean cleared) {
        ReferenceOptions copy = copy();
        copy.clearStatusFlags = cleared;
        return copy;
    }

    /** Returns a copy that, on closing, leaves the metadata in a cache image, or does not. */
    public ReferenceOptions cacheImage(boolean written) {
        ReferenceOptions copy = copy();
        copy.cacheImage = written;
        return copy;
    }

    /**
     * Returns a copy with shared object header messages: attributes in one index, all others in another one.
     *
     * @param mostInList the maximal number of messages of an index that is a list; with more it is a B-tree
     */
    public ReferenceOptions shareMessages(int mostInList) {
        ReferenceOptions copy = copy();
        copy.mostSharedInList = mostInList;
        return copy;
    }

    private ReferenceOptions copy() {
        try {
            return (ReferenceOptions) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return "%s..%s, %s%s, threshold %d, pages of %d, alignment %d from %d, blocks of %d and %d, user block %d%s%s"
                .formatted(
                        low,
                        high,
                        strategy,
                        persist ? " persistent" : "",
                        threshold,
                        pageSize,
                        alignment,
                        alignmentThreshold,
                        metaBlockSize,
                        smallDataBlockSize,
                        userBlockSize,
                        trackCreationOrder ? ", creation order" : "",
                        trackTimes ? ", times" : "");
    }
}
