package dev.fallow.filters;

import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;

/**
 * A contiguous frame of Blosc 2, an array of MessagePack. Numbers are big-endian. What follows the head is the chunk, or if
 * all elements have the same special value, the index: one more chunk, of the offset of the (only) chunk, whose top bits say
 * which value it is. The rest of the frame is not needed.
 *
 * <pre>
 *   offset  bytes  field; before each, a byte with its type
 *      0      1    0x9E: 14 fields
 *      2      8    "b2frame", zero byte
 *     11      4    length of the head
 *     16      8    length of the frame
 *     25      4    flags
 *     30      8    raw length
 *     39      8    compressed length of the chunks
 *     48      4    size of an element
 *     53     34    other sizes, threads, filters
 *     87      1    0x93: 3 fields
 *     89      2    length of the next field
 *     92      2    number of metalayers
 *    ...           for each metalayer: length and name, offset from the start of the frame (0xD2 and 4 bytes)
 * </pre>
 *
 * @param headLength at least 87
 * @param rawLength at least 0
 * @param compressedLength 0 if there is no chunk
 * @param elementSize at least 1
 * @param grid the offset of the metalayer "b2nd", 0 if there is none
 */
record Blosc2Frame(int headLength, long rawLength, long compressedLength, int elementSize, int grid) {
    private static final long MAGIC = 0x6232_6672_616D_6500L;
    private static final int MIN_LENGTH = 87;
    private static final int METALAYERS = 92;
    private static final String GRID = "b2nd";

    static Blosc2Frame decode(FilterData in) throws FilterException {
        byte[] array = in.array();
        int at = in.offset();
        if (in.length() < MIN_LENGTH || array[at] != (byte) 0x9E || Bytes.bigLong(array, at + 2) != MAGIC) {
            throw new FilterException("expected a frame of Blosc 2, found " + in.length() + " other bytes");
        }
        int headLength = Bytes.bigInt(array, at + 11);
        long length = Bytes.bigLong(array, at + 16);
        if (headLength < MIN_LENGTH || headLength > length || length > in.length()) {
            throw new FilterException("expected a frame of at most " + in.length() + " bytes with a head of at least "
                    + MIN_LENGTH + ", found " + length + " and " + headLength);
        }
        int elementSize = Bytes.bigInt(array, at + 48);
        if (elementSize < 1) {
            throw new FilterException("expected elements of at least 1 byte, found " + elementSize);
        }
        return new Blosc2Frame(
                headLength,
                Bytes.bigLong(array, at + 30),
                Bytes.bigLong(array, at + 39),
                elementSize,
                grid(new FilterData(array, at, headLength)));
    }

    /** Looks for the metalayer. */
    private static int grid(FilterData head) throws FilterException {
        if (head.length() < METALAYERS + 2) {
            return 0;
        }
        byte[] array = head.array();
        int at = head.offset() + METALAYERS;
        int count = (array[at] & 0xFF) << 8 | array[at + 1] & 0xFF;
        at += 2;
        for (int i = 0; i < count; i++) {
            // a string of at most 31 bytes
            int name = head.end() - at < 1 ? 32 : (array[at] & 0xFF) - 0xA0;
            if (name < 0 || name > 31 || head.end() - at < 6 + name) {
                throw new FilterException("expected " + count + " metalayers in a head of " + head.length() + " bytes");
            }
            boolean found = name == GRID.length();
            for (int j = 0; j < name; j++) {
                found = found && array[at + 1 + j] == GRID.charAt(j);
            }
            int offset = Bytes.bigInt(array, at + 2 + name);
            if (found) {
                if (offset < METALAYERS || offset >= head.length()) {
                    throw new FilterException("expected metalayer " + GRID + " within a head of " + head.length()
                            + " bytes, found offset " + offset);
                }
                return offset;
            }
            at += 6 + name;
        }
        return 0;
    }
}
