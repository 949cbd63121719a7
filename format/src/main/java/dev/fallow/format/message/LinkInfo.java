package dev.fallow.format.message;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/**
 * Link info message, version 0. O: size of offsets.
 *
 * <pre>
 *   bytes   field
 *     1     version, 0
 *     1     flags: 1 creation order tracked, 2 creation order indexed
 *   0 or 8  max creation index, if tracked: the creation order of the next link; otherwise 0
 *     O     fractal heap address
 *     O     address of the v2 B-tree of names
 *   0 or O  address of the v2 B-tree of creation order, if indexed
 * </pre>
 *
 * The addresses are undefined while links are compact. The number of links is not stored.
 */
public record LinkInfo(
        boolean creationOrderTracked,
        boolean creationOrderIndexed,
        long maxCreationIndex,
        long heapAddress,
        long nameIndexAddress,
        long orderIndexAddress)
        implements HeaderMessage {
    /** Compact links, no creation order. */
    public static final LinkInfo COMPACT =
            new LinkInfo(false, false, 0, Addresses.UNDEFINED, Addresses.UNDEFINED, Addresses.UNDEFINED);

    private static final int TRACKED = 1;
    private static final int INDEXED = 2;

    public LinkInfo {
        if (maxCreationIndex < 0 || !creationOrderTracked && maxCreationIndex != 0) {
            throw new IllegalArgumentException("max creation index " + maxCreationIndex);
        }
        if (!creationOrderIndexed && orderIndexAddress != Addresses.UNDEFINED) {
            throw new IllegalArgumentException("creation order is not indexed, index at " + orderIndexAddress);
        }
    }

    public static LinkInfo decode(FieldReader in) {
        in.version(0);
        int flags = in.flags(TRACKED | INDEXED);
        long max = (flags & TRACKED) != 0 ? in.unsigned(8) : 0;
        long heap = in.offset();
        long names = in.offset();
        long order = (flags & INDEXED) != 0 ? in.offset() : Addresses.UNDEFINED;
        return new LinkInfo((flags & TRACKED) != 0, (flags & INDEXED) != 0, max, heap, names, order);
    }

    @Override
    public void encode(FieldWriter out) {
        out.u8(0).u8((creationOrderTracked ? TRACKED : 0) | (creationOrderIndexed ? INDEXED : 0));
        if (creationOrderTracked) {
            out.i64(maxCreationIndex);
        }
        out.offset(heapAddress).offset(nameIndexAddress);
        if (creationOrderIndexed) {
            out.offset(orderIndexAddress);
        }
    }

    /** The position of the addresses in the encoding. */
    public int addressesAt() {
        return 2 + (creationOrderTracked ? 8 : 0);
    }

    /** Whether links are in dense storage. */
    public boolean dense() {
        return heapAddress != Addresses.UNDEFINED;
    }

    /** Returns a copy with another max creation index. */
    public LinkInfo withMaxCreationIndex(long index) {
        return new LinkInfo(
                creationOrderTracked, creationOrderIndexed, index, heapAddress, nameIndexAddress, orderIndexAddress);
    }

    /** Returns a copy with dense storage at these addresses; all undefined for compact storage. */
    public LinkInfo withStorage(long heap, long nameIndex, long orderIndex) {
        return new LinkInfo(creationOrderTracked, creationOrderIndexed, maxCreationIndex, heap, nameIndex, orderIndex);
    }
}
