package dev.fallow.internal.btree;

import java.util.Arrays;

/**
 * The path from the root of a tree to a record, or to the leaf that would contain it: a node and a position at each
 * level.
 */
final class Path {
    private LiveNode[] nodes;
    private int[] positions;
    private int lowest;
    private boolean found;

    /** @param depth the root's level */
    Path(int depth) {
        nodes = new LiveNode[depth + 1];
        positions = new int[depth + 1];
        lowest = depth + 1;
    }

    /** A copy that can be extended independently. */
    Path copy() {
        Path copy = new Path(nodes.length - 1);
        System.arraycopy(nodes, 0, copy.nodes, 0, nodes.length);
        System.arraycopy(positions, 0, copy.positions, 0, positions.length);
        copy.lowest = lowest;
        copy.found = found;
        return copy;
    }

    /** Descends to a node of the next lower level; its position is set later. */
    void enter(LiveNode node) {
        lowest--;
        assert node.level() == lowest : "level " + node.level();
        nodes[lowest] = node;
    }

    /** @param position in the lowest node: of the record found, of the child to continue in, or of the gap in a leaf */
    void at(int position) {
        positions[lowest] = position;
    }

    void found() {
        found = true;
    }

    /** Whether it ends at a record rather than at a gap in a leaf. */
    boolean isFound() {
        return found;
    }

    /** The lowest level of the path. */
    int lowest() {
        return lowest;
    }

    LiveNode node(int level) {
        return nodes[level];
    }

    int position(int level) {
        return positions[level];
    }

    /** Adds a new root above. */
    void grow(LiveNode root) {
        nodes = Arrays.copyOf(nodes, nodes.length + 1);
        positions = Arrays.copyOf(positions, nodes.length);
        nodes[nodes.length - 1] = root;
    }
}
