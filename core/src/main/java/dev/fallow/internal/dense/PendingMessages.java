package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.LittleEndian;
import dev.fallow.internal.cache.Slabs;
import java.util.Arrays;

/**
 * Named messages in memory: their bytes are in {@linkplain Slabs slabs}, and a hash table of primitive arrays finds them by name. Tens of
 * thousands of them thus do not burden the garbage collector. An entry takes 7 bytes in addition to its message, which mostly contains
 * its name; long ones take more.
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

    private static final int FIRST_SLAB_BYTES = 1 << 12;

    //  short entry            long entry
    //  position of the name   1 byte, WIDE
    //  length of the name     position and length of the name, length of the message: 4 bytes each
    //  length of the message  creation order, 8 bytes
    //  creation order, 4 bytes
    //  the message, and the name if it is not in the message
    private static final int WIDE = 0x80;
    private static final int MOST_NARROW = 0xFF;
    private static final int NARROW_ORDER_AT = 3;
    private static final int NARROW = NARROW_ORDER_AT + Integer.BYTES;
    private static final int WIDE_AT = 1;
    private static final int WIDE_ORDER_AT = WIDE_AT + 3 * Integer.BYTES;
    private static final int WIDE_LENGTH = WIDE_ORDER_AT + Long.BYTES;

    /** Where a name is looked for in its message. */
    private static final int FIRST_POSITIONS = 32;

    private int[] hashes;
    /** The place of the entry; {@link #NONE} in an empty slot. */
    private int[] places;

    private int size;

    private Slabs slabs;
    /** Where the last name was in its message. */
    private int lastNameAt;

    PendingMessages() {
        clear();
    }

    /** Removes all messages. */
    void clear() {
        makeTable(SMALLEST);
        size = 0;
        slabs = new Slabs(FIRST_SLAB_BYTES);
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
        return size == 0 ? 0 : slabs.heldBytes() + 2L * Integer.BYTES * places.length;
    }

    // ---- the hash table ---------------------------------------------------------------------------------------

    private int home(int hash) {
        return hash & places.length - 1;
    }

    /** The slot of a name, or the empty slot where its search ends. */
    private int slot(byte[] name, int hash) {
        int mask = places.length - 1;
        int slot = home(hash);
        while (places[slot] != NONE && !(hashes[slot] == hash && isNamed(places[slot], name))) {
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
        if (isSparse()) {
            compact();
        }
        int place = store(name, message, order);
        int slot = slot(name, hash);
        assert places[slot] == NONE : "two messages of one name";
        hashes[slot] = hash;
        places[slot] = place;
        size++;
    }

    /** Removes the message of a name; there must be one. */
    void remove(byte[] name, int hash) {
        int slot = slot(name, hash);
        release(places[slot]);
        size--;
        closeGap(slot);
        if (size == 0) {
            clear();
        }
    }

    /** Frees the bytes of a message; those of the others stay. After this, nothing but {@link #clear} is to follow. */
    void discard(int place) {
        release(place);
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
        Slabs old = slabs;
        slabs = new Slabs(FIRST_SLAB_BYTES);
        for (int slot : slotsByPlace()) {
            byte[] slab = old.slab(places[slot]);
            int at = Slabs.at(places[slot]);
            int length = length(slab, at);
            places[slot] = slabs.allocate(length);
            System.arraycopy(slab, at, slabs.slab(places[slot]), Slabs.at(places[slot]), length);
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

    /** Stores an entry; returns its place. */
    private int store(byte[] name, byte[] message, long order) {
        int nameAt = nameAt(name, message);
        int more = nameAt == message.length ? name.length : 0;
        boolean narrow =
                nameAt < WIDE && name.length <= MOST_NARROW && message.length <= MOST_NARROW && order == (int) order;
        int header = narrow ? NARROW : WIDE_LENGTH;
        int place = slabs.allocate(header + message.length + more);
        byte[] slab = slabs.slab(place);
        int at = Slabs.at(place);
        if (narrow) {
            slab[at] = (byte) nameAt;
            slab[at + 1] = (byte) name.length;
            slab[at + 2] = (byte) message.length;
            LittleEndian.put(slab, at + NARROW_ORDER_AT, Integer.BYTES, order);
        } else {
            slab[at] = (byte) WIDE;
            LittleEndian.put(slab, at + WIDE_AT, Integer.BYTES, nameAt);
            LittleEndian.put(slab, at + WIDE_AT + Integer.BYTES, Integer.BYTES, name.length);
            LittleEndian.put(slab, at + WIDE_AT + 2 * Integer.BYTES, Integer.BYTES, message.length);
            LittleEndian.put(slab, at + WIDE_ORDER_AT, Long.BYTES, order);
        }
        System.arraycopy(message, 0, slab, at + header, message.length);
        System.arraycopy(name, 0, slab, at + header + message.length, more);
        return place;
    }

    /** The position of a name in its message; the message's length if it is not near the start. */
    private int nameAt(byte[] name, byte[] message) {
        if (isAt(name, message, lastNameAt)) {
            return lastNameAt;
        }
        for (int at = 0; at < FIRST_POSITIONS; at++) {
            if (isAt(name, message, at)) {
                lastNameAt = at;
                return at;
            }
        }
        return message.length;
    }

    private static boolean isAt(byte[] name, byte[] message, int at) {
        return at + name.length <= message.length && Arrays.equals(message, at, at + name.length, name, 0, name.length);
    }

    private void release(int place) {
        slabs.release(place, length(slabs.slab(place), Slabs.at(place)));
    }

    /** Whether copying all entries would free about a third of the memory. */
    private boolean isSparse() {
        return slabs.heldBytes() > slabs.liveBytes() + slabs.liveBytes() / 2 + 4 * Slabs.BYTES;
    }

    private static boolean isWide(byte[] slab, int at) {
        return slab[at] == (byte) WIDE;
    }

    private static int headerLength(byte[] slab, int at) {
        return isWide(slab, at) ? WIDE_LENGTH : NARROW;
    }

    private static int nameAt(byte[] slab, int at) {
        return isWide(slab, at) ? LittleEndian.i32(slab, at + WIDE_AT) : slab[at];
    }

    private static int nameLength(byte[] slab, int at) {
        return isWide(slab, at) ? LittleEndian.i32(slab, at + WIDE_AT + Integer.BYTES) : slab[at + 1] & MOST_NARROW;
    }

    private static int messageLength(byte[] slab, int at) {
        return isWide(slab, at) ? LittleEndian.i32(slab, at + WIDE_AT + 2 * Integer.BYTES) : slab[at + 2] & MOST_NARROW;
    }

    private static int length(byte[] slab, int at) {
        int message = messageLength(slab, at);
        return headerLength(slab, at) + message + (nameAt(slab, at) == message ? nameLength(slab, at) : 0);
    }

    /** The length of the message in bytes. */
    int messageLength(int place) {
        return messageLength(slabs.slab(place), Slabs.at(place));
    }

    private boolean isNamed(int place, byte[] name) {
        byte[] slab = slabs.slab(place);
        int at = Slabs.at(place);
        if (nameLength(slab, at) != name.length) {
            return false;
        }
        int from = at + headerLength(slab, at) + nameAt(slab, at);
        return Arrays.equals(slab, from, from + name.length, name, 0, name.length);
    }

    /** The creation order. */
    long order(int place) {
        byte[] slab = slabs.slab(place);
        int at = Slabs.at(place);
        return isWide(slab, at)
                ? LittleEndian.i64(slab, at + WIDE_ORDER_AT)
                : LittleEndian.i32(slab, at + NARROW_ORDER_AT);
    }

    /** The name. */
    byte[] name(int place) {
        byte[] slab = slabs.slab(place);
        int at = Slabs.at(place);
        int from = at + headerLength(slab, at) + nameAt(slab, at);
        return Arrays.copyOfRange(slab, from, from + nameLength(slab, at));
    }

    /** A copy of the message's bytes. */
    byte[] message(int place) {
        byte[] slab = slabs.slab(place);
        int from = Slabs.at(place) + headerLength(slab, Slabs.at(place));
        return Arrays.copyOfRange(slab, from, from + messageLength(place));
    }

    /** A reader of the message, which must not be used after a change. */
    FieldReader reader(int place, FieldSizes sizes, String structure) {
        byte[] slab = slabs.slab(place);
        int from = Slabs.at(place) + headerLength(slab, Slabs.at(place));
        return FieldReader.of(slab, from, from + messageLength(place), sizes, structure, -1);
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
    record Sorted(long[] keys) {
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
