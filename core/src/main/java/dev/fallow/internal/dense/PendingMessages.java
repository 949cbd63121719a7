package dev.fallow.internal.dense;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.internal.cache.Slabs;
import dev.fallow.internal.storage.OutsideMemory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Named messages in memory: their bytes are in {@linkplain Slabs slabs}, and a hash table of {@linkplain Slots longs} finds them by
 * name. Tens of thousands of them thus do not burden the garbage collector; both may be moved outside the heap. An entry takes 7 bytes
 * in addition to its message, which mostly contains its name; long ones take more.
 *
 * <p>A message is identified by its place, which is valid until the next addition. Lookup, addition and removal take
 * O(1) expected probes, and never more than {@value #MOST_PROBES}: names chosen to collide are not {@linkplain #accepts
 * accepted}. Empty slabs are dropped, and sparse ones are copied, so that at most about a third of the memory is unused.
 *
 * <p>A search begins at the slot to which the first bits of the hash lead. So the slots are in the order of the hashes, except for those
 * between two empty ones, and all messages are visited in this order without sorting them.
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
    //  the message, and the name if it is not in the message; at least 7 bytes of these are not the name
    private static final int WIDE = 0x80;
    private static final int MOST_NARROW = 0xFF;
    private static final int NARROW_ORDER_AT = 3;
    private static final int NARROW = NARROW_ORDER_AT + Integer.BYTES;
    private static final int WIDE_AT = 1;
    private static final int WIDE_ORDER_AT = WIDE_AT + 3 * Integer.BYTES;
    private static final int WIDE_LENGTH = WIDE_ORDER_AT + Long.BYTES;

    /** Where a name is looked for in its message. */
    private static final int FIRST_POSITIONS = 32;

    /** The bytes of an entry that are not its name, for the ID of its message in the heap. Attributes have more, and longer IDs. */
    private static final int ID_BYTES = 7;

    /** The messages of slabs with at most so many bytes are put in order at a time. */
    private static final long ORDERED_BYTES = 16 << 20;

    /** The hash, and the place of the entry. */
    private Slots slots;
    /** The hash is shifted by so many bits to find its slot. */
    private int shift;

    private int size;

    private Slabs slabs;
    /** Where the last name was in its message. */
    private int lastNameAt;

    PendingMessages() {
        clear();
    }

    /** Removes all messages. What is added later is in the heap. */
    void clear() {
        if (slots != null) {
            slots.drop();
            slabs.drop();
        }
        slabs = new Slabs(FIRST_SLAB_BYTES);
        makeTable(SMALLEST);
        size = 0;
    }

    private void makeTable(int count) {
        slots = new Slots(count, slabs.outside());
        shift = Integer.SIZE - Integer.numberOfTrailingZeros(count);
    }

    /** Moves the messages outside the heap, and adds others there. */
    void moveTo(OutsideMemory memory) {
        slots.moveTo(memory);
        slabs.moveTo(memory);
    }

    /** The number of messages. */
    int size() {
        return size;
    }

    /** The memory used in bytes; 0 if there are no messages. */
    long bytesHeld() {
        return size == 0 ? 0 : slabs.heldBytes() + (long) Long.BYTES * slots.count();
    }

    /** The part of {@link #bytesHeld} that is in the heap. */
    long heapBytes() {
        return size == 0 ? 0 : slabs.heapBytes() + slots.heapBytes();
    }

    // ---- the hash table ---------------------------------------------------------------------------------------

    private int home(int hash) {
        return hash >>> shift;
    }

    private int after(int slot) {
        return slot + 1 & slots.count() - 1;
    }

    private static int hashOf(long entry) {
        return (int) (entry >>> Integer.SIZE);
    }

    private static long entry(int hash, int place) {
        return (long) hash << Integer.SIZE | place & 0xFFFF_FFFFL;
    }

    /** The slot of a name, or the empty slot where its search ends. */
    private int slot(byte[] name, int hash) {
        int slot = home(hash);
        for (long entry = slots.get(slot); entry != Slots.EMPTY; entry = slots.get(slot)) {
            if (hashOf(entry) == hash && isNamed((int) entry, name)) {
                return slot;
            }
            slot = after(slot);
        }
        return slot;
    }

    /** The place of a message; {@link #NONE} if there is none of this name. */
    int find(byte[] name, int hash) {
        return (int) slots.get(slot(name, hash));
    }

    /** Whether a message of this name, which has none, may be added: not if too many others are in its way. */
    boolean accepts(int hash) {
        int slot = home(hash);
        int probes = 1;
        while (slots.get(slot) != Slots.EMPTY) {
            if (++probes > MOST_PROBES) {
                return false;
            }
            slot = after(slot);
        }
        return !slabs.isFull();
    }

    /** Adds a message. There must be none of this name. */
    void add(byte[] name, int hash, byte[] message, long order) {
        if ((long) LOAD_OF * (size + 1) > (long) LOAD * slots.count()) {
            grow();
        }
        if (isSparse()) {
            compact();
        }
        int place = store(name, message, order);
        int slot = slot(name, hash);
        assert slots.get(slot) == Slots.EMPTY : "two messages of one name";
        slots.set(slot, entry(hash, place));
        size++;
    }

    /** Removes the message of a name; there must be one. */
    void remove(byte[] name, int hash) {
        int slot = slot(name, hash);
        release((int) slots.get(slot));
        size--;
        closeGap(slot);
        if (size == 0) {
            clear();
        }
    }

    private void grow() {
        Slots old = slots;
        makeTable(2 * old.count());
        for (int i = 0; i < old.count(); i++) {
            long entry = old.get(i);
            if (entry != Slots.EMPTY) {
                int slot = home(hashOf(entry));
                while (slots.get(slot) != Slots.EMPTY) {
                    slot = after(slot);
                }
                slots.set(slot, entry);
            }
        }
        old.drop();
    }

    /** Fills the gap with entries that probing would otherwise not reach. */
    private void closeGap(int removed) {
        int mask = slots.count() - 1;
        int gap = removed;
        int slot = after(gap);
        for (long entry = slots.get(slot); entry != Slots.EMPTY; entry = slots.get(slot)) {
            if ((slot - home(hashOf(entry)) & mask) >= (slot - gap & mask)) {
                slots.set(gap, entry);
                gap = slot;
            }
            slot = after(slot);
        }
        slots.set(gap, Slots.EMPTY);
    }

    // ---- the entries ------------------------------------------------------------------------------------------

    /** Copies all entries to new slabs. O(messages), amortised by the removals since the last time. */
    private void compact() {
        Slabs old = slabs;
        Slots before = slots;
        Places places = new Places();
        slabs = new Slabs(FIRST_SLAB_BYTES);
        if (old.outside() != null) {
            slabs.moveTo(old.outside());
        }
        Slots moved = new Slots(before.count(), old.outside());
        while (places.next()) {
            ByteBuffer from = old.buffer(places.place());
            int at = Slabs.at(places.place());
            int length = length(from, at);
            int place = slabs.allocate(length);
            slabs.buffer(place).put(Slabs.at(place), from, at, length);
            moved.set(places.slot(), entry(hashOf(before.get(places.slot())), place));
        }
        slots = moved;
        before.drop();
        old.drop();
    }

    /**
     * The messages in the order of their places: that of their creation, mostly. Those of a few slabs at a time are found and sorted, so
     * that little memory is needed.
     */
    final class Places {
        private final Slabs of = slabs;
        /** The number of the first slab that is not among those being visited. */
        private int slab;

        /** Each with its slot, sorted. */
        private long[] found = {};

        private int count;
        private int at;

        /** Goes to the next message; false if there is none. */
        boolean next() {
            while (at + 1 >= count) {
                if (slab == of.numbers()) {
                    return false;
                }
                find();
                at = -1;
            }
            at++;
            return true;
        }

        private void find() {
            int first = slab;
            for (long bytes = 0; slab < of.numbers() && bytes < ORDERED_BYTES; slab++) {
                bytes += of.used(slab);
            }
            count = 0;
            for (int slot = 0; slot < slots.count(); slot++) {
                long entry = slots.get(slot);
                int number = Slabs.number((int) entry);
                if (entry != Slots.EMPTY && number >= first && number < slab) {
                    if (count == found.length) {
                        found = Arrays.copyOf(found, Math.max(SMALLEST, 2 * count));
                    }
                    found[count++] = (entry & 0xFFFF_FFFFL) << Integer.SIZE - 1 | slot;
                }
            }
            Arrays.sort(found, 0, count);
        }

        int place() {
            return (int) (found[at] >>> Integer.SIZE - 1);
        }

        int slot() {
            return (int) found[at] & Integer.MAX_VALUE;
        }
    }

    /** Stores an entry; returns its place. */
    private int store(byte[] name, byte[] message, long order) {
        int nameAt = nameAt(name, message);
        boolean narrow =
                nameAt < WIDE && name.length <= MOST_NARROW && message.length <= MOST_NARROW && order == (int) order;
        int header = narrow ? NARROW : WIDE_LENGTH;
        int place = slabs.allocate(header + bodyLength(message.length, nameAt, name.length));
        ByteBuffer slab = slabs.buffer(place);
        int at = Slabs.at(place);
        if (narrow) {
            slab.put(at, (byte) nameAt);
            slab.put(at + 1, (byte) name.length);
            slab.put(at + 2, (byte) message.length);
            slab.putInt(at + NARROW_ORDER_AT, (int) order);
        } else {
            slab.put(at, (byte) WIDE);
            slab.putInt(at + WIDE_AT, nameAt);
            slab.putInt(at + WIDE_AT + Integer.BYTES, name.length);
            slab.putInt(at + WIDE_AT + 2 * Integer.BYTES, message.length);
            slab.putLong(at + WIDE_ORDER_AT, order);
        }
        slab.put(at + header, message);
        if (nameAt == message.length) {
            slab.put(at + header + nameAt, name);
        }
        return place;
    }

    /** The bytes of an entry behind its header. */
    private static int bodyLength(int message, int nameAt, int name) {
        return Math.max(nameAt == message ? message + name : message, name + ID_BYTES);
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
        slabs.release(place, length(slabs.buffer(place), Slabs.at(place)));
    }

    /** Whether copying all entries would free about a third of the memory. */
    private boolean isSparse() {
        return slabs.heldBytes() > slabs.liveBytes() + slabs.liveBytes() / 2 + 4 * Slabs.BYTES;
    }

    private static boolean isWide(ByteBuffer slab, int at) {
        return slab.get(at) == (byte) WIDE;
    }

    private static int headerLength(ByteBuffer slab, int at) {
        return isWide(slab, at) ? WIDE_LENGTH : NARROW;
    }

    private static int nameAt(ByteBuffer slab, int at) {
        return isWide(slab, at) ? slab.getInt(at + WIDE_AT) : slab.get(at);
    }

    private static int nameLength(ByteBuffer slab, int at) {
        return isWide(slab, at) ? slab.getInt(at + WIDE_AT + Integer.BYTES) : slab.get(at + 1) & MOST_NARROW;
    }

    private static int messageLength(ByteBuffer slab, int at) {
        return isWide(slab, at) ? slab.getInt(at + WIDE_AT + 2 * Integer.BYTES) : slab.get(at + 2) & MOST_NARROW;
    }

    private static int length(ByteBuffer slab, int at) {
        return headerLength(slab, at) + bodyLength(messageLength(slab, at), nameAt(slab, at), nameLength(slab, at));
    }

    /** The length of the message in bytes. */
    int messageLength(int place) {
        return messageLength(slabs.buffer(place), Slabs.at(place));
    }

    private boolean isNamed(int place, byte[] name) {
        ByteBuffer slab = slabs.buffer(place);
        int at = Slabs.at(place);
        if (nameLength(slab, at) != name.length) {
            return false;
        }
        int from = at + headerLength(slab, at) + nameAt(slab, at);
        if (slab.hasArray()) {
            return Arrays.equals(slab.array(), from, from + name.length, name, 0, name.length);
        }
        for (int i = 0; i < name.length; i++) {
            if (slab.get(from + i) != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** The creation order. */
    long order(int place) {
        ByteBuffer slab = slabs.buffer(place);
        int at = Slabs.at(place);
        return isWide(slab, at) ? slab.getLong(at + WIDE_ORDER_AT) : slab.getInt(at + NARROW_ORDER_AT);
    }

    /** The name. */
    byte[] name(int place) {
        ByteBuffer slab = slabs.buffer(place);
        int at = Slabs.at(place);
        byte[] name = new byte[nameLength(slab, at)];
        slab.get(at + headerLength(slab, at) + nameAt(slab, at), name);
        return name;
    }

    /** A copy of the message's bytes. */
    byte[] message(int place) {
        ByteBuffer slab = slabs.buffer(place);
        int at = Slabs.at(place);
        byte[] message = new byte[messageLength(slab, at)];
        slab.get(at + headerLength(slab, at), message);
        return message;
    }

    /** A reader of a copy of the message. */
    FieldReader reader(int place, FieldSizes sizes, String structure) {
        byte[] message = message(place);
        return FieldReader.of(message, 0, message.length, sizes, structure, -1);
    }

    /** Keeps the ID of a message that is in the heap now, in place of bytes of the message besides its name. */
    void putId(int place, byte[] id) {
        ByteBuffer slab = slabs.buffer(place);
        int from = Slabs.at(place) + headerLength(slab, Slabs.at(place));
        int nameAt = nameAt(slab, Slabs.at(place));
        int behind = nameLength(slab, Slabs.at(place));
        assert Slabs.at(place) + length(slab, Slabs.at(place)) - from - behind >= id.length : "no room for an ID";
        for (int i = 0; i < id.length; i++) {
            slab.put(i < nameAt ? from + i : from + i + behind, id[i]);
        }
    }

    /** The ID that was kept. */
    byte[] id(int place, int length) {
        ByteBuffer slab = slabs.buffer(place);
        int from = Slabs.at(place) + headerLength(slab, Slabs.at(place));
        int nameAt = nameAt(slab, Slabs.at(place));
        int behind = nameLength(slab, Slabs.at(place));
        byte[] id = new byte[length];
        for (int i = 0; i < length; i++) {
            id[i] = slab.get(i < nameAt ? from + i : from + i + behind);
        }
        return id;
    }

    // ---- all messages -----------------------------------------------------------------------------------------

    /** Whether any message has this creation order. O(messages). */
    boolean hasOrder(long order) {
        for (int slot = 0; slot < slots.count(); slot++) {
            long entry = slots.get(slot);
            if (entry != Slots.EMPTY && order((int) entry) == order) {
                return true;
            }
        }
        return false;
    }

    /** Replaces the addresses of object headers, of 8 bytes, at the ends of messages. O(messages). */
    void replaceTargets(DenseForm<?> form, LongUnaryOperator changed) {
        for (int slot = 0; slot < slots.count(); slot++) {
            long entry = slots.get(slot);
            if (entry != Slots.EMPTY) {
                ByteBuffer slab = slabs.buffer((int) entry);
                int at = Slabs.at((int) entry);
                int from = at + headerLength(slab, at);
                if (form.endsWithHeader(slab, from)) {
                    int target = from + messageLength(slab, at) - Long.BYTES;
                    slab.putLong(target, changed.applyAsLong(slab.getLong(target)));
                }
            }
        }
    }

    /** The creation orders of all messages, sorted. O(n log n). */
    long[] orders() {
        long[] orders = new long[size];
        int n = 0;
        for (int slot = 0; slot < slots.count(); slot++) {
            long entry = slots.get(slot);
            if (entry != Slots.EMPTY) {
                orders[n++] = order((int) entry);
            }
        }
        Arrays.sort(orders);
        return orders;
    }

    /** All messages in the order of their places. Valid until the next change. */
    Places places() {
        return new Places();
    }

    /** All messages in the order of the hashes of their names, and of the names among equal hashes. Valid until the next change. O(n). */
    Sorted sorted() {
        return new Sorted();
    }

    /** Visits the messages between two empty slots at a time, which are few. */
    final class Sorted {
        /** Hashes, of which the sign is inverted, because they are unsigned, and places. */
        private long[] keys = new long[SMALLEST];

        private int count;
        private int at = -1;
        private int slot;

        /** The messages before the first empty slot, except for those that found no slot at the end. */
        Sorted() {
            while (slots.get(slot) != Slots.EMPTY) {
                add(slot, false);
                slot++;
            }
            sort();
        }

        /** Adds the message in a slot if it is before, or is not before, the slot to which its hash leads. */
        private void add(int from, boolean before) {
            long entry = slots.get(from);
            if (home(hashOf(entry)) > from == before) {
                if (count == keys.length) {
                    keys = Arrays.copyOf(keys, 2 * count);
                }
                keys[count++] = entry ^ Long.MIN_VALUE;
            }
        }

        /** Goes to the next message; false if there is none. */
        boolean next() {
            while (++at >= count) {
                if (slot >= slots.count()) {
                    return false;
                }
                find();
            }
            return true;
        }

        private void find() {
            count = 0;
            at = -1;
            while (slot < slots.count() && slots.get(slot) == Slots.EMPTY) {
                slot++;
            }
            while (slot < slots.count() && slots.get(slot) != Slots.EMPTY) {
                add(slot++, false);
            }
            if (slot == slots.count()) {
                for (int first = 0; slots.get(first) != Slots.EMPTY; first++) {
                    add(first, true);
                }
            }
            sort();
        }

        private void sort() {
            Arrays.sort(keys, 0, count);
            for (int i = 1; i < count; i++) {
                for (int j = i; j > 0 && isBehind(keys[j - 1], keys[j]); j--) {
                    long behind = keys[j - 1];
                    keys[j - 1] = keys[j];
                    keys[j] = behind;
                }
            }
        }

        private boolean isBehind(long before, long key) {
            return before >> Integer.SIZE == key >> Integer.SIZE
                    && Arrays.compareUnsigned(name((int) before), name((int) key)) > 0;
        }

        /** The hash of the name, unsigned. */
        int hash() {
            return hashOf(keys[at]) ^ Integer.MIN_VALUE;
        }

        /** The place of the message. */
        int place() {
            return (int) keys[at];
        }
    }
}
