package dev.fallow.format.layout;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;
import java.util.Objects;

/**
 * Fill value message, versions 1 to 3.
 *
 * <pre>
 *   versions 1 and 2                                 version 3
 *   bytes  field                                     bytes  field
 *     1    version                                     1    version, 3
 *     1    space allocation time                       1    flags: bits 0-1 space allocation time, 2-3 fill time,
 *     1    fill time                                        0x10 undefined, 0x20 value present
 *     1    0 undefined, 1 defined                      4    size of the value, if present
 *     4    size of the value, if defined               n    value
 *     n    value
 * </pre>
 *
 * A fill value that is defined but has no value (size 0, or neither flag) is the default, zeros.
 *
 * @param value one element as stored; empty for the default, zeros; null for an undefined fill value; not copied
 */
public record FillValue(int version, AllocationTime allocationTime, FillTime fillTime, byte[] value)
        implements HeaderMessage {
    /** When space for raw data is allocated; the ordinal is the number in files. */
    public enum AllocationTime {
        /** Not specified by the writer. */
        UNSPECIFIED,
        /** When the dataset is created. */
        EARLY,
        /** When data is first written. */
        LATE,
        /** Chunk by chunk. */
        INCREMENTAL
    }

    /** When the fill value is written; the ordinal is the number in files. */
    public enum FillTime {
        /** When space is allocated. */
        ALLOCATION,
        /** Never. */
        NEVER,
        /** When space is allocated, if the user set a value. */
        IF_SET
    }

    private static final int UNDEFINED = 0x10;
    private static final int VALUE_PRESENT = 0x20;

    public FillValue {
        if (version < 1 || version > 3) {
            throw new IllegalArgumentException("fill value version: expected 1 to 3, found " + version);
        }
        Objects.requireNonNull(allocationTime);
        Objects.requireNonNull(fillTime);
    }

    public static FillValue decode(FieldReader in) {
        int version = in.version(1, 3);
        int allocation;
        int fill;
        boolean undefined;
        boolean present;
        if (version == 3) {
            int flags = in.flags(0x0F | UNDEFINED | VALUE_PRESENT);
            allocation = flags & 3;
            fill = flags >> 2 & 3;
            undefined = (flags & UNDEFINED) != 0;
            present = (flags & VALUE_PRESENT) != 0;
            if (undefined && present) {
                throw in.fail("expected a fill value that is undefined or present, found both", 1);
            }
            if (fill > FillTime.IF_SET.ordinal()) {
                throw in.fail("expected fill time of at most 2, found " + fill, 1);
            }
        } else {
            allocation = in.u8("space allocation time", AllocationTime.INCREMENTAL.ordinal());
            fill = in.u8("fill time", FillTime.IF_SET.ordinal());
            present = in.u8("fill value defined", 1) == 1;
            undefined = !present;
        }
        byte[] value = undefined ? null : present ? in.bytes(in.u32()) : new byte[0];
        return new FillValue(version, AllocationTime.values()[allocation], FillTime.values()[fill], value);
    }

    @Override
    public void encode(FieldWriter out) {
        if (version == 3) {
            int flags = allocationTime.ordinal() | fillTime.ordinal() << 2;
            out.u8(3).u8(flags | (value == null ? UNDEFINED : value.length > 0 ? VALUE_PRESENT : 0));
        } else {
            out.u8(version).u8(allocationTime.ordinal()).u8(fillTime.ordinal()).u8(value == null ? 0 : 1);
        }
        if (sized()) {
            out.u32(value.length).bytes(value);
        }
    }

    private boolean sized() {
        return value != null && (version < 3 || value.length > 0);
    }

    /** The position of the value in the encoding, if there is one. */
    public int valueAt() {
        return (version == 3 ? 2 : 4) + 4;
    }

    /** Returns a copy in another version. */
    public FillValue withVersion(int other) {
        return new FillValue(other, allocationTime, fillTime, value);
    }

    /** A copy of the fill value, one element as stored; empty for the default (zeros), and if undefined. */
    @Override
    public byte[] value() {
        return value == null ? new byte[0] : value.clone();
    }
}
