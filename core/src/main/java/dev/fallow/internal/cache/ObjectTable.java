package dev.fallow.internal.cache;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A map from addresses to objects: an open hash table with linear probing and no entry objects. Each entry records
 * whether it was used since the last {@link #sweep} (the clock algorithm), so a lookup does not have to reorder a list,
 * as least-recently-used order would require.
 *
 * <p>Lookup, insertion and removal take O(1) probes; the table is at most half full. Probes read only addresses,
 * because memory access dominates the cost of a lookup.
 */
final class ObjectTable<T> {
    private static final int SMALLEST = 64;
    private static final long EMPTY = -1;
    private long[] addresses;
    private Object[] values;
    private boolean[] used;
    private int size;
    private int hand;

    ObjectTable() {
        makeRoom(SMALLEST);
    }

    private void makeRoom(int slots) {
        addresses = new long[slots];
        Arrays.fill(addresses, EMPTY);
        values = new Object[slots];
        used = new boolean[slots];
        hand = 0;
    }

    private int home(long address) {
        return AddressHash.home(address, addresses.length);
    }

    private int slot(long address) {
        int mask = addresses.length - 1;
        int slot = home(address);
        while (addresses[slot] != address && addresses[slot] != EMPTY) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** The object at an address, or null. */
    @SuppressWarnings("unchecked") // only put stores objects
    T get(long address) {
        int slot = slot(address);
        if (addresses[slot] == EMPTY) {
            return null;
        }
        if (!used[slot]) {
            used[slot] = true;
        }
        return (T) values[slot];
    }

    /** As {@link #get}, without marking the object as used. */
    @SuppressWarnings("unchecked")
    T peek(long address) {
        return (T) values[slot(address)];
    }

    /** Adds a non-null object; returns the previous one at the address, or null. */
    @SuppressWarnings("unchecked")
    T put(long address, T value) {
        assert address >= 0 : address;
        int slot = slot(address);
        Object before = values[slot];
        addresses[slot] = address;
        values[slot] = value;
        used[slot] = true;
        if (before == null && 2 * ++size > addresses.length) {
            grow();
        }
        return (T) before;
    }

    private void grow() {
        long[] oldAddresses = addresses;
        Object[] oldValues = values;
        boolean[] oldUsed = used;
        makeRoom(2 * oldAddresses.length);
        for (int i = 0; i < oldAddresses.length; i++) {
            if (oldAddresses[i] != EMPTY) {
                move(oldAddresses[i], oldValues[i], oldUsed[i], slot(oldAddresses[i]));
            }
        }
    }

    private void move(long address, Object value, boolean isUsed, int to) {
        addresses[to] = address;
        values[to] = value;
        used[to] = isUsed;
    }

    /** Removes the object at an address; returns it, or null if there was none. */
    @SuppressWarnings("unchecked")
    T remove(long address) {
        int slot = slot(address);
        T removed = (T) values[slot];
        if (removed != null) {
            removeSlot(slot);
        }
        return removed;
    }

    /** Fills the gap with objects that probing would otherwise not reach. */
    private void removeSlot(int removed) {
        int mask = addresses.length - 1;
        int gap = removed;
        int slot = gap + 1 & mask;
        while (addresses[slot] != EMPTY) {
            if ((slot - home(addresses[slot]) & mask) >= (slot - gap & mask)) {
                move(addresses[slot], values[slot], used[slot], gap);
                gap = slot;
            }
            slot = slot + 1 & mask;
        }
        move(EMPTY, null, false, gap);
        size--;
    }

    /**
     * Offers the objects that were not used since the last sweep for eviction, continuing where the last sweep ended,
     * until {@code enough} holds or every object has been offered. O(size of the table).
     *
     * @param evict receives an object, and returns whether to remove it
     * @param enough evaluated before each object
     */
    @SuppressWarnings("unchecked")
    void sweep(Predicate<T> evict, BooleanSupplier enough) {
        int mask = addresses.length - 1;
        for (int passed = 0; passed < 2 * addresses.length && !enough.getAsBoolean(); ) {
            if (addresses[hand] != EMPTY && !used[hand] && evict.test((T) values[hand])) {
                removeSlot(hand); // another object may have been moved here
            } else {
                used[hand] = false;
                hand = hand + 1 & mask;
                passed++;
            }
        }
    }
}
