package dev.fallow.filters;

import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;

/**
 * The head of a Zstandard frame (RFC 8878, section 3.1.1). Numbers are little-endian.
 *
 * <pre>
 *   bytes   field
 *     4     0xFD2FB528
 *     1     flags: bits 6-7 size of the last field, 5 single segment, 3 reserved, 2 checksum, 0-1 size of the dictionary's number
 *    0, 1   window, unless there is a single segment
 *    0-4    number of the dictionary: 0, 1, 2 or 4 bytes
 *    0-8    content size: 0 (with a single segment 1), 2 (256 is to be added), 4 or 8 bytes
 * </pre>
 */
final class ZstdFrame {
    private static final int MAGIC = 0xFD2FB528;
    private static final int SINGLE_SEGMENT = 32;
    private static final int LEAST_OF_TWO_BYTES = 256;

    private ZstdFrame() {}

    /**
     * The content size of the first frame; -1 if the frame does not have it.
     *
     * @throws FilterException if the bytes do not begin with the head of a frame, or the size is negative
     */
    static long contentSize(FilterData in) throws FilterException {
        byte[] array = in.array();
        int at = in.offset();
        if (in.length() < 5 || Bytes.littleInt(array, at) != MAGIC) {
            throw new FilterException(
                    "invalid Zstandard frame of " + in.length() + " bytes: expected 0xFD2FB528 as its first four");
        }
        int flags = array[at + 4] & 0xFF;
        boolean single = (flags & SINGLE_SEGMENT) != 0;
        int dictionary = flags & 3;
        int field = at + 5 + (single ? 0 : 1) + (dictionary == 3 ? 4 : dictionary);
        int width = flags >> 6 == 0 ? (single ? 1 : 0) : 1 << (flags >> 6);
        if (in.end() - field < width) {
            throw new FilterException("the Zstandard frame of " + in.length() + " bytes is cut off in its head");
        }
        return switch (width) {
            case 0 -> -1;
            case 1 -> array[field] & 0xFF;
            case 2 -> ((array[field + 1] & 0xFF) << 8 | array[field] & 0xFF) + LEAST_OF_TWO_BYTES;
            case 4 -> Bytes.littleInt(array, field) & 0xFFFFFFFFL;
            default -> Bytes.littleLong(array, field);
        };
    }
}
