package dev.fallow.format.message;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;

/**
 * Shared message, versions 1 to 3: the body of a message that is stored elsewhere. O, L: sizes of offsets, of lengths.
 *
 * <pre>
 *   version 1              version 2              version 3
 *   bytes  field           bytes  field           bytes   field
 *     1    version           1    version           1     version
 *     1    type              1    type              1     type: 1 shared heap, 2 object header
 *     6    reserved          O    address           8     heap id (type 1), or
 *     L    ignored                                  O     address (type 2)
 *     O    address
 * </pre>
 *
 * The address is that of the object header, for instance of a committed datatype, which contains the message.
 *
 * @param version 1 to 3
 * @param type as stored; ignored in versions 1 and 2
 * @param address {@link Addresses#UNDEFINED} if there is a heap id
 * @param heapId 8 bytes; empty if there is an address; not copied
 */
public record SharedMessage(int version, int type, long address, byte[] heapId) {
    /** Type of a message in the shared object header message heap. */
    public static final int IN_HEAP = 1;
    /** Type of a message in another object's header. */
    public static final int IN_OBJECT_HEADER = 2;

    private static final int HEAP_ID_LENGTH = 8;

    public SharedMessage {
        boolean inHeap = version == 3 && type == IN_HEAP;
        if (version < 1
                || version > 3
                || version == 3 && type != IN_HEAP && type != IN_OBJECT_HEADER
                || inHeap != (address == Addresses.UNDEFINED)
                || heapId.length != (inHeap ? HEAP_ID_LENGTH : 0)) {
            throw new IllegalArgumentException("shared message of version " + version + ", type " + type + ", address "
                    + address + ", heap id of " + heapId.length + " bytes");
        }
    }

    /** A reference to a committed datatype, as libhdf5 writes it. */
    public static SharedMessage committed(long address) {
        return new SharedMessage(2, IN_OBJECT_HEADER, address, new byte[0]);
    }

    /**
     * A reference to a message in the shared object header message heap, as libhdf5 writes it.
     *
     * @param heapId 8 bytes; not copied
     */
    public static SharedMessage inHeap(byte[] heapId) {
        return new SharedMessage(3, IN_HEAP, Addresses.UNDEFINED, heapId);
    }

    public static SharedMessage decode(FieldReader in) {
        int version = in.version(1, 3);
        int type = in.u8();
        if (version == 3 && type != IN_HEAP && type != IN_OBJECT_HEADER) {
            throw in.fail("expected shared message type 1 or 2, found " + type, 1);
        }
        if (version == 3 && type == IN_HEAP) {
            return new SharedMessage(version, type, Addresses.UNDEFINED, in.bytes(HEAP_ID_LENGTH));
        }
        if (version == 1) {
            in.skip(6 + in.sizes().lengths());
        }
        return new SharedMessage(version, type, in.definedOffset(), new byte[0]);
    }

    /** Writes {@link #encodedLength} bytes. */
    public void encode(FieldWriter out) {
        out.u8(version).u8(type);
        if (version == 1) {
            out.zeros(6 + out.sizes().lengths());
        }
        if (address == Addresses.UNDEFINED) {
            out.bytes(heapId);
        } else {
            out.offset(address);
        }
    }

    /** The length of the encoding in bytes. */
    public int encodedLength(FieldSizes sizes) {
        return 2
                + (version == 1 ? 6 + sizes.lengths() : 0)
                + (address == Addresses.UNDEFINED ? HEAP_ID_LENGTH : sizes.offsets());
    }
}
