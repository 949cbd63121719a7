package dev.fallow.internal.session;

import dev.fallow.internal.cache.AddressTable;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Lets handles detect that their object was deleted, even if its address has been reused, or moved, without a list of all
 * handles. Deletions are numbered and recorded in eras; each era points to the next. A handle references the era that
 * it last checked, so eras older than every handle's are garbage-collected.
 *
 * <p>Recording and checking take O(1) amortised, and at most 40 bytes per recorded deletion.
 */
public final class Deletions {
    private static final int MOST_IN_ERA = 1 << 14;

    private Era current = new Era(LongUnaryOperator.identity());
    private long number;
    /** The addresses of the objects that the change in progress deletes. */
    private long[] pending = new long[16];

    private int pendingCount;

    /** Consecutive deletions: the number of the last one at each address. */
    private static final class Era {
        private final AddressTable last = new AddressTable();
        /** Where objects were moved to at the start of the era, by their addresses before. */
        private final LongUnaryOperator moves;

        private Era next;

        Era(LongUnaryOperator moves) {
            this.moves = moves;
        }

        /** The number of the last deletion at the address; 0 if there was none. */
        long lastAt(long address) {
            int index = last.indexOf(address);
            return index < 0 ? 0 : last.value(index);
        }
    }

    /** One object, observed since the watch was created. */
    public static final class Watch {
        private final Deletions deletions;
        private long address;
        private Era era;
        /** The last deletion known not to have deleted this object. */
        private long known;

        private boolean deleted;

        private Watch(Deletions deletions, long address) {
            this.deletions = deletions;
            this.address = address;
            era = deletions.current;
            known = deletions.number;
        }

        /** Where the object is now. */
        public long address() {
            isDeleted();
            return address;
        }

        /** Whether the object was deleted since. */
        public boolean isDeleted() {
            if (!deleted && (known != deletions.number || era != deletions.current)) {
                look();
            }
            return deleted;
        }

        private void look() {
            deleted = era.lastAt(address) > known;
            while (era.next != null && !deleted) {
                era = era.next;
                address = era.moves.applyAsLong(address);
                deleted = era.lastAt(address) > known;
            }
            era = deletions.current;
            known = deletions.number;
        }
    }

    /** Watches the object currently at an address. */
    public Watch watch(long address) {
        return new Watch(this, address);
    }

    /** Starts a change: forgets what a change that failed has deleted. */
    void changeBegins() {
        pendingCount = 0;
    }

    /** Records that the change in progress deletes the object at an address. */
    public void deleted(long address) {
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
        }
        pending[pendingCount++] = address;
    }

    /** Completes a change: its deletions count. Not called after a failure. The addresses may be reused afterwards. */
    void changeEnds() {
        for (int i = 0; i < pendingCount; i++) {
            record(pending[i]);
        }
    }

    private void record(long address) {
        if (current.last.size() == MOST_IN_ERA) {
            begin(LongUnaryOperator.identity());
        }
        current.last.put(address, ++number);
    }

    private void begin(LongUnaryOperator moves) {
        current.next = new Era(moves);
        current = current.next;
    }

    /**
     * Records that objects were moved.
     *
     * @param moves the new address of each, and the same address for all others
     */
    void moved(LongUnaryOperator moves) {
        begin(moves);
    }
}
