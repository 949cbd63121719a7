package dev.fallow.internal.chunk.tree;

/** The path from the root of a tree to a chunk, or to the leaf that would contain it: a node and a child at each level. */
final class ChunkPath {
    private final ChunkNode[] nodes;
    private final int[] children;

    /** @param depth the root's level */
    ChunkPath(int depth) {
        nodes = new ChunkNode[depth + 1];
        children = new int[depth + 1];
    }

    /** @param child -1 if the chunk is before all keys, the count if it is not before the last one */
    void through(ChunkNode node, int child) {
        nodes[node.level()] = node;
        children[node.level()] = child;
    }

    /** The root's level. */
    int depth() {
        return nodes.length - 1;
    }

    ChunkNode node(int level) {
        return nodes[level];
    }

    /** The child on the path. */
    int child(int level) {
        return Math.max(0, Math.min(children[level], nodes[level].count() - 1));
    }

    /** Whether the chunk is before all keys of the leaf. */
    boolean isBeforeLeaf() {
        return children[0] < 0;
    }

    /** Whether the chunk is not before the last key of the leaf. */
    boolean isBehindLeaf() {
        return children[0] == nodes[0].count();
    }

    /** Whether the path goes through the last child of the node at a level. */
    boolean isLast(int level) {
        return child(level) == nodes[level].count() - 1;
    }

    /** Whether it ends at the chunk itself. */
    boolean isFound(long[] offsets) {
        ChunkNode leaf = nodes[0];
        int child = children[0];
        return child >= 0 && child < leaf.count() && leaf.compare(child, offsets) == 0;
    }
}
