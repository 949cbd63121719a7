package dev.fallow.internal.data;

import dev.fallow.format.LittleEndian;

/**
 * Strings that were read lately, or that were written lately, with their elements: columns of labels have few different ones. An element
 * is decoded once then, or a string encoded once. If most are different, it is no longer used. One thread uses it, for one of the two.
 */
final class RecentStrings {
    /** Longer elements, in bytes, are not kept. */
    private static final int LONGEST = 1 << 11;

    private static final int MOST_BYTES = 1 << 18;
    private static final int MOST_SLOTS = 1 << 13;
    private static final int TRIAL = 512;
    private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

    private final int size;
    private final int trial;
    /** The part of a hash that is not the number of a slot. */
    private final int shift;

    private final byte[] elements;
    private final String[] strings;
    /** Of what was looked for last. */
    private int slot;

    private int added;
    private int found;

    /** @param size of an element in bytes */
    RecentStrings(int size) {
        this.size = size;
        boolean kept = size <= LONGEST;
        trial = kept ? TRIAL : 0;
        int slots = kept ? Integer.highestOneBit(Math.min(MOST_SLOTS, MOST_BYTES / Math.max(1, size))) : 1;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
        elements = new byte[kept ? slots * size : 0];
        strings = new String[slots];
    }

    /** Whether it is worth while to look for another one: a string that is found saves more than one that is added costs. */
    boolean pays() {
        return added < trial || found > added / 2;
    }

    /** The string of an element; null if there was no such element lately. */
    String find(byte[] from, int at) {
        slot = (int) (hash(from, at) * ODD >>> shift);
        String string = strings[slot];
        if (string == null || !isElement(from, at)) {
            return null;
        }
        found++;
        return string;
    }

    /** Copies the element of a string; false if there was no such string lately. */
    boolean copy(String string, byte[] to, int at) {
        if (!isFound(string)) {
            return false;
        }
        System.arraycopy(elements, slot * size, to, at, size);
        return true;
    }

    /** Whether there was such a string lately. */
    boolean isFound(String string) {
        slot = (int) (string.hashCode() * ODD >>> shift);
        if (string != strings[slot] && !string.equals(strings[slot])) {
            return false;
        }
        found++;
        return true;
    }

    /** Adds what was looked for last and not found. */
    void add(byte[] from, int at, String string) {
        System.arraycopy(from, at, elements, slot * size, size);
        strings[slot] = string;
        added++;
    }

    private long hash(byte[] from, int at) {
        long hash = 0;
        int i = 0;
        for (; i <= size - Long.BYTES; i += Long.BYTES) { // products that do not wait for each other
            hash += LittleEndian.i64(from, at + i) * (ODD + 2L * i);
        }
        for (; i < size; i++) {
            hash += from[at + i] * (ODD + 2L * i);
        }
        return hash ^ hash >>> Integer.SIZE;
    }

    /** Whether an element is that of the slot. */
    private boolean isElement(byte[] from, int at) {
        int own = slot * size;
        long differences = 0;
        int i = 0;
        for (; i <= size - Long.BYTES; i += Long.BYTES) {
            differences |= LittleEndian.i64(from, at + i) ^ LittleEndian.i64(elements, own + i);
        }
        for (; i < size; i++) {
            differences |= from[at + i] ^ elements[own + i];
        }
        return differences == 0;
    }
}
