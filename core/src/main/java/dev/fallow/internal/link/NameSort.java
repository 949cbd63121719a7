package dev.fallow.internal.link;

import java.util.Arrays;

/**
 * Sorts many names as {@link String#compareTo} does. Comparing strings that are all over the heap mostly waits for memory. So the
 * first characters in which names differ are made a number, with the index of the name in its lowest bits, and the numbers are
 * sorted; names of which these characters are the same are compared as strings. Takes 12 bytes for each name meanwhile.
 */
final class NameSort {
    /** Fewer names are in the processor's caches anyway. */
    private static final int FEW = 256;

    private static final int INDEX_BITS = 20;
    /** The names that are sorted together; the sorted parts are then merged. */
    private static final int PART = 1 << INDEX_BITS;

    private static final int KEY_BITS = Long.SIZE - 1 - INDEX_BITS;

    private NameSort() {}

    /** Sorts names in place. O(n log n). */
    static void sort(String[] names) {
        if (names.length <= FEW) {
            Arrays.sort(names);
            return;
        }
        for (int from = 0; from < names.length; from += PART) {
            sort(names, from, Math.min(names.length, from + PART));
        }
        if (names.length > PART) {
            Arrays.sort(names); // merges the parts
        }
    }

    private static void sort(String[] names, int from, int to) {
        String first = names[from];
        int prefix = first.length();
        char lowest = Character.MAX_VALUE;
        char highest = 0;
        for (int i = from; i < to; i++) {
            String name = names[i];
            prefix = common(first, name, prefix);
            for (int at = 0; at < name.length(); at++) {
                lowest = (char) Math.min(lowest, name.charAt(at));
                highest = (char) Math.max(highest, name.charAt(at));
            }
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(highest - lowest + 1); // 0 is the end of a name
        long[] keys = new long[to - from];
        for (int i = from; i < to; i++) {
            keys[i - from] = key(names[i], prefix, lowest, bits) << INDEX_BITS | i - from;
        }
        Arrays.sort(keys);
        String[] unsorted = Arrays.copyOfRange(names, from, to);
        for (int i = 0; i < keys.length; i++) {
            names[from + i] = unsorted[(int) keys[i] & PART - 1];
        }
        sortEqual(names, from, keys);
    }

    /** The number of equal characters at the start of both, up to a limit. */
    private static int common(String one, String other, int most) {
        int common = 0;
        while (common < most && common < other.length() && one.charAt(common) == other.charAt(common)) {
            common++;
        }
        return common;
    }

    /** The characters after a prefix, as many as there is room for. */
    private static long key(String name, int prefix, char lowest, int bits) {
        long key = 0;
        int at = prefix;
        for (int left = KEY_BITS; left >= bits; left -= bits) {
            key = key << bits | (at < name.length() ? name.charAt(at) - lowest + 1 : 0);
            at++;
        }
        return key;
    }

    /** Sorts the names between which the keys do not decide. */
    private static void sortEqual(String[] names, int from, long[] keys) {
        int start = 0;
        for (int i = 1; i <= keys.length; i++) {
            if (i == keys.length || keys[i] >>> INDEX_BITS != keys[start] >>> INDEX_BITS) {
                if (i - start > 1) {
                    Arrays.sort(names, from + start, from + i);
                }
                start = i;
            }
        }
    }
}
