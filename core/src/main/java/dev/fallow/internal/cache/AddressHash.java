package dev.fallow.internal.cache;

/**
 * Where an address belongs in an open hash table of a power of two of slots. What lies in one kilobyte of the file gets slots
 * side by side: objects are mostly used in the order in which they were made, so that the next one's slot is in the cache
 * line that was read for this one. The kilobytes are spread over the table, also where they are multiples of one size.
 */
public final class AddressHash {
    private static final int REGION_SHIFT = 10;
    private static final int SLOT_SHIFT = 5;
    private static final int SLOTS_OF_REGION = 1 << REGION_SHIFT - SLOT_SHIFT;
    /** Odd, and near 2^64 divided by the golden ratio. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private AddressHash() {}

    /**
     * The slot that probing starts at.
     *
     * @param slots a power of two
     */
    public static int home(long address, int slots) {
        int region = (int) ((address >>> REGION_SHIFT) * SPREAD >>> Integer.SIZE);
        int within = (int) (address >>> SLOT_SHIFT) & SLOTS_OF_REGION - 1;
        return (region * SLOTS_OF_REGION + within) & slots - 1;
    }
}
