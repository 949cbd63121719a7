package dev.fallow.format.objectheader;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;

/**
 * Version 2 data object header prefix: the bytes before the messages of chunk 0.
 *
 * <pre>
 *   bytes    field
 *     4      signature, "OHDR"
 *     1      version, 2
 *     1      flags: bits 0-1 width of the size of chunk 0 (1, 2, 4, 8), 4 attribute creation order tracked, 8 indexed,
 *            0x10 attribute phase change stored, 0x20 times stored; the others 0
 *   0 or 16  access, modification, change, birth time
 *   0 or 4   max compact attributes (2), min dense attributes (2)
 *   1,2,4,8  size of the message area: messages and gap, without this prefix and the checksum
 * </pre>
 *
 * The message area follows, then the checksum of everything from the signature on (4 bytes).
 *
 * @param times null if not stored
 * @param phaseChange null if not stored
 */
public record ObjectHeaderPrefix(int flags, ObjectTimes times, AttributePhaseChange phaseChange, long messageAreaSize) {
    /** Signature of a version 2 object header. */
    public static final String SIGNATURE = "OHDR";
    /** The length of the checksum after the message area, in bytes. */
    public static final int CHECKSUM_LENGTH = 4;
    /** The maximum length of a prefix, in bytes. */
    public static final int MAX_LENGTH = 6 + ObjectTimes.LENGTH + 4 + 8;

    public static final String STRUCTURE = "data object header";

    private static final int SIZE_WIDTH = 0x03;
    private static final int CREATION_ORDER_TRACKED = 0x04;
    private static final int CREATION_ORDER_INDEXED = 0x08;
    private static final int PHASE_CHANGE_STORED = 0x10;
    private static final int TIMES_STORED = 0x20;
    private static final int KNOWN_FLAGS = 0x3F;

    public ObjectHeaderPrefix {
        if ((flags & ~KNOWN_FLAGS) != 0
                || (flags & TIMES_STORED) != 0 != (times != null)
                || (flags & PHASE_CHANGE_STORED) != 0 != (phaseChange != null)) {
            throw new IllegalArgumentException(
                    "flags 0x%02x with times %s, phase change %s".formatted(flags, times, phaseChange));
        }
        if (messageAreaSize < 0 || widthFor(messageAreaSize) > 1 << (flags & SIZE_WIDTH)) {
            throw new IllegalArgumentException("message area of " + messageAreaSize + " bytes in a size field of "
                    + (1 << (flags & SIZE_WIDTH)) + " bytes");
        }
    }

    /** Whether all fields have the same values, without {@code equals} of records: its first use takes a process some 10 ms. */
    public boolean isLike(ObjectHeaderPrefix other) {
        return flags == other.flags
                && messageAreaSize == other.messageAreaSize
                && (times == null || times.isLike(other.times))
                && (phaseChange == null || phaseChange.isLike(other.phaseChange));
    }

    /** A prefix with the narrowest possible size field. */
    public static ObjectHeaderPrefix of(
            long messageAreaSize,
            ObjectTimes times,
            AttributePhaseChange phaseChange,
            boolean creationOrderTracked,
            boolean creationOrderIndexed) {
        int flags = sizeFlag(messageAreaSize)
                | (times == null ? 0 : TIMES_STORED)
                | (phaseChange == null ? 0 : PHASE_CHANGE_STORED)
                | (creationOrderTracked ? CREATION_ORDER_TRACKED : 0)
                | (creationOrderIndexed ? CREATION_ORDER_INDEXED : 0);
        return new ObjectHeaderPrefix(flags, times, phaseChange, messageAreaSize);
    }

    /**
     * The version of the object header that starts at {@code image[from]}: 2 if it starts with the signature, 1 if its
     * first byte is 1, because version 1 headers have no signature.
     */
    public static int versionOf(byte[] image, int from, long address) {
        if (image.length - from >= 4
                && image[from] == 'O'
                && image[from + 1] == 'H'
                && image[from + 2] == 'D'
                && image[from + 3] == 'R') {
            return 2;
        }
        if (image.length > from && image[from] == 1) {
            return 1;
        }
        throw new FormatException(
                STRUCTURE,
                address,
                "expected signature OHDR or version 1, found "
                        + (image.length > from ? "0x%02x".formatted(image[from]) : "nothing"));
    }

    /**
     * Reads a prefix and advances the reader to the first message. The size of the message area is not compared with
     * the remaining bytes, so that a prefix can be read before the rest of the chunk.
     */
    public static ObjectHeaderPrefix decode(FieldReader in) {
        in.signature(SIGNATURE);
        in.version(2);
        int flags = in.flags(KNOWN_FLAGS);
        ObjectTimes times = (flags & TIMES_STORED) != 0 ? ObjectTimes.decode(in) : null;
        AttributePhaseChange phaseChange = null;
        if ((flags & PHASE_CHANGE_STORED) != 0) {
            int maxCompact = in.u16();
            int minDense = in.u16();
            if (minDense > maxCompact) {
                throw in.fail(
                        "expected a phase change with min dense at most " + maxCompact + ", found " + minDense, 4);
            }
            phaseChange = new AttributePhaseChange(maxCompact, minDense);
        }
        int width = 1 << (flags & SIZE_WIDTH);
        long size = in.unsigned(width);
        int header = (flags & CREATION_ORDER_TRACKED) != 0 ? 6 : 4;
        if (size != 0 && size < header || size > Long.MAX_VALUE - MAX_LENGTH - CHECKSUM_LENGTH) {
            throw in.fail("expected a message area of 0 or at least " + header + " bytes, found " + size, width);
        }
        return new ObjectHeaderPrefix(flags, times, phaseChange, size);
    }

    /** Writes {@link #prefixLength()} bytes. */
    public void encode(FieldWriter out) {
        out.text(SIGNATURE).u8(2).u8(flags);
        if (times != null) {
            times.encode(out);
        }
        if (phaseChange != null) {
            out.u16(phaseChange.maxCompact()).u16(phaseChange.minDense());
        }
        out.unsigned(messageAreaSize, sizeFieldWidth());
    }

    /** The fields of this prefix. */
    public Layout layout() {
        return Layout.of(
                STRUCTURE,
                SIGNATURE,
                "version:1 flags:1"
                        + (times == null ? "" : " accessTime:4 modificationTime:4 changeTime:4 birthTime:4")
                        + (phaseChange == null ? "" : " maxCompact:2 minDense:2")
                        + " messageBytes:" + sizeFieldWidth());
    }

    /**
     * Checks the checksum at the end of chunk 0.
     *
     * @param chunk a reader at the signature of chunk 0; it is advanced past the checksum
     */
    public void verifyChecksum(FieldReader chunk) {
        int from = chunk.position();
        chunk.skip(prefixLength() + messageAreaSize);
        chunk.checksumFrom(from);
    }

    /** The length of the prefix in bytes. */
    public int prefixLength() {
        return 6 + (times == null ? 0 : ObjectTimes.LENGTH) + (phaseChange == null ? 0 : 4) + sizeFieldWidth();
    }

    /** The length of chunk 0 in bytes: prefix, message area and checksum. */
    public long chunkLength() {
        return prefixLength() + messageAreaSize + CHECKSUM_LENGTH;
    }

    /** The width of the field for the size of the message area: 1, 2, 4 or 8 bytes. */
    public int sizeFieldWidth() {
        return 1 << (flags & SIZE_WIDTH);
    }

    /** The position in the prefix of the field for the size of the message area. */
    public int sizeFieldOffset() {
        return prefixLength() - sizeFieldWidth();
    }

    /** Whether the creation order of attributes is tracked. */
    public boolean creationOrderTracked() {
        return (flags & CREATION_ORDER_TRACKED) != 0;
    }

    /** Whether the creation order of attributes is indexed. */
    public boolean creationOrderIndexed() {
        return (flags & CREATION_ORDER_INDEXED) != 0;
    }

    /** The length of a message header in this object header: 6 bytes if creation order is tracked, otherwise 4. */
    public int messageHeaderLength() {
        return MessageHeader.length(creationOrderTracked());
    }

    /** The thresholds at which attributes change their storage, stored or default. */
    public AttributePhaseChange effectivePhaseChange() {
        return phaseChange == null ? AttributePhaseChange.DEFAULT : phaseChange;
    }

    /**
     * Returns a copy with another size of the message area, in a wider field if necessary; the field never becomes
     * narrower.
     */
    public ObjectHeaderPrefix withMessageAreaSize(long size) {
        int width = Math.max(flags & SIZE_WIDTH, sizeFlag(size));
        return new ObjectHeaderPrefix(flags & ~SIZE_WIDTH | width, times, phaseChange, size);
    }

    private static int sizeFlag(long size) {
        return Integer.numberOfTrailingZeros(widthFor(size));
    }

    private static int widthFor(long size) {
        return size <= 0xFF ? 1 : size <= 0xFFFF ? 2 : size <= 0xFFFF_FFFFL ? 4 : 8;
    }
}
