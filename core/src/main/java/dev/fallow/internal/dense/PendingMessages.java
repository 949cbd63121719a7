package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.LittleEndian;
import java.util.Arrays;

/**
 * Named messages in memory: their bytes are in slabs, and a hash table of primitive arrays finds them by name. Tens of
 * thousands of them thus do not burden the garbage collector.
 *
 * <p>A message is identified by its place, which is valid until the next addition. Lookup, addition and removal take
 * O(1) expected probes, and never more than {@value #MOST_PROBES}: names chosen to collide are not {@linkplain #accepts
 * accepted}. Empty slabs are dropped, and sparse ones are copied, so that at most about half of the memory is unused.
 */
final class PendingMessages {
    /** There is no such message. */
    static final int NONE = -1;

    /** With a million messages of ordinary names about 70 are the most. */
    private static final int MOST_PROBES = 1_024;

    private static final int SMALLEST = 16;

    private static final int SLAB_SHIFT = 16;
    private static final int SLAB_BYTES = 1 << SLAB_SHIFT;
    private static final int WITHIN_SLAB = SLAB_BYTES - 1;
    /** Longer entries have slabs of their own. */
    private static final int LONGEST_SHARING = SLAB_BYTES / 8;

    private static final int FIRST_SLAB_BYTES = 1 << 12;

    /** An entry: the creation order, the lengths of name and message, the name, the message. */
    private static final int NAME_LENGTH_AT = Long.BYTES;

    private static final int MESSAGE_LENGTH_AT = NAME_LENGTH_AT + Integer.BYTES;
    private static final int NAME_AT = MESSAGE_LENGTH_AT + Integer.BYTES;

    private int[] hashes;
    /** The place of the entry; {@link #NONE} in an empty slot. */
    private int[] places;

    private int size;

    private byte[][] slabs;
    /** The number of used bytes in each slab. */
    private int[] used;

    private int slabCount;
    /** The slab to which entries are added. */
    private int current;

    private int next;
    private long heldBytes;
    private long liveBytes;

    PendingMessages() {
        clear();
    }

    /** Removes all messages. */
    void clear() {
        makeTable(SMALLEST);
        size = 0;
        clearSlabs();
    }

    private void clearSlabs() {
        slabs = new byte[4][];
        used = new int[4];
        slabCount = 0;
        current = NONE;
        next = 0;
        heldBytes = 0;
        liveBytes = 0;
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
        return size == 0 ? 0 : heldBytes + 2L * Integer.BYTES * places.length;
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
        if (2 * (size + 1) > places.length) {
            grow();
        }
        int place = store(NAME_AT + name.length + message.length);
        byte[] slab = slab(place);
        int at = at(place);
        LittleEndian.put(slab, at, Long.BYTES, order);
        LittleEndian.put(slab, at + NAME_LENGTH_AT, Integer.BYTES, name.length);
        LittleEndian.put(slab, at + MESSAGE_LENGTH_AT, Integer.BYTES, message.length);
        System.arraycopy(name, 0, slab, at + NAME_AT, name.length);
        System.arraycopy(message, 0, slab, at + NAME_AT + name.length, message.length);
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

    // ---- the slabs --------------------------------------------------------------------------------------------

    private byte[] slab(int place) {
        return slabs[place >>> SLAB_SHIFT];
    }

    private static int at(int place) {
        return place & WITHIN_SLAB;
    }

    /** Finds room for an entry. */
    private int store(int length) {
        if (heldBytes > 2 * liveBytes + 4 * SLAB_BYTES) {
            compact();
        }
        return room(length);
    }

    private int room(int length) {
        int slab = current;
        int at = next;
        if (length > LONGEST_SHARING) {
            slab = addSlab(length);
            at = 0;
        } else {
            if (current == NONE || slabs[current].length - next < length) {
                beginSlab(length);
            }
            slab = current;
            at = next;
            next += length;
        }
        used[slab] += length;
        liveBytes += length;
        return slab << SLAB_SHIFT | at;
    }

    /** The first slabs of a table are small, because a file may have many small tables. */
    private void beginSlab(int length) {
        int before = current;
        current = NONE;
        if (before != NONE && used[before] == 0) {
            drop(before);
        }
        long wanted = Math.max(FIRST_SLAB_BYTES, Math.min(SLAB_BYTES, liveBytes));
        current = addSlab((int) Math.max(length, wanted));
        next = 0;
    }

    private int addSlab(int length) {
        int free = 0;
        while (free < slabCount && slabs[free] != null) {
            free++;
        }
        if (free == slabs.length) {
            slabs = Arrays.copyOf(slabs, 2 * free);
            used = Arrays.copyOf(used, 2 * free);
        }
        slabs[free] = new byte[length];
        slabCount = Math.max(slabCount, free + 1);
        heldBytes += length;
        return free;
    }

    private void release(int place) {
        int length = length(place);
        int slab = place >>> SLAB_SHIFT;
        used[slab] -= length;
        liveBytes -= length;
        if (used[slab] == 0 && slab != current) {
            drop(slab);
        }
    }

    private void drop(int slab) {
        heldBytes -= slabs[slab].length;
        slabs[slab] = null;
    }

    /** Copies all entries to new slabs. O(messages), amortised by the removals since the last time. */
    private void compact() {
        byte[][] oldSlabs = slabs;
        int[] inOrder = slotsByPlace();
        int[] lengths = new int[inOrder.length];
        for (int i = 0; i < inOrder.length; i++) {
            lengths[i] = length(places[inOrder[i]]);
        }
        clearSlabs();
        for (int i = 0; i < inOrder.length; i++) {
            int from = places[inOrder[i]];
            int to = room(lengths[i]);
            System.arraycopy(oldSlabs[from >>> SLAB_SHIFT], at(from), slab(to), at(to), lengths[i]);
            places[inOrder[i]] = to;
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

    // ---- one message ------------------------------------------------------------------------------------------

    private int nameLength(int place) {
        return LittleEndian.i32(slab(place), at(place) + NAME_LENGTH_AT);
    }

    /** The length of the message in bytes. */
    int messageLength(int place) {
        return LittleEndian.i32(slab(place), at(place) + MESSAGE_LENGTH_AT);
    }

    private int length(int place) {
        return NAME_AT + nameLength(place) + messageLength(place);
    }

    private boolean isNamed(int place, byte[] name) {
        int from = at(place) + NAME_AT;
        return nameLength(place) == name.length
                && Arrays.equals(slab(place), from, from + name.length, name, 0, name.length);
    }

    /** The creation order. */
    long order(int place) {
        return LittleEndian.i64(slab(place), at(place));
    }

    /** The name. */
    byte[] name(int place) {
        int from = at(place) + NAME_AT;
        return Arrays.copyOfRange(slab(place), from, from + nameLength(place));
    }

    /** A copy of the message's bytes. */
    byte[] message(int place) {
        int from = at(place) + NAME_AT + nameLength(place);
        return Arrays.copyOfRange(slab(place), from, from + messageLength(place));
    }

    /** A reader of the message, which must not be used after a change. */
    FieldReader reader(int place, FieldSizes sizes, String structure) {
        int from = at(place) + NAME_AT + nameLength(place);
        return FieldReader.of(slab(place), from, from + messageLength(place), sizes, structure, -1);
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
