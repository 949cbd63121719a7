package dev.fallow.format.layout;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.HeaderMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * Data layout message, versions 1 to 5. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   versions 3 to 5                                  versions 1 and 2
 *   bytes  field                                     bytes  field
 *     1    version                                     1    version
 *     1    layout class                                1    rank
 *          compact:     size (2), data                 1    layout class
 *          contiguous:  address (O) or undefined       5    reserved, 0
 *                       if not allocated, size (L)          not compact: address (O)
 *                                                           for each dimension: size (4)
 *                                                           compact: size (4), data
 * </pre>
 *
 * Layout class: 0 compact, 1 contiguous, 2 chunked, 3 virtual (from version 4 on). A chunked layout is a {@link ChunkedLayout};
 * a virtual one is a {@link VirtualLayout}. In versions 1 and 2 the size of contiguous data follows from dataspace and datatype.
 * Compact and contiguous layouts of these versions are {@link Old}, and are written in version 3 when they change.
 */
public sealed interface DataLayout extends HeaderMessage
        permits DataLayout.Compact, DataLayout.Contiguous, DataLayout.Old, ChunkedLayout, VirtualLayout {
    /** Class number of raw data in the object header. */
    int COMPACT = 0;
    /** Class number of raw data in one block. */
    int CONTIGUOUS = 1;
    /** Class number of raw data in chunks. */
    int CHUNKED = 2;
    /** Class number of raw data in other datasets. */
    int VIRTUAL = 3;

    /** The version of the message, 1 to 5. */
    int version();

    /** {@link #COMPACT}, {@link #CONTIGUOUS}, {@link #CHUNKED} or {@link #VIRTUAL}. */
    int layoutClass();

    /** The position in the encoding of the address, if there is one, otherwise of the data. */
    int addressAt(FieldSizes sizes);

    static DataLayout decode(FieldReader in) {
        int from = in.position();
        int version = in.version(1, 5);
        if (version < 3) {
            int rank = in.u8("rank", Dataspace.MAX_RANK + 1);
            int layoutClass = in.u8("layout class", CHUNKED);
            return layoutClass == CHUNKED
                    ? ChunkedLayout.decode(in.backTo(from))
                    : Old.decode(in, version, layoutClass, rank);
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
            case CHUNKED:
                return ChunkedLayout.decode(in.backTo(from));
            default:
                return VirtualLayout.decode(in, version);
        }
    }

    private static void requireVersion(int version) {
        if (version < 3 || version > 5) {
            throw new IllegalArgumentException("data layout version: expected 3 to 5, found " + version);
        }
    }

    /**
     * Raw data in the object header.
     *
     * @param version 3 to 5
     * @param data all elements, at most 65,535 bytes; not copied
     */
    record Compact(int version, byte[] data) implements DataLayout {
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
        public int addressAt(FieldSizes sizes) {
            return 4;
        }
    }

    /**
     * Raw data in one block.
     *
     * @param version 3 to 5
     * @param address of the block, or {@link Addresses#UNDEFINED} if it is not allocated
     * @param size of the block in bytes, even if it is not allocated
     */
    record Contiguous(int version, long address, long size) implements DataLayout {
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

        /** Whether the block is allocated. */
        public boolean allocated() {
            return address != Addresses.UNDEFINED;
        }

        @Override
        public void encode(FieldWriter out) {
            out.u8(version).u8(CONTIGUOUS).offset(address).length(size);
        }

        @Override
        public int addressAt(FieldSizes sizes) {
            return 2;
        }
    }

    /**
     * Compact or contiguous raw data in version 1 or 2.
     *
     * @param version 1 or 2
     * @param layoutClass {@link #COMPACT} or {@link #CONTIGUOUS}
     * @param address of contiguous data, or {@link Addresses#UNDEFINED}
     * @param dimensions as stored; not used
     * @param data compact data; empty if contiguous; not copied
     */
    record Old(int version, int layoutClass, long address, List<Long> dimensions, byte[] data) implements DataLayout {
        public Old {
            dimensions = List.copyOf(dimensions);
            if (version < 1
                    || version > 2
                    || layoutClass != COMPACT && layoutClass != CONTIGUOUS
                    || dimensions.size() > Dataspace.MAX_RANK + 1
                    || address < Addresses.UNDEFINED
                    || layoutClass == COMPACT && address != Addresses.UNDEFINED
                    || layoutClass == CONTIGUOUS && data.length > 0) {
                throw new IllegalArgumentException("data layout of version %d, class %d, address %d, %d bytes of data"
                        .formatted(version, layoutClass, address, data.length));
            }
        }

        static Old decode(FieldReader in, int version, int layoutClass, int rank) {
            in.skip(5);
            long address = layoutClass == COMPACT ? Addresses.UNDEFINED : in.offset();
            List<Long> dimensions = new ArrayList<>(rank);
            for (int i = 0; i < rank; i++) {
                dimensions.add(in.u32());
            }
            byte[] data = layoutClass == COMPACT ? in.bytes(in.u32()) : new byte[0];
            return new Old(version, layoutClass, address, dimensions, data);
        }

        @Override
        public void encode(FieldWriter out) {
            out.u8(version).u8(dimensions.size()).u8(layoutClass).zeros(5);
            if (layoutClass == CONTIGUOUS) {
                out.offset(address);
            }
            dimensions.forEach(out::u32);
            if (layoutClass == COMPACT) {
                out.u32(data.length).bytes(data);
            }
        }

        @Override
        public int addressAt(FieldSizes sizes) {
            return layoutClass == COMPACT ? 8 + 4 * dimensions.size() + 4 : 8;
        }
    }
}
