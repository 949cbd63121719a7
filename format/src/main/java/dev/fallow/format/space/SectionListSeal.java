package dev.fallow.format.space;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * What Fallow leaves in the padding of a section list of the file, right before its checksum, where no reader looks: that
 * this list was written by Fallow, as it is, in a file that ended where it ends now. Another library writes its lists anew
 * without it, and a list that was changed by hand does not match it any more.
 *
 * <pre>
 *   bytes  field
 *     4    "FLLW"
 *     4    CRC-32C of the list before the seal and, in 8 bytes, of the end of allocation
 * </pre>
 */
public final class SectionListSeal {
    /** Bytes of a seal. */
    public static final int LENGTH = 8;

    private static final int MAGIC = 'F' | 'L' << 8 | 'L' << 16 | 'W' << 24;
    private static final int CHECKSUM_LENGTH = 4;

    private SectionListSeal() {}

    /**
     * Writes a seal into the last bytes of the padding.
     *
     * @param list encoded, with at least {@link #LENGTH} bytes of padding; its checksum is made anew by the caller
     * @param endOfAllocation of the file that the list is written into
     */
    public static void put(byte[] list, long endOfAllocation) {
        int at = list.length - CHECKSUM_LENGTH - LENGTH;
        ByteBuffer.wrap(list)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(at, MAGIC)
                .putInt(at + 4, checksum(list, at, endOfAllocation));
    }

    /**
     * Whether a list has a seal that matches.
     *
     * @param list all bytes that are used of it, its checksum included
     * @param endOfAllocation of the file that it was read from
     */
    public static boolean matches(byte[] list, long endOfAllocation) {
        int at = list.length - CHECKSUM_LENGTH - LENGTH;
        if (at < 0) {
            return false;
        }
        ByteBuffer in = ByteBuffer.wrap(list).order(ByteOrder.LITTLE_ENDIAN);
        return in.getInt(at) == MAGIC && in.getInt(at + 4) == checksum(list, at, endOfAllocation);
    }

    private static int checksum(byte[] list, int length, long endOfAllocation) {
        CRC32C crc = new CRC32C();
        crc.update(list, 0, length);
        crc.update(
                ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, endOfAllocation));
        return (int) crc.getValue();
    }
}
