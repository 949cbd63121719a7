package dev.fallow.internal.cache;

import java.io.IOException;
import java.util.Arrays;

/**
 * The objects that a walk has found, by address, each with a tally, and with a number in the order of detection if wanted. They are
 * stored in ascending order, in leaves of at most 512: 4 to 6 bytes for each object whose tally is 0, a byte or two more if one
 * near it is not, and 4 to 6 more for its number. O(log n) for a search; an addition also moves up to 512 entries.
 */
public final class FoundObjects {
    private static final int MOST = 512;
    private static final int FIRST = 8;
    /** From this length on, a leaf grows by this number of objects. */
    private static final int STEP = 64;
    /** A leaf has no addresses that are farther from its first one. */
    private static final long REACH = 1L << Integer.SIZE;

    private final boolean isNumbered;
    /** By the key of the first address; that of the first leaf is the key of 0. */
    private final LeafOrder<Leaf> order;

    private int size;

    @FunctionalInterface
    public interface Visitor {
        void visit(long address, long tally) throws IOException;
    }

    private static final class Leaf {
        /** Differences from the first address, unsigned. */
        private int[] addresses;
        /** Null if all are 0. */
        private long[] wideTallies;
        /** Null if all are 0, or if there are wide ones. */
        private byte[] tallies;
        /** Null if objects have no numbers. */
        private int[] numbers;

        private int size;

        Leaf(int capacity, boolean isNumbered) {
            addresses = new int[capacity];
            numbers = isNumbered ? new int[capacity] : null;
        }

        int find(long difference) {
            if (isOutOfReach(difference)) {
                return -size - 1;
            }
            int low = 0;
            int high = size - 1;
            while (low <= high) {
                int middle = low + high >>> 1;
                long found = addresses[middle] & 0xFFFF_FFFFL;
                if (found == difference) {
                    return middle;
                } else if (found < difference) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -low - 1;
        }

        long tally(int index) {
            return tallies != null ? tallies[index] : wideTallies == null ? 0 : wideTallies[index];
        }

        void tally(int index, long tally) {
            if (tallies == null && wideTallies == null) {
                if (tally == 0) {
                    return;
                }
                tallies = new byte[addresses.length];
            }
            if (tallies != null && tally != (byte) tally) {
                wideTallies = new long[addresses.length];
                for (int i = 0; i < size; i++) {
                    wideTallies[i] = tallies[i];
                }
                tallies = null;
            }
            if (tallies != null) {
                tallies[index] = (byte) tally;
            } else {
                wideTallies[index] = tally;
            }
        }

        void insert(int index, int difference, int number) {
            if (size == addresses.length) {
                resize(Math.min(MOST, size + Math.min(size, STEP)));
            }
            int behind = size - index;
            System.arraycopy(addresses, index, addresses, index + 1, behind);
            addresses[index] = difference;
            if (tallies != null) {
                System.arraycopy(tallies, index, tallies, index + 1, behind);
                tallies[index] = 0;
            }
            if (wideTallies != null) {
                System.arraycopy(wideTallies, index, wideTallies, index + 1, behind);
                wideTallies[index] = 0;
            }
            if (numbers != null) {
                System.arraycopy(numbers, index, numbers, index + 1, behind);
                numbers[index] = number;
            }
            size++;
        }

        private void resize(int capacity) {
            addresses = Arrays.copyOf(addresses, capacity);
            tallies = tallies == null ? null : Arrays.copyOf(tallies, capacity);
            wideTallies = wideTallies == null ? null : Arrays.copyOf(wideTallies, capacity);
            numbers = numbers == null ? null : Arrays.copyOf(numbers, capacity);
        }

        /** Removes the entries from an index on, and returns a leaf with them. */
        Leaf cut(int from, int capacity) {
            Leaf second = new Leaf(capacity, numbers != null);
            second.size = size - from;
            for (int i = from; i < size; i++) {
                second.addresses[i - from] = addresses[i] - addresses[from];
                second.tally(i - from, tally(i));
            }
            if (numbers != null) {
                System.arraycopy(numbers, from, second.numbers, 0, second.size);
            }
            size = from;
            if (from < addresses.length - STEP) {
                resize(from + STEP);
            }
            return second;
        }
    }

    /** Addresses are unsigned; their keys are ordered as signed numbers. */
    private static long key(long address) {
        return address ^ Long.MIN_VALUE;
    }

    private static boolean isOutOfReach(long difference) {
        return Long.compareUnsigned(difference, REACH) >= 0;
    }

    public FoundObjects(boolean isNumbered) {
        this.isNumbered = isNumbered;
        order = new LeafOrder<>(key(0), new Leaf(FIRST, isNumbered));
    }

    public int size() {
        return size;
    }

    public boolean has(long address) {
        int leaf = order.find(key(address));
        return order.leaf(leaf).find(key(address) - order.start(leaf)) >= 0;
    }

    /**
     * The number of the object at an address, from 0 in the order in which they were added; -1 if there is none.
     *
     * @throws IllegalStateException if objects are not numbered
     */
    public int numberOf(long address) {
        if (!isNumbered) {
            throw new IllegalStateException("objects are not numbered");
        }
        int leaf = order.find(key(address));
        int index = order.leaf(leaf).find(key(address) - order.start(leaf));
        return index < 0 ? -1 : order.leaf(leaf).numbers[index];
    }

    /** Adds the object at an address, with a tally of 0; returns false if it is here. */
    public boolean add(long address) {
        long key = key(address);
        int number = order.find(key);
        int index = order.leaf(number).find(key - order.start(number));
        if (index >= 0) {
            return false;
        }
        index = -index - 1;
        if (isOutOfReach(key - order.start(number))) { // so no address of the leaf is behind it
            order.insert(++number, key, new Leaf(FIRST, isNumbered));
            index = 0;
        } else if (order.leaf(number).size == MOST) {
            // in the end, where addresses are often added in ascending order, the first leaf stays full
            boolean isAscending = number + 1 == order.count() && index == MOST;
            int from = isAscending ? MOST - 1 : MOST / 2;
            long start = order.start(number) + (order.leaf(number).addresses[from] & 0xFFFF_FFFFL);
            order.insert(number + 1, start, order.leaf(number).cut(from, isAscending ? FIRST : MOST / 2 + STEP));
            if (index > from) {
                number++;
                index -= from;
            }
        }
        order.leaf(number).insert(index, (int) (key - order.start(number)), size++);
        return true;
    }

    /**
     * Adds to the tally of the object at an address.
     *
     * @throws IllegalArgumentException if there is no such object
     */
    public void tally(long address, long change) {
        int leaf = order.find(key(address));
        int index = order.leaf(leaf).find(key(address) - order.start(leaf));
        if (index < 0) {
            throw new IllegalArgumentException("no object at address " + address);
        }
        order.leaf(leaf).tally(index, order.leaf(leaf).tally(index) + change);
    }

    /** Visits the objects whose tally is not 0, in ascending order of addresses. */
    public void forEachTally(Visitor visitor) throws IOException {
        for (int i = 0; i < order.count(); i++) {
            for (int j = 0; j < order.leaf(i).size; j++) {
                long tally = order.leaf(i).tally(j);
                if (tally != 0) {
                    visitor.visit(key(order.start(i) + (order.leaf(i).addresses[j] & 0xFFFF_FFFFL)), tally);
                }
            }
        }
    }
}
