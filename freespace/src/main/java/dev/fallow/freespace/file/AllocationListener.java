package dev.fallow.freespace.file;

/**
 * Receives the calls of a {@link FileSpace} after they have succeeded. Calls that throw are not reported, nor are
 * internal operations of the rules (a released fragment, a moved aggregator). A listener must not throw, and must not
 * call the space.
 */
@FunctionalInterface
public interface AllocationListener {
    /** The kinds of calls. The codes are those of traces. */
    enum Call {
        /** A block was allocated. */
        ALLOCATE(1),
        /** A block, or a part of one, was released. */
        RELEASE(2),
        /** A block was extended in place. */
        EXTEND(3),
        /** A block could not be extended. */
        REFUSED_EXTENSION(4),
        /**
         * A block was allocated at the end of allocation, regardless of free space below it; in a paged file in whole
         * pages. Has no allocation type.
         */
        ALLOCATE_AT_END(5),
        /** The aggregators were released. Has no operands, like the following call. */
        RELEASE_AGGREGATORS(6),
        /** The end of allocation was lowered as far as free space reaches. */
        SHRINK(7);

        private static final Call[] ALL = values();

        private final int code;

        Call(int code) {
            this.code = code;
        }

        /** The number in a trace, 1 to 7. */
        public int code() {
            return code;
        }

        /** Whether it has an allocation type. */
        public boolean hasType() {
            return this == ALLOCATE || this == RELEASE || isExtension();
        }

        /** Whether it has an address and a size. */
        public boolean hasBlock() {
            return code <= ALLOCATE_AT_END.code;
        }

        /** Whether bytes were to be added to a block. */
        public boolean isExtension() {
            return this == EXTEND || this == REFUSED_EXTENSION;
        }

        /** The call with a code; null if there is none. */
        public static Call ofCode(int code) {
            return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
        }
    }

    /**
     * A call has succeeded. Operands that it does not have are null or 0.
     *
     * @param size of the block in bytes; before an extension
     * @param extra the bytes to be added
     */
    void called(Call call, AllocationType type, long address, long size, long extra);
}
