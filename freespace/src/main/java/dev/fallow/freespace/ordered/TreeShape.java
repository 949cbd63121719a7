package dev.fallow.freespace.ordered;

/**
 * Splits and merges the leaves and nodes of an {@link AddressTree}, from a leaf up to the root. Leaves and nodes are
 * merged with a sibling if both together fill at most three quarters of one. Every leaf and node has a link to its
 * parent, so the path to the root is determined only when a change needs it.
 */
final class TreeShape {
    private static final int LEAF_MERGED = 54;
    private static final int NODE_MERGED = 48;
    private static final int MOST_LEVELS = 16;
    private static final int NONE = -1;
    private static final int FANOUT = TreeNodes.FANOUT;

    private final SizeIndex index;
    private final Leaves leaves;
    private final TreeNodes nodes;

    private final int[] pathNode = new int[MOST_LEVELS];
    private final int[] pathChild = new int[MOST_LEVELS];
    private long visited;

    /** @param index determines which sizes are marked, and in which slot */
    TreeShape(SizeIndex index, Leaves leaves, TreeNodes nodes) {
        this.index = index;
        this.leaves = leaves;
        this.nodes = nodes;
    }

    /** The number of leaves and nodes visited since this object was created. */
    long visited() {
        return visited;
    }

    /** Creates the first leaf, and the node above it. */
    int createFirstLeaf() {
        int leaf = leaves.make();
        leaves.first = leaf;
        leaves.last = leaf;
        int root = nodes.make();
        nodes.root = root;
        nodes.children[root << TreeNodes.LOG] = leaf;
        nodes.counts[root] = 1;
        nodes.levels = 1;
        settleChildren(0, root, 0, 1);
        return leaf;
    }

    /** Records the path from a leaf to the root. */
    private void findPath(int leaf) {
        int parentLink = leaves.parentLink[leaf];
        for (int level = 0; level < nodes.levels; level++) {
            int node = parentLink >>> TreeNodes.LOG;
            pathNode[level] = node;
            pathChild[level] = parentLink & FANOUT - 1;
            parentLink = nodes.parentLink[node];
        }
    }

    /** Updates the parent links of the children {@code from} to {@code to - 1} of a node. */
    private void settleChildren(int level, int node, int from, int to) {
        int[] parentLinks = level == 0 ? leaves.parentLink : nodes.parentLink;
        int base = node << TreeNodes.LOG;
        for (int link = base + from; link < base + to; link++) {
            parentLinks[nodes.children[link]] = link;
        }
    }

    // ---- growing ---------------------------------------------------------------------------------------------

    /**
     * Splits a full leaf.
     *
     * @param cut the number of sections that stay
     * @param separator the lowest address that belongs to the new leaf
     * @return the new leaf, after the old one
     */
    int splitLeaf(int lower, int cut, long separator) {
        findPath(lower);
        visited += 2; // the leaf and its node, which are read completely
        int upper = leaves.split(lower, cut);
        insertChild(0, separator, upper);
        remark(pathNode[0], pathChild[0], lower, upper);
        return upper;
    }

    /** Sets the marks of two leaves that were one, adjacent in their node. */
    private void remark(int node, int child, int lower, int upper) {
        if (nodes.clearMarks(node, child)) {
            remark(node * nodes.stride, 1L << child, lower);
            remark(node * nodes.stride, 2L << child, upper);
        }
    }

    private void remark(int base, long bit, int leaf) {
        long[] l = leaves.page(leaf);
        int from = Leaves.base(leaf) + Leaves.SIZES;
        int end = from + leaves.count(leaf);
        for (int at = from; at < end; at++) {
            int slot = index.slotOf(l[at]);
            if (slot >= 0) {
                nodes.marks[base + slot] |= bit;
            }
        }
    }

    /** Inserts a child without marks after the one on the path, at a level. The path still leads to the old child. */
    private void insertChild(int level, long separator, int child) {
        if (nodes.counts[pathNode[level]] == FANOUT) {
            splitNode(level);
        }
        int node = pathNode[level];
        int at = pathChild[level] + 1;
        nodes.insertChild(node, at, separator, child);
        settleChildren(level, node, at, nodes.counts[node]);
    }

    /**
     * Moves the upper half of a full node on the path to a new one, and the path to the half that contains its child.
     */
    private void splitNode(int level) {
        int lower = pathNode[level];
        visited += 2;
        int child = pathChild[level];
        int cut = child == FANOUT - 1 && isLast(level) ? FANOUT - 1 : FANOUT / 2;
        if (level + 1 == nodes.levels) {
            growRoot();
        }
        long separator = nodes.keys[(lower << TreeNodes.LOG) + cut];
        int upper = nodes.split(lower, cut);
        settleChildren(level, upper, 0, FANOUT - cut);

        insertChild(level + 1, separator, upper);
        nodes.splitMarks(lower, upper, cut, pathNode[level + 1], pathChild[level + 1]);
        if (child >= cut) {
            pathNode[level] = upper;
            pathChild[level] = child - cut;
            pathChild[level + 1]++;
        }
    }

    /** Whether the node on the path is the last one of its level. */
    private boolean isLast(int level) {
        for (int above = nodes.levels - 1; above > level; above--) {
            if (pathChild[above] != nodes.counts[pathNode[above]] - 1) {
                return false;
            }
        }
        return true;
    }

    private void growRoot() {
        int level = nodes.levels;
        nodes.growRoot();
        pathNode[level] = nodes.root;
        pathChild[level] = 0;
        settleChildren(level, nodes.root, 0, 1);
    }

    // ---- shrinking -------------------------------------------------------------------------------------------

    /** Merges a leaf with a sibling, if both fit well in one; removes it if it is empty and not the last one. */
    void mergeLeaf(int leaf, int left) {
        if (left == 0 && leaves.first == leaves.last) {
            return; // the next section is inserted there
        }
        findPath(leaf);
        int node = pathNode[0];
        int child = pathChild[0];
        int base = node << TreeNodes.LOG;
        if (left == 0) {
            leaves.drop(leaf);
            removeChild(0, child);
        } else if (child + 1 < nodes.counts[node]
                && left + leaves.count(nodes.children[base + child + 1]) <= LEAF_MERGED) {
            mergeLeaves(child);
        } else if (child > 0 && left + leaves.count(nodes.children[base + child - 1]) <= LEAF_MERGED) {
            mergeLeaves(child - 1);
        }
    }

    /** Merges the next leaf into this child. */
    private void mergeLeaves(int child) {
        int node = pathNode[0];
        int at = (node << TreeNodes.LOG) + child;
        visited += 2;
        leaves.merge(nodes.children[at], nodes.children[at + 1]);
        nodes.joinMarks(node, child);
        removeChild(0, child + 1);
    }

    /** Removes a child of the node on the path at a level; merges or removes that node if few children are left. */
    private void removeChild(int level, int child) {
        int node = pathNode[level];
        int left = nodes.removeChild(node, child);
        settleChildren(level, node, child, left);
        if (level + 1 == nodes.levels) {
            shrinkRoot();
        } else if (left == 0) {
            nodes.release(node);
            removeChild(level + 1, pathChild[level + 1]);
        } else if (left <= NODE_MERGED >>> 1 && (left & 3) == 0) {
            mergeNode(level);
        }
    }

    /** Merges the node on the path with a sibling, if both fit well in one. */
    private void mergeNode(int level) {
        int parent = pathNode[level + 1];
        int base = parent << TreeNodes.LOG;
        int child = pathChild[level + 1];
        int left = nodes.counts[pathNode[level]];
        if (child + 1 < nodes.counts[parent] && left + nodes.counts[nodes.children[base + child + 1]] <= NODE_MERGED) {
            mergeNodes(level, child);
        } else if (child > 0 && left + nodes.counts[nodes.children[base + child - 1]] <= NODE_MERGED) {
            mergeNodes(level, child - 1);
        }
    }

    /** Merges the next node into this child. */
    private void mergeNodes(int level, int child) {
        int parent = pathNode[level + 1];
        int at = (parent << TreeNodes.LOG) + child;
        int lower = nodes.children[at];
        int had = nodes.counts[lower];
        visited += 2;
        nodes.merge(lower, nodes.children[at + 1], nodes.keys[at + 1]);
        settleChildren(level, lower, had, nodes.counts[lower]);
        nodes.joinMarks(parent, child);
        removeChild(level + 1, child + 1);
    }

    /** Removes a root whose only child is a node. */
    private void shrinkRoot() {
        while (nodes.levels > 1 && nodes.counts[nodes.root] == 1) {
            int old = nodes.root;
            nodes.root = nodes.children[old << TreeNodes.LOG];
            nodes.parentLink[nodes.root] = NONE;
            nodes.release(old);
            nodes.levels--;
        }
    }
}
