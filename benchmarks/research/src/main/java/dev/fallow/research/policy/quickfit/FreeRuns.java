package dev.fallow.research.policy.quickfit;

/** Iterates over the runs of adjacent free blocks in address order. */
final class FreeRuns {
    private final FreeLists lists;
    private final int[] nodes;
    private int from;
    private int to;
    private long address;
    private long end;

    /** Takes a snapshot of the free blocks. O(f log f) for f blocks. */
    FreeRuns(FreeLists lists) {
        this.lists = lists;
        nodes = lists.byAddress();
    }

    /**
     * Advances to the next run.
     *
     * @return whether there is one
     * @throws IllegalStateException if two free blocks overlap, because a block was freed with a wrong size
     */
    boolean next() {
        from = to;
        if (from == nodes.length) {
            return false;
        }
        address = lists.address(nodes[from]);
        end = address;
        while (to < nodes.length && lists.address(nodes[to]) <= end) {
            if (lists.address(nodes[to]) < end) {
                throw new IllegalStateException(
                        "I1: a free block ends at " + end + ", the next begins at " + lists.address(nodes[to]));
            }
            end += lists.size(nodes[to++]);
        }
        return true;
    }

    long address() {
        return address;
    }

    long end() {
        return end;
    }

    /** The tag of the first block. */
    long tag() {
        return lists.tag(nodes[from]);
    }

    int pieces() {
        return to - from;
    }

    /** Removes the blocks of the run from their lists. */
    void remove() {
        for (int i = from; i < to; i++) {
            lists.remove(nodes[i]);
        }
    }
}
