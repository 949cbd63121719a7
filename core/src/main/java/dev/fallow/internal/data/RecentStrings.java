package dev.fallow.internal.data;

import dev.fallow.format.LittleEndian;
import java.util.Arrays;

/**
 * Strings that were read lately, by the bytes of their elements: columns of labels have few different ones, and equal elements then share
 * one string. If most elements are different, it is no longer used.
 */
final class RecentStrings {
    private static final int SLOTS_LOG2 = 11;
    private static final int TRIAL = 512;
    private static final long ODD = 0x9E37_79B9_7F4A_7C15L;

    private final int size;
    private final byte[][] elements = new byte[1 << SLOTS_LOG2][];
    private final String[] strings = new String[1 << SLOTS_LOG2];
    private int added;
    private int found;

    /** @param size of an element in bytes */
    RecentStrings(int size) {
        this.size = size;
    }

    /** Whether it is worth while to look for another element. */
    boolean pays() {
        return added < TRIAL || found > added;
    }

    /** The string of an element; null if there was no such element lately. */
    String find(byte[] from, int at) {
        int slot = slot(from, at);
        byte[] element = elements[slot];
        if (element == null || !Arrays.equals(element, 0, size, from, at, at + size)) {
            return null;
        }
        found++;
        return strings[slot];
    }

    /** Adds an element that was not found. */
    void add(byte[] from, int at, String string) {
        int slot = slot(from, at);
        elements[slot] = Arrays.copyOfRange(from, at, at + size);
        strings[slot] = string;
        added++;
    }

    private int slot(byte[] from, int at) {
        long hash = 0;
        int i = 0;
        for (; i <= size - Long.BYTES; i += Long.BYTES) { // products that do not wait for each other
            hash += LittleEndian.i64(from, at + i) * (ODD + 2L * i);
        }
        for (; i < size; i++) {
            hash += from[at + i] * (ODD + 2L * i);
        }
        return (int) ((hash ^ hash >>> Integer.SIZE) * ODD >>> Long.SIZE - SLOTS_LOG2);
    }
}
