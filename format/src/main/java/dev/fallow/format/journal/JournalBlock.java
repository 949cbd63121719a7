package dev.fallow.format.journal;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;

/**
 * The header of each block in the body of a {@link CommitRecord}.
 *
 * <pre>
 *   bytes  field
 *     8    position of the block in the container file
 *     4    length of the block, n: 1 to 2^31-1
 *     n    (the bytes of the block)
 * </pre>
 */
public record JournalBlock(long position, int length) {
    /** The length of this header in bytes. */
    public static final int LENGTH = 12;

    public static final String STRUCTURE = "journal block";

    public JournalBlock {
        FieldWriter.refuse(STRUCTURE + ": ", problem(position, length));
    }

    private static String problem(long position, long length) {
        return position < 0 || length < 1 || length > Integer.MAX_VALUE || position > Long.MAX_VALUE - length
                ? "expected a run of 1 to 2^31-1 bytes before 2^63, found %d bytes at %d".formatted(length, position)
                : null;
    }

    /** The position after the block. */
    public long end() {
        return position + length;
    }

    /** Reads the header, without the bytes of the block. */
    public static JournalBlock decode(FieldReader in) {
        long position = in.i64();
        long length = in.u32();
        in.refuse(problem(position, length), LENGTH);
        return new JournalBlock(position, (int) length);
    }

    /** Writes {@value #LENGTH} bytes. */
    public void encode(FieldWriter out) {
        out.i64(position).u32(length);
    }
}
