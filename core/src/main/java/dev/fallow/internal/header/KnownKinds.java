package dev.fallow.internal.header;

import dev.fallow.ObjectKind;
import dev.fallow.internal.cache.AddressHash;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The kinds of datasets and committed datatypes in a file that does not change, by address: what a listing needs of their headers.
 * Shared by all threads, without locks: an entry is one number, which is right whenever it is found, and may be lost.
 *
 * <p>8 bytes an entry. The table grows with the number of entries until it has the most bytes that were given; then new entries
 * replace others.
 */
public final class KnownKinds {
    private static final ObjectKind[] KINDS = {null, ObjectKind.DATASET, ObjectKind.DATATYPE};
    private static final int KIND_BITS = 2;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;
    private static final int SMALLEST = 128;
    /** The places in which an entry may be, from that of its hash on. */
    private static final int PLACES = 4;

    private final int longest;
    /** Entries: the address, shifted, and the kind; 0 if empty. The length is a power of two. */
    private volatile AtomicLongArray table = new AtomicLongArray(SMALLEST);

    /** @param mostBytes of memory that the table may take, unless it is empty */
    public KnownKinds(long mostBytes) {
        longest = (int) Math.max(SMALLEST, Long.highestOneBit(Math.min(mostBytes, Integer.MAX_VALUE) / Long.BYTES));
    }

    /** The kind of the object with its header at an address; null if it is not known. */
    public ObjectKind find(long address) {
        AtomicLongArray now = table;
        for (int i = 0; i < PLACES; i++) {
            long entry = now.getOpaque(place(now, address, i));
            if (entry >>> KIND_BITS == address && entry != 0) {
                return KINDS[(int) entry & KIND_MASK];
            }
        }
        return null;
    }

    /** Remembers the kind of an object, if it is one of those that are remembered. */
    public void add(long address, ObjectKind kind) {
        int number = kind == ObjectKind.DATASET ? 1 : kind == ObjectKind.DATATYPE ? 2 : 0;
        if (number == 0 || address < 0 || address > Long.MAX_VALUE >>> KIND_BITS) {
            return;
        }
        long entry = address << KIND_BITS | number;
        AtomicLongArray now = table;
        while (!put(now, entry) && now.length() < longest) {
            now = longer(now);
            table = now;
        }
    }

    /** Puts an entry in the first empty place of its own; returns false if there is none, and it has replaced another entry. */
    private static boolean put(AtomicLongArray table, long entry) {
        long address = entry >>> KIND_BITS;
        for (int i = 0; i < PLACES; i++) {
            int place = place(table, address, i);
            long there = table.getOpaque(place);
            if (there == 0 || there == entry) {
                table.setOpaque(place, entry);
                return true;
            }
        }
        table.setOpaque(place(table, address, 0), entry);
        return false;
    }

    private static AtomicLongArray longer(AtomicLongArray table) {
        AtomicLongArray longer = new AtomicLongArray(2 * table.length());
        for (int i = 0; i < table.length(); i++) {
            if (table.getOpaque(i) != 0) {
                put(longer, table.getOpaque(i));
            }
        }
        return longer;
    }

    private static int place(AtomicLongArray table, long address, int i) {
        return AddressHash.home(address, table.length()) + i & table.length() - 1;
    }
}
