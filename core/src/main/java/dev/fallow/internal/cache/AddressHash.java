package dev.fallow.internal.cache;

/**
 * Maps an address to its slot in an open hash table whose size is a power of two. Addresses within one kilobyte of the
 * file get adjacent slots: objects are mostly used in the order in which they were created, so the next one's slot is
 * often in the same cache line. The kilobytes are spread over the table, even if they are multiples of one size.
 */
public final class AddressHash {
    private static final int REGION_SHIFT = 10;
    private static final int SLOT_SHIFT = 5;
    private static final int SLOTS_OF_REGION = 1 << REGION_SHIFT - SLOT_SHIFT;
    /** Odd, and close to 2^64 divided by the golden ratio. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private AddressHash() {}

    /**
     * The slot at which probing starts.
     *
     * @param slots the table size, a power of two
     */
    public static int home(long address, int slots) {
        int region = (int) ((address >>> REGION_SHIFT) * SPREAD >>> Integer.SIZE);
        int within = (int) (address >>> SLOT_SHIFT) & SLOTS_OF_REGION - 1;
        return (region * SLOTS_OF_REGION + within) & slots - 1;
    }
}
