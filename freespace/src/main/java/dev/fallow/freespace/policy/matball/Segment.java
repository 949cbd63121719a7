package dev.fallow.freespace.policy.matball;

/**
 * {@code seg[parent, index]} of a level (definition 1): one block if it is the head, else 2^index blocks.
 *
 * @param level 0 for the top
 * @param parent the index of the segment that it is a part of, or {@link #TOP}
 * @param index {@link #HEAD} or 0 upward
 * @param position its first block in the extent
 */
public record Segment(int level, int parent, int index, int position) {
    /** The index H. */
    public static final int HEAD = -1;

    /** In place of a parent's index on the top level, the paper's {@code *}. */
    public static final int TOP = -2;

    /** Blocks. */
    public int size() {
        return index == HEAD ? 1 : 1 << index;
    }

    /** The block after it. */
    public int end() {
        return position + size();
    }

    /** As the paper writes it, with the level in front: {@code level 1 seg[7,H]}. */
    @Override
    public String toString() {
        return "level " + level + " seg[" + (parent == TOP ? "*" : Integer.toString(parent)) + ","
                + (index == HEAD ? "H" : Integer.toString(index)) + "]";
    }
}
