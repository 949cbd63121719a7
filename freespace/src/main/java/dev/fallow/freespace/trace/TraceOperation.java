package dev.fallow.freespace.trace;

/** A request to the file space. The codes are those of the trace format. */
public enum TraceOperation {
    /** A block was allocated. */
    ALLOCATE(1),
    /** A block, or a part of one, was released. */
    RELEASE(2),
    /** A block was extended in place. */
    EXTEND(3),
    /** A block could not be extended. */
    REFUSED_EXTENSION(4),
    /** A block was allocated at the end of allocation, without using free sections. Has no allocation type. */
    ALLOCATE_AT_END(5),
    /** The aggregators were released. Has no operands, like the following operation. */
    RELEASE_AGGREGATORS(6),
    /** Free space at the end of allocation was removed. */
    SHRINK(7);

    /** The code that ends the records. */
    static final int END = 0;

    private static final TraceOperation[] ALL = values();

    private final int code;

    TraceOperation(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    boolean hasType() {
        return this == ALLOCATE || this == RELEASE || isExtension();
    }

    boolean hasBlock() {
        return code <= ALLOCATE_AT_END.code;
    }

    boolean isExtension() {
        return this == EXTEND || this == REFUSED_EXTENSION;
    }

    /** The operation with a code; null if there is none. */
    static TraceOperation ofCode(int code) {
        return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
    }
}
