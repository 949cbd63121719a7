package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Utf8;
import dev.fallow.format.objectheader.HeaderMessage;
import java.nio.ByteBuffer;

/**
 * Link message, version 1.
 *
 * <pre>
 *   bytes    field
 *     1      version, 1
 *     1      flags: bits 0-1 width of the length of the name (1, 2, 4, 8), 4 creation order stored, 8 type stored,
 *            0x10 character set stored
 *   0 or 1   type: 0 hard, 1 soft, 64 external, 65 to 255 user-defined; hard if not stored
 *   0 or 8   creation order
 *   0 or 1   character set: 0 ASCII, 1 UTF-8; ASCII if not stored
 *   1,2,4,8  length of the name
 *     n      name, no terminator
 *     ...    target: see {@link LinkTarget}
 * </pre>
 *
 * A dense group stores the same encoding in its fractal heap.
 *
 * @param flags as stored; consistent with the other fields
 * @param creationOrder at least 0; {@link #NO_ORDER} if not stored
 * @param name not empty
 */
public record LinkMessage(int flags, long creationOrder, boolean utf8, String name, LinkTarget target)
        implements HeaderMessage {
    /** The creation order of a link for which none is stored. */
    public static final long NO_ORDER = -1;

    private static final int NAME_LENGTH_WIDTH = 0x03;
    private static final int ORDER_STORED = 0x04;
    private static final int TYPE_STORED = 0x08;
    private static final int CHARACTER_SET_STORED = 0x10;
    private static final int KNOWN_FLAGS = 0x1F;

    public LinkMessage {
        int length = Utf8.length(name);
        if (length == 0) {
            throw new IllegalArgumentException("link name: expected at least 1 byte, found 0");
        }
        if ((flags & ~KNOWN_FLAGS) != 0
                || (flags & ORDER_STORED) != 0 != (creationOrder != NO_ORDER)
                || creationOrder < NO_ORDER
                || (flags & TYPE_STORED) == 0 && target.type() != LinkTarget.Hard.TYPE
                || (flags & CHARACTER_SET_STORED) == 0 && utf8
                || (flags & NAME_LENGTH_WIDTH) < widthFlag(length)) {
            throw new IllegalArgumentException(
                    "link flags 0x%02x with creation order %d, %s, name of %d bytes, target of type %d"
                            .formatted(flags, creationOrder, utf8 ? "UTF_8" : "ASCII", length, target.type()));
        }
    }

    /**
     * A link as libhdf5 writes it, without storing default values.
     *
     * @param creationOrder {@link #NO_ORDER} if the group does not track it
     */
    public static LinkMessage of(String name, LinkTarget target, long creationOrder) {
        boolean utf8 = !Utf8.isAscii(name);
        int flags = widthFlag(Utf8.length(name))
                | (creationOrder == NO_ORDER ? 0 : ORDER_STORED)
                | (target.type() == LinkTarget.Hard.TYPE ? 0 : TYPE_STORED)
                | (utf8 ? CHARACTER_SET_STORED : 0);
        return new LinkMessage(flags, creationOrder, utf8, name, target);
    }

    /** A hard link without creation order. */
    public static LinkMessage hard(String name, long address) {
        return of(name, new LinkTarget.Hard(address), NO_ORDER);
    }

    /** A soft link without creation order. */
    public static LinkMessage soft(String name, String path) {
        return of(name, new LinkTarget.Soft(path), NO_ORDER);
    }

    private static int widthFlag(int nameLength) {
        return nameLength <= 0xFF ? 0 : nameLength <= 0xFFFF ? 1 : 2;
    }

    public static LinkMessage decode(FieldReader in) {
        in.version(1);
        int flags = in.flags(KNOWN_FLAGS);
        int type = LinkTarget.Hard.TYPE;
        if ((flags & TYPE_STORED) != 0) {
            type = in.u8();
            if (!LinkTarget.validType(type)) {
                throw in.fail("expected link type 0, 1 or 64 to 255, found " + type, 1);
            }
        }
        long order = (flags & ORDER_STORED) != 0 ? in.unsigned(8) : NO_ORDER;
        boolean utf8 = (flags & CHARACTER_SET_STORED) != 0 && in.u8("character set", 1) == 1;
        int width = 1 << (flags & NAME_LENGTH_WIDTH);
        long length = in.unsigned(width);
        if (length == 0) {
            throw in.fail("expected a link name of at least 1 byte, found 0", width);
        }
        String name = in.text(length);
        return new LinkMessage(flags, order, utf8, name, LinkTarget.decode(in, type));
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(1).u8(flags);
        if ((flags & TYPE_STORED) != 0) {
            out.u8(target.type());
        }
        if (creationOrder != NO_ORDER) {
            out.i64(creationOrder);
        }
        if ((flags & CHARACTER_SET_STORED) != 0) {
            out.u8(utf8 ? 1 : 0);
        }
        byte[] encoded = Utf8.encode(name);
        out.unsigned(encoded.length, 1 << (flags & NAME_LENGTH_WIDTH)).bytes(encoded);
        target.encode(out);
    }

    /** The length of the encoding in bytes. */
    public int encodedLength(FieldSizes sizes) {
        return nameAt(flags) + Utf8.length(name) + target.encodedLength(sizes);
    }

    private static int nameAt(int flags) {
        return 2
                + Integer.bitCount(flags & (TYPE_STORED | CHARACTER_SET_STORED))
                + ((flags & ORDER_STORED) == 0 ? 0 : 8)
                + (1 << (flags & NAME_LENGTH_WIDTH));
    }

    /** Whether the link that is encoded from a position on is a hard one, so that its encoding ends with an address. */
    public static boolean isHard(ByteBuffer image, int at) {
        return (image.get(at + 1) & TYPE_STORED) == 0 || image.get(at + 2) == LinkTarget.Hard.TYPE;
    }

    /** The position of the name in an encoding. */
    public static int nameAt(byte[] encoding) {
        return nameAt(encoding[1]);
    }

    /** The length of the name in an encoding, in bytes. */
    public static int nameLength(byte[] encoding) {
        int width = 1 << (encoding[1] & NAME_LENGTH_WIDTH);
        return (int) LittleEndian.unsigned(encoding, nameAt(encoding) - width, width);
    }
}
