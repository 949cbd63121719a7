package dev.fallow.format.layout;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.format.objectheader.MessageType;
import java.util.Arrays;

/**
 * Fill value message of old files (type 0x04): size of the value (4), value.
 *
 * @param value one element as stored; not copied
 */
public record OldFillValue(byte[] value) implements HeaderMessage {
    /** Reads an old fill value message. */
    public static OldFillValue decode(FieldReader in) {
        return new OldFillValue(in.bytes(in.u32()));
    }

    @Override
    public void encode(FieldWriter out) {
        out.u32(value.length).bytes(value);
    }

    @Override
    public int encodedLength(FieldSizes sizes) {
        return 4 + value.length;
    }

    @Override
    public MessageType messageType() {
        return MessageType.FILL_VALUE_OLD;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OldFillValue that && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }
}
