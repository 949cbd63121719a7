package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.LittleEndian;
import java.util.Arrays;

/**
 * The bytes of named messages, one after the other in slabs. An entry takes 7 bytes in addition to its message, which
 * mostly contains its name; long ones take more. It is identified by its place.
 */
final class MessageSlabs {
    private static final int SLAB_SHIFT = 16;
    private static final int SLAB_BYTES = 1 << SLAB_SHIFT;
    private static final int WITHIN_SLAB = SLAB_BYTES - 1;
    /** Longer entries have slabs of their own. */
    private static final int LONGEST_SHARING = SLAB_BYTES / 8;

    private static final int FIRST_SLAB_BYTES = 1 << 12;
    private static final int NONE = -1;

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

    private byte[][] slabs = new byte[4][];
    /** The number of used bytes in each slab. */
    private int[] used = new int[4];

    private int slabCount;
    /** The slab to which entries are added. */
    private int current = NONE;

    private int next;
    private long heldBytes;
    private long liveBytes;
    /** Where the last name was in its message. */
    private int lastNameAt;

    /** The memory used in bytes. */
    long bytesHeld() {
        return heldBytes;
    }

    /** Whether copying all entries would free about a third of the memory. */
    boolean isSparse() {
        return heldBytes > liveBytes + liveBytes / 2 + 4 * SLAB_BYTES;
    }

    // ---- storing ----------------------------------------------------------------------------------------------

    /** Stores an entry; returns its place. */
    int store(byte[] name, byte[] message, long order) {
        int nameAt = nameAt(name, message);
        int more = nameAt == message.length ? name.length : 0;
        boolean narrow =
                nameAt < WIDE && name.length <= MOST_NARROW && message.length <= MOST_NARROW && order == (int) order;
        int header = narrow ? NARROW : WIDE_LENGTH;
        int place = room(header + message.length + more);
        byte[] slab = slab(place);
        int at = at(place);
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

    /** Copies an entry of other slabs; returns its place in these. */
    int copy(MessageSlabs from, int place) {
        int length = from.length(place);
        int to = room(length);
        System.arraycopy(from.slab(place), at(place), slab(to), at(to), length);
        return to;
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

    /** Removes an entry. */
    void release(int place) {
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

    // ---- one entry --------------------------------------------------------------------------------------------

    private byte[] slab(int place) {
        return slabs[place >>> SLAB_SHIFT];
    }

    private static int at(int place) {
        return place & WITHIN_SLAB;
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

    private int length(int place) {
        byte[] slab = slab(place);
        int at = at(place);
        int message = messageLength(slab, at);
        return headerLength(slab, at) + message + (nameAt(slab, at) == message ? nameLength(slab, at) : 0);
    }

    /** The length of the message in bytes. */
    int messageLength(int place) {
        return messageLength(slab(place), at(place));
    }

    boolean isNamed(int place, byte[] name) {
        byte[] slab = slab(place);
        int at = at(place);
        if (nameLength(slab, at) != name.length) {
            return false;
        }
        int from = at + headerLength(slab, at) + nameAt(slab, at);
        return Arrays.equals(slab, from, from + name.length, name, 0, name.length);
    }

    /** The creation order. */
    long order(int place) {
        byte[] slab = slab(place);
        int at = at(place);
        return isWide(slab, at)
                ? LittleEndian.i64(slab, at + WIDE_ORDER_AT)
                : LittleEndian.i32(slab, at + NARROW_ORDER_AT);
    }

    /** The name. */
    byte[] name(int place) {
        byte[] slab = slab(place);
        int at = at(place);
        int from = at + headerLength(slab, at) + nameAt(slab, at);
        return Arrays.copyOfRange(slab, from, from + nameLength(slab, at));
    }

    /** A copy of the message's bytes. */
    byte[] message(int place) {
        byte[] slab = slab(place);
        int from = at(place) + headerLength(slab, at(place));
        return Arrays.copyOfRange(slab, from, from + messageLength(place));
    }

    /** A reader of the message, which must not be used after a change. */
    FieldReader reader(int place, FieldSizes sizes, String structure) {
        byte[] slab = slab(place);
        int from = at(place) + headerLength(slab, at(place));
        return FieldReader.of(slab, from, from + messageLength(place), sizes, structure, -1);
    }
}
