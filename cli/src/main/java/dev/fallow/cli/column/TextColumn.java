package dev.fallow.cli.column;

import dev.fallow.value.NameText;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A list of texts; each takes its bytes in UTF-8 and 8 more. O(length) per access. */
public final class TextColumn {
    private final ColumnMemory memory;
    private final LongColumn ends;
    private ByteBuffer[] pieces = {};
    private int count;

    /** @param memory where the texts are */
    public TextColumn(ColumnMemory memory) {
        this.memory = memory;
        ends = new LongColumn(memory);
    }

    /** The number of texts. */
    public int count() {
        return count;
    }

    /** Adds the next text. */
    public void add(String text) {
        byte[] encoded = NameText.encode(text);
        long from = start(count);
        long end = from + encoded.length;
        while ((long) pieces.length << ColumnMemory.BITS < end) {
            pieces = Arrays.copyOf(pieces, pieces.length + 1);
            pieces[pieces.length - 1] = memory.next();
        }
        for (int at = 0; at < encoded.length; ) {
            int part = part(from + at, encoded.length - at);
            piece(from + at).put(within(from + at), encoded, at, part);
            at += part;
        }
        ends.set(count++, end);
    }

    /** The text that was added as the {@code index}-th one, from 0. */
    public String get(int index) {
        long from = start(index);
        byte[] encoded = new byte[(int) (ends.get(index) - from)];
        for (int at = 0; at < encoded.length; ) {
            int part = part(from + at, encoded.length - at);
            piece(from + at).get(within(from + at), encoded, at, part);
            at += part;
        }
        return NameText.decode(encoded);
    }

    private long start(int index) {
        return index == 0 ? 0 : ends.get(index - 1);
    }

    private ByteBuffer piece(long at) {
        return pieces[(int) (at >>> ColumnMemory.BITS)];
    }

    private static int within(long at) {
        return (int) (at & ColumnMemory.BYTES - 1);
    }

    /** How many of the next bytes are in the same piece. */
    private static int part(long at, int bytes) {
        return Math.min(bytes, ColumnMemory.BYTES - within(at));
    }
}
