package dev.fallow.internal.check.structure;

import dev.fallow.format.Addresses;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.util.Arrays;

/** Checks that each node of a version 1 B-tree has its neighbours in the level as siblings. */
public final class Siblings extends StructureCheck {
    private static final int LEVELS = 256;

    /** The last node visited of each level, and the right sibling that it states. */
    private final long[] last = new long[LEVELS];

    private final long[] lastRight = new long[LEVELS];

    /** The siblings of the nodes of one tree. */
    public Siblings(Context context, PathNode path) {
        super(context, Family.BTREE_V1, path);
        Arrays.fill(last, Addresses.UNDEFINED);
        Arrays.fill(lastRight, Addresses.UNDEFINED);
    }

    /** Visits a node, in the order of the keys. */
    public void node(long at, int level, long left, long right) {
        if (left != last[level]) {
            wrong(at, "left sibling " + (last[level] < 0 ? "none" : String.valueOf(last[level])), left);
        }
        if (lastRight[level] != Addresses.UNDEFINED && lastRight[level] != at
                || last[level] >= 0 && lastRight[level] < 0) {
            wrong(last[level], "right sibling " + at, lastRight[level]);
        }
        last[level] = at;
        lastRight[level] = right;
    }

    /** All nodes have been visited. */
    public void finish() {
        for (int level = 0; level < LEVELS; level++) {
            if (lastRight[level] != Addresses.UNDEFINED) {
                wrong(last[level], "no right sibling", lastRight[level]);
            }
        }
    }

    private void wrong(long at, String expected, long found) {
        add(
                FindingCode.BT1_SIBLING,
                at,
                sentence("version 1 B-tree node", at, "expected %s, found %d".formatted(expected, found)));
    }
}
