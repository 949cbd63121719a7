package dev.fallow.internal.cache;

import java.util.Arrays;

/**
 * A map from addresses to numbers that preserves insertion order; O(1) expected per operation. Primitive arrays: for each address
 * 4 bytes, or 8 if addresses of 4 GiB and more are near it in the order of insertion; a hash table with 7 to 14 bytes; and a byte if
 * numbers other than 0 are near it, or 8 if one of those is not from -128 to 127. Arrays grow by pieces, except for the hash table, which is made anew.
 */
public final class AddressTable {
    private static final int NONE = -1;
    private static final int PIECE_BITS = 12;
    private static final int PIECE = 1 << PIECE_BITS;
    /** The hash table is at most this part full: 3/5. */
    private static final int FULL = 3;

    private static final int OF_PLACES = 5;

    /** Odd, as in {@link AddressHash}, and independent of it. */
    private static final long SPREAD = 0xC2B2_AE3D_27D4_EB4FL;

    /** The lower halves of the addresses, by pieces. */
    private int[][] low = new int[1][];
    /** The upper halves; null for a piece in which all are 0, and if all are. */
    private int[][] high;
    /** The numbers: bytes or longs; null for a piece in which all are 0, and if all are. */
    private Object[] values;

    /**
     * By the hash of the address: the index, and above it bits of another hash, so that addresses that are in the way of others are
     * mostly not looked at.
     */
    private int[] places = newPlaces(4);

    private int size;

    private static int[] newPlaces(int length) {
        int[] places = new int[length];
        Arrays.fill(places, NONE);
        return places;
    }

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
        Object piece = values == null ? null : values[index >>> PIECE_BITS];
        int at = index & PIECE - 1;
        if (piece instanceof byte[] bytes) {
            return at < bytes.length ? bytes[at] : 0;
        } else if (piece instanceof long[] longs) {
            return at < longs.length ? longs[at] : 0;
        }
        return 0;
    }

    /** Replaces the number of that address. */
    public void set(int index, long value) {
        int piece = index >>> PIECE_BITS;
        int at = index & PIECE - 1;
        if (value == 0 && value(index) == 0) {
            return;
        }
        if (values == null) {
            values = new Object[low.length];
        }
        int length = low[piece].length;
        boolean isWide = value != (byte) value || values[piece] instanceof long[];
        if (isWide) {
            long[] longs = longs(values[piece], length);
            longs[at] = value;
            values[piece] = longs;
        } else {
            byte[] bytes = values[piece] instanceof byte[] before ? before : new byte[length];
            bytes = at < bytes.length ? bytes : Arrays.copyOf(bytes, length);
            bytes[at] = (byte) value;
            values[piece] = bytes;
        }
    }

    /** The numbers of a piece as longs. */
    private static long[] longs(Object piece, int length) {
        if (piece instanceof long[] longs) {
            return longs.length == length ? longs : Arrays.copyOf(longs, length);
        }
        long[] longs = new long[length];
        if (piece instanceof byte[] bytes) {
            for (int i = 0; i < bytes.length; i++) {
                longs[i] = bytes[i];
            }
        }
        return longs;
    }

    /** The index of an address; -1 if absent. */
    public int indexOf(long address) {
        int entry = places[place(address)];
        return entry == NONE ? NONE : index(entry);
    }

    /** The number stored for an address; the address itself if it is absent. */
    public long valueOrSame(long address) {
        int index = indexOf(address);
        return index < 0 ? address : value(index);
    }

    /** Adds an absent address and returns its index. */
    public int add(long address, long value) {
        int index = size;
        put(address, value);
        assert size > index : "address " + address + " twice";
        return index;
    }

    /** Sets the number of an address, which is added if it is absent; returns the number before, 0 if it was absent. */
    public long put(long address, long value) {
        if ((size + 1L) * OF_PLACES > (long) places.length * FULL) {
            growPlaces();
        }
        int place = place(address);
        if (places[place] != NONE) {
            int index = index(places[place]);
            long before = value(index);
            set(index, value);
            return before;
        }
        append(address);
        set(size, value);
        places[place] = size | tag(address);
        size++;
        return 0;
    }

    private int index(int entry) {
        return entry & places.length - 1;
    }

    /** Bits of a hash that are above those of an index. */
    private int tag(long address) {
        return (int) (address * SPREAD >>> Integer.SIZE) & Integer.MAX_VALUE & -places.length;
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
        int tag = tag(address);
        for (int entry = places[place]; entry != NONE; entry = places[place]) {
            if ((entry & ~mask) == tag && address(entry & mask) == address) {
                return place;
            }
            place = place + 1 & mask;
        }
        return place;
    }

    private void growPlaces() {
        int length = Math.multiplyExact(2, places.length);
        places = null; // not both at the same time
        places = newPlaces(length);
        for (int i = 0; i < size; i++) {
            long address = address(i);
            int place = AddressHash.home(address, length);
            while (places[place] != NONE) {
                place = place + 1 & length - 1;
            }
            places[place] = i | tag(address);
        }
    }
}
