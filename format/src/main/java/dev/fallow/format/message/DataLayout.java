package dev.fallow.format.message;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.format.objectheader.MessageType;
import java.util.Arrays;

/**
 * Data layout message, versions 1 to 5. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   versions 3 to 5                                  versions 1 and 2
 *   bytes  field                                     bytes  field
 *     1    version                                     1    version
 *     1    layout class                                1    rank
 *          compact:     size (2), data                 1    layout class
 *          contiguous:  address (O) or undefined       ...
 *                       if not allocated, size (L)
 * </pre>
 *
 * Layout class: 0 compact, 1 contiguous, 2 chunked, 3 virtual (from version 4 on). Chunked and virtual layouts, and all
 * of versions 1 and 2, are kept as they are: {@link Other}.
 */
public sealed interface DataLayout extends HeaderMessage {
    /** Class number of raw data in the header. */
    int COMPACT = 0;
    /** Class number of raw data in one block. */
    int CONTIGUOUS = 1;
    /** Class number of raw data in chunks. */
    int CHUNKED = 2;
    /** Class number of raw data in other datasets. */
    int VIRTUAL = 3;

    /** 1 to 5. */
    int version();

    /** {@link #COMPACT}, {@link #CONTIGUOUS}, {@link #CHUNKED} or {@link #VIRTUAL}. */
    int layoutClass();

    /** Reads a layout; to one that is kept as it is belongs all that is left in the reader. */
    static DataLayout decode(FieldReader in) {
        int from = in.position();
        int version = in.version(1, 5);
        if (version < 3) {
            in.u8("rank", Dataspace.MAX_RANK + 1);
            int layoutClass = in.u8("layout class", CHUNKED);
            in.skip(in.remaining());
            return new Other(version, layoutClass, in.since(from));
        }
        int layoutClass = in.u8("layout class", version == 3 ? CHUNKED : VIRTUAL);
        switch (layoutClass) {
            case COMPACT:
                return new Compact(version, in.bytes(in.u16()));
            case CONTIGUOUS:
                long address = in.offset();
                long size = in.length();
                if (address != Addresses.UNDEFINED && size > Long.MAX_VALUE - address) {
                    throw in.fail(
                            "expected a size of less than 2^63 - " + address + ", found " + size,
                            in.sizes().lengths());
                }
                return new Contiguous(version, address, size);
            default:
                in.skip(in.remaining());
                return new Other(version, layoutClass, in.since(from));
        }
    }

    @Override
    default MessageType messageType() {
        return MessageType.DATA_LAYOUT;
    }

    private static void requireVersion(int version) {
        if (version < 3 || version > 5) {
            throw new IllegalArgumentException("data layout version: expected 3 to 5, found " + version);
        }
    }

    /**
     * Raw data in the header.
     *
     * @param version 3 to 5
     * @param data all elements, at most 65,535 bytes; not copied
     */
    record Compact(int version, byte[] data) implements DataLayout {
        /** @throws IllegalArgumentException if version or length is out of range */
        public Compact {
            requireVersion(version);
            if (data.length > 0xFFFF) {
                throw new IllegalArgumentException("compact data: expected at most 65535 bytes, found " + data.length);
            }
        }

        @Override
        public int layoutClass() {
            return COMPACT;
        }

        @Override
        public void encode(FieldWriter out) {
            out.u8(version).u8(COMPACT).u16(data.length).bytes(data);
        }

        @Override
        public int encodedLength(FieldSizes sizes) {
            return 4 + data.length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Compact that && version == that.version && Arrays.equals(data, that.data);
        }

        @Override
        public int hashCode() {
            return 31 * version + Arrays.hashCode(data);
        }
    }

    /**
     * Raw data in one block.
     *
     * @param version 3 to 5
     * @param address of the block, or {@link Addresses#UNDEFINED} if it is not allocated
     * @param size bytes of the block, also if it is not allocated
     */
    record Contiguous(int version, long address, long size) implements DataLayout {
        /** @throws IllegalArgumentException if a field is out of range */
        public Contiguous {
            requireVersion(version);
            if (size < 0 || address < Addresses.UNDEFINED || address > Long.MAX_VALUE - size) {
                throw new IllegalArgumentException("contiguous data at address " + address + ", size " + size);
            }
        }

        @Override
        public int layoutClass() {
            return CONTIGUOUS;
        }

        /** Whether the block exists. */
        public boolean allocated() {
            return address != Addresses.UNDEFINED;
        }

        @Override
        public void encode(FieldWriter out) {
            out.u8(version).u8(CONTIGUOUS).offset(address).length(size);
        }

        @Override
        public int encodedLength(FieldSizes sizes) {
            return 2 + sizes.offsets() + sizes.lengths();
        }
    }

    /**
     * A layout that is only recognised.
     *
     * @param version 1 to 5
     * @param layoutClass 0 to 3
     * @param body the whole message body; not copied
     */
    record Other(int version, int layoutClass, byte[] body) implements DataLayout {
        @Override
        public void encode(FieldWriter out) {
            out.bytes(body);
        }

        @Override
        public int encodedLength(FieldSizes sizes) {
            return body.length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Other that && Arrays.equals(body, that.body);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(body);
        }
    }
}
