package dev.fallow.internal.cache;

import java.util.Arrays;

/**
 * A map from addresses to numbers that preserves insertion order. Primitive arrays with open addressing, at most half
 * full: at most 40 bytes per address, O(1) expected per operation.
 */
public final class AddressTable {
    private static final int NONE = -1;
    private long[] addresses = new long[2];
    private long[] values = new long[2];
    private int[] places = newPlaces(4);
    private int size;

    private static int[] newPlaces(int length) {
        int[] places = new int[length];
        Arrays.fill(places, NONE);
        return places;
    }

    /** The number of addresses. */
    public int size() {
        return size;
    }

    /** The address added as the {@code index}-th one, from 0. */
    public long address(int index) {
        return addresses[index];
    }

    /** The number stored for that address. */
    public long value(int index) {
        return values[index];
    }

    /** Replaces the number of that address. */
    public void set(int index, long value) {
        values[index] = value;
    }

    /** The index of an address; -1 if absent. */
    public int indexOf(long address) {
        return places[place(address)];
    }

    /** Adds an absent address and returns its index. */
    public int add(long address, long value) {
        if (size == addresses.length) {
            grow();
        }
        int place = place(address);
        assert places[place] == NONE : "address " + address + " twice";
        addresses[size] = address;
        values[size] = value;
        places[place] = size;
        return size++;
    }

    private int place(long address) {
        int mask = places.length - 1;
        int place = AddressHash.home(address, places.length);
        while (places[place] != NONE && addresses[places[place]] != address) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        addresses = Arrays.copyOf(addresses, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
        places = newPlaces(2 * places.length);
        for (int i = 0; i < size; i++) {
            places[place(addresses[i])] = i;
        }
    }
}
