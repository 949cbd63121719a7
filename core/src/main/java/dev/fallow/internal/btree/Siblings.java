package dev.fallow.internal.btree;

import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Node;
import java.io.IOException;

/** A node on a path with its adjacent siblings: two or three nodes, or one if it has no sibling. */
final class Siblings {
    private final LiveNodes nodes;
    private final LiveNode parent;
    private final int first;
    private final int number;
    /** The position in the parent of the node on the path. */
    private final int position;
    /** The node on the path. */
    private final LiveNode node;

    /** @param level the node's level, below the root's */
    Siblings(LiveNodes nodes, Path path, int level) {
        this.nodes = nodes;
        parent = path.node(level + 1);
        node = path.node(level);
        position = path.position(level + 1);
        first = Math.max(0, position - 1);
        number = Math.min(parent.count(), position + 1) - first + 1;
    }

    LiveNode parent() {
        return parent;
    }

    /** The position of the first one in the parent. */
    int first() {
        return first;
    }

    /** The number of nodes. */
    int number() {
        return number;
    }

    /** The number of records in all of them, according to the parent, without those between them. */
    int records() {
        int records = 0;
        for (int i = 0; i < number; i++) {
            records += parent.childCount(first + i);
        }
        return records;
    }

    /**
     * The nodes. The one on the path is not loaded, because it may have changed since the parent was updated.
     *
     * @throws FormatException if a node occurs twice, or does not match the parent
     */
    LiveNode[] nodes() throws IOException {
        LiveNode[] siblings = new LiveNode[number];
        for (int i = 0; i < number; i++) {
            siblings[i] = first + i == position ? node : nodes.child(parent, first + i);
            for (int j = 0; j < i; j++) {
                if (siblings[j] == siblings[i]) {
                    throw new FormatException(
                            BTreeV2Node.structure(parent.level() - 1),
                            siblings[i].address(),
                            "children %d and %d of the node at address %d are one node"
                                    .formatted(first + j, first + i, parent.address()));
                }
            }
        }
        return siblings;
    }

    /** All records of these nodes, including those between them. */
    Row row(LiveNode[] siblings) {
        Row row = new Row(siblings[0], records() + number);
        for (int i = 0; i < number; i++) {
            row.add(siblings[i]);
            if (i < number - 1) {
                row.addRecord(parent, first + i);
            }
        }
        return row;
    }

    /**
     * Spreads a row over some of these nodes, and updates the parent; its pointers to the other nodes are unchanged.
     */
    void spread(Row row, LiveNode... over) {
        Row.Separators separators = row.spread(over);
        for (int i = 0; i < over.length; i++) {
            parent.putPointer(first + i, over[i]);
            if (i < over.length - 1) {
                separators.put(i, parent, first + i);
            }
        }
    }
}
