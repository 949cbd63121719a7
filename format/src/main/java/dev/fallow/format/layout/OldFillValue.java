package dev.fallow.format.layout;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.objectheader.HeaderMessage;

/**
 * Fill value message of old files (type 0x04): size of the value (4), value.
 *
 * @param value one element as stored; not copied
 */
public record OldFillValue(byte[] value) implements HeaderMessage {
    public static OldFillValue decode(FieldReader in) {
        return new OldFillValue(in.bytes(in.u32()));
    }

    @Override
    public void encode(FieldWriter out) {
        out.u32(value.length).bytes(value);
    }

    /** The position of the value in the encoding. */
    public int valueAt() {
        return 4;
    }
}
