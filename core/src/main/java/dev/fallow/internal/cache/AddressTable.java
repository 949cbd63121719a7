package dev.fallow.internal.cache;

import java.util.Arrays;

/**
 * A map from addresses to numbers that preserves insertion order; O(1) expected per operation. Primitive arrays: for each address
 * 4 bytes, or 8 if addresses of 4 GiB and more are near it in the order of insertion; a hash table with 7 to 14 bytes; and 8 bytes if
 * numbers other than 0 are near it. Arrays grow by pieces, except for the hash table, which is made anew.
 */
public final class AddressTable {
    private static final int NONE = -1;
    private static final int PIECE_BITS = 12;
    private static final int PIECE = 1 << PIECE_BITS;
    /** The hash table is at most this part full: 3/5. */
    private static final int FULL = 3;

    private static final int OF_PLACES = 5;

    /** The lower halves of the addresses, by pieces. */
    private int[][] low = new int[1][];
    /** The upper halves; null for a piece in which all are 0, and if all are. */
    private int[][] high;
    /** The numbers; null for a piece in which all are 0, and if all are. */
    private long[][] values;

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
        int piece = index >>> PIECE_BITS;
        int at = index & PIECE - 1;
        long lower = low[piece][at] & 0xFFFF_FFFFL;
        int[] upper = high == null ? null : high[piece];
        return upper == null || at >= upper.length ? lower : (long) upper[at] << Integer.SIZE | lower;
    }

    /** The number stored for that address. */
    public long value(int index) {
        long[] piece = values == null ? null : values[index >>> PIECE_BITS];
        int at = index & PIECE - 1;
        return piece == null || at >= piece.length ? 0 : piece[at];
    }

    /** Replaces the number of that address. */
    public void set(int index, long value) {
        int piece = index >>> PIECE_BITS;
        int at = index & PIECE - 1;
        if (values == null || values[piece] == null || at >= values[piece].length) {
            if (value == 0) {
                return;
            }
            if (values == null) {
                values = new long[low.length][];
            }
            values[piece] = values[piece] == null
                    ? new long[low[piece].length]
                    : Arrays.copyOf(values[piece], low[piece].length);
        }
        values[piece][at] = value;
    }

    /** The index of an address; -1 if absent. */
    public int indexOf(long address) {
        return places[place(address)];
    }

    /** Adds an absent address and returns its index. */
    public int add(long address, long value) {
        if ((size + 1L) * OF_PLACES > (long) places.length * FULL) {
            growPlaces();
        }
        int place = place(address);
        assert places[place] == NONE : "address " + address + " twice";
        append(address);
        set(size, value);
        places[place] = size;
        return size++;
    }

    private void append(long address) {
        int piece = size >>> PIECE_BITS;
        int at = size & PIECE - 1;
        if (piece == low.length) {
            low = Arrays.copyOf(low, 2 * piece);
            high = high == null ? null : Arrays.copyOf(high, 2 * piece);
            values = values == null ? null : Arrays.copyOf(values, 2 * piece);
        }
        if (low[piece] == null) {
            low[piece] = new int[piece == 0 ? 2 : PIECE];
        } else if (at == low[piece].length) {
            low[piece] = Arrays.copyOf(low[piece], 2 * at);
        }
        low[piece][at] = (int) address;
        int upper = (int) (address >>> Integer.SIZE);
        if (upper != 0 && high == null) {
            high = new int[low.length][];
        }
        if (upper != 0 || high != null && high[piece] != null) {
            if (high[piece] == null || at >= high[piece].length) {
                high[piece] = high[piece] == null
                        ? new int[low[piece].length]
                        : Arrays.copyOf(high[piece], low[piece].length);
            }
            high[piece][at] = upper;
        }
    }

    private int place(long address) {
        int mask = places.length - 1;
        int place = AddressHash.home(address, places.length);
        while (places[place] != NONE && address(places[place]) != address) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void growPlaces() {
        int length = Math.multiplyExact(2, places.length);
        places = null; // not both at the same time
        places = newPlaces(length);
        for (int i = 0; i < size; i++) {
            places[place(address(i))] = i;
        }
    }
}
