package dev.fallow.oracle;

/** How a file is created and accessed. Start from {@link #defaults()} and change what matters; each change is a copy. */
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
    int mostSharedInList = -1;

    private ReferenceOptions() {}

    /** libhdf5's own defaults, but the latest format, and no times. */
    public static ReferenceOptions defaults() {
        return new ReferenceOptions();
    }

    /** The latest format, FSM_AGGR, persistent: what Fallow makes by default. */
    public static ReferenceOptions persistent() {
        return defaults().persist(true);
    }

    /** The same between these generations of the format. */
    public ReferenceOptions bounds(FormatBound oldest, FormatBound newest) {
        ReferenceOptions copy = copy();
        copy.low = oldest;
        copy.high = newest;
        return copy;
    }

    /** The same with another file-space strategy. */
    public ReferenceOptions strategy(FileSpaceStrategy other) {
        ReferenceOptions copy = copy();
        copy.strategy = other;
        return copy;
    }

    /** The same with free space that outlives the session, or not. */
    public ReferenceOptions persist(boolean persisted) {
        ReferenceOptions copy = copy();
        copy.persist = persisted;
        return copy;
    }

    /** The same, tracking sections of at least this many bytes. */
    public ReferenceOptions threshold(long bytes) {
        ReferenceOptions copy = copy();
        copy.threshold = bytes;
        return copy;
    }

    /** The same with pages of this many bytes, at least 512; of use with {@link FileSpaceStrategy#PAGE}. */
    public ReferenceOptions pageSize(long bytes) {
        ReferenceOptions copy = copy();
        copy.pageSize = bytes;
        return copy;
    }

    /** The same with blocks of at least {@code fromBytes} starting at multiples of {@code multiple}. */
    public ReferenceOptions alignment(long fromBytes, long multiple) {
        ReferenceOptions copy = copy();
        copy.alignmentThreshold = fromBytes;
        copy.alignment = multiple;
        return copy;
    }

    /** The same with addresses and lengths of this many bytes: 2, 4 or 8. */
    public ReferenceOptions sizes(int bytesOfOffsets, int bytesOfLengths) {
        ReferenceOptions copy = copy();
        copy.offsetBytes = bytesOfOffsets;
        copy.lengthBytes = bytesOfLengths;
        return copy;
    }

    /** The same with aggregators that take this many bytes at a time. */
    public ReferenceOptions blocks(long metaBytes, long smallDataBytes) {
        ReferenceOptions copy = copy();
        copy.metaBlockSize = metaBytes;
        copy.smallDataBlockSize = smallDataBytes;
        return copy;
    }

    /** The same with a user block in front of the superblock: 0 bytes, or a power of two from 512 up. */
    public ReferenceOptions userBlock(long bytes) {
        ReferenceOptions copy = copy();
        copy.userBlockSize = bytes;
        return copy;
    }

    /** The same with the order of links and attributes tracked and indexed, or not. */
    public ReferenceOptions trackCreationOrder(boolean tracked) {
        ReferenceOptions copy = copy();
        copy.trackCreationOrder = tracked;
        return copy;
    }

    /** The same with times in object headers, which makes the bytes of a file depend on the clock, or without. */
    public ReferenceOptions trackTimes(boolean tracked) {
        ReferenceOptions copy = copy();
        copy.trackTimes = tracked;
        return copy;
    }

    /** The same, opening a file even if its superblock says that it is open for writing, and clearing that. */
    public ReferenceOptions clearStatusFlags(boolean cleared) {
        ReferenceOptions copy = copy();
        copy.clearStatusFlags = cleared;
        return copy;
    }

    /**
     * The same with messages of object headers that objects share: attributes in one index, all others in another one.
     *
     * @param mostInList with more, an index is a B-tree
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
