package dev.fallow.research.policy.quickfit;

import java.util.Arrays;

/**
 * A map from block addresses, not negative, to node numbers: a hash table with open addressing in arrays. Operations
 * take O(1) expected time.
 */
public final class AddressIndex {
    private static final int INITIAL = 64;
    private static final long EMPTY = -1;

    private long[] addresses = new long[INITIAL];
    private int[] nodes = new int[INITIAL];
    private int count;

    /** Creates an empty map. */
    public AddressIndex() {
        Arrays.fill(addresses, EMPTY);
    }

    /** The node of an address; -1 if there is none. */
    public int get(long address) {
        int slot = slotOf(address);
        return addresses[slot] == address ? nodes[slot] : -1;
    }

    /** Assigns a node, not negative, to an address, replacing an earlier one. O(n) when the arrays grow. */
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
     * @throws IllegalStateException if the address is absent
     */
    public void remove(long address) {
        // closes the gap by moving later entries of the same probe sequence up
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

    /** The number of addresses. */
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
