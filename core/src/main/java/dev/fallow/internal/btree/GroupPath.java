package dev.fallow.internal.btree;

/** The way from the root of a group's B-tree down to the symbol table node where a name is, or would be. */
final class GroupPath {
    private final GroupNode[] nodes;
    private final int[] children;
    private SymbolNode symbols;
    private int position;

    /** @param depth level of the root */
    GroupPath(int depth) {
        nodes = new GroupNode[depth + 1];
        children = new int[depth + 1];
    }

    /** @param child the count of the node if the name is behind all that it has: the way then goes through the last one */
    void through(GroupNode node, int child) {
        nodes[node.level()] = node;
        children[node.level()] = child;
    }

    void to(SymbolNode node, int at) {
        symbols = node;
        position = at;
    }

    /** Level of the root. */
    int depth() {
        return nodes.length - 1;
    }

    GroupNode node(int level) {
        return nodes[level];
    }

    int child(int level) {
        return Math.min(children[level], nodes[level].count() - 1);
    }

    /** Whether the name is behind all names below the node of a level. */
    boolean isBehind(int level) {
        return children[level] == nodes[level].count();
    }

    /** Whether the way goes through the last child of the node of a level. */
    boolean isLast(int level) {
        return child(level) == nodes[level].count() - 1;
    }

    /** Null in an empty tree. */
    SymbolNode symbols() {
        return symbols;
    }

    /** The place of the first name in the symbol table node that is not before the one that is looked for. */
    int position() {
        return position;
    }
}
