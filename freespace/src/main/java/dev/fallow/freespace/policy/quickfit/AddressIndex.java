package dev.fallow.freespace.policy.quickfit;

import java.util.Arrays;

/** Addresses of blocks, not negative, to small numbers: open addressing in flat arrays. Operations are O(1) expected. */
public final class AddressIndex {
    private static final int INITIAL = 64;
    private static final long EMPTY = -1;

    private long[] addresses = new long[INITIAL];
    private int[] nodes = new int[INITIAL];
    private int count;

    /** An empty one. */
    public AddressIndex() {
        Arrays.fill(addresses, EMPTY);
    }

    /** The number of an address; -1 if it has none. */
    public int get(long address) {
        int slot = slotOf(address);
        return addresses[slot] == address ? nodes[slot] : -1;
    }

    /** Gives an address a number, not negative, in place of what it had. O(n) when the arrays grow. */
    public void put(long address, int node) {
        if ((count + 1) * 3L > addresses.length * 2L) {
            grow();
        }
        int slot = slotOf(address);
        if (addresses[slot] != address) {
            addresses[slot] = address;
            count++;
        }
        nodes[slot] = node;
    }

    /**
     * Removes an address.
     *
     * @throws IllegalStateException if it is not there
     */
    public void remove(long address) {
        // what it had displaced is moved up
        int mask = addresses.length - 1;
        int hole = slotOf(address);
        if (addresses[hole] != address) {
            throw new IllegalStateException("no block at " + address);
        }
        int slot = hole;
        while (true) {
            slot = slot + 1 & mask;
            if (addresses[slot] == EMPTY) {
                break;
            }
            int home = home(addresses[slot], mask);
            if ((slot - home & mask) >= (slot - hole & mask)) {
                addresses[hole] = addresses[slot];
                nodes[hole] = nodes[slot];
                hole = slot;
            }
        }
        addresses[hole] = EMPTY;
        count--;
    }

    /** How many addresses there are. */
    public int count() {
        return count;
    }

    private int slotOf(long address) {
        int mask = addresses.length - 1;
        int slot = home(address, mask);
        while (addresses[slot] != EMPTY && addresses[slot] != address) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private static int home(long address, int mask) {
        return (int) (address * 0x9E3779B97F4A7C15L >>> 32) & mask;
    }

    private void grow() {
        long[] oldAddresses = addresses;
        int[] oldNodes = nodes;
        addresses = new long[oldAddresses.length * 2];
        nodes = new int[oldNodes.length * 2];
        Arrays.fill(addresses, EMPTY);
        for (int i = 0; i < oldAddresses.length; i++) {
            if (oldAddresses[i] != EMPTY) {
                int slot = slotOf(oldAddresses[i]);
                addresses[slot] = oldAddresses[i];
                nodes[slot] = oldNodes[i];
            }
        }
    }
}
