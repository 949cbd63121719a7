package dev.fallow.cli.space;

import dev.fallow.format.Utf8;
import java.util.Arrays;

/** The names of many objects, in one array; a name takes its bytes and 8 more. */
final class HolderNames {
    /** Stands for a name that is not there: committed datatypes found as the datatype of a dataset have none. */
    private static final byte NONE = 0;

    private byte[] text = new byte[256];
    private int[] starts = new int[16];
    private int count;
    private int end;

    /** Adds the next name; may be null. */
    void add(String name) {
        byte[] encoded = name == null ? new byte[] {NONE} : Utf8.encode(name);
        if (count + 1 >= starts.length) {
            starts = Arrays.copyOf(starts, starts.length + starts.length / 2);
        }
        if (encoded.length > text.length - end) {
            long needed = Math.max((long) end + encoded.length, text.length + (long) text.length / 2);
            text = Arrays.copyOf(text, (int) Math.min(needed, Integer.MAX_VALUE - 8));
        }
        System.arraycopy(encoded, 0, text, end, encoded.length);
        starts[count++] = end;
        end += encoded.length;
        starts[count] = end;
    }

    /** The name that was added as the {@code index}-th one; null if it has none. */
    String get(int index) {
        int from = starts[index];
        int length = starts[index + 1] - from;
        return length == 1 && text[from] == NONE ? null : Utf8.decode(text, from, length);
    }
}
