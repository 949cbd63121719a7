package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import java.util.Arrays;

/**
 * Named messages in memory: their bytes are in {@linkplain MessageSlabs slabs}, and a hash table of primitive arrays finds them by name. Tens of
 * thousands of them thus do not burden the garbage collector.
 *
 * <p>A message is identified by its place, which is valid until the next addition. Lookup, addition and removal take
 * O(1) expected probes, and never more than {@value #MOST_PROBES}: names chosen to collide are not {@linkplain #accepts
 * accepted}. Empty slabs are dropped, and sparse ones are copied, so that at most about a third of the memory is unused.
 */
final class PendingMessages {
    /** There is no such message. */
    static final int NONE = -1;

    /** Ordinary names need far fewer: in a table that is three quarters full, more than 400 in one of a million tables of a million. */
    private static final int MOST_PROBES = 1_024;

    private static final int SMALLEST = 16;
    /** The table is at most so full: three quarters. */
    private static final int LOAD = 3;

    private static final int LOAD_OF = 4;

    private int[] hashes;
    /** The place of the entry; {@link #NONE} in an empty slot. */
    private int[] places;

    private int size;

    private MessageSlabs slabs;

    PendingMessages() {
        clear();
    }

    /** Removes all messages. */
    void clear() {
        makeTable(SMALLEST);
        size = 0;
        slabs = new MessageSlabs();
    }

    private void makeTable(int slots) {
        hashes = new int[slots];
        places = new int[slots];
        Arrays.fill(places, NONE);
    }

    /** The number of messages. */
    int size() {
        return size;
    }

    /** The memory used in bytes; 0 if there are no messages. */
    long bytesHeld() {
        return size == 0 ? 0 : slabs.bytesHeld() + 2L * Integer.BYTES * places.length;
    }

    // ---- the hash table ---------------------------------------------------------------------------------------

    private int home(int hash) {
        return hash & places.length - 1;
    }

    /** The slot of a name, or the empty slot where its search ends. */
    private int slot(byte[] name, int hash) {
        int mask = places.length - 1;
        int slot = home(hash);
        while (places[slot] != NONE && !(hashes[slot] == hash && slabs.isNamed(places[slot], name))) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** The place of a message; {@link #NONE} if there is none of this name. */
    int find(byte[] name, int hash) {
        return places[slot(name, hash)];
    }

    /** Whether a message of this name, which has none, may be added: not if too many others are in its way. */
    boolean accepts(int hash) {
        int mask = places.length - 1;
        int slot = home(hash);
        int probes = 1;
        while (places[slot] != NONE) {
            if (++probes > MOST_PROBES) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        return true;
    }

    /** Adds a message. There must be none of this name. */
    void add(byte[] name, int hash, byte[] message, long order) {
        if (LOAD_OF * (size + 1) > LOAD * places.length) {
            grow();
        }
        if (slabs.isSparse()) {
            compact();
        }
        int place = slabs.store(name, message, order);
        int slot = slot(name, hash);
        assert places[slot] == NONE : "two messages of one name";
        hashes[slot] = hash;
        places[slot] = place;
        size++;
    }

    /** Removes the message of a name; there must be one. */
    void remove(byte[] name, int hash) {
        int slot = slot(name, hash);
        slabs.release(places[slot]);
        size--;
        closeGap(slot);
        if (size == 0) {
            clear();
        }
    }

    /** Frees the bytes of a message; those of the others stay. After this, nothing but {@link #clear} is to follow. */
    void discard(int place) {
        slabs.release(place);
    }

    private void grow() {
        int[] oldHashes = hashes;
        int[] oldPlaces = places;
        makeTable(2 * oldPlaces.length);
        int mask = places.length - 1;
        for (int i = 0; i < oldPlaces.length; i++) {
            if (oldPlaces[i] != NONE) {
                int slot = home(oldHashes[i]);
                while (places[slot] != NONE) {
                    slot = slot + 1 & mask;
                }
                hashes[slot] = oldHashes[i];
                places[slot] = oldPlaces[i];
            }
        }
    }

    /** Fills the gap with entries that probing would otherwise not reach. */
    private void closeGap(int removed) {
        int mask = places.length - 1;
        int gap = removed;
        int slot = gap + 1 & mask;
        while (places[slot] != NONE) {
            if ((slot - home(hashes[slot]) & mask) >= (slot - gap & mask)) {
                hashes[gap] = hashes[slot];
                places[gap] = places[slot];
                gap = slot;
            }
            slot = slot + 1 & mask;
        }
        places[gap] = NONE;
    }

    // ---- the entries ------------------------------------------------------------------------------------------

    /** Copies all entries to new slabs. O(messages), amortised by the removals since the last time. */
    private void compact() {
        MessageSlabs old = slabs;
        slabs = new MessageSlabs();
        for (int slot : slotsByPlace()) {
            places[slot] = slabs.copy(old, places[slot]);
        }
    }

    private int[] slotsByPlace() {
        long[] keys = new long[size];
        int n = 0;
        for (int slot = 0; slot < places.length; slot++) {
            if (places[slot] != NONE) {
                keys[n++] = (long) places[slot] << Integer.SIZE | slot;
            }
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    /** The length of the message in bytes. */
    int messageLength(int place) {
        return slabs.messageLength(place);
    }

    /** The creation order. */
    long order(int place) {
        return slabs.order(place);
    }

    /** The name. */
    byte[] name(int place) {
        return slabs.name(place);
    }

    /** A copy of the message's bytes. */
    byte[] message(int place) {
        return slabs.message(place);
    }

    /** A reader of the message, which must not be used after a change. */
    FieldReader reader(int place, FieldSizes sizes, String structure) {
        return slabs.reader(place, sizes, structure);
    }

    // ---- all messages -----------------------------------------------------------------------------------------

    /** Whether any message has this creation order. O(messages). */
    boolean hasOrder(long order) {
        for (int place : places) {
            if (place != NONE && order(place) == order) {
                return true;
            }
        }
        return false;
    }

    /** All messages in the order of the hashes of their names, and of the names among equal hashes. O(n log n). */
    Sorted sorted() {
        long[] keys = new long[size];
        int n = 0;
        for (int slot = 0; slot < places.length; slot++) {
            if (places[slot] != NONE) { // the sign is inverted, because hashes are unsigned
                keys[n++] = (long) (hashes[slot] ^ Integer.MIN_VALUE) << Integer.SIZE | places[slot];
            }
        }
        Arrays.sort(keys);
        for (int i = 1; i < n; i++) {
            for (int j = i; j > 0 && isBehind(keys[j - 1], keys[j]); j--) {
                long behind = keys[j - 1];
                keys[j - 1] = keys[j];
                keys[j] = behind;
            }
        }
        return new Sorted(keys);
    }

    /** The creation orders of all messages, sorted. O(n log n). */
    long[] orders() {
        long[] orders = new long[size];
        int n = 0;
        for (int place : places) {
            if (place != NONE) {
                orders[n++] = order(place);
            }
        }
        Arrays.sort(orders);
        return orders;
    }

    private boolean isBehind(long before, long key) {
        return before >> Integer.SIZE == key >> Integer.SIZE
                && Arrays.compareUnsigned(name((int) before), name((int) key)) > 0;
    }

    /** The messages at some time in the order of their names' hashes. */
    static final class Sorted {
        private final long[] keys;

        private Sorted(long[] keys) {
            this.keys = keys;
        }

        /** The number of messages. */
        int size() {
            return keys.length;
        }

        /** The hash of message {@code i}, unsigned. */
        int hash(int i) {
            return (int) (keys[i] >> Integer.SIZE) ^ Integer.MIN_VALUE;
        }

        /** The indexes of all messages, in the order of their places: that of their creation, mostly. O(n log n). */
        int[] byPlace() {
            long[] places = new long[keys.length];
            for (int i = 0; i < places.length; i++) {
                places[i] = (long) place(i) << Integer.SIZE | i;
            }
            Arrays.sort(places);
            int[] indexes = new int[places.length];
            for (int i = 0; i < indexes.length; i++) {
                indexes[i] = (int) places[i];
            }
            return indexes;
        }

        /** The place of message {@code i}. */
        int place(int i) {
            return (int) keys[i];
        }
    }
}
