package dev.fallow.research.policy.matball;

/**
 * {@code seg[parent, index]} of a level (definition 1): one block if it is the head, otherwise 2^index blocks.
 *
 * @param level 0 for the top
 * @param parent the index of the segment of which it is a part, or {@link #TOP}
 * @param index {@link #HEAD}, or at least 0
 * @param position the number of its first block in the extent
 */
public record Segment(int level, int parent, int index, int position) {
    /** The index H. */
    public static final int HEAD = -1;

    /** The parent index of segments on the top level, {@code *} in the paper. */
    public static final int TOP = -2;

    /** The number of blocks. */
    public int size() {
        return index == HEAD ? 1 : 1 << index;
    }

    /** The number of the block after the last one. */
    public int end() {
        return position + size();
    }

    /** The paper's notation, preceded by the level: {@code level 1 seg[7,H]}. */
    @Override
    public String toString() {
        return "level " + level + " seg[" + (parent == TOP ? "*" : Integer.toString(parent)) + ","
                + (index == HEAD ? "H" : Integer.toString(index)) + "]";
    }
}
