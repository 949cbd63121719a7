package dev.fallow.internal.btree;

/**
 * The path from the root of a version 1 B-tree to a leaf that contains a key, or would contain it: a node and a child at
 * each level.
 */
public class BTreeV1Path<N extends BTreeV1Node> {
    private final BTreeV1Node[] nodes;
    private final int[] children;

    /** @param depth the root's level */
    public BTreeV1Path(int depth) {
        nodes = new BTreeV1Node[depth + 1];
        children = new int[depth + 1];
    }

    /** @param child -1 if the key is before all keys of the node, the count if it is behind the last one */
    public final void through(N node, int child) {
        nodes[node.level()] = node;
        children[node.level()] = child;
    }

    /** The root's level. */
    public final int depth() {
        return nodes.length - 1;
    }

    @SuppressWarnings("unchecked") // only such nodes are put in
    public final N node(int level) {
        return (N) nodes[level];
    }

    /** The child on the path: the first or last one if the key is before or behind all of them. */
    public final int child(int level) {
        return Math.max(0, Math.min(children[level], nodes[level].count() - 1));
    }

    /** Whether the key is before all keys of the node at a level. */
    public final boolean isBefore(int level) {
        return children[level] < 0;
    }

    /** Whether the key is behind the last key of the node at a level. */
    public final boolean isBehind(int level) {
        return children[level] == nodes[level].count();
    }

    /** Whether the path goes through the last child of the node at a level. */
    public final boolean isLast(int level) {
        return child(level) == nodes[level].count() - 1;
    }
}
