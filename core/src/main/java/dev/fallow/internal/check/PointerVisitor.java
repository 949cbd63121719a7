package dev.fallow.internal.check;

/** Receives the addresses found by a {@link PointerWalk}. */
public interface PointerVisitor {
    /**
     * An address, in a field as wide as the addresses of the file.
     *
     * @param part contains the field
     * @param field the address of the field itself
     * @param target the address that it contains: of a block, or of something inside one
     */
    default void pointer(Part part, long field, long target) {}

    /**
     * An address in the elements of a chunk with filters. The addresses of one chunk are reported together.
     *
     * @param position of the address, from the start of the decoded elements
     */
    default void encoded(EncodedChunk chunk, int position, long target) {}

    /**
     * A block that must stay where it is, because something refers to it from a place that cannot be changed.
     *
     * @param target inside the block
     * @param reason names that place
     */
    default void fixed(long target, String reason) {}

    /** Whether addresses in elements are wanted, for which the elements are read; otherwise only those in structures are found. */
    default boolean wantsElements() {
        return true;
    }

    /**
     * An element refers to the object with this address; reported in addition to the address. There may be no such object.
     *
     * @param target not 0
     */
    default void reference(long target) {}
}
