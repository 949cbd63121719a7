package dev.fallow.internal.btree;

/** The path from the root of a group's B-tree to the symbol table node that contains a name, or would contain it. */
final class GroupPath {
    private final GroupNode[] nodes;
    private final int[] children;
    private SymbolNode symbols;
    private int position;

    /** @param depth the root's level */
    GroupPath(int depth) {
        nodes = new GroupNode[depth + 1];
        children = new int[depth + 1];
    }

    /**
     * @param child the node's count if the name is greater than all of its names; the path then goes through the last
     * child
     */
    void through(GroupNode node, int child) {
        nodes[node.level()] = node;
        children[node.level()] = child;
    }

    void to(SymbolNode node, int at) {
        symbols = node;
        position = at;
    }

    /** The root's level. */
    int depth() {
        return nodes.length - 1;
    }

    GroupNode node(int level) {
        return nodes[level];
    }

    int child(int level) {
        return Math.min(children[level], nodes[level].count() - 1);
    }

    /** Whether the name is greater than all names below the node at a level. */
    boolean isBehind(int level) {
        return children[level] == nodes[level].count();
    }

    /** Whether the path goes through the last child of the node at a level. */
    boolean isLast(int level) {
        return child(level) == nodes[level].count() - 1;
    }

    /** Null in an empty tree. */
    SymbolNode symbols() {
        return symbols;
    }

    /** The position of the first name in the symbol table node that is not less than the search key. */
    int position() {
        return position;
    }
}
