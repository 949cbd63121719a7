package dev.fallow.internal;

import dev.fallow.internal.object.AddressTable;

/**
 * Lets handles know when the object they stand for is deleted, although its address may be another object's by then, and
 * without a list of all handles. Deletions are numbered, and remembered in eras, each of which leads to the next one. A
 * handle holds on to the era in which it looked last: what no handle can ask about any more is garbage.
 *
 * <p>Telling and asking take O(1) amortised, at most 40 bytes for a deletion that is remembered.
 */
final class Deletions {
    private static final int MOST_IN_ERA = 1 << 14;

    private Era current = new Era();
    private long number;

    /** Some deletions that followed each other: the number of the last one at each address. */
    private static final class Era {
        private final AddressTable last = new AddressTable();
        private Era next;

        void put(long address, long value) {
            int index = last.indexOf(address);
            if (index >= 0) {
                last.set(index, value);
            } else {
                last.add(address, value);
            }
        }

        /** 0 if there was none. */
        long lastAt(long address) {
            int index = last.indexOf(address);
            return index < 0 ? 0 : last.value(index);
        }
    }

    /** One object, from when somebody began to watch it. */
    static final class Watch {
        private final Deletions deletions;
        private final long address;
        private Era era;
        /** The last deletion that is known not to have been this object's. */
        private long known;

        private boolean deleted;

        private Watch(Deletions deletions, long address) {
            this.deletions = deletions;
            this.address = address;
            era = deletions.current;
            known = deletions.number;
        }

        long address() {
            return address;
        }

        boolean isDeleted() {
            if (!deleted && known != deletions.number) {
                look();
            }
            return deleted;
        }

        private void look() {
            for (; era != null && !deleted; era = era.next) {
                deleted = era.lastAt(address) > known;
            }
            era = deletions.current;
            known = deletions.number;
        }
    }

    /** Watches the object that is at an address now. */
    Watch watch(long address) {
        return new Watch(this, address);
    }

    /** Says that the object at an address is gone; its address may be given to another one. */
    void deleted(long address) {
        if (current.last.size() == MOST_IN_ERA) {
            current.next = new Era();
            current = current.next;
        }
        current.put(address, ++number);
    }
}
