package dev.fallow.research.policy.quickfit;

import java.util.Arrays;

/**
 * The free blocks, each a node of one of several doubly linked lists in arrays. Insertion, removal and search by
 * address are O(1). A bitmap finds the next list that is not empty.
 *
 * <p>The first nodes are the heads of the lists. Each is linked in a ring with the blocks of its list.
 */
final class FreeLists {
    private final int lists;
    private final long[] notEmpty;
    private final AddressIndex index = new AddressIndex();
    private long[] address;
    private long[] size;
    private long[] tag;
    private int[] next;
    private int[] previous;
    private int unused;
    private int recycled = -1;
    private int count;
    private long bytes;

    FreeLists(int lists) {
        this.lists = lists;
        notEmpty = new long[(lists + 63) / 64];
        int nodes = lists + 16;
        address = new long[nodes];
        size = new long[nodes];
        tag = new long[nodes];
        next = new int[nodes];
        previous = new int[nodes];
        unused = lists;
        for (int list = 0; list < lists; list++) {
            next[list] = list;
            previous[list] = list;
        }
    }

    int count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    long address(int node) {
        return address[node];
    }

    long size(int node) {
        return size[node];
    }

    long tag(int node) {
        return tag[node];
    }

    void setTag(int node, long newTag) {
        tag[node] = newTag;
    }

    /** The node at an address; -1 if no free block starts there. */
    int find(long at) {
        return index.get(at);
    }

    /** The first block of a list; -1 if it is empty. */
    int first(int list) {
        return next[list] == list ? -1 : next[list];
    }

    /** The next block on a block's list; -1 at the end. */
    int after(int node) {
        return next[node] < lists ? -1 : next[node];
    }

    /** The block before another on its list; -1 at the beginning. */
    int before(int node) {
        return previous[node] < lists ? -1 : previous[node];
    }

    /** The first non-empty list at or after {@code list}; -1 if there is none. */
    int nextNotEmpty(int list) {
        if (list >= lists) {
            return -1;
        }
        int word = list >>> 6;
        long bits = notEmpty[word] & -1L << list;
        while (bits == 0) {
            if (++word == notEmpty.length) {
                return -1;
            }
            bits = notEmpty[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** Inserts a block at the head of a list, or at its end; returns its node. */
    int put(int list, long newAddress, long newSize, long newTag, boolean atEnd) {
        int node = node();
        address[node] = newAddress;
        size[node] = newSize;
        tag[node] = newTag;
        int before = atEnd ? previous[list] : list;
        int after = next[before];
        previous[node] = before;
        next[node] = after;
        next[before] = node;
        previous[after] = node;
        notEmpty[list >>> 6] |= 1L << list;
        index.put(newAddress, node);
        count++;
        bytes += newSize;
        return node;
    }

    /** Removes a block from its list. */
    void remove(int node) {
        int before = previous[node];
        int after = next[node];
        next[before] = after;
        previous[after] = before;
        if (before == after && before < lists) {
            notEmpty[before >>> 6] &= ~(1L << before);
        }
        index.remove(address[node]);
        count--;
        bytes -= size[node];
        next[node] = recycled;
        recycled = node;
        address[node] = -1;
    }

    /** The nodes of all blocks, in address order. O(n log n). */
    int[] byAddress() {
        long[] keys = new long[count];
        int i = 0;
        for (int node = lists; node < unused; node++) {
            if (address[node] >= 0) {
                keys[i++] = address[node];
            }
        }
        Arrays.sort(keys);
        int[] nodes = new int[count];
        for (int k = 0; k < nodes.length; k++) {
            nodes[k] = index.get(keys[k]);
        }
        return nodes;
    }

    private int node() {
        if (recycled >= 0) {
            int node = recycled;
            recycled = next[node];
            return node;
        }
        if (unused == address.length) {
            int length = Math.addExact(unused, unused >> 1);
            address = Arrays.copyOf(address, length);
            size = Arrays.copyOf(size, length);
            tag = Arrays.copyOf(tag, length);
            next = Arrays.copyOf(next, length);
            previous = Arrays.copyOf(previous, length);
        }
        return unused++;
    }
}
